package literature

import (
	"context"
	"slices"

	"gradoku/board"
	"gradoku/solve"
)

// Solvers returns the solvers of the documents, each its document's own method: a
// continuation of the table in package solve.
func Solvers() []solve.Solver {
	list := []solve.Solver{
		{
			Name:    "moler",
			Summary: "naked singles, then each candidate of the first blank, recursively; down the columns",
			Source:  "Cleve Moler, Solving Sudoku with MATLAB, MathWorks technical article 91789v00 (2009)",
			Caps:    solve.Finds | solve.Proves | solve.Scans | solve.Traces,
			Slow:    true,
			Solve:   solveMoler,
		},
		{
			Name:    "exclusion",
			Summary: "hidden singles, house by house: rows, columns, boxes; stops when a pass fills nothing",
			Source:  "Wu Tao, row, column and box exclusion filling, Xi'an Aeronautical University (2013 or later)",
			Caps:    solve.Proves | solve.Traces,
			Solve:   solveExclusion,
		},
		{
			Name:    "exhaustive",
			Summary: "enumerates all solutions in the order of their text, drawing no consequences",
			Source:  "Mathematical models in Sudoku (2012 or later, author unknown), problem 2",
			Caps:    solve.Finds | solve.Counts | solve.Proves | solve.Scans | solve.Traces,
			Slow:    true,
			Solve:   solveExhaustive,
		},
		{
			Name:    "stack",
			Summary: "backtracking in a loop with an explicit stack; along the rows, to the first solution",
			Source:  "Mathematical models in Sudoku (2012 or later, author unknown), problem 4, first description",
			Caps:    solve.Finds | solve.Proves | solve.Scans | solve.Traces,
			Slow:    true,
			Solve:   solveStack,
		},
		{
			Name:    "pointers",
			Summary: "backtracking in a loop with a pointer to each cell's candidates; after each trial digit, places what it forces",
			Source:  "Mathematical models in Sudoku (2012 or later, author unknown), problem 4, second description",
			Caps:    solve.Finds | solve.Proves | solve.Scans | solve.Traces,
			Slow:    true,
			Solve:   solvePointers,
		},
		{
			Name:    "backtrack",
			Summary: "guesses in the first blank with all candidates computed anew; down the columns",
			Source:  "[MATLAB] 數獨解題器 Sudoku Solver, a WordPress tutorial (author and year not given), sudoBacktracker",
			Caps:    solve.Finds | solve.Proves | solve.Scans | solve.Traces,
			Slow:    true,
			Solve:   backtrackVersion.solve,
		},
		{
			Name:    "singles",
			Summary: "naked singles one by one, then a guess in the first blank",
			Source:  "[MATLAB] 數獨解題器 Sudoku Solver, a WordPress tutorial (author and year not given), first sudoSolver",
			Caps:    solve.Finds | solve.Proves | solve.Scans | solve.Traces,
			Slow:    true,
			Solve:   singlesVersion.solve,
		},
		{
			Name:    "hidden",
			Summary: "hidden and naked singles, several in each pass, then a guess in the first blank",
			Source:  "[MATLAB] 數獨解題器 Sudoku Solver, a WordPress tutorial (author and year not given), second sudoSolver",
			Caps:    solve.Finds | solve.Proves | solve.Scans | solve.Traces,
			Slow:    true,
			Solve:   hiddenVersion.solve,
		},
		{
			Name:    "incremental",
			Summary: "the same with candidates kept up to date and a stop at dead cells",
			Source:  "[MATLAB] 數獨解題器 Sudoku Solver, a WordPress tutorial (author and year not given), sudoMain",
			Caps:    solve.Finds | solve.Proves | solve.Scans | solve.Traces,
			Slow:    true,
			Solve:   incrementalVersion.solve,
		},
		{
			Name:    "comparison",
			Summary: "fills cells with one candidate; stops when no cell has just one",
			Source:  "Mathematical models in Sudoku (2012 or later, author unknown), problem 3, comparison exclusion",
			Caps:    solve.Proves | solve.Scans | solve.Traces,
			Solve:   solveComparison,
		},
		{
			Name:    "fullhouse",
			Summary: "fills the last blank of a house; stops when no house has just one",
			Source:  "Mathematical models in Sudoku (2012 or later, author unknown), problem 3, unique-solution method",
			Caps:    solve.Proves | solve.Traces,
			Solve:   solveFullHouse,
		},
		{
			Name:    "synthesis",
			Summary: "naked singles, then each candidate of a cell with the fewest; proves uniqueness by going on",
			Source:  "Mathematical models in Sudoku (2012 or later, author unknown), problem 3, synthesis",
			Caps:    solve.Finds | solve.Counts | solve.Proves | solve.Scans | solve.Traces,
			Slow:    true,
			Solve:   solveSynthesis,
		},
		{
			Name:    "bip",
			Summary: "the 0-1 programme of the puzzle, handed to a pseudo-boolean solver; not interruptible while that runs",
			Source:  "Solve Sudoku Puzzles via Integer Programming: Solver-Based, MATLAB documentation (The MathWorks, 2014); solver: gophersat (CRIL, Lens)",
			Sizes:   []int{4, 6, 9},
			Caps:    solve.Finds | solve.Counts | solve.Proves,
			Solve:   solveBIP,
		},
	}
	for i := range list {
		if list[i].Sizes == nil { // all that there are
			list[i].Sizes = []int{4, 6, 9, 12, 16}
		}
	}
	return list
}

