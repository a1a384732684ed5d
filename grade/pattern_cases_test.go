package grade

import (
	"testing"

	"gradoku/board"
)

// patternCases has for every named pattern a board on which it is found, and boards
// that fall short of it, as techniqueCases has for the scale.
var patternCases = []struct {
	id    string
	about string
	edits []edit
	want  string
}{
	{
		"locked-pair", "",
		[]edit{only("r1c1 r1c2", 4, 7), strike("r1c4 r1c5 r1c6 r1c7 r1c8", 4, 7), strike("r2c1 r2c2 r2c3 r3c1 r3c2", 4, 7)},
		"Locked pair: r1c1, r1c2 hold only 4 and 7, in box 1 and in row 1: r1c3, r1c9, r3c3 lose 4 and 7.",
	},
	{"locked-pair", "nothing to lose in the row", []edit{only("r1c1 r1c2", 4, 7), strike("r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9", 4, 7)}, ""},
	{
		"locked-triplet", "",
		[]edit{only("r1c1", 4, 7), only("r1c2", 7, 8), only("r1c3", 4, 8), strike("r1c4 r1c5 r1c6 r1c7 r1c8", 4, 7, 8), strike("r2c1 r2c2 r2c3 r3c1 r3c2", 4, 7, 8)},
		"Locked triplet: r1c1, r1c2, r1c3 hold only 4, 7 and 8, in box 1 and in row 1: r1c9, r3c3 lose 4, 7 and 8.",
	},
	{"locked-triplet", "four digits", []edit{only("r1c1", 4, 7), only("r1c2", 7, 8), only("r1c3", 4, 9)}, ""},
}

// TestPatternFinders runs the finders on their cases.
func TestPatternFinders(t *testing.T) {
	tested := map[string][2]bool{}
	for _, c := range patternCases {
		row, err := rowByID(c.id)
		if err != nil {
			t.Fatal(err)
		}
		b := open(c.edits...)
		gr := NewGrader(board.Nine())
		gr.state.loadBoard(&b)
		before := gr.state
		got := ""
		if technique(row).find(&gr.state, &gr.found) {
			got = gr.step(row + gr.found.variant).Sentence(board.Nine())
		}
		if got != c.want {
			t.Errorf("%s, %s:\n got %q\nwant %q", c.id, c.about, got, c.want)
		}
		if gr.state.cand != before.cand || gr.state.pos != before.pos {
			t.Errorf("%s, %s: the finder changed the board", c.id, c.about)
		}
		seen := tested[c.id]
		seen[0], seen[1] = seen[0] || c.want != "", seen[1] || c.want == ""
		tested[c.id] = seen
	}
	for _, row := range patterns {
		if row.find != nil && tested[row.ID] != [2]bool{true, true} {
			t.Errorf("%s needs a case that is found and one that is not", row.ID)
		}
	}
}
