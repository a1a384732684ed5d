package corpus

import (
	"bufio"
	"bytes"
	"errors"
	"iter"
	"strings"
	"unicode"

	"gradoku/board"
)

// maxRow is the greatest number of cells accepted as one row of a drawn grid
// with a typo in it; a longer line is a whole puzzle with a typo. The longest
// row has 16 cells, the shortest puzzle above 4x4 has 36.
const maxRow = 30

const noPuzzle = "neither a puzzle nor a comment (a comment starts with #)"

// looksLine accepts a text in which some line is a puzzle or a row of one,
// typos allowed, and a text of only comments.
func looksLine(head []byte) bool {
	if firstLine(head) == nil {
		return true
	}
	for line := range bytes.Lines(head) {
		text, _, _ := strings.Cut(string(bytes.TrimSpace(line)), "#")
		if n := count(text); n.cells >= 4 && n.others == 0 {
			return true
		}
		for _, word := range words(text) {
			if n := count(word); n.cells >= 15 && n.cells >= 4*n.others {
				return true
			}
		}
	}
	return false
}

// isOnePuzzle accepts a line with a whole puzzle, typos allowed, but not the row
// of a grid. Borders have no digits.
func isOnePuzzle(line string) bool {
	word := firstWord(line)
	n := count(word)
	return n.marks() > maxRow && n.cells >= 4*n.others && (n.cells == len(word) || strings.ContainsAny(word, "123456789"))
}

// lineReader reads puzzles on one line each and, between them, grids drawn over
// several lines.
type lineReader struct {
	in    *input
	yield emit
	block block
	title title
}

// title is a line of text that may turn out to be above a grid.
type title struct {
	text string
	line int
}

func readLine(in *input, yield emit) {
	r := lineReader{in: in, yield: yield}
	if in.each(yield, r.read) {
		r.settle()
	}
}

// read takes the next line. Like every method below that returns a bool, it
// reports whether to go on.
func (r *lineReader) read(text []byte) bool {
	if len(r.block.rows) == 0 && r.title.text == "" {
		if g, ok := exact(text); ok && len(text) > maxRow {
			return r.yield(Record{Puzzle: g, Line: r.in.line, Column: 1}, nil)
		}
	}
	line := string(text)
	body := strings.TrimSpace(line)
	switch {
	case body == "":
		return r.gap()
	case body[0] == '#':
		return r.closeBlock()
	}
	if rec, ok := r.whole(line); ok {
		return r.settle() && r.yield(rec, nil)
	}
	if err := r.misnamed(line, body); err != nil {
		return r.settle() && r.yield(Record{}, err)
	}
	if isOrnament(line) {
		return r.ornament()
	}
	r.block.ruled = false
	n := count(body)
	_, statistics := qqValue(body)
	switch {
	case statistics:
		return r.settle() && r.yield(Record{}, r.in.fault(1, "these are QQWing's statistics of the puzzle above: read the file as qqwing"))
	case isTitle(body):
		ok := r.settle()
		r.title = title{body, r.in.line}
		return ok
	case n.marks() > maxRow, len(r.block.rows) == 0 && n.cells < n.others:
		return r.settle() && r.yield(Record{}, r.explain(line))
	}
	return r.row(line, n)
}

// whole reads a line that holds a complete puzzle. A line of sixteen cells may
// also be a row of a 16x16 grid, which only the following lines show;
// block.tiny decides that.
func (r *lineReader) whole(line string) (Record, bool) {
	if rec, ok := r.variant(line); ok {
		return rec, true
	}
	start, end := token(line)
	g, ok := exact(line[start:end])
	label := cleanLabel(line[end:])
	if ok && end-start <= maxRow && label == "" {
		return Record{}, false
	}
	if !ok { // with spaces or bars between cells, only text after a # is a label
		body, comment, _ := strings.Cut(line, "#")
		if count(body).marks() <= maxRow {
			return Record{}, false
		}
		var err error
		g, err = board.Parse(body)
		label, ok = strings.TrimSpace(comment), err == nil
	}
	return Record{Puzzle: g, Fields: labelled(label), Line: r.in.line, Column: column(line, start)}, ok
}

// variant reads a line with a puzzle of a variant, written without spaces, and a label.
func (r *lineReader) variant(line string) (Record, bool) {
	start := len(line) - len(strings.TrimLeft(line, " \t"))
	end := start + strings.IndexAny(line[start:]+" ", " \t,;#|")
	if v, _ := board.CutVariant(line[start:end]); v.IsZero() {
		return Record{}, false
	}
	g, err := board.Parse(line[start:end])
	return Record{Puzzle: g, Fields: labelled(cleanLabel(line[end:])), Line: r.in.line, Column: column(line, start)}, err == nil
}

