package generate

import (
	"slices"
	"testing"

	"gradoku/board"
	"gradoku/internal/boardtest"
	"gradoku/solve"
)

// TestMinimizer: what comes out is part of the puzzle, proper, and minimal by
// counting solutions without each clue, which shares no code with the proofs.
func TestMinimizer(t *testing.T) {
	for _, size := range []int{4, 6, 9} {
		geo := boardtest.Geometry(t, size)
		half := symmetry(t, "rotate180")
		g := generator(t, Shape{Geometry: geo, Symmetry: half})
		m := NewMinimizer(geo)
		for index := range uint64(10) {
			p, err := g.Try(5, index)
			must(t, err)
			loose, unproved := m.Redundant(&p.Grid)
			if unproved != 0 || loose != redundant(t, &p.Grid) || loose.Empty() != p.Minimal {
				t.Errorf("%v: redundant %v, %d unproved", p.Grid, loose, unproved)
			}
			inOrder, _ := m.InOrder(&p.Grid)
			shuffled, _ := m.Shuffled(&p.Grid, 1, index)
			again, _ := m.Shuffled(&p.Grid, 1, index)
			if again != shuffled {
				t.Errorf("%v: one seed gives %v and %v", p.Grid, shuffled, again)
			}
			fromFull, _ := m.Shuffled(&p.Solution, 2, 0) // perhaps another puzzle, but a minimal one
			for _, got := range []board.Grid{inOrder, shuffled, fromFull} {
				if rest := redundant(t, &got); !rest.Empty() || !p.Solution.Solves(&got) {
					t.Errorf("%v became %v: %v can go", p.Grid, got, rest)
				}
			}
		}
	}
}

// redundant counts solutions without each clue of a proper puzzle.
func redundant(t *testing.T, puzzle *board.Grid) board.CellSet {
	t.Helper()
	if solutions(t, puzzle) != 1 {
		t.Fatalf("%v is not proper", puzzle)
	}
	return board.SetOf(slices.Collect(needless(t, puzzle))...)
}

// TestMinimizerBudget: a large grid is not reduced for ever.
func TestMinimizerBudget(t *testing.T) {
	geo := boardtest.Geometry(t, 16)
	solution := NewFiller(geo).Fill(newStream().Rand)
	m := NewMinimizer(geo)
	m.search.Budget = 50
	got, unproved := m.InOrder(&solution)
	if unproved == 0 || got.Clues() == geo.Cells {
		t.Errorf("%d clues left, %d unproved", got.Clues(), unproved)
	}
	if solve.NewSearcher(geo).Count(&got, 2) == 0 || !solution.Solves(&got) {
		t.Errorf("%v is no part of %v", got, solution)
	}
}
