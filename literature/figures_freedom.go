package literature

import (
	"fmt"
	"strings"

	"gradoku/board"
	"gradoku/grade"
)

// modelsFindings recomputes the figures of "Mathematical models in Sudoku".
func modelsFindings(s *sheet) {
	freedomFindings(s)
	levelFindings(s)
	tableFourFindings(s)
	tableFiveFindings(s)
	letterFindings(s)
	headlineFindings(s)
	starFindings(s)
	testPuzzleFindings(s)
	methodFindings(s)
}

// blankSums are the terms of formulas for the blank freedom.
type blankSums struct {
	row, column, box int // Σ of the squares of the blanks in each house
	beyond           int // Σ over blanks: the blanks of the box outside row and column
	blanks           int
}

func sumBlanks(p *board.Grid) blankSums {
	geo := p.Geometry()
	var in [board.MaxHouses]int
	var s blankSums
	for i := range geo.Cells {
		c := board.Cell(i)
		if p.At(c) != 0 {
			continue
		}
		s.blanks++
		for _, h := range geo.HousesOf(c) {
			in[h]++
		}
		for _, o := range geo.HouseCells(geo.BoxHouse(geo.Box(c))) {
			if p.At(o) == 0 && geo.Row(o) != geo.Row(c) && geo.Col(o) != geo.Col(c) {
				s.beyond++
			}
		}
	}
	for i := range geo.Size {
		s.row += in[geo.RowHouse(i)] * in[geo.RowHouse(i)]
		s.column += in[geo.ColHouse(i)] * in[geo.ColHouse(i)]
		s.box += in[geo.BoxHouse(i)] * in[geo.BoxHouse(i)]
	}
	return s
}

// freedomFormula is row + column and multiples of the other sums.
type freedomFormula struct {
	box, beyond, blanks int
	about               string
}

func (f freedomFormula) of(s blankSums) int {
	return s.row + s.column + f.box*s.box + f.beyond*s.beyond + f.blanks*s.blanks
}

// freedomFormulas are the possible readings of the paper's definition, in the order of
// the table freedom_formulas. Each blank adds the blanks of its row, column and box.
// The readings differ in whether the cell itself counts, and in whether the cells in
// which a box crosses a row or a column count twice.
var freedomFormulas = []freedomFormula{
	{1, 0, -1, "the formula that gives the paper's figures; ours"},
	{0, 1, -2, "the definition in words: the blanks in row, column and box, without the cell itself"},
	{1, 0, -3, "as before, but crossings counted twice"},
	{1, 0, 0, "the cell itself counted three times"},
	{1, 0, -2, "the cell itself counted once"},
	{0, 1, 0, "the symbol table: S(i) + S(j) + g"},
	{0, 1, -1, "the symbol table, the cell itself counted once"},
	{0, 0, 0, "rows and columns only"},
	{0, 0, -1, "rows and columns only, the cell itself counted once"},
	{0, 0, -2, "rows and columns only, without the cell itself"},
}

// freedomExamples returns the puzzles that are the columns of the table
// freedom_formulas.
func freedomExamples(s *sheet, t *Table) []*board.Grid {
	var list []*board.Grid
	for _, key := range t.Columns[1:] {
		switch key {
		case "empty":
			g := board.NewGrid(board.Nine())
			list = append(list, &g)
		case "one blank":
			list = append(list, with(s.solution("inkala"), 0, 0))
		default:
			list = append(list, s.puzzle(key))
		}
	}
	return list
}

// freedomFindings looks for the formula of the printed freedoms.
func freedomFindings(s *sheet) {
	table := TableOf("freedom_formulas")
	examples := freedomExamples(s, &table)
	printed := table.Rows[0][1:8] // the puzzles of tables 4 and 7 and the empty grid
	for i, want := range printed {
		_, freedom := grade.Metrics(examples[i])
		s.printed("blank freedom: "+table.Columns[i+1], want, freedom)
	}
	_, one := grade.Metrics(examples[len(printed)])
	s.differs("blank freedom: one blank", table.Value(0, "one blank"), one,
		"0 follows from the definition in words, which gives none of the other figures")
	for i, f := range freedomFormulas[1:] {
		var ours []int
		for _, p := range examples[:len(printed)] {
			ours = append(ours, f.of(sumBlanks(p)))
		}
		s.check(Finding{
			Figure:    "blank freedom as " + table.Value(i+2, "formula") + ": " + strings.Join(table.Columns[1:8], ", "),
			Published: spaced(printed), Ours: spaced(ours), Expected: Differs, Reason: f.about, Reading: true,
		})
	}
}

