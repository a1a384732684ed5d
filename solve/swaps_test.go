package solve

import (
	"testing"

	"gradoku/board"
	"gradoku/internal/boardtest"
)

// TestSwaps compares with searches: a clue that an exchange proves to be needed is needed, in
// puzzles with few and with many clues, and about half of the clues of minimal puzzles are proved so.
func TestSwaps(t *testing.T) {
	geo := board.Nine()
	s, rng := NewSearcher(geo), boardtest.Rand(7)
	var swaps Swaps
	for _, clues := range []int{0, 30, 45, 60} { // 0 for minimal puzzles
		all, needed, proved := 0, 0, 0
		for range boardtest.Rounds(60) {
			solution := boardtest.RandomGrid(geo, s, rng)
			p := boardtest.Minimal(s, solution, rng)
			if clues > 0 {
				p = boardtest.SomeClues(solution, clues, rng)
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
		if clues == 0 && proved < needed*2/5 || proved == 0 {
			t.Errorf("%d clues: %d are proved to be needed, of %d that are, of %d", clues, proved, needed, all)
		}
	}
}
