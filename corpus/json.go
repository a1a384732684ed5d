package corpus

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// looksJSON accepts a list, an object whose first member is a list of objects
// or texts, and an object that does not end on its first line.
func looksJSON(head []byte) bool {
	text := bytes.TrimLeft(head, " \t\r\n")
	if rest, ok := bytes.CutPrefix(text, []byte("[")); ok {
		rest = bytes.TrimLeft(rest, " \t\r\n")
		if n := bytes.IndexByte(rest[min(1, len(rest)):], '"'); bytes.HasPrefix(rest, []byte(`"`)) && isSize(n) && n < 16 {
			return false // rows of a grid
		}
		return len(rest) == 0 || bytes.IndexByte([]byte(`{"]`), rest[0]) >= 0
	}
	if !bytes.HasPrefix(text, []byte("{")) {
		return false
	}
	return listKey(text) || len(bytes.TrimSpace(firstLine(text))) == 1
}

// listed finds an object whose first member is a list of objects, texts or grids: {"name": [{
var listed = regexp.MustCompile(`^\s*\{\s*"([^"\\]*)"\s*:\s*\[\s*(\{|"|\[\s*\[)`)

// listKey recognises an object of lists. A list of lists under a key that means a puzzle is a grid
// and does not count.
func listKey(text []byte) bool {
	found := listed.FindSubmatch(text)
	return found != nil && (found[2][0] != '[' || !slices.Contains(puzzleNames, strings.ToLower(string(found[1]))))
}

// textAsObject before a text, and a } after it, turn a text in a list into an
// object.
const textAsObject = `{"puzzle":`

func readJSON(in *input, yield emit) {
	s := jsonScanner{in: in, yield: yield, at: place{line: in.line + 1}}
	head, err := in.peek(headSize, func(head []byte) bool {
		head = bytes.TrimLeft(head, " \t\r\n")
		return len(head) > 0 && head[0] != '{'
	})
	if err != nil {
		yield(Record{}, fmt.Errorf("reading %s: %w", in.name, err))
		return
	}
	s.listed = listKey(head)
	if err := s.each(s.read); err != nil {
		yield(Record{}, err)
	}
}

// jsonScanner reads the objects and texts of a JSON document of any length, one
// by one. It does not read lines, because a list of a million puzzles may be one line.
type jsonScanner struct {
	in     *input
	yield  emit
	listed bool   // the lists are members of an object
	key    string // the name of the current list, if it is a label
	at     place  // of the next byte
	first  place  // of the current value
}

// place is a line, from 1, and the number of characters before the place in that line.
type place struct{ line, before int }

// pass moves the place past a text.
func (p *place) pass(text string) {
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		p.line += strings.Count(text, "\n")
		p.before, text = 0, text[i+1:]
	}
	p.before += utf8.RuneCountInString(text)
}

// each calls do for every object, text or list of the outermost lists.
func (s *jsonScanner) each(do func(text string) bool) error {
	for opened := false; ; { // the bracket around the values
		head, err := s.in.r.Peek(1)
		if err == io.EOF && !opened {
			return nil
		} else if err == io.EOF {
			s.at.before-- // the last character is named
			return s.fault(s.at, "the list ends without its ]")
		} else if err != nil {
			return s.broken(err)
		}
		c, outside := head[0], s.listed && !opened
		switch {
		case c == '[' && !opened, c == ']' && opened:
			opened = !opened
			s.pass(1)
		case strings.IndexByte(" \t\r\n,", c) >= 0, outside && c != '"':
			s.pass(1)
		case strings.IndexByte(`{"[`, c) < 0:
			return s.fault(s.at, fmt.Sprintf("%q where a puzzle should begin: a list must contain objects or strings", c))
		default:
			text, err := s.value()
			if err == nil && outside {
				err = s.name(unquoteJSON(text))
			} else if err == nil && !do(text) {
				return nil
			}
			if err != nil {
				return err
			}
		}
	}
}

// read reads the puzzles of a value.
func (s *jsonScanner) read(text string) bool {
	object, before := text, 0
	if text[0] != '{' {
		object, before = textAsObject+text+"}", len(textAsObject)
	}
	return readObject(s.in, object, func(rec Record, err error) bool {
		if bad, ok := errors.AsType[*LineError](err); ok {
			bad.Line, bad.Column = s.place(text, bad.Column-before)
			return s.yield(rec, err)
		}
		rec.Line, rec.Column = s.place(text, rec.Column-before)
		if before > 0 && s.key != "" {
			rec.Fields = append(labelled(s.key), rec.Fields...)
		}
		return s.yield(rec, err)
	})
}

