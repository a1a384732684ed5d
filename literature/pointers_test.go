package literature

import (
	"testing"

	"gradoku/board"
	"gradoku/solve"
)

// A trial ends in a contradiction, is stepped back over, or stands at the end. Along
// the rows this is Moler's search in other clothes, where no cell is a single at first:
// he tries the same candidates.
func TestPointersAndMoler(t *testing.T) {
	for _, l := range Puzzles() {
		open := 0
		r := solvePointers(t.Context(), &l.Puzzle, solve.Options{Trace: func(e solve.Event) { open = e.Depth }})
		n := r.Stats.Counter
		if n("tries") != n("contradictions")+n("steps back")+int64(open) {
			t.Errorf("%s: %+v with %d trials open", l.Key, r.Stats.Counters, open)
		}
		if b := board.NewBoard(&l.Puzzle); nakedSingles(&b) > 0 {
			continue
		}
		m := solveMoler(t.Context(), &l.Puzzle, solve.Options{Scan: solve.ByRow})
		if m.Stats.Counter("guesses") != n("tries") {
			t.Errorf("%s: %d tries, Moler guesses %d times", l.Key, n("tries"), m.Stats.Counter("guesses"))
		}
	}
}

// More than one solution is left open, not denied.
func TestPointersLeavesTheRest(t *testing.T) {
	diag, err := board.Parse("1....2....3....4")
	if err != nil {
		t.Fatal(err)
	}
	r := solvePointers(t.Context(), &diag, solve.Options{})
	if r.Solutions != 1 || r.Status != solve.LimitReached {
		t.Errorf("%d solutions, %v", r.Solutions, r.Status)
	}
}