// levelOf is the number of the first range that holds n, the last one when late
// is set, in the column from or from printed of a table of levels; 0 for none.
func levelOf(t *Table, from string, n int, late bool) int {
	level := 0
	for i := range t.Rows {
		if t.Int(i, from) <= n && n <= t.Int(i, "to") && (level == 0 || late) {
			level = i + 1
		}
	}
	return level
}

// wholeRangeLevel is the level of a freedom when 0 to 2106, the freedom of the empty
// grid, is cut into five equal parts of 421, as the paper does at first. The last part
// takes what is left over.
func wholeRangeLevel(freedom int) int { return min(5, 1+freedom/(2106/5)) }

// levelBegins is the smallest number that a scheme gives a level.
func levelBegins(level int, of func(n int) int) int {
	n := 0
	for of(n) < level {
		n++
	}
	return n
}

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
	// Borders that are printed wrong or twice:
	s.differs("freedom levels, used range: where level 5 begins", used.Value(4, "from printed"), levelBegins(5, func(f int) int { return grade.Printed.LevelY(nine, f) }),
		"a misprint: five equal parts of 700-1300, and the end of level 4, make it 1180")
	s.differs("freedom levels, used range: level of 698", "none", grade.Printed.LevelY(nine, 698),
		"the ranges begin at 700, but table 7 grades a freedom of 698; ours takes the nearest level")
	full := TableOf("freedom_levels_full")
	var whole []int
	for i := range full.Rows {
		whole = append(whole, wholeRangeLevel(full.Int(i, "from")), wholeRangeLevel(full.Int(i, "to")))
	}
	s.printed("freedom levels, whole range: level of both ends", inOrder, whole, "with level 5 from 1684; 1683 is printed")
	s.ambiguous("freedom levels, whole range: level of 1683", fmt.Sprintf("%d and %d", levelOf(&full, "from printed", 1683, false), levelOf(&full, "from printed", 1683, true)), wholeRangeLevel(1683),
		"printed as the end of one range and the beginning of the next")
}

// reading is a way to compute the level or the letter of a puzzle from its blanks and its
// freedom. The one that is reproduced was fitted to the table.
type reading struct {
	name     string
	of       func(blanks, freedom int) any
	expected Verdict
	reason   string
}

// readingFindings compares a column of a table of puzzles with each reading of it.
func readingFindings(s *sheet, figure string, t *Table, column string, readings []reading) {
	for i, c := range readings {
		var ours []any
		for _, key := range t.Column("puzzle") {
			ours = append(ours, c.of(grade.Metrics(s.puzzle(key))))
		}
		fitted := c.expected == Reproduced
		s.check(Finding{
			Figure: figure + ", " + c.name, Published: spaced(t.Column(column)), Ours: spaced(ours), Expected: c.expected, Reason: c.reason,
			Fitted: fitted, Reading: !fitted && i > 0,
		})
	}
}

// tableFourFindings compares the levels of table 4 with each reading of the limits.
func tableFourFindings(s *sheet) {
	nine, table := board.Nine(), TableOf("table4")
	readingFindings(s, "table 4: levels", &table, "level", []reading{
		{
			"used range, shared ends to the upper level", func(_, f int) any { return grade.Printed.LevelY(nine, f) }, Differs,
			"the printed borders do not give the printed levels",
		},
		{
			"used range, shared ends to the lower level", func(_, f int) any { return grade.Printed.LevelY(nine, f-1) }, Differs,
			"nor do they so",
		},
		{"whole range", func(_, f int) any { return wholeRangeLevel(f) }, Differs, "nor does the division that the paper gives up"},
		{
			"scheme fitted", func(_, f int) any { return grade.Fitted.LevelY(nine, f) }, Reproduced,
			"one more than the number of the borders 700, 820, 940, 1060 that the freedom is above",
		},
	})
}