// name takes the name of a list that follows.
func (s *jsonScanner) name(key string) error {
	s.key = key
	name := strings.ToLower(key)
	if slices.Contains(solutionNames, name) {
		return s.fault(s.first, "solutions in a list of their own cannot be read: put each into an object with its puzzle, {\"puzzle\": ..., \"solution\": ...}")
	}
	if slices.Contains(puzzleNames, strings.TrimSuffix(name, "s")) || slices.Contains(puzzleNames, name) {
		s.key = ""
	}
	return nil
}

// value returns the object, list or text that begins here.
func (s *jsonScanner) value() (string, error) {
	end := -1
	head, err := s.in.peek(maxLine, func(head []byte) bool {
		end = valueEnd(head, 0)
		return end >= 0
	})
	s.first = s.at
	switch {
	case err != nil:
		return "", s.broken(err)
	case end >= 0:
		return s.pass(end), nil
	case len(head) < maxLine:
		return "", s.fault(s.first, "the file ends inside the value that begins here")
	}
	// It is unknown where the next value begins, so reading ends.
	return "", fmt.Errorf("reading %s: the value that begins on line %d, column %d is longer than %d bytes: this is not a list of puzzles",
		s.in.name, s.first.line, s.first.before+1, maxLine)
}

// pass skips a number of bytes and returns them.
func (s *jsonScanner) pass(size int) string {
	head, _ := s.in.r.Peek(size) // cannot fail: it has been peeked at
	text := string(head)
	s.in.r.Discard(size)
	s.at.pass(text)
	return text
}

func (s *jsonScanner) fault(at place, reason string) error {
	return s.in.faultAt(at.line, max(at.before+1, 1), "%s", reason)
}

// broken is the error of a stream that cannot be read on.
func (s *jsonScanner) broken(err error) error {
	return fmt.Errorf("reading %s, line %d: %w", s.in.name, s.at.line, err)
}

// place turns a column in the text of a value, counted as if it were one line,
// into a place in the file.
func (s *jsonScanner) place(text string, column int) (line, col int) {
	at, runes := s.first, []rune(text)
	at.pass(string(runes[:min(max(column-1, 0), len(runes))]))
	return at.line, at.before + 1
}

// writeJSON writes a list with one object per line.
func writeJSON(w *bufio.Writer, rows iter.Seq2[Row, error]) error {
	between := "[\n"
	for row, err := range rows {
		if err != nil {
			return err
		}
		w.WriteString(between)
		between = ",\n"
		if _, err := w.Write(row.AppendJSON(w.AvailableBuffer())); err != nil {
			return err
		}
	}
	if between == "[\n" {
		w.WriteByte('[')
	}
	_, err := w.WriteString("\n]\n")
	return err
}

func looksJSONL(head []byte) bool {
	rest, ok := bytes.CutPrefix(firstLine(head), []byte("{"))
	rest = bytes.TrimLeft(rest, " \t")
	return ok && (len(rest) == 0 || rest[0] == '"' || rest[0] == '}')
}

// isObject accepts a line that is a complete object.
func isObject(line string) bool { return json.Valid([]byte(line)) }

func readJSONL(in *input, yield emit) {
	in.each(yield, func(line []byte) bool {
		return len(bytes.TrimSpace(line)) == 0 || readObject(in, string(line), yield)
	})
}

// readObject reads a line that holds one object. The pairs are taken one by one
// to keep their order, which a map would lose; json.Decoder keeps it too, with
// 96 allocations for a line of five pairs instead of 11. Texts are taken
// without their quotes, null as "", anything else as it is written.
func readObject(in *input, line string, yield emit) bool {
	if bad := in.object(line); bad != nil {
		return yield(Record{}, bad)
	}
	names, values := membersAt(line, strings.IndexByte(line, '{'))
	cols := newColumns(names)
	if cols.puzzle < 0 {
		cols.guess(values)
	}
	if cols.puzzle < 0 {
		if list := in.lists(names, values); list != nil {
			return !slices.ContainsFunc(list, func(rec Record) bool { return !yield(rec, nil) })
		}
		return yield(Record{}, in.fault(1, "the object has no puzzle: a key must be called %s", strings.Join(puzzleNames, ", ")))
	}
	if v := values[cols.puzzle]; v.isObject() {
		return in.frame(&cols, values, yield)
	}
	return yield.one(cols.record(in, in.line, values))
}

