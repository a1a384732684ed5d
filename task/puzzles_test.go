package task

import (
	"strings"
	"testing"

	"gradoku/board"
)

func TestLooksLikePuzzle(t *testing.T) {
	drawn := board.NewGrid(board.Nine())
	for text, want := range map[string]bool{
		strings.Repeat("53..7...6", 9):              true,
		strings.Repeat("53..7...6", 8) + "53..7.?.": true, // mistyped
		strings.Repeat("ABCDEFG123456789", 16):      true,
		strings.Repeat("ABCDEFG123456789", 15):      true, // a row is missing
		strings.Repeat("123456ABC...", 12):          true,
		strings.Repeat("x", 16):                     true,
		drawn.Framed():                              true,
		"https://sudokupad.app/sclN4":               true,
		`{"puzzle": "1.3...1..2.....4"}`:            true,
		"3x3:a3d1_9a8":                              true,
		"":                                          false, "puzzle.txt": false, "-": false, "2026-01-02-0304.txt": false,
		"ABCDEFABCDEFABCD":                           false, // the length of a 4x4 puzzle, whose digits end at 4
		"deadbeefcafe0123":                           false,
		strings.Repeat("puzzles/", 20) + "16x16.txt": false,
	} {
		if got := LooksLikePuzzle(text); got != want {
			t.Errorf("%q looks like a puzzle: %v, want %v", text, got, want)
		}
	}
}
