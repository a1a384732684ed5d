package hint

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/boardtest"
)

// TestHintsFollowTheLadder: the hints from the givens are the steps of the ladder's own
// path, and lead to the solution.
func TestHintsFollowTheLadder(t *testing.T) {
	n := 12
	if *boardtest.Long {
		n = 1000
	}
	var h Hinter
	gr := grade.NewGrader(board.Nine())
	gr.Budget = 0
	puzzles, solved := boardtest.Sample(board.Nine(), n, 71)
	for i := range puzzles {
		for _, ladder := range grade.Ladders() {
			path := gr.Human(&puzzles[i]).Steps
			if ladder.Name == "se" {
				_, path = gr.Path(&puzzles[i])
			}
			p := Position{Givens: puzzles[i]}
			for k, want := range path {
				hint, err := h.Next(p, Wanted{Ladder: ladder.Name})
				if err != nil || hint.Status != OK || !cmp.Equal(hint.Found, want) {
					t.Fatalf("%v, step %d of %s: %s %q (%v), the path has %s", puzzles[i], k+1, ladder.Name, hint.Status, hint.Text, err, Sentence(board.Nine(), &want))
				}
				p.Apply(&hint)
			}
			if b := p.Board(); b.Grid != solved[i] {
				t.Errorf("%v: %s leads to %v", puzzles[i], ladder.Name, b.Grid)
			}
			if hint, err := h.Next(p, Wanted{}); err != nil || hint.Status != Solved {
				t.Errorf("%v: at the end %s, %v", puzzles[i], hint.Status, err)
			}
		}
	}
}