// cellsOf lists the cells of a geometry in an order; own is what DefaultScan
// stands for.
func cellsOf(g *board.Geometry, scan, own solve.Scan) []board.Cell {
	if scan == solve.DefaultScan {
		scan = own
	}
	list := make([]board.Cell, g.Cells)
	for i := range list {
		list[i] = board.Cell(i)
		if scan == solve.ByColumn {
			list[i] = g.CellAt(i%g.Size, i/g.Size)
		}
	}
	return list
}

// blanksOf lists the blanks of a puzzle, along the rows unless a scan says otherwise.
func blanksOf(p *board.Grid, scan solve.Scan) []board.Cell {
	return slices.DeleteFunc(cellsOf(p.Geometry(), scan, solve.ByRow), func(c board.Cell) bool { return p.At(c) != 0 })
}

// free returns the digits that no peer of a cell holds.
func free(g *board.Grid, c board.Cell) board.Digits {
	digits := g.Geometry().All
	for _, p := range g.Geometry().Peers(c) {
		digits &^= g.At(p).Mask()
	}
	return digits
}

// houseFill is the common part of methods that fill houses in passes without searching.
// Their steps are fills.
type houseFill struct {
	solve.Tally
	now    board.Board
	passes int64
	fills  [3]int64 // by board.HouseKind
}

func newHouseFill(ctx context.Context, p *board.Grid, opt solve.Options) houseFill {
	return houseFill{Tally: solve.NewTally(ctx, opt), now: board.NewBoard(p)}
}

// run does passes until the grid is full, a pass fills nothing, or pass returns false,
// since a house cannot be filled. A full grid is the only solution: every fill was forced.
func (f *houseFill) run(pass func() (possible bool)) {
	if f.now.Check() != nil {
		f.End(solve.Exhausted)
	}
	for f.GoOn(f.passes) {
		f.Pause = 0 // a pass visits all houses: check the context before each
		f.passes++
		before := f.total()
		possible := pass()
		switch {
		case !possible:
			f.End(solve.Exhausted)
		case f.now.Full():
			f.event(solve.Event{Kind: solve.Solved})
			f.Found(&f.now.Grid, false)
		case f.total() == before:
			f.Stuck(&f.now.Grid)
		}
	}
}

// result has the passes as nodes.
func (f *houseFill) result(more ...solve.Counter) solve.Result {
	return f.Result(solve.Stats{Nodes: f.passes, Counters: append([]solve.Counter{
		{Name: "passes", Value: f.passes},
		{Name: "row fills", Value: f.fills[board.Row]},
		{Name: "column fills", Value: f.fills[board.Column]},
		{Name: "box fills", Value: f.fills[board.Box]},
	}, more...)})
}

func (f *houseFill) fill(kind board.HouseKind, c board.Cell, d board.Digit) {
	f.fills[kind]++
	f.now.Place(c, d)
	f.event(solve.Event{Kind: solve.Forced, Cell: c, Digit: d})
}

func (f *houseFill) total() int64 { return f.fills[0] + f.fills[1] + f.fills[2] }

func (f *houseFill) event(e solve.Event) {
	if f.Trace != nil {
		e.Step, e.Grid = f.total(), &f.now.Grid
		f.Trace(e)
	}
}
