package literature

import (
	"testing"

	"gradoku/board"
	"gradoku/internal/boardtest"
)

// TestTaken: the free digits are the candidates that a board gives its blanks,
// and stay so while digits come and go.
func TestTaken(t *testing.T) {
	rng := boardtest.Rand(15)
	for _, geo := range board.Sizes() {
		full := boardtest.Pattern(geo)
		g := boardtest.SomeClues(full, geo.Cells/2, rng)
		k := newUsedDigits(&g)
		for range boardtest.Rounds(50) {
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
