package corpus

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"

	"gradoku/board"
)

// The frames of Simple Sudoku ("Sudoku Clipboard and File Formats", sudopedia),
// with a character or with the candidates for each cell:
//
//	*-----------*          *-----------------------*
//	|.3.|4..|...|          | 1567  3  1567 | 4  12579 ...
//	|9.2|8.6|3.1|          | 9     45 2    | 8  57    ...
//	|---+---+---|          |---------------+-------------
//
// The same candidate grids with dots, colons or plus signs at the corners
// (HoDoKu's, and those of this program) are read too. Grids with a character
// for each cell in a frame of plus signs are the format line's.

// looksSS accepts a row behind a border with stars at its corners, and behind
// any other border a row of candidates.
func looksSS(head []byte) bool {
	corner := byte(0)
	for text := range bytes.Lines(head) {
		line := string(bytes.TrimSpace(text))
		switch {
		case line == "":
		case isOrnament(line) && len(line) > 1:
			if corner == 0 {
				corner = line[0]
			}
		case corner == 0:
		case strings.IndexByte("|:", line[0]) < 0:
			return false
		default:
			if _, long := groupRow(line, ssFrame); corner == '*' || long {
				return true
			}
		}
	}
	return false
}

// isGroupRow reports whether the cells of a row are groups with spaces between
// them; a row of single digits with spaces is one too, since candidates may
// follow in the next row.
func isGroupRow(line string) bool {
	cells, long := groupRow(line, ssFrame)
	return long || cells > 0 && strings.Contains(strings.Trim(line, ssFrame), " ")
}

// ssFrame may stand between the cells of a row.
const ssFrame = " \t|:"

// ssReader reads frames, with a line of text above one as its label.
type ssReader struct {
	in     *input
	yield  emit
	title  title
	chars  rowBlock  // rows of a character for each cell
	groups groupRows // rows of candidates
	skip   bool      // the rest of a grid with a fault
}

func readSS(in *input, yield emit) {
	r := ssReader{in: in, yield: yield, groups: groupRows{in: in}}
	if in.each(yield, r.read) && r.end() && r.title.text != "" {
		yield(Record{}, in.faultAt(r.title.line, 1, noPuzzle))
	}
}

func (r *ssReader) read(text []byte) bool {
	line := string(text)
	body := strings.TrimSpace(line)
	switch {
	case body == "":
		return r.end()
	case isOrnament(body):
		r.skip = false
		return true
	case strings.IndexByte("|:", body[0]) >= 0:
		return r.skip || r.row(line)
	}
	return r.end() && r.text(body)
}

// end closes a grid that lacks rows.
func (r *ssReader) end() bool {
	r.skip = false
	bad := r.groups.end()
	if bad == nil {
		bad = r.chars.end(r.in)
	}
	return bad == nil || r.yield(Record{}, bad)
}

// text takes a line outside a frame. Simple Sudoku signs its grids.
func (r *ssReader) text(body string) bool {
	if strings.HasPrefix(body, "Simple Sudoku") || strings.HasPrefix(body, "Version ") {
		return true
	}
	last := r.title
	r.title = title{strings.TrimSpace(strings.TrimPrefix(body, "#")), r.in.line}
	return last.text == "" || r.yield(Record{}, r.in.faultAt(last.line, 1, noPuzzle))
}

func (r *ssReader) row(line string) bool {
	if r.groups.rows > 0 || len(r.chars.lines) == 0 && isGroupRow(line) {
		done, bad := r.groups.add(line, ssFrame)
		switch {
		case bad != nil:
			return r.fault(bad)
		case done:
			return r.yield(r.groups.record(r.label()), nil)
		}
		return true
	}
	g, done, bad := r.chars.add(r.in, line)
	switch {
	case bad != nil:
		return r.fault(bad)
	case done:
		return r.yield(Record{Puzzle: g, Fields: labelled(r.label()), Line: r.chars.first, Column: r.chars.column}, nil)
	}
	return true
}

func (r *ssReader) fault(bad *LineError) bool {
	r.skip = true
	r.label()
	return r.yield(Record{}, bad)
}

// label returns the text above the grid, once.
func (r *ssReader) label() string {
	text := r.title.text
	r.title = title{}
	return text
}

func writeSS(w *bufio.Writer, row *Row) error {
	if label := strings.TrimSpace(oneLine(row.text(Label))); label != "" {
		w.WriteString("# " + label + "\n")
	}
	marks, err := row.marks()
	if err == nil && marks != nil {
		err = writeMarkFrame(w, row)
	} else if err == nil {
		writeCharFrame(w, row.Puzzle)
	}
	if err != nil {
		return fmt.Errorf("writing ss: %w", err)
	}
	return w.WriteByte('\n')
}

func writeCharFrame(w *bufio.Writer, puzzle string) {
	geo := board.ForCells(len(puzzle))
	cells := make([]string, geo.Cells)
	for i := range cells {
		cells[i] = puzzle[i : i+1]
	}
	writeFrame(w, geo, cells, 1, "")
}

func writeMarkFrame(w *bufio.Writer, row *Row) error {
	groups, geo, err := row.groups("u")
	if err != nil {
		return err
	}
	width := 1
	for _, group := range groups {
		width = max(width, len(group))
	}
	writeFrame(w, geo, groups, width, " ")
	return nil
}

// writeFrame draws cells of a width with a gap between them.
func writeFrame(w *bufio.Writer, geo *board.Geometry, cells []string, width int, gap string) {
	stack := strings.Repeat("-", geo.BoxCols*(width+len(gap))+len(gap))
	band := strings.Repeat(stack+"+", geo.Stacks())
	edge := "*" + strings.Repeat("-", len(band)-1) + "*\n"
	w.WriteString(edge)
	for r := range geo.Size {
		if r > 0 && r%geo.BoxRows == 0 {
			w.WriteString("|" + band[:len(band)-1] + "|\n")
		}
		for k := range geo.Size {
			if k%geo.BoxCols == 0 {
				w.WriteString("|" + gap)
			}
			fmt.Fprintf(w, "%-*s%s", width, cells[geo.CellAt(r, k)], gap)
		}
		w.WriteString("|\n")
	}
	w.WriteString(edge)
}
