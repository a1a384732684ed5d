package solve

import (
	"context"

	"gradoku/board"
)

// solveIncremental is the row "incremental" of the table: sudoMain, the fourth
// version of the [tutorial]. It differs from the third in three ways. The
// candidates are computed once and then kept up to date by newCandid. Rows and
// columns take turns: row 1, column 1, row 2 and so on. And newSudo fails as soon
// as it comes to a blank without candidates; it does so after all fills of the
// pass, and never because a digit has no place left in a house, so that many
// dead branches live on for a while.
//
// The boxes are still filled from old candidates. In the literal program this
// lets a wrong full grid pass as the solution of a puzzle that has none; a test
// reproduces the case.
func solveIncremental(ctx context.Context, p *board.Grid, opt Options) Result {
	return newIncremental(ctx, p, opt).run(board.NewBoard(p))
}

func newIncremental(ctx context.Context, p *board.Grid, opt Options) *tutorial {
	t := newTutorial(ctx, p, opt)
	t.getCandids = 1 // of the board that run starts with
	t.next, t.upToDate = t.sudoSolverFailing, true
	return t
}

func (t *tutorial) sudoSolverFailing(b board.Board) {
	if !t.enter() {
		return
	}
	for filled := true; filled; {
		before := t.hidden + t.naked
		if t.newSudoFailing(&b) {
			t.fails++
			return
		}
		filled = t.hidden+t.naked > before
	}
	t.finish(&b)
}

func (t *tutorial) newSudoFailing(b *board.Board) (fail bool) {
	t.newSudos++
	for d := range b.Geometry().All.All() {
		for i := range t.order.lines {
			t.fillHidden(b, t.order.lines[i], d)
			t.fillHidden(b, t.order.across[i], d)
		}
		t.fillBoxes(b, d)
	}
	for _, c := range t.order.cells {
		if t.fillNaked(b, c) {
			t.event(b, Event{Kind: Dead, Cell: c})
			return true
		}
	}
	return false
}
