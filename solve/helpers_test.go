package solve

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/internal/boardtest"
)

// dataFile returns the path of a file of the data folder and skips the test
// when it is not there.
func dataFile(t testing.TB, name string) string {
	t.Helper()
	dir := os.Getenv("GRADOKU_DATA")
	if dir == "" {
		dir = filepath.FromSlash("../../shared/data")
	}
	path := filepath.Join(dir, filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("needs the data folder (GRADOKU_DATA): %v", err)
	}
	return path
}

// puzzlesOf reads the first puzzles of a file of the data folder, one a line,
// and permutes each at random, always in the same way: the order in which such
// files are stored flatters solvers that go from the top to the bottom.
func puzzlesOf(t testing.TB, name string, most int) []board.Grid {
	t.Helper()
	text, err := os.ReadFile(dataFile(t, name))
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
