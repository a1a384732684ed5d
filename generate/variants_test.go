package generate

import (
	"fmt"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/grade"
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
			symmetry := symmetry(t, "rotate180")
			for _, shape := range []Shape{{Geometry: geo}, {Geometry: geo, Symmetry: symmetry}} {
				g, err := New(shape)
				must(t, err)
				again, err := New(shape)
				must(t, err)
				for i := range uint64(boardtest.Rounds(2)) {
					p, err := g.Try(37, i)
					must(t, err)
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

// TestJigsawLayouts: the layouts of a run are different, also when turned and mirrored, and have
// the symmetry asked for.
func TestJigsawLayouts(t *testing.T) {
	for _, symmetry := range board.Symmetries() {
		geo := boardtest.Variant(t, "jigsaw:"+symmetry.Name, 9)
		rng, seen := newStream(), map[string]bool{}
		rounds := boardtest.Rounds(8)
		for i := range rounds {
			rng.rekey(37, uint64(i))
			var full board.Grid
			got := randomJigsaw(geo, rng.Rand, &full)
			if got == nil || got.Variant.Open() || !got.Variant.Jigsaw() || full.Check() != nil || !full.Full() {
				t.Fatalf("%v: %v, %v", geo.Variant, got.Variant, full)
			}
			layout := []byte(got.Variant.Layout())
			least := ""
			for _, to := range allImages(got) {
				image := make([]byte, len(layout))
				for c, at := range to {
					image[at] = layout[c]
				}
				v, err := geo.Variant.WithLayout(string(image))
				must(t, err)
				least = max(least, v.Layout())
			}
			for c, image := range layout {
				for k, a := range symmetry.Images(got, board.Cell(c)) {
					for d, other := range layout {
						if (image == other) != (layout[a] == layout[symmetry.Images(got, board.Cell(d))[k]]) {
							t.Fatalf("%v has not the symmetry %v", got.Variant, symmetry)
						}
					}
				}
			}
			seen[least] = true
		}
		// Among 600 drawn layouts some are alike by chance.
		if most := symmetry.Name != "full" && symmetry.Name != "both-diagonals" && symmetry.Name != "mirror-both"; most && len(seen) < rounds*19/20 {
			t.Errorf("%v: %d layouts of %d are different", geo.Variant, len(seen), rounds)
		}
	}
	for size, variant := range map[int]string{4: "jigsaw:full", 6: "jigsaw:diagonal"} {
		var opt Target
		opt.Size, opt.Variant.Text = size, variant
		if err := opt.Check(); err == nil || !strings.Contains(err.Error(), "no full grid was found") {
			t.Errorf("%s: %v", variant, err)
		}
	}
}

// allImages returns where each of the eight maps of the square takes each cell.
func allImages(geo *board.Geometry) (maps [8][]board.Cell) {
	full, _ := board.SymmetryByName("full")
	for c := range board.Cell(geo.Cells) {
		for m, to := range full.Images(geo, c) {
			maps[m] = append(maps[m], to)
		}
	}
	return maps
}

// TestVariantTargets: what is for classical puzzles alone is refused for variants, and so is a
// layout that cannot be filled.
func TestVariantTargets(t *testing.T) {
	var x, unfillable Request
	x.Variant.Text, unfillable.Variant.Text = "x", "x+jigsaw:111122113224333224353444555664556666"
	for name, target := range map[string]Target{
		"uniform":    {Request: x, Grids: UniformGrids},
		"controlled": {Request: x, Sampling: ControlledBias},
		"unfillable": {Request: unfillable},
	} {
		if err := target.Check(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	x.Clues = grade.Span{From: 12, To: 16}
	if err := (&Target{Request: x}).Check(); err != nil {
		t.Errorf("fewer clues than a classical puzzle has: %v", err)
	}
}
