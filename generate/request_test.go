package generate_test

import (
	"errors"
	"testing"

	"gradoku/generate"
)

// TestWords: words become a target, and a wrong one is named by its flag.
func TestWords(t *testing.T) {
	for _, c := range []struct {
		words generate.Words
		wrong string
	}{
		{generate.Words{}, ""},
		{generate.Words{Size: 6, Symmetry: "rotate180", Clues: "12-16", Minimal: true}, ""},
		{generate.Words{Rating: "4.0-4.6", Letter: "E-G", Scheme: "fitted", Technique: "xy-wing"}, ""},
		{generate.Words{Pattern: "1.1.1..1.1.1..1."}, ""},
		{generate.Words{Size: 5}, "size"},
		{generate.Words{Size: 9, Pattern: "1.1.1..1.1.1..1."}, "size"},
		{generate.Words{Symmetry: "round"}, "symmetry"},
		{generate.Words{Pattern: "1.1"}, "pattern"},
		{generate.Words{Clues: "many"}, "clues"},
		{generate.Words{Rating: "hard"}, "rating"},
		{generate.Words{Level: "harder"}, "level"},
		{generate.Words{Letter: "Z"}, "letter"},
		{generate.Words{Letter: "E", Scheme: "none"}, "scheme"},
		{generate.Words{Scheme: "fitted"}, "scheme"},
		{generate.Words{Technique: "guess"}, "technique"},
		{generate.Words{OnlyTechniques: "guess"}, "only-techniques"},
	} {
		target, err := c.words.Target()
		var wrong *generate.WordError
		switch errors.As(err, &wrong); {
		case c.wrong == "" && (err != nil || target.Geometry == nil || target.Check() != nil):
			t.Errorf("%+v: %v, %v", c.words, err, target.Check())
		case c.wrong != "" && (wrong == nil || wrong.Word != c.wrong):
			t.Errorf("%+v: %v, not about %s", c.words, err, c.wrong)
		}
	}
	want, geo, err := generate.ParsePattern("1.1.1..1.1.1..1.")
	if err != nil {
		t.Fatal(err)
	}
	if four, err := (&generate.Words{Pattern: "1.1.1..1.1.1..1."}).Target(); err != nil || four.Geometry != geo || four.Pattern != want {
		t.Errorf("a pattern of 4x4 becomes %+v, %v", four, err)
	}
}
