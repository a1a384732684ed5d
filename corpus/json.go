package corpus

import (
	"bufio"
	"bytes"
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
	s.listed = listKey(head)
	s.each(func(text string) bool {
		object, before := text, 0
		if text[0] != '{' {
			object, before = textAsObject+text+"}", len(textAsObject)
		}
		return readObject(in, []byte(object), func(rec Record, err error) bool {
			if bad, ok := errors.AsType[*LineError](err); ok {
				bad.Line, bad.Column = s.place(text, bad.Column-before)
				return yield(rec, err)
			}
			rec.Line, rec.Column = s.place(text, rec.Column-before)
			if before > 0 && s.key != "" {
				rec.Fields = append(labelled(s.key), rec.Fields...)
			}
			return yield(rec, err)
		})
	})
}

// jsonScanner reads the objects and texts of a JSON document of any length, one
// by one. It reads bytes, not lines, because a list of a million puzzles may be
// one line.
type jsonScanner struct {
	in     *input
	yield  emit
	listed bool   // the lists are members of an object
	key    string // the name of the current list, if it is a label
	line   int    // of the next byte, less one
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

// each calls do for every object, text or list of the outermost lists.
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
		case strings.IndexByte(" \t\r\n,", c) >= 0, s.listed && opened == 0 && strings.IndexByte("{:}", c) >= 0:
			continue
		case c == '[' && opened == 0:
			opened++
			continue
		case c == ']' && opened > 0:
			opened--
			continue
		case s.listed && opened == 0:
			err = s.member(c)
		case c == '{', c == '"', c == '[':
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

// member reads the name of a list that follows, which begins with c, or skips a value of an
// object of lists.
func (s *jsonScanner) member(c byte) error {
	s.first.line, s.first.column = s.line+1, s.column
	err := s.value(c)
	if c != '"' || err != nil {
		return err
	}
	s.key = unquoteJSON(string(s.text))
	if slices.Contains(solutionNames, strings.ToLower(s.key)) {
		return s.faultAt("solutions in a list of their own cannot be read: put each into an object with its puzzle, {\"puzzle\": ..., \"solution\": ...}")
	}
	if name := strings.ToLower(s.key); slices.Contains(puzzleNames, strings.TrimSuffix(name, "s")) || slices.Contains(puzzleNames, name) {
		s.key = ""
	}
	return nil
}

// value reads the rest of an object or a text that begins with c.
func (s *jsonScanner) value(c byte) error {
	s.text = append(s.text[:0], c)
	depth, quoted, escaped := 0, c == '"', false
	if c == '{' || c == '[' {
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
