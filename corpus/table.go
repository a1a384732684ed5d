package corpus

import (
	"bufio"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"

	"gradoku/board"
)

// puzzleNames are the column names that mean the puzzle, solutionNames those of
// its solution. The order decides if a table has several: QQWing writes the
// puzzle in "Puzzle" and the number of its clues in "Givens".
var (
	puzzleNames   = []string{"puzzle", "quizzes", "quiz", "question", "sudoku", "sudoku puzzle", "givens", "grid", "board"}
	solutionNames = []string{"solution", "solutions", "answer", "answers", "solved"}
)

// columns says what a table's columns hold; -1 where no column does.
type columns struct {
	names            []string
	puzzle, solution int
}

func newColumns(names []string) columns {
	c := columns{names: make([]string, len(names))}
	lower := make([]string, len(names))
	for i, name := range names {
		c.names[i] = strings.TrimSpace(name)
		lower[i] = strings.ToLower(c.names[i])
	}
	c.puzzle = firstOf(puzzleNames, lower)
	c.solution = firstOf(solutionNames, lower)
	return c
}

// firstOf returns the index in list of the first wanted name that it has, or
// -1.
func firstOf(wanted, list []string) int {
	for _, name := range wanted {
		if i := slices.Index(list, name); i >= 0 {
			return i
		}
	}
	return -1
}

// value is one value of a table row. line is the text that has it, from byte
// offset at, so that an error inside it can be located.
type value struct {
	text string
	line string
	at   int
	down int  // lines below the first line of the row
	bare bool // stands in JSON without quotes
}

// record makes a record of one row, which has as many values as columns.
func (c *columns) record(in *input, first int, values []value) (Record, *LineError) {
	if len(values) > maxValues {
		return Record{}, in.faultAt(first, 1, "there are %d values; a puzzle may have at most %d", len(values), maxValues)
	}
	rec := Record{Line: first + values[c.puzzle].down, Column: values[c.puzzle].column()}
	puzzle, noPuzzle := in.cell(first, values[c.puzzle])
	if rec.Puzzle = puzzle; noPuzzle != nil {
		rec.Name = strings.TrimSpace(values[c.puzzle].text)
	} else if bad := c.rules(in, first, values, &rec); bad != nil {
		return rec, bad
	}
	if c.solution >= 0 && noPuzzle == nil && strings.TrimSpace(values[c.solution].text) != "" {
		v, geo := values[c.solution], rec.Puzzle.Geometry()
		g, bad := in.cell(first, v)
		if bad == nil && g.Geometry().Size == geo.Size && g.Geometry().Classical() {
			g = g.On(geo)
		}
		switch {
		case bad != nil:
			bad.Reason = "in the solution: " + bad.Reason
		case g.Geometry() != geo:
			bad = in.faultAt(first+v.down, v.column(), "the solution has %d cells, but the puzzle has %d", g.Geometry().Cells, geo.Cells)
		case !g.Full():
			bad = in.faultAt(first+v.down, v.column(), "the solution has %d blank cells", g.Blanks())
		}
		if bad != nil {
			return rec, bad
		}
		rec.Solution = g
	}
	rec.Fields = make([]Field, 0, len(values)-1)
	for i, v := range values {
		nothing := c.names[i] == "" && v.text == ""
		if i != c.puzzle && i != c.solution && !nothing {
			if n := len(rec.Fields); v.bare && n < 64 {
				rec.bare |= 1 << n
			}
			rec.Fields = append(rec.Fields, Field{c.names[i], v.text})
		}
	}
	return rec, noPuzzle
}

// rules applies the rules in other columns to the puzzle.
func (c *columns) rules(in *input, first int, values []value, rec *Record) *LineError {
	for i, v := range values {
		if i == c.puzzle || i == c.solution {
			continue
		}
		geo := rec.Puzzle.Geometry()
		variant, err := ruleOf(c.names[i], v.text, geo)
		if err == nil && !variant.IsZero() && geo.Classical() {
			if geo, err = variant.On(geo.Size); err == nil {
				rec.Puzzle = rec.Puzzle.On(geo)
			}
		} else if err == nil && !variant.IsZero() && variant != geo.Variant {
			err = fmt.Errorf("the %s is %s, but the puzzle says %s", c.names[i], variant, geo.Variant)
		}
		if err != nil {
			return in.faultAt(first+v.down, v.column(), "%v", err)
		}
	}
	return nil
}

// cell reads the value of a table that should be a grid.
func (in *input) cell(first int, v value) (board.Grid, *LineError) {
	g, err := parse(v.text)
	if err == nil {
		return g, nil
	}
	if g, ok := gridIn(v.text); ok {
		return g, nil
	}
	if damage := damaged(v.text); damage != "" {
		return g, in.faultAt(first+v.down, v.column(), "%s", damage)
	}
	bad := in.misspelt(first+v.down, v.line, v.at, v.text)
	rest := v.line[v.at:]
	if !strings.HasPrefix(rest, v.text) && !strings.HasPrefix(v.text, rest+"\n") { // escapes moved it
		bad.Line, bad.Column = first+v.down, v.column()
	}
	return board.Grid{}, bad
}

