package literature

import (
	"fmt"

	"gradoku/board"
	"gradoku/grade"
)

// letterOf is the letter of a blank level and a freedom level.
func letterOf(x, y int) string { return string(rune('A' + x + y - 2)) }

// tableFiveFindings is about the letters that the sums of levels have.
func tableFiveFindings(s *sheet) {
	table := TableOf("table5")
	var ours []string
	for i := range table.Rows {
		sum, _ := table.Int(i, "X+Y")
		x := max(1, sum-5)
		blanks, freedom := 37+9*(x-1), 700+120*(sum-x-1) // the beginnings of these levels
		ours = append(ours, string(rune(grade.Printed.Letter(board.Nine(), blanks, freedom))))
	}
	s.printed("table 5: letters of X+Y from 2 to 10", spaced(table.Column("letter")), ours)
}

// letterFindings holds the letters of table 7 against each way to read the
// borders.
func letterFindings(s *sheet) {
	nine := board.Nine()
	full, table := TableOf("freedom_levels_full"), TableOf("table7")
	for _, c := range []struct {
		name     string
		letter   func(blanks, freedom int) string
		expected Verdict
		reason   string
	}{
		{"scheme printed", func(n, f int) string {
			return letterOf(grade.Printed.LevelX(nine, n), grade.Printed.LevelY(nine, f))
		}, Differs, "the printed borders give only the A right"},
		{"printed X, the Y that reproduces table 4", func(n, f int) string {
			return letterOf(grade.Printed.LevelX(nine, n), grade.Fitted.LevelY(nine, f))
		}, Differs, "with that Y, X would have to be 1 3 3 4 4"},
		{"printed X, Y of the whole range", func(n, f int) string {
			return letterOf(grade.Printed.LevelX(nine, n), levelOf(&full, "from", f, false))
		}, Differs, "nor does the other division of the freedom"},
		{"scheme fitted", func(n, f int) string {
			return letterOf(grade.Fitted.LevelX(nine, n), grade.Fitted.LevelY(nine, f))
		}, Reproduced, "blank levels of 5 from 41 on; of the divisions that fit, this one keeps the printed border between 45 and 46"},
	} {
		var ours []string
		for _, key := range table.Column("puzzle") {
			ours = append(ours, c.letter(grade.Metrics(s.puzzle(key))))
		}
		s.check(Finding{Figure: "table 7: letters, " + c.name, Published: spaced(table.Column("letter")), Ours: spaced(ours), Expected: c.expected, Reason: c.reason})
	}
}

// headlineFindings grades the puzzle that the paper is about: its picture is
// lost, but table 8 is the solution of the tutorial's puzzle.
func headlineFindings(s *sheet) {
	nine, inkala := board.Nine(), s.puzzle("inkala")
	blanks, freedom := grade.Metrics(inkala)
	s.derived("headline puzzle: blanks and freedom", "60 1162", fmt.Sprint(blanks, freedom))
	s.derived("headline puzzle: distinct blank peers", "876", freedomFormulas[1].of(sumBlanks(inkala)))
	x, y := grade.Printed.LevelX(nine, blanks), grade.Printed.LevelY(nine, freedom)
	used, full := TableOf("freedom_levels_used"), TableOf("freedom_levels_full")
	whole := levelOf(&full, "from", freedom, false)
	for _, c := range []struct { // the possible meanings of "level 3" in the abstract
		reading  string
		level    int
		expected Verdict
		reason   string
	}{
		{"as blank level", x, Reproduced, "the abstract does not say which level it means"},
		{"as freedom level of the whole range", whole, Reproduced, ""},
		{"as half of X+Y", (x + y) / 2, Reproduced, "rounded down"},
		{"as freedom level of the used range", y, Differs, "so it is not this one"},
	} {
		s.check(Finding{
			Figure: "headline puzzle: level of the abstract, " + c.reading, Published: "3", Ours: fmt.Sprint(c.level),
			Expected: c.expected, Reason: c.reason,
		})
	}
	shifted := grade.Fitted.LevelY(nine, freedom)
	for _, c := range []struct {
		reading, published string
		y                  int
	}{
		{"as printed", "3 4 F", y},
		{"with the misprint 1080", "3 5 G", levelOf(&used, "from printed", freedom, true)},
		{"with the whole range", "3 3 E", whole},
		{"with the Y of table 4", "3 5 G", shifted},
	} {
		s.derived("headline puzzle: X, Y and letter "+c.reading,
			c.published, fmt.Sprintf("%d %d %s", x, c.y, letterOf(x, c.y)))
	}
	s.check(Finding{
		Figure: "headline puzzle: letter", Published: "none", Expected: Ambiguous,
		Ours:   fmt.Sprintf("%s printed, %s fitted", letterOf(x, y), letterOf(grade.Fitted.LevelX(nine, blanks), shifted)),
		Reason: "the paper gives its headline puzzle a level and no letter",
	})
	n, f := grade.Metrics(s.puzzle("royle"))
	s.derived("Royle's puzzle: blanks and freedom", "60 1160", fmt.Sprint(n, f))
}
