package solve

import (
	"testing"

	"gradoku/board"
)

// TestTaken: the free digits are the candidates that a board gives its blanks,
// and stay so while digits come and go.
func TestTaken(t *testing.T) {
	rng := newRand(15)
	for _, geo := range board.Sizes() {
		full := patternGrid(geo)
		g := someClues(full, geo.Cells/2, rng)
		k := newUsedDigits(&g)
		for range rounds(50) {
			c := board.Cell(rng.IntN(geo.Cells))
			k.flip(c, full.At(c))
			if g.At(c) == 0 {
				g.Set(c, full.At(c))
			} else {
				g.Set(c, 0)
			}
			b := board.NewBoard(&g)
			for i, d := range g.Digits() {
				c := board.Cell(i)
				if d == 0 && k.free(c) != b.Candidates(c) {
					t.Fatalf("%v: free in %s are %v, want %v", g, geo.CellName(c), k.free(c), b.Candidates(c))
				}
			}
		}
	}
}
