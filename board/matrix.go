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

// FromMatrix reads the two input forms of MATLAB's example of integer programming
// (see the solver bip): a 9x9 matrix with 0 for a blank, or a list of clues, each a
// row, a column and a digit.
//
// It refuses what the document refuses, in the same order and words: first any other
// shape, then any entry of a clue, places included, that is not an integer from 1 to
// 9. It accepts what the document accepts: no clue at all, as a matrix of zeros;
// fewer than the 17 clues that its comment asks for; clues that contradict each
// other, which make a puzzle without solution. Only two digits for one cell, which
// are just as infeasible, are an error here, because a grid cannot hold both.
func FromMatrix(matrix [][]float64) (Grid, error) {
	clues := matrix
	switch {
	case hasShape(matrix, 9) && len(matrix) == 9:
		clues = cluesOf(matrix)
	case len(matrix) == 0 || !hasShape(matrix, 3):
		return Grid{}, ErrMatrixShape
	}
	for _, clue := range clues {
		for _, v := range clue {
			if !(v >= 1 && v <= 9 && v == math.Round(v)) { // in this form NaN fails too
				return Grid{}, ErrMatrixEntries
			}
		}
	}
	g := NewGrid(Nine())
	for _, clue := range clues {
		c, d := g.Geometry().CellAt(int(clue[0])-1, int(clue[1])-1), Digit(clue[2])
		if old := g.At(c); old != 0 && old != d {
			return Grid{}, fmt.Errorf("reading a list of clues: %s is given as %v and as %v",
				g.Geometry().CellName(c), old, d)
		}
		g.Set(c, d)
	}
	return g, nil
}

// hasShape reports whether all rows have the given length.
func hasShape(matrix [][]float64, columns int) bool {
	for _, row := range matrix {
		if len(row) != columns {
			return false
		}
	}
	return true
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

// ParseMatrix reads the same forms as text: numbers separated by spaces or
// commas, rows by line ends or semicolons, brackets around them or not, as in
//
//	[1,2,2;
//	 1,5,3]
//
// The error is one of FromMatrix's, or a *ParseError for text that is not a number.
func ParseMatrix(text string) (Grid, error) {
	var matrix [][]float64
	for i, line := range strings.Split(text, "\n") {
		start := 0
		for _, part := range strings.SplitAfter(line, ";") {
			row, err := numbersOf(part, i+1, start)
			if err != nil {
				return Grid{}, err
			}
			if row != nil {
				matrix = append(matrix, row)
			}
			start += len([]rune(part))
		}
	}
	return FromMatrix(matrix)
}

// numbersOf reads the numbers of one row, which starts after the given number of
// characters of its line.
func numbersOf(text string, line, start int) ([]float64, error) {
	var row []float64
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
		v, err := strconv.ParseFloat(string(runes[from:i]), 64)
		if err != nil {
			return nil, &ParseError{
				Line: line, Column: start + from + 1,
				Msg: fmt.Sprintf("%q is not a number", string(runes[from:i])),
			}
		}
		row = append(row, v)
	}
	return row, nil
}
