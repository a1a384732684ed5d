package generate

import (
	"testing"
)

// TestGridSource: the grids are those under the puzzles of the same seed.
func TestGridSource(t *testing.T) {
	for _, geo := range countable() {
		for _, grids := range []Grids{UniformGrids, FastGrids} {
			s, err := NewGridSource(geo, grids)
			if err != nil {
				t.Fatal(err)
			}
			g := generator(t, Shape{Geometry: geo, Symmetry: symmetry(t, "none"), Grids: grids})
			for i := range uint64(20) {
				p, err := g.Try(6, i)
				if err != nil || s.Grid(6, i) != p.Solution {
					t.Errorf("%dx%d, %v grid %d: %v, %v; the puzzle has %v", geo.Size, geo.Size, grids, i, s.Grid(6, i), err, p.Solution)
				}
			}
		}
	}
}
