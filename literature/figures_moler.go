package literature

import (
	"fmt"
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
	var steps []int64
	var published, counts []string
	for i, m := range moments {
		steps = append(steps, m.step)
		published = append(published, table.Value(i, "singles")+" "+table.Value(i, "guesses")+" "+table.Value(i, "reverts"))
		counts = append(counts, fmt.Sprintf("%d %d %d", m.singles, m.guesses, m.reverts))
	}
	events := strings.Join(table.Column("event"), ", ")
	s.fitted("Royle's puzzle, step: "+events, table.Column("step"), steps,
		"the article does not say what a step is; ours, two looks at the board where the author's later program draws it anew, is inferred from these six")
	s.derived("Royle's puzzle, singles, guesses and reverts: "+events, strings.Join(published, ", "), strings.Join(counts, ", "))
	if s.err == nil {
		molerDeadEnd(s, moments[3].grid)
	}
	table = TableOf("moler_counts")
	names := table.Column("counter")
	var ours []int64
	for _, name := range names {
		ours = append(ours, r.Stats.Counter(name))
	}
	s.derived("Royle's puzzle, to the solution: "+strings.Join(names, ", "), table.Column("count"), ours)
}

// molerDeadEnd is about the board of figure 12.
func molerDeadEnd(s *sheet, dead board.Grid) {
	geo := dead.Geometry()
	var seen board.Digits
	for i := range geo.Size {
		seen |= dead.At(geo.CellAt(0, i)).Mask() | dead.At(geo.CellAt(i, 8)).Mask()
	}
	s.printed("Royle's puzzle, figure 12: cells filled", "73", dead.Clues())
	s.printed("Royle's puzzle, figure 12: digits in row 1 and column 9", "1 2 3 4 5 6 7 8 9", digitsOf(seen))
}

// molerOthers counts the steps on the other puzzles.
func molerOthers(s *sheet) {
	table := TableOf("moler_puzzles")
	var runs []solve.Result
	for i, key := range table.Column("puzzle") {
		scan, err := solve.ScanByName(table.Value(i, "scan"))
		if err != nil {
			s.err = err
			return
		}
		runs = append(runs, s.solve("moler", s.puzzle(key), solve.Options{Scan: scan}))
	}
	s.counters("steps of "+strings.Join(table.Column("puzzle"), ", ")+"; the second of inkala along the rows", &table, runs, "steps")
}

// molerShidoku is about the 4x4 puzzle diag(1:4). The puzzle of figure 3 is lost.
func molerShidoku(s *sheet) {
	diag, err := board.Parse("1....2....3....4")
	if err != nil {
		s.err = err
		return
	}
	geo := diag.Geometry()
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
	var all []board.Grid
	s.solve("exhaustive", &diag, solve.Options{Each: func(g *board.Grid) bool {
		all = append(all, *g)
		return true
	}})
	s.printed("diag(1:4): solutions", "2", len(all))
	transposes := len(all) == 2 && transposed(&all[0]) == all[1]
	s.printed("diag(1:4): the two solutions are transposes of each other", "true", transposes)
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
