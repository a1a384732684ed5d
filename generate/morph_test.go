package generate

import (
	"testing"

	"gradoku/board"
)

// TestMorphs: copies are new, different, the same puzzle up to isomorphism, and
// the same for the same seed however many are wanted.
func TestMorphs(t *testing.T) {
	for _, geo := range board.Sizes() {
		p, err := generator(t, Shape{Geometry: geo, Symmetry: board.Symmetries()[0]}).Try(3, 1)
		must(t, err)
		m := NewMorpher()
		many := m.Morphs(&p.Grid, 12, 9, 4)
		seen := map[board.Grid]bool{p.Grid: true}
		for _, tr := range many {
			copied, solution := tr.Apply(&p.Grid), tr.Apply(&p.Solution)
			if seen[copied] || board.Key(&copied, &solution) != board.Key(&p.Grid, &p.Solution) {
				t.Errorf("%v: copy %v", p.Grid, copied)
			}
			seen[copied] = true
		}
		few := m.Morphs(&p.Grid, 5, 9, 4)
		if len(many) != 12 || len(few) != 5 {
			t.Fatalf("%d and %d copies", len(many), len(few))
		}
		for i, tr := range few {
			if tr != many[i] {
				t.Errorf("copy %d of 5 is not that of 12", i)
			}
		}
		if other := m.Morphs(&p.Grid, 1, 9, 5); other[0] == many[0] {
			t.Error("another index gives the same copy")
		}
	}
}

// TestMorphsEnd: a grid with few images does not keep the search for ever.
func TestMorphsEnd(t *testing.T) {
	geo := board.Sizes()[0]
	one := board.NewGrid(geo)
	one.Set(0, 1)
	if got := NewMorpher().Morphs(&one, 1000, 1, 1); len(got) != 63 {
		t.Errorf("%d images besides itself, one clue has 63", len(got))
	}
}
