package corpus

import (
	"bufio"
	"errors"
	"fmt"
	"strings"

	"gradoku/board"
)

// matrixBreaks separate the numbers of a matrix; brackets and semicolons go
// around and between its rows.
const matrixBreaks = " \t,;[]"

// looksMatrix accepts a text whose first line has three numbers, which no grid
// has in a row, or nine separated by commas.
func looksMatrix(head []byte) bool {
	line := string(firstLine(head))
	row, _, _ := strings.Cut(strings.TrimLeft(line, "[ \t"), ";")
	numbers := strings.FieldsFunc(row, func(r rune) bool { return strings.ContainsRune(matrixBreaks, r) })
	if len(numbers) != 3 && (len(numbers) != 9 || !strings.Contains(row, ",")) {
		return false
	}
	for _, n := range numbers {
		if len(n) != 1 || n[0] < '0' || n[0] > '9' {
			return false
		}
	}
	return true
}

// matrixReader gathers the lines of one matrix: blank lines separate puzzles.
type matrixReader struct {
	in    *input
	yield emit
	lines []string
	first int // number of the first of them
}

func readMatrix(in *input, yield emit) {
	r := matrixReader{in: in, yield: yield}
	if in.each(yield, r.read) {
		r.close()
	}
}

func (r *matrixReader) read(line []byte) bool {
	text := string(line)
	switch body := strings.TrimSpace(text); {
	case body == "":
		return r.close()
	case body[0] == '#' && len(r.lines) == 0:
		return true
	}
	if len(r.lines) == 0 {
		r.first = r.in.line
	}
	if len(r.lines) <= board.Nine().Cells { // a longer list is refused without keeping it
		r.lines = append(r.lines, text)
	}
	return true
}

// close ends the open matrix, if there is one, with a record or an error.
func (r *matrixReader) close() bool {
	if len(r.lines) == 0 {
		return true
	}
	lines := r.lines
	r.lines = nil
	if len(lines) > board.Nine().Cells {
		return r.yield(Record{}, r.in.faultAt(r.first, 1, "a list of clues has at most %d, this one has more", board.Nine().Cells))
	}
	g, err := board.ParseMatrix(strings.Join(lines, "\n"))
	var at *board.ParseError
	switch {
	case errors.As(err, &at):
		return r.yield(Record{}, r.in.faultAt(r.first+at.Line-1, at.Column, "%s", at.Msg))
	case err != nil:
		return r.yield(Record{}, r.in.faultAt(r.first, 1, "%v", err))
	}
	return r.yield(Record{Puzzle: g, Line: r.first, Column: 1}, nil)
}

// writeMatrix writes lists of clues; a puzzle without clues, which has no list,
// as a matrix of zeros.
func writeMatrix(w *bufio.Writer, row *Row) error {
	g, err := board.Parse(row.Puzzle)
	if err != nil {
		return fmt.Errorf("writing matrix: %w", err)
	}
	if g.Clues() == 0 {
		w.WriteString(strings.Repeat("0,0,0,0,0,0,0,0,0\n", 9))
	}
	for i, d := range g.Digits() {
		if c := board.Cell(i); d != 0 {
			fmt.Fprintf(w, "%d,%d,%v\n", g.Geometry().Row(c)+1, g.Geometry().Col(c)+1, d)
		}
	}
	return w.WriteByte('\n')
}
