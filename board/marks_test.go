package board

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestMarks: what is written is read back, for every size.
func TestMarks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := rapid.SampledFrom(Sizes()).Draw(t, "size")
		sets := make([]Digits, g.Cells)
		for i := range sets {
			sets[i] = Digits(rapid.Uint16().Draw(t, "set")) & g.All
		}
		text := MarksText(sets, g)
		got, err := ParseMarks(strings.ReplaceAll(text, ".", "0"), g)
		if err != nil || !slices.Equal(got, sets) {
			t.Fatalf("%s\nread %v, want %v (%v)", text, got, sets, err)
		}
	})
}

func TestParseMarksRefuses(t *testing.T) {
	four := Sizes()[0]
	for text, why := range map[string]string{
		"":                            "0 characters",
		strings.Repeat(".", 63):       "63 characters",
		"2" + strings.Repeat(".", 63): "character 1 of the candidates is '2', where 1",
		"?" + strings.Repeat(".", 63): "'?'",
	} {
		if _, err := ParseMarks(text, four); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v, want %q", text, err, why)
		}
	}
}
