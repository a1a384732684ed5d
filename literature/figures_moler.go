package literature

import (
	"fmt"
	"slices"
	"strings"

	"gradoku/board"
	"gradoku/solve"
)

// molerFindings recomputes the figures of Cleve Moler, "Solving Sudoku with
// MATLAB".
func molerFindings(s *sheet) {
	molerCandidates(s)
	molerSteps(s)
	molerOthers(s)
	molerShidoku(s)
}

// molerCandidates is about the board before the first step.
func molerCandidates(s *sheet) {
	royle := s.puzzle("royle")
	b := board.NewBoard(royle)
	geo := royle.Geometry()
	row := geo.All
	for _, c := range geo.HouseCells(geo.RowHouse(0)) {
		row &^= royle.At(c).Mask()
	}
	s.printed("Royle's puzzle: what row 1 leaves for (1,1)", "1 5 6 7 8 9", digitsOf(row))
	s.printed("Royle's puzzle: candidates of (1,1)", "1 5 7 9", digitsOf(b.Candidates(0)))
	s.printed("Royle's puzzle: cells with one candidate", "0", nakedSingles(&b))
	var counts []int
	for _, d := range []board.Digit{1, 5, 7, 9} {
		counts = append(counts, solve.Count(with(royle, 0, d), 2).Solutions)
	}
	s.printed("Royle's puzzle: solutions with 1, 5, 7, 9 in (1,1)", "0 0 0 1", counts,
		"the article says this of 1, 5 and 7, and that 9 leads to the solution")
}

func nakedSingles(b *board.Board) int {
	n := 0
	for i := range b.Geometry().Cells {
		if b.Candidates(board.Cell(i)).Single() {
			n++
		}
	}
	return n
}

// molerMoment is what had been done when something happened for the first time.
type molerMoment struct {
	step, singles, guesses, reverts int64
	grid                            board.Grid
}

// molerSteps follows the search on Royle's puzzle to the moments that the article
// reports.
func molerSteps(s *sheet) {
	geo := board.Nine()
	corner, column := geo.CellAt(0, 8), geo.HouseSet(geo.ColHouse(0))
	tries := func(e solve.Event, d board.Digit) bool {
		return e.Kind == solve.Guess && e.Cell == 0 && e.Digit == d
	}
	happens := []func(e solve.Event) bool{ // the rows of the table
		func(e solve.Event) bool { return column.Minus(e.Grid.ClueSet()) == board.CellSet{} },
		func(e solve.Event) bool { return tries(e, 5) },
		func(e solve.Event) bool { return tries(e, 7) },
		func(e solve.Event) bool { return e.Kind == solve.Dead && e.Cell == corner && e.Grid.Clues() == 73 },
		func(e solve.Event) bool { return tries(e, 9) },
		func(e solve.Event) bool { return e.Kind == solve.Solved },
	}
	moments := make([]molerMoment, len(happens))
	var now molerMoment
	r := s.solve("moler", s.puzzle("royle"), solve.Options{Trace: func(e solve.Event) {
		now.step = e.Step
		switch e.Kind {
		case solve.Forced:
			now.singles++
		case solve.Guess:
			now.guesses++
		case solve.Revert:
			now.reverts++
		}
		for i, is := range happens {
			if moments[i].step == 0 && is(e) {
				moments[i] = now
				moments[i].grid = *e.Grid
			}
		}
	}})
	table := TableOf("moler_steps")
	for i, m := range moments {
		event, reason := table.Value(i, "event"), ""
		if i == 0 {
			reason = "a step is two looks at the board, where the author's later program draws it anew: our inference, which fits all six"
		}
		s.printed("Royle's puzzle, step: "+event, table.Value(i, "step"), m.step, reason)
		s.derived("Royle's puzzle, singles, guesses and reverts: "+event,
			table.Value(i, "singles")+" "+table.Value(i, "guesses")+" "+table.Value(i, "reverts"),
			fmt.Sprintf("%d %d %d", m.singles, m.guesses, m.reverts))
	}
	if s.err == nil {
		molerDeadEnd(s, moments[0].grid, moments[3].grid)
	}
	s.claim("Royle's puzzle: steps from the 9 to the solution", "fewer than 200", moments[5].step-moments[4].step < 200,
		fmt.Sprint(moments[5].step-moments[4].step))
	table = TableOf("moler_counts")
	for i, name := range table.Column("counter") {
		s.derived("Royle's puzzle, to the solution: "+name, table.Value(i, "count"), r.Stats.Counter(name))
	}
}

