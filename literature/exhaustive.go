package literature

import (
	"context"

	"gradoku/board"
	"gradoku/solve"
)

// exhaustiveSearch answers problem 2 of "数独中的数学模型" (Mathematical models
// in Sudoku, author unknown, 2012 or later, section 6.2 and appendix): find the
// final grid by exhaustion, that is, list the possibilities one by one and see
// which of them agree with the conditions.
//
// The document breaks off in the first line of its function main, which asks whether a
// blank is left. The rest is therefore ours: the simplest possible enumeration. Blanks
// are filled along the rows, digits ascend, a digit is tried if no peer holds it. So
// solutions are reported in lexicographic order as soon as they are found, and none is
// kept. There is no inference and no choice of cells: this is the baseline for the
// methods that have them.
type exhaustiveSearch struct {
	solve.Tally
	order []board.Cell // the blanks
	grid  board.Grid

	nodes, splits, deadEnds, solutions int64
}

// solveExhaustive is the row "exhaustive" of the table.
func solveExhaustive(ctx context.Context, p *board.Grid, opt solve.Options) solve.Result {
	x := exhaustiveSearch{Tally: solve.NewTally(ctx, opt), order: blanksOf(p, opt.Scan), grid: *p}
	if p.Check() == nil {
		x.search(0, false)
	}
	x.End(solve.Exhausted)
	return x.Result(solve.Stats{Nodes: x.nodes, Guesses: x.splits, Counters: []solve.Counter{
		{Name: "fills", Value: max(x.nodes-1, 0)},
		{Name: "dead ends", Value: x.deadEnds},
		{Name: "solutions", Value: x.solutions},
	}})
}

// search enumerates what is possible from the depth-th blank on; open says
// whether a blank before it has digits left to try.
func (x *exhaustiveSearch) search(depth int, open bool) {
	if !x.GoOn(x.nodes) {
		return
	}
	x.nodes++
	if depth == len(x.order) {
		x.solutions++
		x.Event(solve.Event{Kind: solve.Solved}, depth, &x.grid)
		x.Found(&x.grid, open)
		return
	}
	c := x.order[depth]
	left := free(&x.grid, c)
	switch {
	case left == 0:
		x.deadEnds++
		x.Event(solve.Event{Kind: solve.Dead, Cell: c}, depth, &x.grid)
	case !left.Single():
		x.splits++
	}
	for left != 0 && !x.Ended() {
		d := left.First()
		left &^= d.Mask()
		x.grid.Set(c, d)
		x.Event(solve.Event{Kind: solve.Guess, Cell: c, Digit: d}, depth+1, &x.grid)
		x.search(depth+1, open || left != 0)
		x.grid.Set(c, 0)
		if !x.Ended() {
			x.Event(solve.Event{Kind: solve.Revert, Cell: c, Digit: d}, depth+1, &x.grid)
		}
	}
}
