package generate

import (
	"fmt"
	"testing"

	"gradoku/board"
	"gradoku/internal/boardtest"
	"gradoku/solve"
)

// TestVariants makes puzzles of each variant: each is proper, and is made again from the
// same seed and index.
func TestVariants(t *testing.T) {
	list := append(boardtest.Variants(t), boardtest.Variant(t, "jigsaw", 6), boardtest.Variant(t, "jigsaw", 9))
	for _, geo := range list {
		t.Run(fmt.Sprintf("%d/%s", geo.Size, geo.Variant.Title()), func(t *testing.T) {
			t.Parallel()
			symmetry, err := board.SymmetryByName("rotate180")
			if err != nil {
				t.Fatal(err)
			}
			for _, shape := range []Shape{{Geometry: geo}, {Geometry: geo, Symmetry: symmetry}} {
				g, err := New(shape)
				if err != nil {
					t.Fatal(err)
				}
				again, err := New(shape)
				if err != nil {
					t.Fatal(err)
				}
				for i := range uint64(boardtest.Rounds(2)) {
					p, err := g.Try(37, i)
					if err != nil {
						t.Fatal(err)
					}
					if q, err := again.Try(37, i); err != nil || q != p {
						t.Errorf("try %d: %v and %v, %v", i, p.Grid, q.Grid, err)
					}
					if got := p.Grid.Geometry(); got != geo && !geo.Variant.Open() || !got.Variant.Jigsaw() && geo.Variant.Jigsaw() {
						t.Errorf("try %d: %v", i, got.Variant)
					}
					if solution, err := solve.Solution(&p.Grid); err != nil || solution != p.Solution || !p.Solution.Solves(&p.Grid) {
						t.Errorf("try %d: %v: %v", i, p.Grid, err)
					}
					if !board.SymmetryOf(p.Grid.ClueSet(), geo).Has(shape.Symmetry) {
						t.Errorf("try %d: %v is not symmetric", i, p.Grid)
					}
				}
			}
		})
	}
}

// TestVariantTargets: what is for classical puzzles alone is refused for variants, and so is a
// layout that cannot be filled.
func TestVariantTargets(t *testing.T) {
	x := boardtest.Variant(t, "x", 9)
	for name, target := range map[string]Target{
		"uniform":    {Shape: Shape{Geometry: x, Grids: UniformGrids}},
		"controlled": {Shape: Shape{Geometry: x, Sampling: ControlledBias}},
		"unfillable": {Shape: Shape{Geometry: boardtest.Variant(t, "x+jigsaw:111122113224333224353444555664556666", 6)}},
	} {
		if err := target.Check(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := (&Target{Shape: Shape{Geometry: x, Clues: 12, CluesTo: 16}}).Check(); err != nil {
		t.Errorf("fewer clues than a classical puzzle has: %v", err)
	}
}
