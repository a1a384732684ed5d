package literature

import (
	"fmt"
	"strconv"
	"strings"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/solve"
)

// modelsFindings recomputes the figures of "Mathematical models in Sudoku".
func modelsFindings(s *sheet) {
	freedomFindings(s)
	levelFindings(s)
	letterFindings(s)
	headlineFindings(s)
	starFindings(s)
	testPuzzleFindings(s)
	methodFindings(s)
}

// freedomFindings recomputes the blank freedom. The document's formula is a picture that is lost.
// The text allows several formulas, which differ in whether a blank itself counts and whether
// crossings count twice. Only ours gives the printed figures.
func freedomFindings(s *sheet) {
	const inferred = "the formula is lost; ours is inferred from these seven"
	for _, key := range []string{"table4", "table7"} {
		table := TableOf(key)
		var ours []int
		for _, puzzle := range table.Column("puzzle") {
			_, freedom := grade.Metrics(s.puzzle(puzzle))
			ours = append(ours, freedom)
		}
		s.fitted("table "+strings.TrimPrefix(key, "table")+": blank freedom", table.Column("freedom"), ours, inferred)
	}
	empty := board.NewGrid(board.Nine())
	_, most := grade.Metrics(&empty)
	s.fitted("blank freedom of the empty grid", "2106", most, inferred)
	_, one := grade.Metrics(with(s.solution("inkala"), 0, 0))
	s.wrong("blank freedom of one blank", "0", one, "0 follows from the definition in words, which gives none of the other figures")
}

// wholeRangeLevel is the level of a freedom when 0 to 2106, the freedom of the empty
// grid, is cut into five equal parts of 421, as the paper does at first. The last part
// takes what is left over.
func wholeRangeLevel(freedom int) int { return min(5, 1+freedom/(2106/5)) }

// levelFindings checks the limits of the levels.
func levelFindings(s *sheet) {
	const inOrder = "1 1 2 2 3 3 4 4 5 5"
	nine := board.Nine()
	blanks, used := TableOf("blank_levels"), TableOf("freedom_levels_used")
	var ends, inside, shared []int
	for i := range blanks.Rows {
		ends = append(ends, grade.Printed.LevelX(nine, blanks.Int(i, "from")), grade.Printed.LevelX(nine, blanks.Int(i, "to")))
		from, to := used.Int(i, "from"), used.Int(i, "to")
		inside = append(inside, grade.Printed.LevelY(nine, from+1), grade.Printed.LevelY(nine, to-1))
		shared = append(shared, grade.Printed.LevelY(nine, from), grade.Printed.LevelY(nine, to))
	}
	s.printed("blank levels: level of both ends of each range", inOrder, ends)
	s.printed("freedom levels, used range: level just inside each range", inOrder, inside)
	s.ambiguous("freedom levels, used range: level of both ends", inOrder, shared,
		"neighbours share an end point; ours gives it to the upper one, as table 4 does with 820")
	// Class limits that are printed wrong or twice:
	begins := 0
	for grade.Printed.LevelY(nine, begins) < 5 {
		begins++
	}
	s.wrong("freedom levels, used range: where level 5 begins", used.Value(4, "from printed"), begins,
		"a misprint: five equal parts of 700-1300, and the end of level 4, make it 1180")
	s.wrong("freedom levels, used range: level of 698", "none", grade.Printed.LevelY(nine, 698),
		"the ranges begin at 700, but table 7 grades a freedom of 698; ours takes the nearest level")
	full := TableOf("freedom_levels_full")
	var whole []int
	for i := range full.Rows {
		whole = append(whole, wholeRangeLevel(full.Int(i, "from")), wholeRangeLevel(full.Int(i, "to")))
	}
	s.printed("freedom levels, whole range: level of both ends", inOrder, whole, "with level 5 from 1684; 1683 is printed")
	s.ambiguous("freedom levels, whole range: level of 1683", "4 and 5", wholeRangeLevel(1683),
		"printed as the end of one range and the beginning of the next")
}

// levelsOf grades the puzzles of a table with a function of their blanks and freedom.
func levelsOf[L any](s *sheet, t *Table, of func(blanks, freedom int) L) (list []L) {
	for _, key := range t.Column("puzzle") {
		list = append(list, of(grade.Metrics(s.puzzle(key))))
	}
	return list
}

