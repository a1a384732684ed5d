package solve

import (
	"context"

	"gradoku/board"
)

// solveSingles is the row "singles" of the table: the first sudoSolver, second
// version of the [tutorial]. Before it guesses, it fills naked singles for as
// long as there are any; after each of them the candidates of the whole grid
// are computed anew, and the search for a single starts again from the first
// cell.
//
// The listing calls a sudokuSolver that is defined nowhere; sudoSolver is meant.
func solveSingles(ctx context.Context, p *board.Grid, opt Options) Result {
	t := newTutorial(ctx, p, opt)
	t.next = t.sudoSolverNaked
	return t.run(board.Board{Grid: *p})
}

func (t *tutorial) sudoSolverNaked(b board.Board) {
	if !t.enter() {
		return
	}
	for filled := true; filled; {
		t.getCandid(&b)
		filled = t.newSudoNaked(&b)
	}
	t.finish(&b)
}

// newSudoNaked fills the first naked single there is.
func (t *tutorial) newSudoNaked(b *board.Board) (filled bool) {
	t.newSudos++
	before := t.naked
	for _, c := range t.order.cells {
		t.fillNaked(b, c)
		if t.naked > before {
			return true
		}
	}
	return false
}
