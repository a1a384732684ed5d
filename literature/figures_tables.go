package literature

import (
	"fmt"
	"strconv"
	"strings"

	"gradoku/board"
	"gradoku/solve"
)

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
	sharesOfTableOne(s, &one, totals)
	s.wrong("table 3: totals of the rows", three.Column("total printed"), rowTotals(&three),
		"a misprint in the total, or in a cell, of four stars")
}

// sharesOfTableOne divides the cells of table 1 by their row's total.
func sharesOfTableOne(s *sheet, one *Table, totals []int) {
	two := TableOf("table2")
	var published, ours []string
	for i := range two.Rows {
		for _, column := range blankCounts(one) {
			if n := one.Int(i, column); n > 0 || two.Value(i, column) != "" {
				published = append(published, two.Value(i, column))
				ours = append(ours, fmt.Sprintf("%.2f", float64(n)/float64(totals[i])))
			}
		}
	}
	s.printed("table 2: shares of table 1", published, ours)
}

// testPuzzleFindings is about tables 7 and 8.
func testPuzzleFindings(s *sheet) {
	seven := TableOf("table7")
	var blanks []int
	for _, key := range seven.Column("puzzle") {
		blanks = append(blanks, s.puzzle(key).Blanks())
	}
	s.printed("table 7: blanks", seven.Column("blanks"), blanks)
	printed := tableEight(s)
	inkala := s.puzzle("inkala")
	r := solve.Count(inkala, 2)
	s.printed("table 8: digits of the headline puzzle's solution", "81", agreeing(&printed, &r.First),
		fmt.Sprintf("solutions found: %d", r.Solutions))
}

func tableEight(s *sheet) board.Grid {
	table := TableOf("table8")
	var digits strings.Builder
	for _, row := range table.Rows {
		digits.WriteString(strings.Join(row, ""))
	}
	g, err := board.Parse(digits.String())
	if err != nil {
		s.err = err
	}
	return g
}
