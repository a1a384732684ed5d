package grade

import (
	"testing"

	"gradoku/board"
)

// TestFind lists every technique in positions along random paths: each step listed
// is sound, the step that the path takes is among them, and every named pattern is
// met if the test is long.
func TestFind(t *testing.T) {
	n := 5
	if *long {
		n = 300
	}
	gr, lister := NewGrader(board.Nine()), NewGrader(board.Nine())
	puzzles, solved := sample(board.Nine(), n, 41)
	met := map[string]int{}
	for i := range puzzles {
		b := board.NewBoard(&puzzles[i])
		for k, s := range gr.Human(&puzzles[i]).Steps {
			hard := s.Place.Digit == 0
			for row := range len(techniques) + len(patterns) {
				id := technique(row).ID
				if !hard && id != s.Technique || technique(row).Rating > 74 {
					continue // easy positions have nothing to list, and nets are not listed
				}
				steps := find(t, lister, &b, id)
				met[id] += len(steps)
				listed := false
				for _, one := range steps {
					listed = listed || one.key() == s.key()
					wrong := one.Place.Digit != 0 && solved[i].At(one.Place.Cell) != one.Place.Digit
					for _, e := range one.Eliminate {
						wrong = wrong || solved[i].At(e.Cell) == e.Digit || !b.Candidates(e.Cell).Has(e.Digit)
					}
					if wrong || one.Place.Digit == 0 && len(one.Eliminate) == 0 || one.Technique != id {
						t.Fatalf("%v, step %d: %s", puzzles[i], k+1, Sentence(board.Nine(), &one))
					}
				}
				if id == s.Technique && !listed {
					t.Errorf("%v, step %d, %s is not among the %d listed", puzzles[i], k+1, Sentence(board.Nine(), &s), len(steps))
				}
			}
			s.Apply(&b)
		}
	}
	for _, row := range patterns {
		if *long && met[row.ID] == 0 {
			t.Errorf("%s was never met", row.ID)
		}
	}
}