// misnamed returns an error if the text before a whole puzzle is not the name of a variant.
// A number is text before the puzzle.
func (r *lineReader) misnamed(line, body string) *LineError {
	i := strings.LastIndexByte(body, ':')
	if _, ok := exact(body[i+1:]); !ok || i < 1 || len(body)-i <= maxRow {
		return nil
	}
	if !strings.ContainsFunc(body[:i], unicode.IsLetter) {
		return r.explain(line)
	}
	if _, err := board.Parse(body); err != nil {
		return r.in.fault(1, "%s", err.Error())
	}
	return nil
}

// token returns where the first word of a line begins and ends.
func token(line string) (start, end int) {
	start = len(line) - len(strings.TrimLeft(line, " \t"))
	if n := strings.IndexAny(line[start:], " \t,;:#|"); n >= 0 {
		return start, start + n
	}
	return start, len(line)
}

// cleanLabel removes the separators between a label and its puzzle.
func cleanLabel(s string) string {
	s = strings.TrimSpace(s)
	if s != "" && strings.IndexByte("#,;:|", s[0]) >= 0 {
		s = strings.TrimSpace(s[1:])
	}
	return s
}

// labelled returns the fields of a record with this label, none for "".
func labelled(label string) []Field {
	if label == "" {
		return nil
	}
	return []Field{{Label, label}}
}

// isTitle recognises text that begins with a word. Words made only of cell
// characters (A to G, x and _) are rare enough.
func isTitle(body string) bool {
	word := body[:len(body)-len(strings.TrimLeftFunc(body, unicode.IsLetter))]
	n := count(word)
	return n.others > 0 && n.marks() >= 2
}

// explain says why a line by itself is not a puzzle.
func (r *lineReader) explain(line string) *LineError {
	n := count(line)
	if n.cells < n.others {
		start, _ := token(line)
		return r.in.fault(column(line, start), noPuzzle)
	}
	for at, word := range words(line) {
		if _, ok := exact(word); ok && len(word) > maxRow {
			return r.in.fault(column(line, at), "there is text before the puzzle: a label must follow the puzzle")
		}
	}
	start, end := token(line)
	if count(line[start:end]).marks() <= maxRow {
		end = len(line)
	}
	return r.in.misspelt(r.in.line, line, start, line[start:end])
}

// words yields the words of a line and where they begin.
func words(line string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for at := 0; at < len(line); {
			start, end := token(line[at:])
			if !yield(at+start, line[at+start:at+end]) {
				return
			}
			at += end + 1
		}
	}
}

// misspelt says what is wrong with a part of a line, from a byte offset on,
// that should be a puzzle. If the part continues on further lines, errors in
// them are located there.
func (in *input) misspelt(no int, line string, offset int, part string) *LineError {
	_, err := board.Parse(part)
	var perr *board.ParseError
	if !errors.As(err, &perr) {
		return in.faultAt(no, column(line, offset), noPuzzle)
	}
	bad := in.faultAt(no, column(line, offset), "%s", perr.Msg)
	switch {
	case perr.Line == 1:
		bad.Column += perr.Column - 1
	case perr.Line > 1:
		bad.Line, bad.Column = no+perr.Line-1, perr.Column
	}
	return bad
}

// settle ends an open grid, or a title without one.
func (r *lineReader) settle() bool {
	if !r.closeBlock() {
		return false
	}
	t := r.title
	r.title = title{}
	if t.text == "" {
		return true
	}
	return r.yield(Record{}, r.in.faultAt(t.line, 1, noPuzzle))
}

func writeLine(w *bufio.Writer, row *Row) error {
	w.WriteString(row.Puzzle)
	return writeLabel(w, row)
}

// writeLabel ends the line of a puzzle with its label after a #.
func writeLabel(w *bufio.Writer, row *Row) error {
	if label := row.oneLine(Label); label != "" {
		w.WriteString(" # ")
		w.WriteString(label)
	}
	return w.WriteByte('\n')
}

func looksSDM(head []byte) bool {
	line := string(firstLine(head))
	return len(line) == 81 && strings.Trim(line, "0123456789") == ""
}

func writeSDM(w *bufio.Writer, row *Row) error {
	w.WriteString(row.zeros())
	return w.WriteByte('\n')
}
