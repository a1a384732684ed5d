package corpus

import (
	"bufio"
	"errors"
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
	ruleKeys         []string // of the names that may change the rules; "" for the others
	puzzle, solution int
}

func newColumns(names []string) columns {
	c := columns{names: make([]string, len(names)), ruleKeys: make([]string, len(names))}
	lower := make([]string, len(names))
	for i, name := range names {
		c.names[i] = strings.TrimSpace(name)
		c.ruleKeys[i] = ruleKey(c.names[i])
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
		if i == c.puzzle || i == c.solution || c.ruleKeys[i] == "" {
			continue
		}
		geo := rec.Puzzle.Geometry()
		variant, err := ruleOf(c.names[i], c.ruleKeys[i], v.text, geo)
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
	if err == nil && g.Geometry().Size <= 9 {
		return g, nil
	}
	if g, again := gridIn(v.text); again == nil {
		return g, nil
	} else if bad, ok := errors.AsType[*LineError](again); ok && err == nil {
		bad.Line, bad.Column = first+v.down, v.column()
		return g, bad
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
func gridIn(text string) (g board.Grid, bad error) {
	text = inASCII(strings.TrimSpace(text))
	if g, bad := (&input{}).byAlphabet(1, text, 0, len(text)); bad == nil {
		return g, nil
	}
	n := 0
	r := lineReader{in: &input{r: bufio.NewReaderSize(strings.NewReader(text), len(text)+1)}, drawn: true}
	r.yield = func(rec Record, err error) bool {
		n++
		g, bad = rec.Puzzle, err
		return bad == nil
	}
	r.readAll()
	if n != 1 && bad == nil {
		bad = errors.New(noPuzzle)
	}
	return g, bad
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

func (v *value) isObject() bool { return v.bare && strings.HasPrefix(v.text, "{") }

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
	a := aligner{limit: alignAhead, fixed: columns != nil, chosen: columns != nil, places: map[nth]int{}}
	for _, name := range columns {
		if name != "puzzle" && name != "solution" {
			a.add(nth{name, 0})
		}
	}
	return a.align(rows)
}

// nth is a value of a row by its name and the number of values before it that have the same: a
// table may have two columns with one name.
type nth struct {
	name   string
	before int
}

func nthOf(values []Value) []nth {
	list, seen := make([]nth, len(values)), map[string]int{}
	for i, v := range values {
		list[i] = nth{v.Name, seen[v.Name]}
		seen[v.Name]++
	}
	return list
}

// aligner puts the values of rows into the same places.
type aligner struct {
	limit  int // the number of rows to read ahead
	names  []string
	places map[nth]int // the indices in names
	fixed  bool        // no more names are added
	chosen bool        // and values of other names are dropped
	held   []Row
	size   int // bytes of the values in held
	width  int // bytes of all names
	own    int // bytes of the rows passed on
	added  int // and of the names that they got
	ahead  int // the number of rows that could add names
	count  int // the number of rows passed on
}

// add makes a place for a value unless it has one.
func (a *aligner) add(v nth) int {
	at, known := a.places[v]
	if !known {
		at, v.name = len(a.names), strings.Clone(v.name)
		a.names, a.places[v] = append(a.names, v.name), at
		a.size, a.width = a.size+len(v.name), a.width+len(v.name)
	}
	return at
}

func (a *aligner) align(rows iter.Seq2[Row, error]) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		flush := func() bool {
			held := a.held
			a.held, a.fixed, a.ahead = nil, true, a.ahead+len(held)
			return !slices.ContainsFunc(held, func(row Row) bool { return !yield(a.put(row)) })
		}
		for row, err := range rows {
			ok := true
			switch {
			case err != nil:
				ok = flush() && yield(Row{}, err)
			case a.fixed:
				ok = yield(a.put(row))
			default:
				a.hold(row)
				ok = len(a.held) < a.limit && a.size < heldBytes || flush()
			}
			if !ok {
				return
			}
		}
		flush()
	}
}

// hold keeps a row that was read ahead, and adds its names.
func (a *aligner) hold(row Row) {
	for i, v := range nthOf(row.Values) {
		// A text may be a part of its line; a copy lets the line be freed.
		value := &row.Values[i]
		value.Name, value.text = a.names[a.add(v)], strings.Clone(value.text)
		a.size += valueBytes + len(value.text)
	}
	a.held = append(a.held, row)
}

// put returns a row with its values in their places.
func (a *aligner) put(row Row) (Row, error) {
	a.count++
	if slices.EqualFunc(row.Values, a.names, func(v Value, name string) bool { return v.Name == name }) {
		return row, nil
	}
	a.own, a.added = a.own+len(row.Puzzle), a.added+a.width
	for _, v := range row.Values {
		a.own += len(v.Name) + len(v.text)
	}
	if a.added > maxLine+maxSpread*a.own {
		return Row{}, fmt.Errorf("puzzle %d has few of the %d values that others have, and the names would be more than %d times as long as the puzzles: name the columns", a.count, len(a.names), maxSpread)
	}
	values := make([]Value, len(a.names))
	for i, name := range a.names {
		values[i] = Null(name)
	}
	for i, v := range nthOf(row.Values) {
		if at, ok := a.places[v]; ok {
			values[at] = row.Values[i]
		} else if !a.chosen {
			return Row{}, fmt.Errorf("puzzle %d has a value %q, which none of the first %d has: name the columns", a.count, v.name, a.ahead)
		}
	}
	row.Values = values
	return row, nil
}
