package solve

import (
	"context"

	"gradoku/board"
)

// solveHidden is the row "hidden" of the table: the second sudoSolver, third
// version of the [tutorial]. newSudo now goes through everything once: for each
// digit the rows, the columns and the boxes in which it has one place left, then
// the cells with one candidate left. It goes on after a fill, with the
// candidates of the whole grid computed anew, except in the boxes: see
// fillBoxes.
func solveHidden(ctx context.Context, p *board.Grid, opt Options) Result {
	t := newTutorial(ctx, p, opt)
	t.next, t.anew = t.sudoSolverHidden, true
	return t.run(board.Board{Grid: *p})
}

func (t *tutorial) sudoSolverHidden(b board.Board) {
	if !t.enter() {
		return
	}
	for filled := true; filled; {
		t.getCandid(&b)
		before := t.hidden + t.naked
		t.newSudoHidden(&b)
		filled = t.hidden+t.naked > before
	}
	t.finish(&b)
}

func (t *tutorial) newSudoHidden(b *board.Board) {
	t.newSudos++
	for d := range b.Geometry().All.All() {
		for _, h := range t.order.lines {
			t.fillHidden(b, h, d)
		}
		for _, h := range t.order.across {
			t.fillHidden(b, h, d)
		}
		t.fillBoxes(b, d)
	}
	for _, c := range t.order.cells {
		t.fillNaked(b, c)
	}
}
