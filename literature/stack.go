package literature

import (
	"context"
	"slices"

	"gradoku/board"
	"gradoku/solve"
)

// stackSearch is the "loop backtracking" of problem 4 of "数独中的数学模型" (Mathematical
// models in Sudoku, author unknown, 2012 or later, section 6.4), in the first of its
// two descriptions: no recursion, but a loop and a stack of filled blanks. Blanks are
// taken along the rows. The digits 1 to 9 are checked in turn; the first that no peer
// holds is written and the blank pushed. If none fits, the blank filled last is popped
// and continues with digits larger than the one it held.
//
// Steps 1 to 6 are theirs. Ours differs twice. The steps have no exit for a puzzle
// without a solution: here, popping from the empty stack is one. And where step 5 says
// "digits larger than 1", which would loop forever, we read "larger than the digit
// stored". The document's second description, a MATLAB program that fills what each
// trial forces, is another algorithm: the solver pointers.
type stackSearch struct {
	solve.Tally
	blanks []board.Cell
	stack  int // blanks[:stack] are filled and on the stack
	grid   board.Grid

	pushes, pops, tests int64
}

// solveStack is the row "stack" of the table.
func solveStack(ctx context.Context, p *board.Grid, opt solve.Options) solve.Result {
	s := stackSearch{Tally: solve.NewTally(ctx, opt), blanks: blanksOf(p, opt.Scan), grid: *p}
	if p.Check() == nil {
		s.loop()
	}
	s.End(solve.Exhausted)
	// The method does not check whether a digit is the only one that fits, so every
	// push is a guess.
	return s.Result(solve.Stats{Nodes: s.pushes + 1, Guesses: s.pushes, Counters: []solve.Counter{
		{Name: "pushes", Value: s.pushes},
		{Name: "pops", Value: s.pops},
		{Name: "tests", Value: s.tests},
	}})
}

// loop is the document's loop, from the first blank to the last.
func (s *stackSearch) loop() {
	held := board.Digit(0) // what the current blank held when it was popped
	for s.stack < len(s.blanks) {
		c := s.blanks[s.stack]
		d := s.fit(c, held)
		if d == 0 && held == 0 {
			s.Event(solve.Event{Kind: solve.Dead, Cell: c}, s.stack, &s.grid)
		}
		switch {
		case d != 0:
			if !s.GoOn(s.pushes + 1) {
				return
			}
			s.pushes++
			s.stack++
			s.grid.Set(c, d)
			s.Event(solve.Event{Kind: solve.Guess, Cell: c, Digit: d}, s.stack, &s.grid)
			held = 0
		case s.stack > 0: // pop
			c = s.blanks[s.stack-1]
			held = s.grid.At(c)
			s.grid.Set(c, 0)
			s.Event(solve.Event{Kind: solve.Revert, Cell: c, Digit: held}, s.stack, &s.grid)
			s.pops++
			s.stack--
		default:
			return
		}
	}
	s.Event(solve.Event{Kind: solve.Solved}, s.stack, &s.grid)
	// A search for further solutions would have to test the larger digits.
	largest := board.Digit(s.grid.Geometry().Size)
	open := slices.ContainsFunc(s.blanks, func(c board.Cell) bool { return s.grid.At(c) < largest })
	s.Found(&s.grid, open)
	s.End(solve.LimitReached) // the steps end with the first full grid
}

// fit returns the smallest digit above held that no peer of a cell holds, 0 if there
// is none. As in the document, digits are checked, and counted, one by one.
func (s *stackSearch) fit(c board.Cell, held board.Digit) board.Digit {
	fits := free(&s.grid, c)
	for d := held + 1; int(d) <= s.grid.Geometry().Size; d++ {
		s.tests++
		if fits.Has(d) {
			return d
		}
	}
	return 0
}