// letterFindings compares the levels of table 4 and the letters of tables 5 and 7 with the
// printed class limits and with those that were fitted to these tables.
func letterFindings(s *sheet) {
	nine, four, five, seven := board.Nine(), TableOf("table4"), TableOf("table5"), TableOf("table7")
	s.wrong("table 4: levels by the printed borders", four.Column("level"), levelsOf(s, &four, func(_, f int) int { return grade.Printed.LevelY(nine, f) }),
		"the printed borders do not give the printed levels, whichever level has a shared end, nor do those of the whole range")
	s.fitted("table 4: levels by the fitted borders", four.Column("level"), levelsOf(s, &four, func(_, f int) int { return grade.Fitted.LevelY(nine, f) }),
		"one more than the number of the borders 700, 820, 940, 1060 that the freedom is above")
	var letters []string
	for i := range five.Rows {
		sum := five.Int(i, "X+Y")
		x := max(1, sum-5)
		blanks, freedom := 37+9*(x-1), 700+120*(sum-x-1) // the beginnings of these levels
		letters = append(letters, string(rune(grade.Printed.Letter(nine, blanks, freedom))))
	}
	s.printed("table 5: letters of X+Y from 2 to 10", five.Column("letter"), letters)
	letter := func(scheme grade.Scheme) []string {
		return levelsOf(s, &seven, func(n, f int) string { return string(rune(scheme.Letter(nine, n, f))) })
	}
	s.wrong("table 7: letters by the printed borders", seven.Column("letter"), letter(grade.Printed), "the printed borders give only the A right")
	s.fitted("table 7: letters by the fitted borders", seven.Column("letter"), letter(grade.Fitted),
		"blank levels of 5 from 41 on; of the divisions that fit, this one keeps the printed border between 45 and 46")
}

// headlineFindings grades the puzzle that the paper is about: its picture is lost, but table 8
// is the solution of the tutorial's puzzle.
func headlineFindings(s *sheet) {
	nine := board.Nine()
	blanks, freedom := grade.Metrics(s.puzzle("inkala"))
	x, y := grade.Printed.LevelX(nine, blanks), grade.Printed.LevelY(nine, freedom)
	s.ambiguous("headline puzzle: level of the abstract", "3", fmt.Sprintf("%d of the blanks, %d of the freedom's whole range, %d of its used range, %d as half of X+Y", x, wholeRangeLevel(freedom), y, (x+y)/2),
		fmt.Sprintf("the abstract does not say which level it means, and gives no letter (scheme printed: %c, fitted: %c)", grade.Printed.Letter(nine, blanks, freedom), grade.Fitted.Letter(nine, blanks, freedom)))
}

// blankCounts are the columns of a table that are numbers of blanks; its rows are stars.
func blankCounts(t *Table) (columns []string) {
	for _, c := range t.Columns {
		if _, err := strconv.Atoi(c); err == nil {
			columns = append(columns, c)
		}
	}
	return columns
}

func rowTotals(t *Table) []int {
	sums := make([]int, len(t.Rows))
	for i := range t.Rows {
		for _, c := range blankCounts(t) {
			sums[i] += t.Int(i, c)
		}
	}
	return sums
}

// starFindings is about tables 1 to 3.
func starFindings(s *sheet) {
	one, three := TableOf("table1"), TableOf("table3")
	totals := rowTotals(&one)
	s.printed("table 1: totals of the rows", one.Column("total"), totals)
	// Table 2 divides the cells of table 1 by their row's total.
	two := TableOf("table2")
	var published, ours []string
	for i := range two.Rows {
		for _, column := range blankCounts(&one) {
			if n := one.Int(i, column); n > 0 || two.Value(i, column) != "" {
				published = append(published, two.Value(i, column))
				ours = append(ours, fmt.Sprintf("%.2f", float64(n)/float64(totals[i])))
			}
		}
	}
	s.printed("table 2: shares of table 1", published, ours)
	s.wrong("table 3: totals of the rows", three.Column("total printed"), rowTotals(&three),
		"a misprint in the total, or in a cell, of four stars")
}

// testPuzzleFindings is about tables 7 and 8.
func testPuzzleFindings(s *sheet) {
	seven := TableOf("table7")
	var blanks []int
	for _, key := range seven.Column("puzzle") {
		blanks = append(blanks, s.puzzle(key).Blanks())
	}
	s.printed("table 7: blanks", seven.Column("blanks"), blanks)
	digits := ""
	for _, row := range TableOf("table8").Rows {
		digits += strings.Join(row, "")
	}
	printed, err := board.Parse(digits)
	if err != nil {
		s.err = err
	}
	r := solve.Count(s.puzzle("inkala"), 2)
	s.printed("table 8: digits of the headline puzzle's solution", "81", agreeing(&printed, &r.First),
		fmt.Sprintf("solutions found: %d", r.Solutions))
}

// methodFindings is about the solvers of problems 2 to 4. The paper prints no
// counts; these are of its steps, run literally.
func methodFindings(s *sheet) {
	s.runs("synthesis", "synthesis", solve.Options{Limit: 1}, "branches", "directions", "singles", "fails")
	s.runs("stack", "loop backtracking", solve.Options{}, "pushes", "pops", "tests")
	s.runs("pointers", "loop backtracking with pointers", solve.Options{}, "tries", "contradictions", "steps back")
}
