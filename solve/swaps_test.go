package solve

import (
	"testing"

	"gradoku/board"
	"gradoku/internal/boardtest"
)

// TestSwaps compares with searches: a clue that an exchange proves to be needed is needed, in
// puzzles with few and with many clues, and about half of the clues of minimal classical puzzles are proved so.
func TestSwaps(t *testing.T) {
	jigsaw := boardtest.Variant(t, "jigsaw:112222333111123334151222344156662334755566844755668844757668884757998988777999999", 9)
	for _, geo := range []*board.Geometry{board.Nine(), boardtest.Variant(t, "x", 9), jigsaw} {
		testSwaps(t, geo)
	}
}

func testSwaps(t *testing.T, geo *board.Geometry) {
	s, rng := NewSearcher(geo), boardtest.Rand(7)
	var swaps Swaps
	for _, clues := range []int{0, 30, 45, 60} { // 0 for minimal puzzles
		all, needed, proved := 0, 0, 0
		for range boardtest.Rounds(20) {
			solution, p := boardtest.RandomSolution(geo, rng), board.Grid{} // Searcher.Random is slow for some geometries
			if clues > 0 {
				p = boardtest.SomeClues(solution, clues, rng)
			} else {
				p = boardtest.Minimal(s, solution, rng)
			}
			swaps.Load(&p, &solution)
			for c := range p.ClueSet().All() {
				all++
				other := s.Other(&p, c)
				if other {
					needed++
				}
				if swaps.Needed(c) {
					proved++
					if !other {
						t.Fatalf("%v: %s is not needed", p, geo.CellName(c))
					}
				}
			}
		}
		if clues == 0 && geo.Classical() && proved < needed*2/5 || proved == 0 {
			t.Errorf("%d clues: %d are proved to be needed, of %d that are, of %d", clues, proved, needed, all)
		}
	}
}
