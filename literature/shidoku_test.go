package literature

import (
	"testing"

	"gradoku/board"
	"gradoku/solve"
)

// Counted by an independent program too.
func TestFirstShidoku(t *testing.T) {
	seen := map[board.Grid]bool{}
	for p := range firstShidoku {
		if seen[*p] || p.Clues() != 4 || !solve.Unique(p) {
			t.Errorf("%v", p)
		}
		seen[*p] = true
	}
	if len(seen) != 368 {
		t.Errorf("%d puzzles, want 368", len(seen))
	}
	for range firstShidoku {
		break // an iterator may be left early
	}
}

// The puzzle that is drawn for the lost one has all that the article tells: the moves
// of its program begin with the 3.
func TestLikelyShidoku(t *testing.T) {
	p := likelyShidoku()
	b := board.NewBoard(&p)
	if got := digitsOf(b.Candidates(p.Geometry().CellAt(1, 0))); got != "2 4" || nakedSingles(&b) != 4 {
		t.Errorf("%v: (2,1) has %s, %d singletons", p, got, nakedSingles(&b))
	}
	var events []solve.Event
	r := solveMoler(t.Context(), &p, solve.Options{Trace: func(e solve.Event) { events = append(events, e) }})
	if e := events[0]; e.Kind != solve.Forced || e.Digit != 3 || r.Stats.Counter("guesses") != 0 || r.Solutions != 1 {
		t.Errorf("%v: first %v, %+v", p, e, r.Stats.Counters)
	}
}
