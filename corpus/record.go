package corpus

import (
	"fmt"
	"strings"

	"gradoku/board"
)

// Record is one puzzle with what a file says about it.
type Record struct {
	Puzzle   board.Grid
	Solution board.Grid // the zero Grid when the file gives none; else full and of the puzzle's size
	Fields   []Field    // everything else, in the file's order
	Line     int        // where the puzzle starts, from 1
	Column   int        // in characters, from 1

	bare uint64 // bit i: field i stands in JSON without quotes, a number for example
}

// Field is a named value as it stands in a file. The name is the file's own
// ("Difficulty", "se"); text without a name, such as what follows a puzzle on
// its line, is called [Label].
type Field struct{ Name, Value string }

// Label names the text that a file gives with a puzzle without saying what it
// is: a comment, a rating, the title above a grid.
const Label = "label"

// Field returns the first value with that name, upper and lower case alike, and
// whether there is one.
func (r *Record) Field(name string) (string, bool) {
	for _, f := range r.Fields {
		if strings.EqualFold(f.Name, name) {
			return f.Value, true
		}
	}
	return "", false
}

// alias is what a format calls a value, and what it is called here.
type alias struct{ key, name string }

func aliasNames(list []alias) []string {
	var names []string
	for _, a := range list {
		names = append(names, a.name)
	}
	return names
}

// Row returns the record as it would be written, the fields in their order: as
// text, but what JSON has as a number, say, for JSON as that.
func (r *Record) Row() Row {
	row := Row{Puzzle: r.Puzzle.String(), Solution: r.Solution.String()}
	for i, f := range r.Fields {
		v := Text(f.Name, f.Value)
		switch {
		case r.bare>>i&1 == 0:
		case f.Value == "":
			v = Null(f.Name)
		default:
			v.kind = kindJSON
		}
		row.Values = append(row.Values, v)
	}
	return row
}

// LineError says which line of a file holds no puzzle and why. It concerns that
// line alone (or the grid drawn over several lines that it is part of): reading
// goes on after it.
type LineError struct {
	File   string // empty for a text that is no file
	Line   int    // from 1
	Column int    // in characters, from 1
	Reason string
}

// Error is one line in the way of compilers, file:line:column: reason.
func (e *LineError) Error() string {
	if e.File == "" {
		return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Reason)
	}
	return fmt.Sprintf("%s:%d:%d: %s", Visible(e.File), e.Line, e.Column, e.Reason)
}

// emit hands a record or an error to the reader's caller; false means stop.
type emit func(Record, error) bool

// one passes on a record, or what is wrong with it.
func (e emit) one(rec Record, bad *LineError) bool {
	if bad != nil {
		return e(Record{}, bad)
	}
	return e(rec, nil)
}
