package literature

import (
	"context"

	"gradoku/board"
	"gradoku/solve"
)

// comparison is the "comparison exclusion" (比较排除法) of problem 3 of "数独中的数学模型"
// (Mathematical models in Sudoku, author unknown, 2012 or later, section 6.3.1): a
// digit in a cell cannot be in any other cell of the same row, column and box.
//
// That elimination is from the paper, and so is the judgement that it is careful,
// rarely wrong, and unsuitable for the headline puzzle. The flow chart that said when a
// cell is filled is lost. We follow the wording, which excludes a digit from a cell: a
// cell with a single remaining digit gets it. The other reading, a digit with a single
// remaining cell in a house, is the solver exclusion. The last blank of a house has at
// most one digit left, so the paper's unique-solution method is part of this one. The
// order is ours: along the rows, using each filled digit immediately, repeated until
// nothing is filled.
type comparison struct {
	solve.Tally
	order  []board.Cell
	now    board.Board
	trials int // number of open trials, for a search that uses this method

	passes, fills int64
}

func newComparison(ctx context.Context, p *board.Grid, opt solve.Options) comparison {
	return comparison{Tally: solve.NewTally(ctx, opt), order: cellsOf(p.Geometry(), opt.Scan, solve.ByRow), now: board.NewBoard(p)}
}

// solveComparison is the row "comparison" of the table. Its nodes are passes.
func solveComparison(ctx context.Context, p *board.Grid, opt solve.Options) solve.Result {
	c := newComparison(ctx, p, opt)
	if p.Check() != nil {
		c.End(solve.Exhausted)
	}
	for c.GoOn(c.passes) {
		c.Pause = 0 // a pass visits all cells: check the context before each
		filled, possible := c.pass()
		switch {
		case !possible:
			c.End(solve.Exhausted)
		case c.now.Full():
			c.Event(solve.Event{Kind: solve.Solved}, 0, &c.now.Grid)
			c.Found(&c.now.Grid, false) // every fill was forced: the only solution
		case !filled:
			c.Stuck(&c.now.Grid)
		}
	}
	return c.Result(solve.Stats{Nodes: c.passes, Counters: []solve.Counter{
		{Name: "passes", Value: c.passes},
		{Name: "fills", Value: c.fills},
	}})
}

// pass goes through all cells once. It reports whether it filled any, and stops at a
// blank in which no digit is possible.
func (c *comparison) pass() (filled, possible bool) {
	c.passes++
	for _, cell := range c.order {
		if c.now.At(cell) != 0 {
			continue
		}
		switch left := c.now.Candidates(cell); {
		case left == 0:
			c.Event(solve.Event{Kind: solve.Dead, Cell: cell}, c.trials, &c.now.Grid)
			return filled, false
		case left.Single():
			filled = true
			c.fills++
			c.now.Place(cell, left.First())
			c.Event(solve.Event{Kind: solve.Forced, Cell: cell, Digit: left.First()}, c.trials, &c.now.Grid)
		}
	}
	return filled, true
}