// guess finds the puzzle and the solution of an object with other names, if it has only one of each.
func (c *columns) guess(values []value) {
	found := map[bool][]int{} // whether it is full
	for i, v := range values {
		if g, ok := exact(v.text); ok && len(v.text) > maxRow {
			found[g.Full()] = append(found[g.Full()], i)
		}
	}
	if len(found[false]) == 1 {
		c.puzzle = found[false][0]
		if c.solution < 0 && len(found[true]) == 1 {
			c.solution = found[true][0]
		}
	}
}

// lists reads an object of objects that have only puzzles; nil for another object.
func (in *input) lists(names []string, values []value) (list []Record) {
	column, at := 1, 0 // of the previous puzzle: it takes long to count from the beginning of a long line
	for i, v := range values {
		if !v.isObject() {
			return nil
		}
		_, puzzles := membersAt(v.line, v.at)
		for _, p := range puzzles {
			g, ok := exact(p.text)
			if !ok || len(p.text) <= maxRow {
				return nil
			}
			column, at = column+utf8.RuneCountInString(p.line[at:p.at]), p.at
			list = append(list, Record{Puzzle: g, Line: in.line, Column: column, Fields: labelled(names[i])})
		}
	}
	return list
}

// object returns an error if a line is not one object.
func (in *input) object(line string) *LineError {
	if !strings.HasPrefix(strings.TrimSpace(line), "{") {
		return in.fault(1, "the line is not a JSON object: it must begin with {")
	}
	if json.Valid([]byte(line)) {
		return nil
	}
	var all json.RawMessage
	err, at := json.Unmarshal([]byte(line), &all), 0
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		at = max(int(syntax.Offset)-1, 0)
	}
	return in.fault(column(line, at), "not JSON: %v", err)
}

// frame reads a data frame: each value is an object with a member for each puzzle.
func (in *input) frame(cols *columns, columns []value, yield emit) bool {
	rows, blank := map[string][]value{}, slices.Clone(columns)
	for i := range blank {
		if blank[i].isObject() {
			blank[i].text = ""
		}
	}
	var order []string
	for i, column := range columns {
		if !column.isObject() {
			continue
		}
		keys, values := membersAt(column.line, column.at)
		if len(keys)*len(columns) > maxLine { // of which most would be empty
			return yield(Record{}, in.fault(1, "a table of %d puzzles with %d values each is too large for an object", len(keys), len(columns)))
		}
		for k, key := range keys {
			if rows[key] == nil {
				rows[key] = slices.Clone(blank)
				order = append(order, key)
			}
			rows[key][i] = values[k]
		}
	}
	for _, key := range order {
		if !yield.one(cols.record(in, in.line, rows[key])) {
			return false
		}
	}
	return true
}

// membersAt returns the names and values of the object that begins at a byte of a valid
// line.
func membersAt(line string, start int) (names []string, values []value) {
	for at := afterSpace(line, start+1); line[at] != '}'; {
		end := valueEnd(line, at)
		names = append(names, unquoteJSON(line[at:end]))
		at = afterSpace(line, afterSpace(line, end)+1) // the colon
		if end = valueEnd(line, at); strings.IndexByte(`"{[`, line[at]) < 0 {
			end = at + strings.IndexAny(line[at:], ",:]} \t\r\n")
		}
		v := value{text: line[at:end], line: line, at: at, bare: line[at] != '"'}
		switch {
		case !v.bare:
			v.text, v.at = unquoteJSON(v.text), at+1
		case v.text == "null":
			v.text = ""
		}
		values = append(values, v)
		if at = afterSpace(line, end); line[at] == ',' {
			at = afterSpace(line, at+1)
		}
	}
	return names, values
}

func unquoteJSON(s string) string {
	if strings.IndexByte(s, '\\') < 0 && utf8.ValidString(s) {
		return s[1 : len(s)-1]
	}
	var text string
	json.Unmarshal([]byte(s), &text) // cannot fail: the line is valid
	return text
}

func afterSpace(line string, at int) int {
	for strings.IndexByte(" \t\r\n", line[at]) >= 0 {
		at++
	}
	return at
}

// valueEnd returns the end of the object, list or text that begins at a byte, -1 if it has none.
func valueEnd[T string | []byte](text T, at int) int {
	depth, quoted := 0, false
	for ; at < len(text); at++ {
		switch c := text[at]; {
		case quoted && c == '\\':
			at++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{', c == '[':
			depth++
		case c == '}', c == ']':
			depth--
		}
		if depth == 0 && !quoted {
			return at + 1
		}
	}
	return -1
}

func writeJSONL(w *bufio.Writer, row *Row) error {
	_, err := w.Write(append(row.AppendJSON(w.AvailableBuffer()), '\n'))
	return err
}
