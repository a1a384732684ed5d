package store

import "testing"

// TestReadLabels: the first of each name is kept, texts and numbers alike.
func TestReadLabels(t *testing.T) {
	got, err := readLabels(`[["level","easy"],["level","hard"],["mean_seconds","303"]]`)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "labels", got, []Label{{"level", "easy"}, {"mean_seconds", "303"}})
	if _, err := readLabels("{"); err == nil {
		t.Error("damage was read")
	}
}
