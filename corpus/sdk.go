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
	{"A", "author"},
	{"D", "description"},
	{"C", "comment"},
	{"B", "date"},
	{"S", "source"},
	{"L", Level},
	{"U", "url"},
}

// maxSDKHeaders limits what a reader keeps before it has seen a puzzle.
const maxSDKHeaders = 100

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
	_, err := board.ForSize(count(first).cells)
	return name != "" && err == nil && count(first).others == 0
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
	in      *input
	yield   emit
	fields  []Field
	rows    rowBlock // of the current section
	ready   *Record  // its rows are complete; a state may follow
	section string   // "puzzle" also when there are no sections
	skip    bool     // ignore rows until the next section, header or blank line
}

func readSDK(in *input, yield emit) {
	r := sdkReader{in: in, yield: yield, section: "puzzle", rows: rowBlock{in: in}}
	if in.each(yield, r.read) {
		r.finish()
	}
}

func (r *sdkReader) read(text []byte) bool {
	line := string(text)
	body := strings.TrimSpace(line)
	if body == "" || body[0] == '#' || body[0] == '[' {
		r.skip = false
	}
	switch section := sdkSection(body); {
	case body == "":
		return true
	case section == "state" && r.ready != nil:
		r.section = section
		return true
	case section == "puzzle":
		fields := r.fields
		ok := r.finish()
		r.fields = fields // the headers above [Puzzle] are those of the puzzle that begins
		return ok
	case section != "":
		r.skip = true
		return r.yield(Record{}, r.in.fault(1, "the section %s is not supported; only [Puzzle] and [State] are", body))
	case body[0] == '#':
		return r.header(body)
	case r.skip:
		return true
	}
	return r.row(line)
}

// header handles a line that begins with #. After a complete puzzle it belongs
// to the next one.
func (r *sdkReader) header(body string) bool {
	name, text := sdkHeader(body)
	if name == "" {
		return true // a comment
	}
	if (r.ready != nil || len(r.rows.lines) > 0) && !r.finish() {
		return false
	}
	if len(r.fields) == maxSDKHeaders {
		r.fields = nil
		return r.yield(Record{}, r.in.fault(1, "there are more than %d header lines above one puzzle", maxSDKHeaders))
	}
	r.fields = appendNamed(r.fields, name, text)
	return true
}

func (r *sdkReader) row(line string) bool {
	if r.ready != nil && r.section == "puzzle" && !r.finish() {
		return false
	}
	rec, done, bad := r.rows.add(line)
	switch {
	case bad != nil:
		r.skip, r.fields, r.ready = true, nil, nil
		r.section = "puzzle"
		return r.yield(Record{}, bad)
	case !done:
		return true
	case r.section == "state":
		r.ready.Fields = append(r.ready.Fields, Field{State, rec.Puzzle.String()})
		return r.finish()
	}
	rec.Fields, r.fields = r.fields, nil
	r.ready = &rec
	return true
}

// finish ends the current puzzle, if there is one.
func (r *sdkReader) finish() bool {
	rec := r.ready
	r.ready, r.fields, r.section = nil, nil, "puzzle"
	if bad := r.rows.end(); bad != nil && !r.yield(Record{}, bad) {
		return false
	}
	return rec == nil || r.yield(*rec, nil)
}

// rowBlock puts a grid together from rows that come one by one.
type rowBlock struct {
	in           *input
	lines        []string // so far
	size         int      // how many there will be
	line, column int      // where it begins
}

// add adds a row; done means that it was the last and the record is complete.
func (b *rowBlock) add(line string) (rec Record, done bool, bad *LineError) {
	n := count(line)
	if len(b.lines) == 0 {
		start, _ := token(line)
		b.line, b.column, b.size = b.in.line, column(line, start), n.cells
	}
	_, err := board.ForSize(b.size)
	switch {
	case n.others > 0:
		bad = b.in.misspelt(b.in.line, line, 0, line)
	case err != nil:
		bad = b.in.fault(rowEnd(line, n.cells), "the row has %d cells; rows have 4, 6, 9, 12 or 16", n.cells)
	case n.cells != b.size:
		bad = b.in.fault(rowEnd(line, b.size), "row %d has %d cells, but the rows above have %d", len(b.lines)+1, n.cells, b.size)
	}
	if bad != nil {
		b.lines = nil
		return rec, false, bad
	}
	if b.lines = append(b.lines, line); len(b.lines) < b.size {
		return rec, false, nil
	}
	g, err := board.Parse(strings.Join(b.lines, "\n"))
	b.lines = nil
	if err != nil {
		return rec, false, b.in.faultAt(b.line, b.column, "%v", err)
	}
	return Record{Puzzle: g, Line: b.line, Column: b.column}, true, nil
}

// end reports a grid that stops before its last row.
func (b *rowBlock) end() *LineError {
	rows := len(b.lines)
	b.lines = nil
	if rows == 0 {
		return nil
	}
	return b.in.faultAt(b.line, b.column, "the grid that begins here has only %d of its %d rows", rows, b.size)
}

func writeSDK(w *bufio.Writer, row *Row) error {
	for _, h := range sdkHeaders {
		if text := row.oneLine(h.name); text != "" {
			w.WriteString("#" + h.key + text + "\n")
		}
	}
	w.WriteString("[Puzzle]\n")
	writeRows(w, row.Puzzle)
	state, err := row.state()
	if err != nil {
		return err
	}
	if state != row.Puzzle {
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
