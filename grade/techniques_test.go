package grade

import (
	"strings"
	"testing"
)

// TestTable holds the table to its rules.
func TestTable(t *testing.T) {
	if len(techniques) > MaxTechniques {
		t.Fatalf("%d techniques, room for %d", len(techniques), MaxTechniques)
	}
	seen := map[string]bool{}
	last := 0
	for i, row := range Techniques() {
		if row.ID == "" || row.Name == "" || len(row.Doc) < 20 || seen[row.ID] {
			t.Errorf("row %d, %q: incomplete or twice", i, row.ID)
		}
		if strings.ToLower(row.ID) != row.ID || strings.ContainsAny(row.ID, " _") {
			t.Errorf("%q is not kebab-case", row.ID)
		}
		if row.Rating < last {
			t.Errorf("%s: %d comes after %d", row.ID, row.Rating, last)
		}
		seen[row.ID], last = true, row.Rating
		if got, err := TechniqueByID(row.ID); err != nil || got.Name != row.Name {
			t.Errorf("TechniqueByID(%q) = %q, %v", row.ID, got.Name, err)
		}
	}
	_, err := TechniqueByID("guess")
	if err == nil || !strings.Contains(err.Error(), "guess") || !strings.Contains(err.Error(), "xy-wing") {
		t.Errorf("unknown technique: %v", err)
	}
	Techniques()[0].ID = "changed"
	if techniques[0].ID != "full-house" {
		t.Error("Techniques gives the table away")
	}
}

// TestNumbers: the numbers that databases store are unique, and those of the first techniques
// stay what they are.
func TestNumbers(t *testing.T) {
	byNumber := map[int]string{}
	for _, row := range Techniques() {
		if row.Number < 1 || byNumber[row.Number] != "" {
			t.Errorf("%s has the number %d, and so has %q", row.ID, row.Number, byNumber[row.Number])
		}
		byNumber[row.Number] = row.ID
	}
	for number, id := range map[int]string{1: "full-house", 7: "naked-single", 11: "naked-pair", 12: "x-wing", 28: "jellyfish", 53: "last-resort"} {
		if byNumber[number] != id {
			t.Errorf("number %d is %q, but databases have it for %s", number, byNumber[number], id)
		}
	}
}
