package board

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// The errors of the document's function sudokuEngine, word for word.
var (
	//lint:ignore ST1005 the document's words
	ErrMatrixShape = errors.New("The input matrix must be N-by-3 or 9-by-9")
	//lint:ignore ST1005 the document's words
	ErrMatrixEntries = errors.New("Entries must be integers from 1 to 9")
)

// MatrixError says where a matrix is not what FromMatrix accepts.
type MatrixError struct {
	Err        error  // ErrMatrixShape, ErrMatrixEntries, or about two digits for one cell
	Row, Entry int    // from 1; 0 when there is no row
	Found      string // what was found there; "" if Err says it
}

// Error returns the document's words, and what was found.
func (e *MatrixError) Error() string {
	if e.Found == "" {
		return e.Err.Error()
	}
	return e.Err.Error() + ": " + e.Found
}

// Unwrap returns Err.
func (e *MatrixError) Unwrap() error { return e.Err }

// FromMatrix reads the two input forms of MATLAB's example of integer programming
// (see the solver bip): a 9x9 matrix with 0 for a blank, or a list of clues, each a
// row, a column and a digit.
//
// It refuses what the document refuses, in the same order and words: first any other
// shape, then any number of a clue, row and column included, that is not an integer
// from 1 to 9. It accepts what the document accepts: no clue at all, as a matrix of
// zeros; fewer than the 17 clues that its comment asks for; clues that contradict
// each other, which make a puzzle without a solution. Only two digits for one cell,
// which are just as infeasible, are an error here, because a grid cannot hold both.
// The error is a *MatrixError.
func FromMatrix(matrix [][]float64) (Grid, error) {
	square, err := isSquare(matrix)
	if err != nil {
		return Grid{}, err
	}
	for i, row := range matrix {
		for j, v := range row {
			if !(v >= 1 && v <= 9 && v == math.Round(v) || square && v == 0) { // in this form NaN fails too
				return Grid{}, &MatrixError{ErrMatrixEntries, i + 1, j + 1, fmt.Sprintf("entry %d of row %d is %v", j+1, i+1, v)}
			}
		}
	}
	clues := matrix
	if square {
		clues = cluesOf(matrix)
	}
	g := NewGrid(Nine())
	for i, clue := range clues {
		c, d := g.Geometry().CellAt(int(clue[0])-1, int(clue[1])-1), Digit(clue[2])
		if old := g.At(c); old != 0 && old != d {
			err := fmt.Errorf("reading a list of clues: %s is given as %v and as %v", g.Geometry().CellName(c), old, d)
			return Grid{}, &MatrixError{Err: err, Row: i + 1, Entry: 3}
		}
		g.Set(c, d)
	}
	return g, nil
}

// isSquare reports whether a matrix is 9x9, and not a list of clues. A matrix that
// is neither gives an error about the first wrong row.
func isSquare(matrix [][]float64) (bool, error) {
	wrong := func(row int, found string) error { return &MatrixError{ErrMatrixShape, row, 1, found} }
	if len(matrix) == 0 {
		return false, wrong(0, "there is no row")
	}
	columns := len(matrix[0])
	first := fmt.Sprintf("row 1 has %d entries", columns)
	if columns == 1 {
		first = "row 1 has 1 entry"
	}
	for i, row := range matrix {
		if len(row) != columns {
			return false, wrong(i+1, fmt.Sprintf("%s, row %d has %d", first, i+1, len(row)))
		}
	}
	switch {
	case columns == 3:
		return false, nil
	case columns != 9:
		return false, wrong(1, first)
	case len(matrix) != 9:
		return false, wrong(min(len(matrix), 10), fmt.Sprintf("%s, but the number of rows is %d", first, len(matrix)))
	}
	return true, nil
}

// cluesOf turns a square matrix into a list of clues, dropping the zeros.
func cluesOf(matrix [][]float64) [][]float64 {
	var clues [][]float64
	for i, row := range matrix {
		for j, v := range row {
			if v != 0 {
				clues = append(clues, []float64{float64(i + 1), float64(j + 1), v})
			}
		}
	}
	return clues
}

// ParseMatrix reads the same forms as text: numbers separated by spaces or commas,
// rows by line ends or semicolons. Brackets and a variable name as in MATLAB are
// optional, and MATLAB's comments, from % to the end of a line, are skipped:
//
//	B = [1,2,2;
//	1,5,3];
//
// The error is a *ParseError at the wrong number or row.
func ParseMatrix(text string) (Grid, error) {
	var matrix [][]float64
	var places [][]ParseError // where the numbers are; Msg is empty
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "%")
		start := 0
		if matrix == nil {
			start = len(MatrixName(line)) // as many characters as bytes
			line = line[start:]
		}
		for _, part := range strings.SplitAfter(line, ";") {
			row, at, err := numbersOf(part, i+1, start)
			if err != nil {
				return Grid{}, err
			}
			if row != nil {
				matrix, places = append(matrix, row), append(places, at)
			}
			start += len([]rune(part))
		}
	}
	g, err := FromMatrix(matrix)
	if wrong, ok := errors.AsType[*MatrixError](err); ok {
		at := ParseError{Line: 1, Column: 1}
		if wrong.Row > 0 {
			at = places[wrong.Row-1][wrong.Entry-1]
		}
		at.Msg = err.Error()
		return Grid{}, &at
	}
	return g, err
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

// numbersOf reads the numbers of one row, which starts after the given number of
// characters of its line, and returns their places.
func numbersOf(text string, line, start int) (row []float64, places []ParseError, err error) {
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
		at := ParseError{Line: line, Column: start + from + 1}
		v, err := strconv.ParseFloat(string(runes[from:i]), 64)
		if err != nil {
			at.Msg = fmt.Sprintf("%q is not a number", string(runes[from:i]))
			return nil, nil, &at
		}
		row, places = append(row, v), append(places, at)
	}
	return row, places, nil
}
