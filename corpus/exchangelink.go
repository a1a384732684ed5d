package corpus

import (
	"fmt"
	"strings"

	"gradoku/board"
)

// The links of sudokuexchange.com (sudoku-web-app, sudoku-model.js) hold 81 digits
// or short digits, and d, one of four words for how hard the puzzle is.

// exchangeLevels are the words, in the order of their numbers from 1.
var exchangeLevels = []string{"Easy", "Medium", "Hard", "Diabolical"}

func readExchangeLink(payload string) (Record, error) {
	puzzle, query, _ := strings.Cut(payload, "&")
	puzzle = strings.NewReplacer("_", "0", ".", "0", "-", "0").Replace(puzzle)
	if cells := board.Nine().Cells; len(puzzle) < cells {
		long, rest := longDigits(puzzle, cells)
		if rest != "" || len(long) != cells {
			return Record{}, fmt.Errorf("it holds %d cells, not %d", len(long), cells)
		}
		puzzle = long
	}
	g, err := parse(puzzle)
	if err == nil && g.Geometry() != board.Nine() {
		err = fmt.Errorf("it holds %d cells, not 81", g.Geometry().Cells)
	}
	if err != nil {
		return Record{}, err
	}
	rec := Record{Puzzle: g}
	for parameter := range strings.SplitSeq(query, "&") {
		for i, word := range exchangeLevels {
			if parameter == fmt.Sprintf("d=%d", i+1) {
				rec.Fields = appendNamed(rec.Fields, Level, word)
			}
		}
	}
	return rec, nil
}

func writeExchangeLink(row *Row) (string, error) {
	text := row.zeros()
	for i, word := range exchangeLevels {
		if strings.EqualFold(row.oneLine(Level), word) {
			text += fmt.Sprintf("&d=%d", i+1)
		}
	}
	return text, nil
}
