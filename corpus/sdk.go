package corpus

import (
	"bufio"
	"bytes"
	"strings"

	"gradoku/board"
)

// The format of SadMan Sudoku, with the header lines that SudoCue added ("Sudoku
// Clipboard and File Formats", sudopedia; "File Formats", sudocue.net, 2006):
//
//	#ARuud                  author
//	#LEasy                  level
//	[Puzzle]                SadMan's sections; SudoCue has none
//	2..1.5..3               nine rows
//	...
//	[State]                 the digits entered so far
//	2..1.5..3
//	...
//
// A file holds one puzzle; several in a row are read and written too.

// sdkHeaders are the header lines, in the order of writing.
var sdkHeaders = []alias{
	{"A", "author"}, {"D", "description"}, {"C", "comment"}, {"B", "date"}, {"S", "source"}, {"L", Level}, {"U", "url"},
}

// sdkHeader splits a header line; "" when the line is not one. Comments of
// other formats have a space after the #, headers of this one a letter.
func sdkHeader(line string) (name, text string) {
	for _, h := range sdkHeaders {
		if text, ok := strings.CutPrefix(line, "#"+h.key); ok {
			return h.name, strings.TrimSpace(text)
		}
	}
	return "", ""
}

// looksSDK accepts a text that begins with a section, or with a header and a row
// of a grid after the last of them.
func looksSDK(head []byte) bool {
	first := string(firstLine(head))
	if sdkSection(first) == "puzzle" {
		return true
	}
	name, _ := sdkHeader(string(bytes.TrimSpace(head)))
	return name != "" && isSize(count(first).cells) && count(first).others == 0
}

// sdkSection returns the name of the section that a line begins, in lower case.
func sdkSection(line string) string {
	if strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") {
		return strings.ToLower(line[1 : len(line)-1])
	}
	return ""
}

// sdkReader collects one puzzle: its headers, its rows, and the rows of its
// state.
type sdkReader struct {
	in     *input
	yield  emit
	lines  lineReader // of the rows
	fields []Field
	ready  holder // its rows are complete; a state may follow
	state  bool   // the rows that follow are its state
	skip   bool   // ignore rows until the next section, header or blank line
}

func readSDK(in *input, yield emit) {
	r := sdkReader{in: in, yield: yield, ready: holder{yield: yield}}
	r.lines = lineReader{in: in, yield: r.take, drawn: true}
	if in.each(yield, r.read) && r.lines.settle() {
		r.finish()
	}
}

func (r *sdkReader) read(text []byte) bool {
	body := strings.TrimSpace(string(text))
	if body == "" || body[0] == '#' || body[0] == '[' {
		r.skip = false
	}
	switch section := sdkSection(body); {
	case section == "state" && r.ready.rec != nil:
		r.state = true
		return true
	case section == "puzzle":
		fields := r.fields
		ok := r.lines.settle() && r.finish()
		r.skip, r.fields = false, fields // the headers above [Puzzle] are those of the puzzle that begins
		return ok
	case section != "":
		ok := r.lines.settle()
		r.skip = true
		return ok && r.yield(Record{}, r.in.fault(1, "the section %s is not supported; only [Puzzle] and [State] are", body))
	case body != "" && body[0] == '#':
		return r.header(body)
	case r.skip:
		return true
	}
	return r.lines.read(text)
}

// header handles a line that begins with #. After a complete puzzle it belongs
// to the next one.
func (r *sdkReader) header(body string) bool {
	name, text := sdkHeader(body)
	if name == "" {
		return true // a comment
	}
	if !r.lines.settle() || r.ready.rec != nil && !r.finish() {
		return false
	}
	r.skip = false
	if len(r.fields) == maxHeaders {
		r.fields = nil
		return r.yield(Record{}, r.in.fault(1, "there are more than %d header lines above one puzzle", maxHeaders))
	}
	r.fields = appendNamed(r.fields, name, text)
	return true
}

// take handles a grid, or the error of one that cannot be read.
func (r *sdkReader) take(rec Record, err error) bool {
	if err != nil {
		r.fields, r.ready.rec, r.state, r.skip = nil, nil, false, true
		return r.yield(Record{}, err)
	}
	if r.state {
		r.ready.rec.Fields = append(r.ready.rec.Fields, Field{State, rec.Puzzle.String()})
		return r.finish()
	}
	rec.Fields, r.fields = r.fields, nil
	return r.ready.take(rec, nil)
}

// finish ends the current puzzle, if there is one.
func (r *sdkReader) finish() bool {
	r.fields, r.state = nil, false
	return r.ready.flush()
}

func writeSDK(w *bufio.Writer, row *Row) error {
	for _, h := range sdkHeaders {
		if text := row.oneLine(h.name); text != "" {
			w.WriteString("#" + h.key + text + "\n")
		}
	}
	w.WriteString("[Puzzle]\n")
	writeRows(w, row.Puzzle)
	filled, err := row.state()
	if err != nil {
		return err
	}
	if state := filled.String(); state != row.Puzzle {
		w.WriteString("[State]\n")
		writeRows(w, state)
	}
	return w.WriteByte('\n')
}

// writeRows splits a puzzle into its rows.
func writeRows(w *bufio.Writer, puzzle string) {
	for size := board.ForCells(len(puzzle)).Size; len(puzzle) >= size; puzzle = puzzle[size:] {
		w.WriteString(puzzle[:size] + "\n")
	}
}
