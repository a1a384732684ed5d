package solve

import (
	"context"

	"gradoku/board"
)

// solveBacktrack is the row "backtrack" of the table: sudoBacktracker, the first
// version of the [tutorial]. It computes the candidates of the whole grid from
// nothing, uses those of the first blank, and calls itself for each.
//
// What it costs hangs on the order of the cells more than on anything else:
// on the tutorial's puzzle 1,897,908 calls down the columns, 49,559 along the
// rows.
func solveBacktrack(ctx context.Context, p *board.Grid, opt Options) Result {
	t := newTutorial(ctx, p, opt)
	t.next = t.sudoBacktracker
	return t.run(board.Board{Grid: *p})
}

func (t *tutorial) sudoBacktracker(b board.Board) {
	if !t.enter() {
		return
	}
	t.getCandid(&b)
	t.finish(&b)
}
