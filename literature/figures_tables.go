package literature

import (
	"fmt"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/rank"
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

// puzzles lists the stars and the blanks of each puzzle that the table counts.
func (t *starTable) puzzles() (stars, blanks []float64) {
	for i := range t.Rows {
		for _, b := range t.blanks {
			for range t.count(i, b) {
				stars = append(stars, float64(i+1))
				blanks = append(blanks, float64(b))
			}
		}
	}
	return stars, blanks
}

// meanBlanks is the mean number of blanks for each number of stars.
func (t *starTable) meanBlanks() string {
	stars, blanks := t.puzzles()
	var means []string
	for i := range t.Rows {
		var own []float64
		for k, n := range blanks {
			if int(stars[k]) == i+1 {
				own = append(own, n)
			}
		}
		means = append(means, fmt.Sprintf("%.2f", stat.Mean(own, nil)))
	}
	return strings.Join(means, " ")
}

// starFindings is about tables 1 to 3.
func starFindings(s *sheet) {
	one, three := newStarTable("table1"), newStarTable("table3")
	totals := one.rowTotals()
	s.printed("table 1: totals of the rows", one.Column("total"), totals)
	sharesOfTableOne(s, &one, totals)
	s.wrong("table 3: totals of the rows", three.Column("total printed"), three.rowTotals(),
		"a misprint in the total, or in a cell, of four stars")
	for _, c := range []struct {
		name, means, rho string
		table            starTable
	}{
		{"table 1", "50.25 52.08 56.24 56.56", "0.773", one},
		{"table 3", "49.90 53.33 53.35 55.00 56.50", "0.553", three},
	} {
		stars, blanks := c.table.puzzles()
		rho := fmt.Sprintf("%.3f", rank.Correlation(stars, blanks))
		s.derived(c.name+": mean blanks for each star", c.means, c.table.meanBlanks(), "they rise with the stars")
		s.derived(c.name+": rank correlation of stars and blanks", c.rho, rho, "Spearman's, with mid-ranks")
	}
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

// testPuzzleFindings is about tables 6, 7 and 8 and the appendix.
func testPuzzleFindings(s *sheet) {
	six, seven := TableOf("table6"), TableOf("table7")
	unique := 0
	for _, key := range six.Column("puzzle") {
		if solve.Unique(s.puzzle(key)) {
			unique++
		}
	}
	s.derived("table 6: puzzles with one solution", "5", unique, "the paper calls any other puzzle unqualified")
	var blanks, freedoms, seconds []float64 // seconds: the mean of three people
	for i, key := range seven.Column("puzzle") {
		n, f := grade.Metrics(s.puzzle(key))
		blanks, freedoms, seconds = append(blanks, float64(n)), append(freedoms, float64(f)), append(seconds, float64(seven.Int(i, "seconds")))
	}
	s.printed("table 7: blanks", seven.Column("blanks"), blanks)
	rho := fmt.Sprintf("%.3f %.3f", rank.Correlation(blanks, seconds), rank.Correlation(freedoms, seconds))
	s.derived("table 7: rank correlation of times with blanks, with blank freedom", "1.000 1.000", rho, "five puzzles")
	printed := tableEight(s)
	inkala := s.puzzle("inkala")
	r := solve.Count(inkala, 2)
	s.printed("table 8: digits of the headline puzzle's solution", "81", agreeing(&printed, &r.First),
		fmt.Sprintf("solutions found: %d", r.Solutions))
	s.derived("appendix: solutions", "1", solve.Count(s.puzzle("appendix"), 2).Solutions)
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
