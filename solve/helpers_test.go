package solve

import (
	"os"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/internal/boardtest"
)

// puzzlesOf reads the first puzzles of a file of the data folder, one a line,
// and permutes each at random, always in the same way: the order in which such
// files are stored flatters solvers that go from the top to the bottom.
func puzzlesOf(t testing.TB, name string, most int) []board.Grid {
	t.Helper()
	text, err := os.ReadFile(boardtest.DataFile(t, name))
	if err != nil {
		t.Fatal(err)
	}
	rng := boardtest.Rand(1)
	var puzzles []board.Grid
	for _, line := range strings.Fields(string(text)) {
		if len(puzzles) == most {
			break
		}
		p := boardtest.Parse(t, line)
		puzzles = append(puzzles, board.RandomTransform(board.Nine(), rng).Apply(&p))
	}
	return puzzles
}