// gridIn reads a text with one grid in any shape.
func gridIn(text string) (g board.Grid, ok bool) {
	n := 0
	r := lineReader{in: &input{r: bufio.NewReaderSize(strings.NewReader(text), maxLine)}, drawn: true}
	r.yield = func(rec Record, err error) bool {
		n++
		g, ok = rec.Puzzle, err == nil
		return ok
	}
	if r.in.each(r.yield, r.read) {
		r.settle()
	}
	return g, ok && n == 1
}

var power = regexp.MustCompile(`^\s*\d([.,]\d+)?[Ee]\+?\d+\s*$`)

// damaged says how a spreadsheet program damaged a puzzle; "" if it did not.
func damaged(text string) string {
	text = strings.TrimSpace(text)
	switch {
	case power.MatchString(text):
		return fmt.Sprintf("%q is a number that a spreadsheet made of a puzzle; import the table again with the column as text", text)
	case len(text) > 50 && len(text) < 81 && strings.Trim(text, "0123456789") == "" && strings.Contains(text, "0"):
		return fmt.Sprintf("%d digits, a 9x9 puzzle has 81: a spreadsheet drops leading zeros; import the table again with the column as text", len(text))
	}
	return ""
}

func (v *value) column() int { return column(v.line, v.at) }

// alignAhead is how many rows are read ahead to find the columns of a table, and
// heldBytes limits the memory of their values: rows may be long.
const (
	alignAhead = 4096
	heldBytes  = 32 << 20
	valueBytes = 100 // of a Value, about, without its text
)

// Aligned gives all rows the same values in the same order, for formats that
// are tables: the names in the first rows, in the order of their first
// occurrence, empty where a row lacks one. A later row with another name is an
// error, so that none is lost. If columns are given, they are the names, and
// other values are dropped.
func Aligned(rows iter.Seq2[Row, error], columns []string) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		a := aligner{
			fixed: columns != nil, chosen: columns != nil, yield: yield,
			places: map[string][]int{}, taken: map[string]int{},
		}
		for _, name := range columns {
			if name != "puzzle" && name != "solution" && len(a.places[name]) == 0 {
				a.add(name)
			}
		}
		for row, err := range rows {
			if !a.take(row, err) {
				return
			}
		}
		a.flush()
	}
}

type aligner struct {
	names  []string
	places map[string][]int // the indices in names of a name: a table may have two columns with one name
	taken  map[string]int   // how many of its places the current row has used
	fixed  bool             // no more names are added
	chosen bool             // and values of other names are dropped
	held   []Row
	size   int // bytes of the values in held
	count  int // rows taken
	ahead  int // of them, rows that could add names
	yield  func(Row, error) bool
}

// add makes a place for another column, and returns it.
func (a *aligner) add(name string) int {
	a.names = append(a.names, name)
	a.places[name] = append(a.places[name], len(a.names)-1)
	return len(a.names) - 1
}

// place returns the next free column of that name in the current row, or -1.
func (a *aligner) place(name string) int {
	places, nth := a.places[name], a.taken[name]
	if nth == len(places) {
		return -1
	}
	a.taken[name]++
	return places[nth]
}

// take passes a row on, or adds its names and holds it, and reports whether to
// continue.
func (a *aligner) take(row Row, err error) bool {
	if err != nil {
		return a.flush() && a.yield(Row{}, err)
	}
	a.count++
	if a.fixed {
		return a.put(row)
	}
	a.ahead++
	clear(a.taken)
	for i := range row.Values {
		v := &row.Values[i]
		at := a.place(v.Name)
		if at < 0 {
			at = a.add(strings.Clone(v.Name))
			a.taken[v.Name]++
			a.size += len(v.Name)
		}
		// A text may be a part of its line; a copy lets the line be freed.
		v.Name, v.text = a.names[at], strings.Clone(v.text)
		a.size += valueBytes + len(v.text)
	}
	if a.held = append(a.held, row); len(a.held) < alignAhead && a.size < heldBytes {
		return true
	}
	return a.flush()
}

// flush ends the reading ahead.
func (a *aligner) flush() bool {
	held := a.held
	a.held, a.fixed = nil, true
	for _, row := range held {
		if !a.put(row) {
			return false
		}
	}
	return true
}

// put passes on a row with its values in their places.
func (a *aligner) put(row Row) bool {
	if slices.EqualFunc(row.Values, a.names, func(v Value, name string) bool { return v.Name == name }) {
		return a.yield(row, nil)
	}
	values := make([]Value, len(a.names))
	for i, name := range a.names {
		values[i] = Null(name)
	}
	clear(a.taken)
	for _, v := range row.Values {
		i := a.place(v.Name)
		switch {
		case i >= 0:
			values[i] = v
		case !a.chosen:
			return a.yield(Row{}, fmt.Errorf("puzzle %d has a value %q, which none of the first %d has: name the columns",
				a.count, v.Name, a.ahead))
		}
	}
	row.Values = values
	return a.yield(row, nil)
}
