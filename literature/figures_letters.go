package literature

import (
	"fmt"

	"gradoku/board"
	"gradoku/grade"
)

// letterOf is the letter of a blank level and a freedom level.
func letterOf(x, y int) string { return string(rune('A' + x + y - 2)) }

// tableFiveFindings checks the letters for sums of levels.
func tableFiveFindings(s *sheet) {
	table := TableOf("table5")
	var ours []string
	for i := range table.Rows {
		sum := table.Int(i, "X+Y")
		x := max(1, sum-5)
		blanks, freedom := 37+9*(x-1), 700+120*(sum-x-1) // the beginnings of these levels
		ours = append(ours, string(rune(grade.Printed.Letter(board.Nine(), blanks, freedom))))
	}
	s.printed("table 5: letters of X+Y from 2 to 10", table.Column("letter"), ours)
}

// letterFindings compares the letters of table 7 with each reading of the limits.
func letterFindings(s *sheet) {
	nine, table := board.Nine(), TableOf("table7")
	readingFindings(s, "table 7: letters", &table, "letter", []reading{
		{"scheme printed", func(n, f int) any {
			return letterOf(grade.Printed.LevelX(nine, n), grade.Printed.LevelY(nine, f))
		}, Differs, "the printed borders give only the A right"},
		{"printed X, the Y that reproduces table 4", func(n, f int) any {
			return letterOf(grade.Printed.LevelX(nine, n), grade.Fitted.LevelY(nine, f))
		}, Differs, "with that Y, X would have to be 1 3 3 4 4"},
		{"printed X, Y of the whole range", func(n, f int) any {
			return letterOf(grade.Printed.LevelX(nine, n), wholeRangeLevel(f))
		}, Differs, "nor does the other division of the freedom"},
		{"scheme fitted", func(n, f int) any {
			return letterOf(grade.Fitted.LevelX(nine, n), grade.Fitted.LevelY(nine, f))
		}, Reproduced, "blank levels of 5 from 41 on; of the divisions that fit, this one keeps the printed border between 45 and 46"},
	})
}

// headlineFindings grades the puzzle that the paper is about: its picture is
// lost, but table 8 is the solution of the tutorial's puzzle.
func headlineFindings(s *sheet) {
	nine, inkala := board.Nine(), s.puzzle("inkala")
	blanks, freedom := grade.Metrics(inkala)
	s.derived("headline puzzle: blanks and freedom", "60 1162", fmt.Sprint(blanks, freedom))
	s.derived("headline puzzle: distinct blank peers", "876", freedomFormulas[1].of(sumBlanks(inkala)))
	x, y := grade.Printed.LevelX(nine, blanks), grade.Printed.LevelY(nine, freedom)
	whole := wholeRangeLevel(freedom)
	s.ambiguous("headline puzzle: level of the abstract", "3", fmt.Sprintf("%d of the blanks, %d of the freedom's whole range, %d of its used range, %d as half of X+Y", x, whole, y, (x+y)/2),
		fmt.Sprintf("the abstract does not say which level it means, and gives no letter (scheme printed: %s, fitted: %s)", letterOf(x, y), letterOf(grade.Fitted.LevelX(nine, blanks), grade.Fitted.LevelY(nine, freedom))))
	n, f := grade.Metrics(s.puzzle("royle"))
	s.derived("Royle's puzzle: blanks and freedom", "60 1160", fmt.Sprint(n, f))
}
