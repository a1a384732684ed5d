package solve

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gradoku/board"
)

var long = flag.Bool("long", false, "run the long tests")

// rounds is how often a random test repeats: a few times by default, thirty
// times as often with -long.
func rounds(n int) int {
	if *long {
		return 30 * n
	}
	return n
}

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
	rng := newRand(1)
	var puzzles []board.Grid
	for _, line := range strings.Fields(string(text)) {
		if len(puzzles) == most {
			break
		}
		p := mustParse(t, line)
		puzzles = append(puzzles, board.RandomTransform(board.Nine(), rng).Apply(&p))
	}
	return puzzles
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

func mustParse(t testing.TB, s string) board.Grid {
	t.Helper()
	g, err := board.Parse(s)
	if err != nil {
		t.Fatalf("Parse(%q): %v", s, err)
	}
	return g
}

func geometry(t testing.TB, size int) *board.Geometry {
	t.Helper()
	g, err := board.ForSize(size)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// patternGrid is a full grid built without any solver: each row is the one
// above it shifted by the width of a box, and by one more at each new band.
func patternGrid(geo *board.Geometry) board.Grid {
	g := board.NewGrid(geo)
	for i := range geo.Cells {
		c := board.Cell(i)
		row := geo.Row(c)
		shift := row%geo.BoxRows*geo.BoxCols + row/geo.BoxRows
		g.Set(c, board.Digit((geo.Col(c)+shift)%geo.Size+1))
	}
	return g
}

// randomGrid is a full grid: the solution that s finds for one random row,
// randomly permuted.
func randomGrid(s *Searcher, rng *rand.Rand) board.Grid {
	p := board.NewGrid(s.geo)
	for i, d := range rng.Perm(s.geo.Size) {
		p.Set(board.Cell(i), board.Digit(d+1))
	}
	g, _ := s.Solve(&p)
	return board.RandomTransform(s.geo, rng).Apply(&g)
}

// someClues keeps the given number of random clues of a grid.
func someClues(g board.Grid, clues int, rng *rand.Rand) board.Grid {
	for _, c := range rng.Perm(g.Geometry().Cells)[clues:] {
		g.Set(board.Cell(c), 0)
	}
	return g
}

// minimalPuzzle drops clues of a full grid, in random order, as long as the
// solution stays the only one.
func minimalPuzzle(s *Searcher, g board.Grid, rng *rand.Rand) board.Grid {
	for _, c := range rng.Perm(s.geo.Cells) {
		if !s.Other(&g, board.Cell(c)) {
			g.Set(board.Cell(c), 0)
		}
	}
	return g
}

// bruteCount counts the solutions of a small puzzle in the most obvious way.
func bruteCount(g board.Grid) int {
	if g.Check() != nil {
		return 0
	}
	for i, d := range g.Digits() {
		if d == 0 {
			n := 0
			for d := range g.Geometry().All.All() {
				g.Set(board.Cell(i), d)
				n += bruteCount(g)
			}
			return n
		}
	}
	return 1
}
