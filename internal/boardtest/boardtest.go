// Package boardtest has grids, puzzles and flags for the tests of packages that
// solve.
package boardtest

import (
	"errors"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"testing"

	_ "pgregory.net/rapid" // for its flag

	"gradoku/board"
)

// Long is set by -long.
var Long = flag.Bool("long", false, "run the long tests")

func init() {
	// Tests use little memory; collecting garbage each time it doubles takes up to a third of their time.
	debug.SetGCPercent(400)
	// Property tests use few random examples, and the same ones each time, so a new failure
	// comes from a change of the code. -rapid.seed 0 uses others, -rapid.checks 300 more.
	if err := errors.Join(flag.Set("rapid.seed", "1"), flag.Set("rapid.checks", "40")); err != nil {
		panic(err)
	}
}

// Attacks is set by -attacks.
var Attacks = flag.Int("attacks", 0, "how often each random test repeats")

// DataFile returns the path of a file in the data folder, which GRADOKU_DATA names. If there is no
// such file, the test is skipped.
func DataFile(t testing.TB, name string) string {
	t.Helper()
	for _, dir := range []string{os.Getenv("GRADOKU_DATA"), "../../shared/data", "../../../shared/data"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if _, err := os.Stat(path); dir != "" && err == nil {
			return path
		}
	}
	t.Skipf("%s is in the data folder (GRADOKU_DATA)", name)
	return ""
}

// Rounds is how often a random test repeats: a few times by default, thirty
// times as often with -long, or as often as -attacks says.
func Rounds(n int) int {
	switch {
	case *Attacks > 0:
		return *Attacks
	case *Long:
		return 30 * n
	}
	return n
}

var proper = []struct{ puzzle, solution string }{
	{"..3..4...21.....", "2134342142131342"},
	{".15...3...1...4.56...4..4..2..5...3.", "215643346512124356653421431265562134"},
	{
		"..5..6...936.4.....2..8..1.......1..741.62.8.....78.4...9....7......5..4.......69",
		"815736492936241758427589613698453127741962385253178946369824571172695834584317269",
	},
	{
		"..C.B4.1..36B.6..C2.9....381.6....C.4BA76..5139.........B.2.........7..492.C1.57648..4.3....C5.B76..8B.....2.....73..14..A...8195C......C....2..",
		"A5C9B4812736B7645C2398A12381769A4BC54BA762C5139861354978BA2CC89231AB765492BC1357648A84139A62C57B765A8B4C39125C2BA73681493A4628195CB71978C5B4A263",
	},
	{
		"..78.9GD.B.514..2GF.A.....E.7...D.....F...9...2.5...E4.2..6C89G.37..C54.F.8BG.D..5A4.E.8..C..16.8.9...A.412.......B.3F1....7....A81B.....EF..3..E.D...5..7.84.9G..2.F..E64.9...1...G.....3..C.E.1.....EC.2.65D.96..29.B..8..FEA4...3D.2..C4E.G1.9.GE8A6.D5BF27..",
		"CE7869GD2BA5143F2GF9A1C38DE4765BD14658FB7G93EC2A5B3AE4721F6C89GD37E1C549F68BGAD2F5A42ED839CGB167869C7BAG412D35FEG2BD3F16EA57984CA81BGC945EF2D376E3DFB65AC718429G7C25FD3E64G9AB81496G1287B3DACFE51F874GECA2365DB96DC293B5G871FEA4BA53D72F9C4E6G1894GE8A61D5BF27C3",
	},
}

var properVariants sync.Map // puzzles made earlier, by geometry

// Proper returns a puzzle of a size and its solution. Up to size 9 every clue
// is needed; above that, the first one.
func Proper(t *testing.T, geo *board.Geometry) (puzzle, solution board.Grid) {
	if !geo.Classical() {
		made, _ := properVariants.LoadOrStore(geo, sync.OnceValues(func() (p, s board.Grid) { return RandomPuzzle(geo, Rand(uint64(geo.Size)), 0) }))
		return made.(func() (p, s board.Grid))()
	}
	for _, p := range proper {
		if len(p.puzzle) == geo.Cells {
			return Parse(t, p.puzzle), Parse(t, p.solution)
		}
	}
	t.Fatalf("no puzzle of size %d", geo.Size)
	return puzzle, solution
}

