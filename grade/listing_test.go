package grade

import (
	"strings"
	"testing"

	"gradoku/board"
)

func find(t *testing.T, gr *Grader, b *board.Board, id string) []Step {
	t.Helper()
	steps, err := gr.Find(b, id)
	if err != nil {
		t.Fatal(err)
	}
	return steps
}

// TestFindAll: what a search would stop at is not all.
func TestFindAll(t *testing.T) {
	gr := NewGrader(board.Nine())
	b := open(only("r1c1 r1c2", 1, 2), only("r5c5 r5c6", 3, 4), only("r9c1 r9c5", 1, 4))
	var got []string
	for _, s := range find(t, gr, &b, "naked-pair") {
		got = append(got, Sentence(board.Nine(), &s))
	}
	want := []string{
		"Naked pair in box 1: r1c1 and r1c2 have no other candidates than 1 and 2, so these digits go there: remove 1 and 2 from r1c3, r2c1, r2c2, r2c3, r3c1, r3c2 and r3c3.",
		"Naked pair in box 5: r5c5 and r5c6 have no other candidates than 3 and 4, so these digits go there: remove 3 and 4 from r4c4, r4c5, r4c6, r5c4, r6c4, r6c5 and r6c6.",
		"Naked pair in row 1: r1c1 and r1c2 have no other candidates than 1 and 2, so these digits go there: remove 1 and 2 from r1c3, r1c4, r1c5, r1c6, r1c7, r1c8 and r1c9.",
		"Naked pair in row 5: r5c5 and r5c6 have no other candidates than 3 and 4, so these digits go there: remove 3 and 4 from r5c1, r5c2, r5c3, r5c4, r5c7, r5c8 and r5c9.",
		"Naked pair in row 9: r9c1 and r9c5 have no other candidates than 1 and 4, so these digits go there: remove 1 and 4 from r9c2, r9c3, r9c4, r9c6, r9c7, r9c8 and r9c9.",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if again := find(t, gr, &b, "naked-pair"); len(again) != len(want) {
		t.Errorf("%d the second time, %d the first", len(again), len(want))
	}
}

func TestFindRefuses(t *testing.T) {
	gr := NewGrader(board.Nine())
	b := open()
	if _, err := gr.Find(&b, "guess"); err == nil || !strings.Contains(err.Error(), "swordfish") {
		t.Errorf("an unknown technique: %v", err)
	}
	four := board.NewGrid(board.Sizes()[0])
	small := board.NewBoard(&four)
	if _, err := gr.Find(&small, "pointing"); err == nil || !strings.Contains(err.Error(), "another size") {
		t.Errorf("another size: %v", err)
	}
	if steps := find(t, gr, &b, "last-resort"); steps != nil {
		t.Errorf("the last resort found %v", steps)
	}
}
