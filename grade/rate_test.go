package grade

import (
	"errors"
	"testing"

	"gradoku/board"
	"gradoku/solve"
)

// TestRate: a proper puzzle has the grade that a grader gives, anything else an error.
func TestRate(t *testing.T) {
	puzzles, _ := sample(board.Nine(), 3, 5)
	gr := NewGrader(board.Nine())
	for _, p := range puzzles {
		if g, err := Rate(&p); err != nil || g != gr.Grade(&p) {
			t.Errorf("%v: %v, %v", p, g, err)
		}
	}
	blank := board.NewGrid(board.Nine())
	if _, err := Rate(&blank); !errors.Is(err, solve.ErrSeveral) {
		t.Errorf("a blank grid: %v", err)
	}
	if _, err := Rate(&board.Grid{}); !errors.Is(err, solve.ErrNone) {
		t.Errorf("no grid: %v", err)
	}
}
