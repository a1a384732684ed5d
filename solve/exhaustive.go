package solve

import (
	"context"

	"gradoku/board"
)

// exhaustiveSearch answers problem 2 of "数独中的数学模型" (Mathematical models
// in Sudoku, author unknown, 2012 or later, section 6.2 and appendix): find the
// final grid by exhaustion, that is, list the possibilities one by one and see
// which of them agree with the conditions.
//
// The document breaks off in the first line of its function main, which asks
// whether a blank is left. What follows is therefore ours: the most plain
// enumeration there is. Blanks are filled along the rows, digits ascend, a
// digit is tried if no peer holds it. So the solutions come in the order of
// their text, each as soon as it is known, and none is kept. No consequence is
// drawn and no cell preferred; this is the yardstick for the methods that do
// either.
type exhaustiveSearch struct {
	Tally
	order []board.Cell // the blanks
	grid  board.Grid
	taken usedDigits

	nodes, splits, deadEnds, solutions, events int64
}

// solveExhaustive is the row "exhaustive" of the table.
func solveExhaustive(ctx context.Context, p *board.Grid, opt Options) Result {
	x := exhaustiveSearch{Tally: NewTally(ctx, opt), grid: *p, taken: newUsedDigits(p)}
	for _, c := range opt.Scan.cells(p.Geometry(), ByRow) {
		if p.At(c) == 0 {
			x.order = append(x.order, c)
		}
	}
	if p.Check() == nil {
		x.search(0, false)
	}
	x.End(Exhausted)
	return x.Result(Stats{Nodes: x.nodes, Guesses: x.splits, Counters: []Counter{
		{"fills", max(x.nodes-1, 0)},
		{"dead ends", x.deadEnds},
		{"solutions", x.solutions},
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
		x.event(Event{Kind: Solved, Depth: depth})
		x.Found(&x.grid, open)
		return
	}
	c := x.order[depth]
	left := x.taken.free(c)
	switch {
	case left == 0:
		x.deadEnds++
		x.event(Event{Kind: Dead, Cell: c, Depth: depth})
	case !left.Single():
		x.splits++
	}
	for left != 0 && !x.Ended() {
		d := left.First()
		left &^= d.Mask()
		x.taken.flip(c, d)
		x.grid.Set(c, d)
		x.event(Event{Kind: Guess, Cell: c, Digit: d, Depth: depth + 1})
		x.search(depth+1, open || left != 0)
		x.taken.flip(c, d)
		x.grid.Set(c, 0)
		if !x.Ended() {
			x.event(Event{Kind: Revert, Cell: c, Digit: d, Depth: depth + 1})
		}
	}
}

func (x *exhaustiveSearch) event(e Event) {
	if x.Trace == nil {
		return
	}
	x.events++
	e.Step, e.Grid = x.events, &x.grid
	x.Trace(e)
}
