package corpus

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"slices"
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
// Grids with a character for each cell in a frame of plus signs belong to the format line.

// looksSS accepts a row after a border with stars at its corners, and a row of
// candidates after any other border.
func looksSS(head []byte) bool {
	corner, in := byte(0), &input{}
	for text := range bytes.Lines(head) {
		line := inASCII(string(bytes.TrimSpace(text)))
		switch {
		case line == "":
		case isRule(line):
			corner = cmp.Or(corner, line[0])
		case corner == 0:
		case strings.IndexByte("|:", line[0]) < 0:
			return false
		default:
			row := in.rowsOf(line)[0]
			long := slices.ContainsFunc(row.words, func(c cell) bool { return len(c.text) > 1 })
			if corner == '*' || long && isSize(len(row.words)) {
				return true
			}
		}
	}
	return false
}

func readSS(in *input, yield emit) {
	(&lineReader{in: in, yield: yield, titles: true, pairs: in.hasPairs()}).readAll()
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
		return err
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