// Rand returns a source for a seed.
func Rand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// Parse reads a grid.
func Parse(t testing.TB, s string) board.Grid {
	t.Helper()
	g, err := board.Parse(s)
	if err != nil {
		t.Fatalf("Parse(%q): %v", s, err)
	}
	return g
}

// Geometry returns the geometry of a size.
func Geometry(t testing.TB, size int) *board.Geometry {
	t.Helper()
	g, err := board.ForSize(size)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Variant returns the geometry of a variant.
func Variant(t testing.TB, text string, size int) *board.Geometry {
	t.Helper()
	v, err := board.ParseVariant(text)
	if err != nil {
		t.Fatal(err)
	}
	g, err := v.On(size)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Variants returns a geometry of each named variant on each size up to 9x9, of a jigsaw of
// each size, and of some combinations.
func Variants(t testing.TB) (list []*board.Geometry) {
	jigsaws := map[int]string{
		4: "jigsaw:1112132233324444", 6: "jigsaw:111122113224333224353444555664556666",
		9: "jigsaw:122234555123334555122344655127334665127334466127784466177888866178889899177999999",
	}
	for _, v := range board.Variants() {
		for _, size := range v.Sizes {
			switch {
			case v.Name == "jigsaw":
				list = append(list, Variant(t, jigsaws[size], size))
			case size <= 9:
				list = append(list, Variant(t, v.Name, size))
			}
		}
	}
	return append(list, Variant(t, "x+windoku", 9), Variant(t, "x+disjoint", 9))
}

// Pattern returns a full grid built without a solver: each row is the one above
// it shifted by the width of a box, and by one more at each new band.
func Pattern(geo *board.Geometry) board.Grid {
	g := board.NewGrid(geo)
	for i := range geo.Cells {
		c := board.Cell(i)
		row := geo.Row(c)
		shift := row%geo.BoxRows*geo.BoxCols + row/geo.BoxRows
		g.Set(c, board.Digit((geo.Col(c)+shift)%geo.Size+1))
	}
	return g
}

// Searcher is that of package solve, whose own tests import this package.
type Searcher interface {
	Solve(p *board.Grid) (solution board.Grid, n int)
	Other(p *board.Grid, cell board.Cell) bool
}

// RandomGrid returns a full grid: the solution that s finds for one random row,
// randomly permuted.
func RandomGrid(geo *board.Geometry, s Searcher, rng *rand.Rand) board.Grid {
	p := board.NewGrid(geo)
	for i, d := range rng.Perm(geo.Size) {
		p.Set(board.Cell(i), board.Digit(d+1))
	}
	g, _ := s.Solve(&p)
	return board.RandomTransform(geo, rng).Apply(&g)
}

// SomeClues keeps a number of random clues of a grid.
func SomeClues(g board.Grid, clues int, rng *rand.Rand) board.Grid {
	for _, c := range rng.Perm(g.Geometry().Cells)[clues:] {
		g.Set(board.Cell(c), 0)
	}
	return g
}

// Minimal drops clues of a full grid, in random order, as long as its solution
// stays the only one.
func Minimal(s Searcher, g board.Grid, rng *rand.Rand) board.Grid {
	for _, c := range rng.Perm(g.Geometry().Cells) {
		if !s.Other(&g, board.Cell(c)) {
			g.Set(board.Cell(c), 0)
		}
	}
	return g
}

// BruteCount counts the solutions of a small puzzle by [Solutions], which needs clues that do not
// contradict each other.
func BruteCount(g board.Grid) int {
	if g.Check() != nil {
		return 0
	}
	return len(Solutions(&g, math.MaxInt, nil))
}
