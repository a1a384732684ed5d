package literature

import (
	"fmt"

	"gradoku/board"
	"gradoku/internal/rank"
	"gradoku/solve"
)

// molerWords is about two sentences of Moler's article.
func molerWords(s *sheet) {
	r := s.solve("moler", s.puzzle("royle"), solve.Options{})
	all, fewer := 0, 0
	for _, p := range Puzzles() {
		if p.Key == "royle" || p.Puzzle.Geometry() != board.Nine() {
			continue
		}
		all++
		if other := s.solve("moler", s.puzzle(p.Key), solve.Options{}); other.Stats.Counter("steps") < r.Stats.Counter("steps") {
			fewer++
		}
	}
	s.check(Finding{
		Figure: "Royle's puzzle: steps beside those of other puzzles", Published: "more than most", Ours: holds(2*fewer > all, "more than most"),
		Reason: fmt.Sprintf("more than %d of the other %d of these documents", fewer, all),
	})
	s.check(Finding{
		Figure: "figure 5: the digit that is inserted", Published: "3", Ours: "not known", Expected: Ambiguous,
		Reason: "the puzzle is a picture that is lost; the text has a 3 in row 2 of it, and three more are to be found",
	})
}

// boxPlaces is the tutorial's tri: the rows, or columns, of the box of one.
func boxPlaces(i int) string {
	geo := board.Nine()
	var rows []int
	for _, c := range geo.HouseCells(geo.BoxHouse(geo.Box(geo.CellAt(i-1, 0)))) {
		if geo.Col(c) == 0 {
			rows = append(rows, geo.Row(c)+1)
		}
	}
	return spaced(rows)
}

// tutorialWords is about what the tutorial says of its listings.
func tutorialWords(s *sheet, t *Table) {
	for _, c := range []struct {
		at   int
		rows string
	}{{1, "1 2 3"}, {3, "1 2 3"}, {4, "4 5 6"}, {7, "7 8 9"}} {
		s.printed(fmt.Sprintf("tri(%d)", c.at), c.rows, boxPlaces(c.at))
	}
	const getCandid, sudoBacktracker, sudoMain = 14, 16, 86
	s.printed("sudoBacktracker: lines", "30", getCandid+sudoBacktracker)
	s.check(Finding{
		Figure: "sudoMain: lines", Published: "fewer than 100", Ours: holds(sudoMain < 100, "fewer than 100"),
		Reason: fmt.Sprintf("%d, without blank ones", sudoMain),
	})
	for i, name := range t.Column("version") {
		s.check(Finding{
			Figure: name + ": seconds", Published: t.Value(i, "seconds"), Ours: "of another machine", Expected: Ambiguous,
			Reason: "the machine is not named; only ratios can be compared",
		})
	}
	s.check(Finding{
		Figure: "singles: the function that is called", Published: "sudokuSolver", Ours: "sudoSolver", Expected: Differs,
		Reason: "the listing calls a name that it does not define, and cannot run as printed",
	})
}

// modelsWords is about what the paper says in words, and its listings.
func modelsWords(s *sheet) {
	for _, c := range []struct{ cell, house, digit string }{{"A9", "row A", "3"}, {"E1", "column 1", "5"}, {"A8", "the box", "9"}} {
		s.check(Finding{
			Figure: "unique solution: " + c.cell, Published: c.digit, Ours: "not known", Expected: Ambiguous,
			Reason: fmt.Sprintf("the grid is a picture that is lost; where %s has eight digits, the ninth is certain. A9 and A8 cannot be of one grid, since row A then has two blanks", c.house),
		})
	}
	full := TableOf("freedom_levels_full")
	var ends []int
	for i := range full.Rows {
		from, _ := full.Int(i, "from")
		to, _ := full.Int(i, "to")
		ends = append(ends, wholeRangeLevel(from), wholeRangeLevel(to))
	}
	s.check(Finding{
		Figure: "freedom levels, whole range: level of both ends", Published: "1 1 2 2 3 3 4 4 5 5", Ours: spaced(ends),
		Reason: "with 1684 for the 1683 that level 5 is printed to begin with",
	})
	four := TableOf("table4")
	agree := 0
	for i := range four.Rows {
		if four.Value(i, "level") == four.Value(i, "book level") {
			agree++
		}
	}
	s.check(Finding{
		Figure: "table 4: levels beside the book's", Published: "basically the same", Ours: fmt.Sprintf("the same for %d of %d", agree, len(four.Rows)), Expected: Differs,
		Reason: "the other two are a level higher",
	})
	for _, c := range []struct{ printed, meant, reason string }{
		{"i==i-1", "i=i-1", "a comparison where an assignment is meant: the program does not step back"},
		{"t={ii,jj}=1", "t{ii,jj}=1", "not a statement of the language"},
		{"i=1", "j=1", "at the end of a row it goes back to the first row, not to the first column"},
	} {
		s.check(Finding{Figure: "loop backtracking, listing: " + c.printed, Published: c.printed, Ours: c.meant, Expected: Differs, Reason: c.reason})
	}
	seven := TableOf("table7")
	var blanks, seconds []float64
	for i := range seven.Rows {
		n, _ := seven.Int(i, "blanks")
		t, _ := seven.Int(i, "seconds")
		blanks, seconds = append(blanks, float64(n)), append(seconds, float64(t))
	}
	s.check(Finding{
		Figure: "assumption 3: times and difficulty", Published: "independent", Ours: fmt.Sprintf("ρ = %.3f with the blanks", rank.Correlation(blanks, seconds)), Expected: Differs,
		Reason: "the assumption contradicts the paper's own use of times as a measure of difficulty in table 7; five puzzles",
	})
	s.check(Finding{
		Figure: "headline puzzle: level of its author", Published: "11", Ours: "no such level", Expected: Ambiguous,
		Reason: "the scale is not named; the paper's own has five levels and nine letters",
	})
	s.check(Finding{
		Figure: "the first Number Place", Published: "1970", Ours: "1979", Expected: Differs,
		Reason: "Moler's article has 1979, in Dell's magazine",
	})
}

// programmeWords is about what the example says of its input, and about its log.
func programmeWords(s *sheet, m *Programme) {
	s.check(Finding{
		Figure: "clues that a puzzle needs", Published: "at least 17", Ours: "not checked", Expected: Ambiguous,
		Reason: "right (McGuire, Tugemann and Civario, 2012, by exhaustion), but only a comment: the function takes fewer, and then any solution",
	})
	least, most := len(m.Equations), 0
	for _, eq := range m.Equations {
		least, most = min(least, len(eq.Variables)), max(most, len(eq.Variables))
	}
	for _, name := range []string{"matrix", "bounds", "right-hand sides"} {
		s.check(Finding{
			Figure: "solver's log: range of the " + name, Published: "[1e+00, 1e+00]", Ours: "[1e+00, 1e+00]",
			Reason: fmt.Sprintf("by construction: exactly one of %d to %d variables is 1, and a clue is 1", least, most),
		})
	}
	s.check(Finding{
		Figure: "solver's log: tolerances of gap and integers", Published: "0.01% 1e-06", Ours: "0 0", Expected: Ambiguous,
		Reason: "settings of that solver; ours computes with whole numbers",
	})
}
