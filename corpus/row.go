package corpus

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"gradoku/board"
	"gradoku/internal/text"
)

// Row is one puzzle to be written, with its values in the order in which they
// are written.
type Row struct {
	Puzzle   string // N*N cells on one line, "." for a blank
	Solution string // the same form; empty when there is none
	Values   []Value
}

// Value is a named value of a row, made by the functions below. The function
// decides how the value is written: numbers stay numbers in JSON, a rating
// keeps its decimal.
type Value struct {
	Name   string
	kind   valueKind
	text   string // as csv has it, and for kindJSON as JSON has it
	counts []Count
}

// Count is how often something occurs, such as a technique in a solution.
type Count struct {
	ID   string
	Uses int
}

type valueKind uint8

const (
	kindNull valueKind = iota
	kindText
	kindJSON // a text that is JSON: a number, true, an object
	kindCounts
)

// Null is an unknown value: null in JSON, nothing elsewhere.
func Null(name string) Value { return Value{Name: name} }

// Text is a text value.
func Text(name, s string) Value { return Value{Name: name, kind: kindText, text: s} }

// Int is a whole number.
func Int(name string, n int) Value { return inJSON(name, strconv.Itoa(n)) }

// Tenths is a number of tenths, written with one decimal: 72 is 7.2.
func Tenths(name string, n int) Value {
	return inJSON(name, strconv.FormatFloat(float64(n)/10, 'f', 1, 64))
}

// Float is a number at full precision: reading it gives the same number. NaN and
// infinity are unknown.
func Float(name string, x float64) Value {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return Null(name)
	}
	return inJSON(name, strconv.FormatFloat(x, 'g', -1, 64))
}

// Bool is written as true or false.
func Bool(name string, b bool) Value { return inJSON(name, strconv.FormatBool(b)) }

func inJSON(name, s string) Value { return Value{Name: name, kind: kindJSON, text: s} }

// Counts is a list of counts in the order given: an object in JSON, id=uses
// joined by semicolons elsewhere.
func Counts(name string, counts []Count) Value {
	return Value{Name: name, kind: kindCounts, counts: counts}
}

// String writes the value as plain text, the way csv does.
func (v Value) String() string {
	if v.kind != kindCounts {
		return v.text
	}
	return strings.Join(text.Each(v.counts, func(c Count) string { return c.ID + "=" + strconv.Itoa(c.Uses) }), ";")
}

// text returns the value of that name as text, ignoring case, "" when the row
// has none.
func (r *Row) text(name string) string {
	for i := range r.Values {
		if v := &r.Values[i]; len(v.Name) == len(name) && strings.EqualFold(v.Name, name) {
			return v.String()
		}
	}
	return ""
}

// grid returns the puzzle, which [Format.Holds] has parsed.
func (r *Row) grid() board.Grid {
	g, _ := parse(r.Puzzle)
	return g
}

// zeros returns the puzzle with 0 for a blank.
func (r *Row) zeros() string { return strings.ReplaceAll(r.Puzzle, ".", "0") }

var rowBreaks = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ")

// oneLine is text without line breaks, for formats in which each line counts.
func (r *Row) oneLine(name string) string {
	return strings.TrimSpace(rowBreaks.Replace(r.text(name)))
}

// AppendJSON appends the row as one JSON object without a line end: puzzle,
// solution (null when unknown), then the values in their order.
func (r *Row) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"puzzle":`...)
	dst = appendJSONString(dst, r.Puzzle)
	dst = append(dst, `,"solution":`...)
	if r.Solution == "" {
		dst = append(dst, "null"...)
	} else {
		dst = appendJSONString(dst, r.Solution)
	}
	for _, v := range r.Values {
		dst = append(dst, ',')
		dst = appendJSONString(dst, v.Name)
		dst = append(dst, ':')
		dst = v.AppendJSON(dst)
	}
	return append(dst, '}')
}

// AppendJSON appends the value without its name.
func (v Value) AppendJSON(dst []byte) []byte {
	switch v.kind {
	case kindText:
		return appendJSONString(dst, v.text)
	case kindCounts:
		dst = append(dst, '{')
		for i, c := range v.counts {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendJSONString(dst, c.ID), ':')
			dst = strconv.AppendInt(dst, int64(c.Uses), 10)
		}
		return append(dst, '}')
	case kindJSON:
		if !strings.ContainsAny(v.text, "\"{[") { // a number or a word
			return append(dst, v.text...)
		}
		var b bytes.Buffer
		json.Compact(&b, []byte(v.text)) // on one line; cannot fail: the value is valid
		return append(dst, text.VisibleJSON(b.Bytes())...)
	}
	return append(dst, "null"...)
}

// appendJSONString quotes s. Puzzles and names need no escapes, and checking is
// cheaper than encoding.
func appendJSONString(dst []byte, s string) []byte {
	if !needsEscapes(s) {
		dst = append(dst, '"')
		dst = append(dst, s...)
		return append(dst, '"')
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.Encode(s) // encoding a string into memory cannot fail
	return append(dst, text.VisibleJSON(bytes.TrimSuffix(b.Bytes(), []byte("\n")))...)
}

func needsEscapes(s string) bool {
	for _, c := range []byte(s) {
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			return true
		}
	}
	return false
}

// harmless makes the texts of a row visible; it copies the row if they change.
func harmless(row Row) Row {
	if !slices.ContainsFunc(row.Values, func(v Value) bool { return text.Visible(v.Name) != v.Name || text.Visible(v.text) != v.text }) {
		return row
	}
	row.Values = slices.Clone(row.Values)
	for i := range row.Values {
		v := &row.Values[i]
		v.Name, v.text = text.Visible(v.Name), text.Visible(v.text)
	}
	return row
}
