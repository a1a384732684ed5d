package board

import (
	"math/rand/v2"
	"testing"
)

// patternOf is the clues of a grid as text: 1 for a clue.
func patternOf(cells CellSet, g *Geometry) string {
	grid := NewGrid(g)
	for c := range cells.All() {
		grid.Set(c, 1)
	}
	return grid.String()
}

// TestCanonicalPatternAgrees: on 4x4 and 6x6 the search finds the least image
// among all there are.
func TestCanonicalPatternAgrees(t *testing.T) {
	for _, c := range []struct{ size, patterns int }{{4, 60}, {6, 6}} {
		g, err := ForSize(c.size)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(7, uint64(c.size)))
		ways := cellMaps(g)
		for range c.patterns {
			cells := randomCells(g, rng)
			want := ""
			for _, way := range ways {
				var image CellSet
				for c := range cells.All() {
					image.Add(way[c])
				}
				if text := patternOf(image, g); want == "" || text < want {
					want = text
				}
			}
			if got := patternOf(CanonicalPattern(cells, g), g); got != want {
				t.Errorf("%s: got %s, want %s", patternOf(cells, g), got, want)
			}
		}
	}
}

func randomCells(g *Geometry, rng *rand.Rand) CellSet {
	var cells CellSet
	for _, c := range rng.Perm(g.Cells)[:rng.IntN(g.Cells+1)] {
		cells.Add(Cell(c))
	}
	return cells
}

// cellMaps lists every way to rearrange the cells.
func cellMaps(g *Geometry) [][]Cell {
	sides := []bool{false}
	if g.Square() {
		sides = []bool{false, true}
	}
	digits := make([]Digit, g.Size)
	for i := range digits {
		digits[i] = Digit(i + 1)
	}
	var ways [][]Cell
	for _, transpose := range sides {
		eachOrder(g.Size, g.BoxRows, func(rows []int) {
			eachOrder(g.Size, g.BoxCols, func(cols []int) {
				tr, err := NewTransform(g, transpose, rows, cols, digits)
				if err != nil {
					panic(err)
				}
				way := make([]Cell, g.Cells)
				for i := range way {
					way[i] = tr.Cell(Cell(i))
				}
				ways = append(ways, way)
			})
		})
	}
	return ways
}

// TestCanonicalPatternInvariant: images of a pattern have one form, which is an
// image itself; on 9x9 and 12x12, regular patterns among them.
func TestCanonicalPatternInvariant(t *testing.T) {
	for _, size := range []int{9, 12} {
		g, err := ForSize(size)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(1, uint64(size)))
		var diagonal CellSet
		for i := range g.Size {
			diagonal.Add(g.CellAt(i, i))
		}
		patterns := []CellSet{{}, diagonal, NewGrid(g).fullSet()}
		for range 12 {
			patterns = append(patterns, randomCells(g, rng))
		}
		for _, cells := range patterns {
			want := CanonicalPattern(cells, g)
			if again := CanonicalPattern(want, g); again != want || want.Len() != cells.Len() {
				t.Errorf("%s: its form is %s, whose form is %s", patternOf(cells, g), patternOf(want, g), patternOf(again, g))
			}
			tr := RandomTransform(g, rng)
			var image CellSet
			for c := range cells.All() {
				image.Add(tr.Cell(c))
			}
			if got := CanonicalPattern(image, g); got != want {
				t.Errorf("%s: got %s, want %s", patternOf(image, g), patternOf(got, g), patternOf(want, g))
			}
		}
	}
}

// fullSet is every cell of the grid's size.
func (g Grid) fullSet() CellSet {
	var s CellSet
	for i := range g.geo.Cells {
		s.Add(Cell(i))
	}
	return s
}
