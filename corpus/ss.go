package corpus

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"

	"gradoku/board"
)

// The frames of Simple Sudoku ("Sudoku Clipboard and File Formats", sudopedia),
// with a character or the candidates for each cell:
//
//	*-----------*          *-----------------------*
//	|.3.|4..|...|          | 1567  3  1567 | 4  12579 ...
//	|9.2|8.6|3.1|          | 9     45 2    | 8  57    ...
//	|---+---+---|          |---------------+-------------
//
// The same candidate grids with dots, colons or plus signs at the corners
// (HoDoKu's, and this program's own) are read too. Grids with a character for
// each cell in a frame of plus signs belong to the format line.

// looksSS accepts a row after a border with stars at its corners, and a row of
// candidates after any other border.
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
			if _, long := groupRow(line); corner == '*' || long {
				return true
			}
		}
	}
	return false
}

// isGroupRow reports whether the cells of a row are groups separated by spaces.
// A row of single digits separated by spaces is one too, since candidates may
// follow in the next row.
func isGroupRow(line string) bool {
	cells, long := groupRow(line)
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
	skip   bool      // skip the rest of a grid with an error
}

func readSS(in *input, yield emit) {
	rows := rowBlock{in: in}
	r := ssReader{in: in, yield: yield, chars: rows, groups: groupRows{rowBlock: rows}}
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
	case !r.end():
		return false
	case strings.HasPrefix(body, "Simple Sudoku"), strings.HasPrefix(body, "Version "): // the program's signature
		return true
	}
	last := r.title
	r.title = title{strings.TrimSpace(strings.TrimPrefix(body, "#")), r.in.line}
	return last.text == "" || r.yield(Record{}, r.in.faultAt(last.line, 1, noPuzzle))
}

// end closes a grid that lacks rows.
func (r *ssReader) end() bool {
	r.skip = false
	bad := r.groups.end()
	if bad == nil {
		bad = r.chars.end()
	}
	return bad == nil || r.yield(Record{}, bad)
}

func (r *ssReader) row(line string) bool {
	var rec Record
	var done bool
	var bad *LineError
	if len(r.groups.lines) > 0 || len(r.chars.lines) == 0 && isGroupRow(line) {
		rec, done, bad = r.groups.add(line)
	} else {
		rec, done, bad = r.chars.add(line)
	}
	if !done && bad == nil {
		return true
	}
	r.skip = bad != nil
	rec.Fields = append(labelled(r.title.text), rec.Fields...)
	r.title = title{}
	return r.yield.one(rec, bad)
}

func writeSS(w *bufio.Writer, row *Row) error {
	if label := row.oneLine(Label); label != "" {
		w.WriteString("# " + label + "\n")
	}
	cells, width, gap := strings.Split(row.Puzzle, ""), 1, ""
	filled, marks, err := row.filled()
	if err == nil && (marks != nil || filled.String() != row.Puzzle) {
		cells, err = row.groups()
		for _, group := range cells {
			width = max(width, len(group))
		}
		gap = " "
	}
	if err != nil {
		return fmt.Errorf("writing ss: %w", err)
	}
	geo := board.ForCells(len(row.Puzzle))
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
	_, err = w.WriteString(edge + "\n")
	return err
}
