package corpus

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gradoku/board"
)

// The links of SudokuWiki's solver hold 81 digits, or a position in two
// characters for each cell ("Sudoku String Definitions", sudokuwiki.org, 2023):
//
//	in base 32   a bit for each candidate, shifted by one; bit 0 marks a clue
//	S9B…         in base 36: 1 to 9 a clue, 10 to 18 a digit found so far,
//	             from 18 on a bit for each candidate
//
// The second replaced the first. The site always gives the candidates of every blank.

// wikiPacked begins a position in base 36.
const wikiPacked = "S9B"

// wikiMarks is what is added to the candidates of a cell. One without any is 0,
// since 18 is a found 9.
const wikiMarks = 18

func readSudokuWiki(payload string) (Record, error) {
	nine := board.Nine()
	packed, is36 := strings.CutPrefix(payload, wikiPacked)
	if len(packed) != 2*nine.Cells {
		if strings.HasPrefix(payload, "S") {
			return Record{}, errors.New("it holds a board in an unknown packing; copy the link with 81 digits")
		}
		g, err := parse(payload)
		return Record{Puzzle: g}, err
	}
	p := newProgress(nine)
	for i := range nine.Cells {
		read := wiki32
		if is36 {
			read = wiki36
		}
		if !read(&p, board.Cell(i), packed[2*i:][:2]) {
			return Record{}, fmt.Errorf("cell %d of the position is %q, which has no meaning", i+1, packed[2*i:][:2])
		}
	}
	p.marked = p.marked && !p.plain()
	return Record{Puzzle: p.puzzle, Fields: p.fields()}, nil
}

func wiki32(p *progress, c board.Cell, text string) bool {
	n, err := strconv.ParseUint(text, 32, 10) // nine candidates and the mark of a clue
	set := board.Digits(n >> 1)
	switch {
	case err != nil || n == 1:
		return false
	case set.Single():
		p.set(c, set.First(), n&1 == 1)
	default: // the site's own example marks some of these as well
		p.mark(c, set)
	}
	return true
}

func wiki36(p *progress, c board.Cell, text string) bool {
	n, err := strconv.ParseUint(text, 36, 16)
	switch {
	case err != nil || n > wikiMarks+uint64(board.Nine().All):
		return false
	case n <= 9:
		p.set(c, board.Digit(n), true)
	case n <= wikiMarks:
		p.set(c, board.Digit(n-9), false)
	default:
		p.mark(c, board.Digits(n-wikiMarks))
	}
	return true
}

// writeWiki returns the digits of a puzzle, or the position if there is more
// than clues.
func writeWiki(row *Row) (string, error) {
	filled, marks, err := row.filled()
	if err != nil {
		return "", err
	}
	if marks == nil && filled.String() == row.Puzzle {
		return row.zeros(), nil
	}
	if marks == nil {
		marks = candidatesOf(&filled)
	}
	text := []byte(wikiPacked)
	for i, d := range filled.Digits() {
		n := int64(d)
		switch {
		case d == 0 && marks[i] != 0:
			n = wikiMarks + int64(marks[i])
		case d != 0 && row.Puzzle[i] == '.':
			n += 9
		}
		text = fmt.Appendf(text, "%02s", strconv.FormatInt(n, 36))
	}
	return string(text), nil
}
