package board

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// entry is a number of a matrix and its place, with columns in characters.
type entry struct {
	value        float64
	line, column int
}

func (e entry) fault(format string, args ...any) error {
	return &ParseError{e.line, e.column, fmt.Sprintf(format, args...)}
}

// ParseMatrix reads the two input forms of MATLAB's example of integer programming (see the
// solver bip): a 9x9 matrix with 0 for a blank, or a list of clues, each a row, a column and a
// digit. Numbers are separated by spaces or commas, rows by line ends or semicolons. Brackets
// and a variable name as in MATLAB are optional, and MATLAB's comments, from % to the end of a
// line, are skipped:
//
//	B = [1,2,2;
//	1,5,3];
//
// It refuses what the document refuses, in the same order and words: first any other
// shape, then any number of a clue, row and column included, that is not an integer
// from 1 to 9. It accepts what the document accepts: no clue at all, as a matrix of
// zeros; fewer than the 17 clues that its comment asks for; clues that contradict
// each other, which make a puzzle without a solution. Only two digits for one cell,
// which are just as infeasible, are an error here, because a grid cannot hold both.
// The error is a *ParseError at the wrong number or row.
func ParseMatrix(text string) (Grid, error) {
	var matrix [][]entry
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "%")
		start := 0
		if matrix == nil {
			start = len(MatrixName(line)) // which has one byte per character
			line = line[start:]
		}
		for _, part := range strings.SplitAfter(line, ";") {
			row, err := entriesOf(part, i+1, start)
			if err != nil {
				return Grid{}, err
			}
			if row != nil {
				matrix = append(matrix, row)
			}
			start += len([]rune(part))
		}
	}
	square, err := isSquare(matrix)
	if err != nil {
		return Grid{}, err
	}
	for i, row := range matrix {
		for j, e := range row {
			if v := e.value; !(v >= 1 && v <= 9 && v == math.Round(v) || square && v == 0) { // in this form NaN fails too
				return Grid{}, e.fault("Entries must be integers from 1 to 9: entry %d of row %d is %v", j+1, i+1, v)
			}
		}
	}
	g := NewGrid(Nine())
	for i, row := range matrix {
		if square {
			for j, e := range row {
				g.Set(g.geo.CellAt(i, j), Digit(e.value))
			}
			continue
		}
		c, d := g.geo.CellAt(int(row[0].value)-1, int(row[1].value)-1), Digit(row[2].value)
		if old := g.At(c); old != 0 && old != d {
			return Grid{}, row[2].fault("reading a list of clues: %s is given as %v and as %v", g.geo.CellName(c), old, d)
		}
		g.Set(c, d)
	}
	return g, nil
}

// isSquare reports whether a matrix is 9x9, and not a list of clues. A matrix that
// is neither gives an error about the first wrong row.
func isSquare(matrix [][]entry) (bool, error) {
	const shape = "The input matrix must be N-by-3 or 9-by-9: "
	if len(matrix) == 0 {
		return false, entry{line: 1, column: 1}.fault(shape + "there is no row")
	}
	columns := len(matrix[0])
	first := fmt.Sprintf("%srow 1 has %d entries", shape, columns)
	if columns == 1 {
		first = shape + "row 1 has 1 entry"
	}
	for i, row := range matrix {
		if len(row) != columns {
			return false, row[0].fault("%s, row %d has %d", first, i+1, len(row))
		}
	}
	switch rows := len(matrix); {
	case columns == 3:
		return false, nil
	case columns != 9:
		return false, matrix[0][0].fault("%s", first)
	case rows != 9:
		return false, matrix[min(rows, 10)-1][0].fault("%s, but the number of rows is %d", first, rows)
	}
	return true, nil
}

// MatrixName returns the text before the brackets of a MATLAB matrix, a name and an
// equals sign as in "B = [1,2,2;", or "".
func MatrixName(text string) string {
	name, _, found := strings.Cut(text, "=")
	if !found {
		return ""
	}
	for i, r := range strings.Trim(name, " \t") {
		letter := 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z'
		if !letter && (i == 0 || r != '_' && (r < '0' || '9' < r)) {
			return ""
		}
	}
	if strings.Trim(name, " \t") == "" {
		return ""
	}
	return text[:len(name)+1]
}

// entriesOf reads the numbers of one row, which starts after the given number of
// characters of its line.
func entriesOf(text string, line, start int) (row []entry, err error) {
	runes := []rune(text)
	separates := func(r rune) bool { return strings.ContainsRune(" \t\r,;[]", r) }
	for i := 0; i < len(runes); i++ {
		from := i
		for i < len(runes) && !separates(runes[i]) {
			i++
		}
		if i == from {
			continue
		}
		e := entry{line: line, column: start + from + 1}
		if e.value, err = strconv.ParseFloat(string(runes[from:i]), 64); err != nil {
			return nil, e.fault("%q is not a number", string(runes[from:i]))
		}
		row = append(row, e)
	}
	return row, nil
}
