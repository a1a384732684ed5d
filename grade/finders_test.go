package grade

import (
	"slices"
	"testing"

	"gradoku/board"
)

func TestFinders(t *testing.T) {
	tested := map[string][2]bool{}
	for _, c := range slices.Concat(techniqueCases, patternCases) {
		row := rowOf(t, c.id)
		gr := graderOf(open(c.edits...))
		before := gr.state
		got := ""
		if technique(row).find(&gr.state, &gr.found) {
			s := gr.step(row + gr.found.variant)
			got = Sentence(board.Nine(), &s)
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
	for row := range len(techniques) + len(patterns) {
		if technique := technique(row); technique.find != nil && technique.Rating < 56 && tested[technique.ID] != [2]bool{true, true} {
			t.Errorf("%s needs a case that is found and one that is not", technique.ID)
		}
	}
}

func rowOf(t *testing.T, id string) int {
	t.Helper()
	row, err := rowByID(id)
	if err != nil {
		t.Fatal(err)
	}
	return row
}

// graderOf returns a grader at a position.
func graderOf(b board.Board) *Grader {
	gr := NewGrader(b.Geometry())
	gr.state.loadBoard(&b)
	return gr
}

// TestLoopRatings: what type 3 and the length of the loop add.
func TestLoopRatings(t *testing.T) {
	rectangle := only("r1c1 r1c4", 2, 7)
	naked := []edit{rectangle, only("r2c1 r2c4", 1, 2, 7, 9), only("r2c8", 1, 9)}
	triple := []edit{rectangle, only("r2c1 r2c4", 1, 2, 7, 9), only("r2c8", 1, 5), only("r2c9", 5, 9)}
	hidden := []edit{rectangle, only("r2c1 r2c4", 1, 2, 7, 9), confine(2, "r2", "r2c1 r2c4 r2c8"), confine(7, "r2", "r2c1 r2c4 r2c8")}
	six := []edit{only("r1c1 r1c4 r2c4 r2c7 r3c7", 2, 7), only("r3c1", 2, 7, 9), strike("r2c1 r1c7 r3c4", 7)}
	for _, c := range []struct {
		name  string
		edits []edit
		id    string
		want  int
	}{
		{"naked pair", naked, "unique-rectangle-3", 46},
		{"naked triplet", triple, "unique-rectangle-3", 47},
		{"hidden pair", hidden, "unique-rectangle-3", 45},
		{"six cells", six, "unique-loop-1", 46},
	} {
		gr := graderOf(open(c.edits...))
		if !uniqueLoop(&gr.state, &gr.found) {
			t.Errorf("%s: nothing found", c.name)
			continue
		}
		if s := gr.step(rowOf(t, "unique-rectangle-1") + gr.found.variant); s.Technique != c.id || s.Rating != c.want {
			t.Errorf("%s: %s rated %d, want %s %d", c.name, s.Technique, s.Rating, c.id, c.want)
		}
	}
	for cells, want := range map[int]int{4: 45, 6: 46, 8: 47, 10: 50, 12: 50, 18: 50} {
		if got := loopRating(cells); got != want {
			t.Errorf("loop of %d: %d, want %d", cells, got, want)
		}
	}
}
