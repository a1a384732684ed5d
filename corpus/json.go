package corpus

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode/utf8"
)

// looksJSON accepts a list, an object whose first member is a list of objects
// or texts, and an object that does not end on its first line.
func looksJSON(head []byte) bool {
	text := bytes.TrimLeft(head, " \t\r\n")
	if rest, ok := bytes.CutPrefix(text, []byte("[")); ok {
		rest = bytes.TrimLeft(rest, " \t\r\n")
		return len(rest) == 0 || bytes.IndexByte([]byte(`{"]`), rest[0]) >= 0
	}
	if !bytes.HasPrefix(text, []byte("{")) {
		return false
	}
	return listKey(text) || len(bytes.TrimSpace(firstLine(text))) == 1
}

// listKey recognises {"name": [{ and {"name": [".
func listKey(text []byte) bool {
	text = bytes.TrimLeft(text[1:], " \t\r\n")
	if len(text) == 0 || text[0] != '"' {
		return false
	}
	_, text, _ = bytes.Cut(text[1:], []byte(`"`))
	for _, want := range []string{":", "["} {
		var ok bool
		if text, ok = bytes.CutPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte(want)); !ok {
			return false
		}
	}
	text = bytes.TrimLeft(text, " \t\r\n")
	return len(text) > 0 && (text[0] == '{' || text[0] == '"')
}

// textAsObject before a text, and a } after it, turn a text in a list into an
// object.
const textAsObject = `{"puzzle":`

func readJSON(in *input, yield emit) {
	s := jsonScanner{in: in, yield: yield, line: in.line}
	head, err := in.peek(headSize, func(head []byte) bool {
		head = bytes.TrimLeft(head, " \t\r\n")
		return len(head) > 0 && head[0] != '{'
	})
	if err != nil {
		yield(Record{}, fmt.Errorf("reading %s: %w", in.name, err))
		return
	}
	head = bytes.TrimLeft(head, " \t\r\n")
	s.listed = bytes.HasPrefix(head, []byte("{")) && listKey(head)
	s.each(func(text string) bool {
		object, before := text, 0
		if text[0] == '"' {
			object, before = textAsObject+text+"}", len(textAsObject)
		}
		rec, bad := readObject(in, []byte(object))
		if bad != nil {
			bad.Line, bad.Column = s.place(text, bad.Column-before)
		} else {
			rec.Line, rec.Column = s.place(text, rec.Column-before)
		}
		return yield.one(rec, bad)
	})
}

// jsonScanner reads the objects and texts of a JSON document of any length, one
// by one. It reads bytes, not lines, because a list of a million puzzles may be
// one line.
type jsonScanner struct {
	in     *input
	yield  emit
	listed bool // the list is a member of an object
	line   int  // of the next byte, less one
	column int
	first  struct{ line, column int } // where the current value begins
	text   []byte
}

// next returns the next byte; the error is io.EOF or the one that broke the
// stream.
func (s *jsonScanner) next() (byte, error) {
	c, err := s.in.r.ReadByte()
	switch {
	case err == io.EOF:
		return 0, err
	case err != nil:
		return 0, fmt.Errorf("reading %s, line %d: %w", s.in.name, s.line+1, err)
	case c == '\n':
		s.line++
		s.column = 0
	case utf8.RuneStart(c):
		s.column++
	}
	return c, nil
}

// each calls do for every object or text of the outermost lists.
func (s *jsonScanner) each(do func(text string) bool) {
	opened := 0 // open brackets around the values
	for {
		c, err := s.next()
		switch {
		case err == io.EOF && opened == 0:
			return
		case err == io.EOF:
			s.yield(Record{}, s.faultHere("the list ends without its ]"))
			return
		case err != nil:
			s.yield(Record{}, err)
			return
		case strings.IndexByte(" \t\r\n,", c) >= 0:
			continue
		case c == '[' && opened == 0:
			opened++
			continue
		case c == ']' && opened > 0, c == '}' && s.listed && opened == 0:
			opened = 0
			continue
		case c == '{' && s.listed && opened == 0:
			opened++
			for c != '[' && err == nil { // skip the name of the only member
				c, err = s.next()
			}
			if err == io.EOF {
				err = s.faultHere("the object ends before its list begins")
			}
		case c == '{', c == '"':
			s.first.line, s.first.column = s.line+1, s.column
			if err = s.value(c); err == nil && !do(string(s.text)) {
				return
			}
		default:
			err = s.faultHere(fmt.Sprintf("%q where a puzzle should begin: a list must contain objects or strings", c))
		}
		if err != nil {
			s.yield(Record{}, err)
			return
		}
	}
}

// value reads the rest of an object or a text that begins with c.
func (s *jsonScanner) value(c byte) error {
	s.text = append(s.text[:0], c)
	depth, quoted, escaped := 0, c == '"', false
	if c == '{' {
		depth = 1
	}
	for depth > 0 || quoted {
		c, err := s.next()
		switch {
		case err == io.EOF:
			return s.faultAt("the file ends inside the value that begins here")
		case err != nil:
			return err
		case len(s.text) >= maxLine:
			// It is unknown where the next value begins, so reading ends.
			return fmt.Errorf("reading %s: the value that begins on line %d, column %d is longer than %d bytes: this is not a list of puzzles",
				s.in.name, s.first.line, s.first.column, maxLine)
		case escaped:
			escaped = false
		case quoted:
			escaped = c == '\\'
			quoted = c != '"'
		case c == '"':
			quoted = true
		case c == '{', c == '[':
			depth++
		case c == '}', c == ']':
			depth--
		}
		s.text = append(s.text, c)
	}
	return nil
}

func (s *jsonScanner) faultHere(reason string) error {
	return s.in.faultAt(s.line+1, max(s.column, 1), "%s", reason)
}

func (s *jsonScanner) faultAt(reason string) error {
	return s.in.faultAt(s.first.line, s.first.column, "%s", reason)
}

// place turns a column in the text of a value, counted as if it were one line,
// into a place in the file.
func (s *jsonScanner) place(text string, column int) (line, col int) {
	line, col = s.first.line, s.first.column
	for _, r := range text {
		if column--; column <= 0 {
			break
		}
		if r == '\n' {
			line++
			col = 0
		}
		col++
	}
	return line, max(col, 1)
}

// writeJSON writes a list with one object per line.
func writeJSON(w *bufio.Writer, rows iter.Seq2[Row, error]) error {
	var line []byte
	between := "[\n"
	for row, err := range rows {
		if err != nil {
			return err
		}
		w.WriteString(between)
		between = ",\n"
		line = row.AppendJSON(line[:0])
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	if between == "[\n" {
		w.WriteByte('[')
	}
	_, err := w.WriteString("\n]\n")
	return err
}
