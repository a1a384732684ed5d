package corpus

import (
	"fmt"
	"strings"

	"gradoku/board"
	"gradoku/internal/text"
)

// Record is one puzzle with what its file says about it.
type Record struct {
	Puzzle   board.Grid
	Solution board.Grid // the zero Grid when the file gives none; otherwise full and of the puzzle's size
	Fields   []Field    // everything else, in the file's order
	Line     int        // where the puzzle starts, from 1
	Column   int        // in characters, from 1
	Name     string     // in a table: what is in the puzzle's column if it is not a grid, such as a key; the record then comes with its LineError

	Note string // what the reader ignored or chose, for people

	marked bool   // the grid has candidates in its cells
	bare   uint64 // bit i: field i has no quotes in JSON, such as a number
}

// Field is a named value of a file. The name is the file's own ("Difficulty",
// "se"). Text without a name, such as what follows a puzzle on its line, is
// called [Label].
type Field struct{ Name, Value string }

// fieldSize is the memory that a field takes without its texts.
const fieldSize = 32

// BytesOf is about how much memory fields take.
func BytesOf(fields []Field) int { return fieldSize*len(fields) + textBytes(fields) }

func textBytes(fields []Field) (n int) {
	for _, f := range fields {
		n += len(f.Name) + len(f.Value)
	}
	return n
}

// Label names the text that a file gives with a puzzle without saying what it
// is: a comment, a rating, the title above a grid.
const Label = "label"

// Field returns the first value with that name, ignoring case, and whether
// there is one.
func (r *Record) Field(name string) (string, bool) {
	for _, f := range r.Fields {
		if strings.EqualFold(f.Name, name) {
			return f.Value, true
		}
	}
	return "", false
}

// alias is a format's name for a value and the name used here.
type alias struct{ key, name string }

func aliasNames(list []alias) []string {
	return text.Each(list, func(a alias) string { return a.name })
}

// Row returns the record as it would be written, with the fields in their
// order: as text, except that JSON values without quotes, such as numbers, stay
// JSON.
func (r *Record) Row() Row {
	row := Row{Puzzle: r.Puzzle.String(), Solution: r.Solution.String()}
	for i, f := range r.Fields {
		v := Text(f.Name, f.Value)
		switch {
		case r.bare>>i&1 == 0:
		case f.Value == "":
			v = Null(f.Name)
		default:
			v = inJSON(f.Name, f.Value)
		}
		row.Values = append(row.Values, v)
	}
	return row
}

// Record returns the row as a file would give it, the inverse of [Record.Row].
func (r *Row) Record() (Record, error) {
	var rec Record
	var err error
	if rec.Puzzle, err = parse(r.Puzzle); err != nil {
		return rec, err
	}
	if r.Solution != "" {
		if rec.Solution, err = parse(r.Solution); err != nil {
			return rec, err
		}
	}
	for i, v := range r.Values {
		if i < 64 && v.kind != kindText && v.kind != kindCounts {
			rec.bare |= 1 << i
		}
		rec.Fields = append(rec.Fields, Field{v.Name, v.String()})
	}
	return rec, nil
}

// LineError says which line of a file does not hold a puzzle, and why. It
// concerns only that line, or the grid drawn over several lines that it belongs
// to; reading continues after it.
type LineError struct {
	File   string // empty for a text that is not a file
	Line   int    // from 1
	Column int    // in characters, from 1
	Reason string
	Format string // the recognised format; empty for a text that is not a file
	Typed  bool   // the text is an argument; most arguments have one line
}

// Error returns one line in the style of compilers, file:line:column: reason.
func (e *LineError) Error() string {
	if e.File == "" {
		return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Reason)
	}
	if e.Typed && e.Line == 1 {
		return fmt.Sprintf("%s, character %d: %s", e.File, e.Column, e.Reason)
	}
	return fmt.Sprintf("%s:%d:%d: %s", text.Visible(e.File), e.Line, e.Column, e.Reason)
}

// emit passes a record or an error to the reader's caller; false means stop.
type emit func(Record, error) bool

// one passes on a record or its error.
func (e emit) one(rec Record, bad *LineError) bool {
	if bad != nil {
		return e(rec, bad)
	}
	return e(rec, nil)
}

// holder holds a record until all that the file says about it has been read.
type holder struct {
	yield emit
	rec   *Record
}

// take passes on the record that is held and holds the next one.
func (h *holder) take(rec Record, err error) bool {
	switch {
	case !h.flush():
		return false
	case err != nil:
		return h.yield(rec, err)
	}
	h.rec = &rec
	return true
}

// flush passes on the record that is held.
func (h *holder) flush() bool {
	rec := h.rec
	h.rec = nil
	return rec == nil || h.yield(*rec, nil)
}
