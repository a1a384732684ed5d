package literature

import (
	"fmt"

	"gradoku/board"
	"gradoku/internal/rank"
	"gradoku/solve"
)

// molerWords checks a sentence of Moler's article.
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
	s.claim("Royle's puzzle: steps beside those of other puzzles", "more than most", 2*fewer > all,
		fmt.Sprintf("more than %d of the other %d of these documents", fewer, all))
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
	for i, name := range t.Column("version") {
		s.ambiguous(name+": seconds", t.Value(i, "seconds"), "of another machine", "the machine is not named; only ratios can be compared")
	}
}

// modelsWords is about what the paper says in words, and its listings.
func modelsWords(s *sheet) {
	full := TableOf("freedom_levels_full")
	var ends []int
	for i := range full.Rows {
		ends = append(ends, wholeRangeLevel(full.Int(i, "from")), wholeRangeLevel(full.Int(i, "to")))
	}
	s.printed("freedom levels, whole range: level of both ends", "1 1 2 2 3 3 4 4 5 5", ends, "with level 5 from 1684; 1683 is printed")
	four := TableOf("table4")
	agree := 0
	for i := range four.Rows {
		if four.Value(i, "level") == four.Value(i, "book level") {
			agree++
		}
	}
	s.differs("table 4: levels beside the book's", "basically the same", fmt.Sprintf("the same for %d of %d", agree, len(four.Rows)),
		"the other two are a level higher")
	seven := TableOf("table7")
	var blanks, seconds []float64
	for i := range seven.Rows {
		blanks, seconds = append(blanks, float64(seven.Int(i, "blanks"))), append(seconds, float64(seven.Int(i, "seconds")))
	}
	s.differs("assumption 3: times and difficulty", "independent", fmt.Sprintf("ρ = %.3f with the blanks", rank.Correlation(blanks, seconds)),
		"the assumption contradicts the paper's own use of times as a measure of difficulty in table 7; five puzzles")
}

// programmeWords checks the log of the example's solver.
func programmeWords(s *sheet, m *Programme) {
	least, most := len(m.Equations), 0
	for _, eq := range m.Equations {
		least, most = min(least, len(eq.Variables)), max(most, len(eq.Variables))
	}
	for _, name := range []string{"matrix", "bounds", "right-hand sides"} {
		s.printed("solver's log: range of the "+name, "[1e+00, 1e+00]", "[1e+00, 1e+00]",
			fmt.Sprintf("by construction: exactly one of %d to %d variables is 1, and a clue is 1", least, most))
	}
}
