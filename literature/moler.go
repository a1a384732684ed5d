package literature

import (
	"context"
	"slices"

	"gradoku/board"
	"gradoku/solve"
)

// molerSearch is the program of Cleve Moler, "Solving Sudoku with MATLAB",
// MathWorks technical article 91789v00, 2009, line for line: fill the first
// singleton and compute all candidates anew, until none is left or a cell is
// dead; then put a candidate into the first blank and recurse. "First" goes
// down the columns, as MATLAB's X(:) does, and candidates ascend.
//
// The method, the order and the numbers of steps are his. Ours differs where the
// listing is unsafe: the listing does not notice equal clues in a house, and for an
// unsolvable input it returns its last dead end like a solution.
//
// The article counts "steps" without defining them. Its six numbers are reproduced
// exactly if a step is two views of the board, where the board is viewed on entering a
// call, before and after each fill, after the singletons, and whenever a call returns
// without a solution. At these places Moler's later program with a window redraws the
// board; that they explain the numbers is our inference.
type molerSearch struct {
	solve.Tally
	order []board.Cell
	shown board.Grid // what events point to

	calls, splits, singles, guesses, reverts, deadEnds int64

	looks int64 // half steps
	steps int64 // looks/2 at the last event, which is what the article quotes
}

// solveMoler is the row "moler" of the table.
func solveMoler(ctx context.Context, p *board.Grid, opt solve.Options) solve.Result {
	m := molerSearch{Tally: solve.NewTally(ctx, opt), order: cellsOf(p.Geometry(), opt.Scan, solve.ByColumn)}
	if p.Check() == nil {
		m.sudoku(*p, 0, false)
	}
	m.End(solve.Exhausted)
	return m.Result(solve.Stats{Nodes: m.calls, Guesses: m.splits, Counters: []solve.Counter{
		{Name: "steps", Value: m.steps},
		{Name: "calls", Value: m.calls},
		{Name: "singles", Value: m.singles},
		{Name: "guesses", Value: m.guesses},
		{Name: "dead ends", Value: m.deadEnds},
		{Name: "reverts", Value: m.reverts},
	}})
}

// sudoku is the recursive function of the listing. It returns when the search
// has ended or x has no solution; open says whether a call above it has
// candidates left to try.
func (m *molerSearch) sudoku(x board.Grid, depth int, open bool) {
	if !m.GoOn(m.calls) {
		return
	}
	m.Pause = 0 // a call may fill many cells: check the context before each
	m.calls++
	m.looks++
	c, single, dead := m.candidates(&x)
	for single >= 0 && dead < 0 {
		cell := m.order[single]
		m.singles++
		m.fill(&x, solve.Forced, cell, c.Candidates(cell).First(), depth)
		c, single, dead = m.candidates(&x)
	}
	blank := slices.IndexFunc(m.order, func(c board.Cell) bool { return x.At(c) == 0 })
	if blank < 0 {
		// The article's last step is the last fill, so no further look.
		m.event(&x, solve.Event{Kind: solve.Solved, Depth: depth})
		m.Found(&x, open)
		m.End(solve.LimitReached) // the listing returns with the first full board
		return
	}
	m.looks++
	if dead >= 0 {
		m.deadEnds++
		m.event(&x, solve.Event{Kind: solve.Dead, Cell: m.order[dead], Depth: depth})
		return
	}
	m.splits++
	cell := m.order[blank]
	digits := c.Candidates(cell)
	for d := range digits.All() {
		digits &^= d.Mask()
		y := x
		m.guesses++
		m.fill(&y, solve.Guess, cell, d, depth+1)
		m.sudoku(y, depth+1, open || digits != 0)
		if m.Ended() {
			return
		}
		m.reverts++
		m.looks++
		m.event(&x, solve.Event{Kind: solve.Revert, Cell: cell, Digit: d, Depth: depth + 1})
	}
}

// candidates computes the candidates of all blanks from scratch. single and dead are
// the places, in the order, of the first cell with one candidate and the first with
// none, -1 if there is none: s and e of the listing.
func (m *molerSearch) candidates(x *board.Grid) (c board.Board, single, dead int) {
	c, single, dead = board.NewBoard(x), -1, -1
	for i, cell := range m.order {
		if x.At(cell) != 0 {
			continue
		}
		switch n := c.Candidates(cell).Len(); {
		case n == 0 && dead < 0:
			dead = i
		case n == 1 && single < 0:
			single = i
		}
	}
	return c, single, dead
}

// fill writes a digit between two views of the board.
func (m *molerSearch) fill(x *board.Grid, kind solve.EventKind, cell board.Cell, d board.Digit, depth int) {
	x.Set(cell, d)
	m.looks += 2
	m.event(x, solve.Event{Kind: kind, Cell: cell, Digit: d, Depth: depth})
}

func (m *molerSearch) event(x *board.Grid, e solve.Event) {
	m.steps = m.looks / 2
	if m.Trace == nil {
		return
	}
	m.shown = *x
	e.Step, e.Grid = m.steps, &m.shown
	m.Trace(e)
}
