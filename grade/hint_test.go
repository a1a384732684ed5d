package grade

import (
	"testing"

	"gradoku/board"
)

// TestHintsFollowTheLadder: the hints from the givens are the steps of the ladder's own
// path, and lead to the solution.
func TestHintsFollowTheLadder(t *testing.T) {
	n := 12
	if *long {
		n = 1000
	}
	var h Hinter
	gr := NewGrader(board.Nine())
	gr.Budget = 0
	puzzles, solved := sample(board.Nine(), n, 71)
	for i := range puzzles {
		for _, ladder := range ladders {
			path := gr.Human(&puzzles[i]).Steps
			if ladder.Name == "se" {
				_, path = gr.Path(&puzzles[i])
			}
			p := Position{Givens: puzzles[i]}
			for k, want := range path {
				hint, err := h.Next(p, HintOptions{Ladder: ladder.Name})
				if err != nil || hint.Status != OK || hint.Found.key() != want.key() || hint.Found.Technique != want.Technique {
					t.Fatalf("%v, step %d of %s: %s %q (%v), the path has %s", puzzles[i], k+1, ladder.Name, hint.Status, hint.Text, err, want.Sentence(board.Nine()))
				}
				p.Apply(&hint)
			}
			if b := p.Board(); b.Grid != solved[i] {
				t.Errorf("%v: %s leads to %v", puzzles[i], ladder.Name, b.Grid)
			}
			if hint, err := h.Next(p, HintOptions{}); err != nil || hint.Status != Solved {
				t.Errorf("%v: at the end %s, %v", puzzles[i], hint.Status, err)
			}
		}
	}
}
