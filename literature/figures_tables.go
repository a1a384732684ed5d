package literature

import (
	"fmt"
	"strconv"
	"strings"

	"gradoku/board"
	"gradoku/solve"
)

// starTable is a table that counts puzzles by stars (rows) and blanks (columns).
type starTable struct {
	Table
	blanks []int // the columns that are blank counts
}

func newStarTable(key string) starTable {
	t := starTable{Table: TableOf(key)}
	for _, c := range t.Columns {
		if n, err := strconv.Atoi(c); err == nil {
			t.blanks = append(t.blanks, n)
		}
	}
	return t
}

// count is the number of puzzles in a cell, 0 where it is blank.
func (t *starTable) count(row, blanks int) int { return t.Int(row, strconv.Itoa(blanks)) }

func (t *starTable) rowTotals() []int {
	sums := make([]int, len(t.Rows))
	for i := range t.Rows {
		for _, b := range t.blanks {
			sums[i] += t.count(i, b)
		}
	}
	return sums
}

// starFindings is about tables 1 to 3.
func starFindings(s *sheet) {
	one, three := newStarTable("table1"), newStarTable("table3")
	totals := one.rowTotals()
	s.printed("table 1: totals of the rows", one.Column("total"), totals)
	sharesOfTableOne(s, &one, totals)
	s.wrong("table 3: totals of the rows", three.Column("total printed"), three.rowTotals(),
		"a misprint in the total, or in a cell, of four stars")
}

// sharesOfTableOne divides the cells of table 1 by their row's total.
func sharesOfTableOne(s *sheet, one *starTable, totals []int) {
	two := TableOf("table2")
	var published, ours []string
	for i := range two.Rows {
		for _, b := range one.blanks {
			column := strconv.Itoa(b)
			if n := one.count(i, b); n > 0 || two.Value(i, column) != "" {
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