// molerDeadEnd is about the boards of figures 11 and 12.
func molerDeadEnd(s *sheet, first, dead board.Grid) {
	geo := dead.Geometry()
	var seen board.Digits
	var column []string
	for i := range geo.Size {
		seen |= dead.At(geo.CellAt(0, i)).Mask() | dead.At(geo.CellAt(i, 8)).Mask()
		column = append(column, first.At(geo.CellAt(i, 0)).String())
	}
	s.derived("Royle's puzzle, figure 11: the first column", "1 6 3 7 8 2 5 4 9", column)
	s.printed("Royle's puzzle, figure 12: cells filled", "73", dead.Clues())
	s.printed("Royle's puzzle, figure 12: digits in row 1 and column 9", "1 2 3 4 5 6 7 8 9", digitsOf(seen))
	s.printed("Royle's puzzle, figure 12: the digit in (1,1)", "7", dead.At(0).String())
}

// molerOthers counts the steps on the other puzzles.
func molerOthers(s *sheet) {
	table := TableOf("moler_puzzles")
	for i, key := range table.Column("puzzle") {
		name := table.Value(i, "scan")
		scan, err := solve.ScanByName(name)
		if err != nil {
			s.err = err
			return
		}
		r := s.solve("moler", s.puzzle(key), solve.Options{Scan: scan})
		s.counters(fmt.Sprintf("%s by %s", key, name), &table, i, r, "steps")
	}
}

// molerShidoku is about the 4x4 puzzles.
func molerShidoku(s *sheet) {
	diag := diagonal()
	geo := diag.Geometry()
	s.printed("figure 3: candidates of (2,1)", "2 4", shidokuCandidates(geo),
		"the picture is lost, but the text says enough: a 3 in row 2 and a 1 in column 1, wherever they stand")
	fit, four := 0, 0
	for p := range firstShidoku {
		b := board.NewBoard(p)
		fit++
		if nakedSingles(&b) == 4 {
			four++
		}
	}
	s.ambiguous("figure 4: cells with one candidate", "4", fmt.Sprintf("4 in %d of the %d puzzles of four clues that fit", four, fit),
		"the puzzle is a picture that is lost; that it has four clues, the fewest, is an assumption; what the text tells of it, 2 and 4 in (2,1) because of a 3 and a 1, and easy, fits many")
	b := board.NewBoard(&diag)
	s.printed("diag(1:4): cells with one candidate", "0", nakedSingles(&b))
	guess := ""
	r := s.solve("moler", &diag, solve.Options{Trace: func(e solve.Event) {
		if e.Kind == solve.Guess && guess == "" {
			guess = fmt.Sprintf("%v in (%d,%d)", e.Digit, geo.Row(e.Cell)+1, geo.Col(e.Cell)+1)
		}
	}})
	s.printed("diag(1:4): the first guess", "3 in (2,1)", guess)
	s.printed("diag(1:4): guesses to the solution", "1", r.Stats.Counter("guesses"))
	s.derived("diag(1:4): the solution", "1423324141322314", r.First.String())
	var all []board.Grid
	s.solve("exhaustive", &diag, solve.Options{Each: func(g *board.Grid) bool {
		all = append(all, *g)
		return true
	}})
	s.printed("diag(1:4): solutions", "2", len(all))
	s.claim("diag(1:4): the two solutions", "transposes of each other", len(all) == 2 && transposed(&all[0]) == all[1])
}

// shidokuCandidates tells the candidates of (2,1) on 4x4 when a 3 is in row 2 and a 1
// in column 1: for each two places that these may have, once if they are the same.
func shidokuCandidates(geo *board.Geometry) string {
	cell := geo.CellAt(1, 0)
	var all []string
	for _, three := range geo.HouseCells(geo.RowHouse(1)) {
		for _, one := range geo.HouseCells(geo.ColHouse(0)) {
			if three == cell || one == cell {
				continue
			}
			g := board.NewGrid(geo)
			g.Set(three, 3)
			g.Set(one, 1)
			b := board.NewBoard(&g)
			all = append(all, digitsOf(b.Candidates(cell)))
		}
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), " or ")
}

func transposed(g *board.Grid) board.Grid {
	geo := g.Geometry()
	t := board.NewGrid(geo)
	for i := range geo.Cells {
		c := board.Cell(i)
		t.Set(geo.CellAt(geo.Col(c), geo.Row(c)), g.At(c))
	}
	return t
}

// diagonal is the puzzle diag(1:4).
func diagonal() board.Grid {
	geo, err := board.ForSize(4)
	if err != nil {
		panic(err) // a size of the table
	}
	g := board.NewGrid(geo)
	for i := range geo.Size {
		g.Set(geo.CellAt(i, i), board.Digit(i+1))
	}
	return g
}
