package literature

import (
	"testing"

	"gradoku/board"
	"gradoku/solve"
)

// TestSynthesisProof goes on after the solution until nothing is left.
func TestSynthesisProof(t *testing.T) {
	for _, l := range Puzzles() {
		p, solution := literary(t, l.Key)
		r := solveSynthesis(t.Context(), &p, solve.Options{Limit: 2})
		if !r.Unique() || r.First != solution {
			t.Errorf("%s: %d solutions, %v", l.Key, r.Solutions, r.Status)
		}
		// Each direction ends in a branch, a fail or the solution, and so does the
		// puzzle itself.
		count := r.Stats.Counter
		if 1+count("directions") != count("branches")+count("fails")+1 {
			t.Errorf("%s: the counts %v do not add up", l.Key, r.Stats.Counters)
		}
		if l.Key == "inkala" && count("branches") != 1799 {
			t.Errorf("%d branches for the proof, want 1799", count("branches"))
		}
	}
}

// TestSynthesisFewest follows the choice of the branch: never a cell with more
// possibilities than another, the first of them in the scan order.
func TestSynthesisFewest(t *testing.T) {
	p, _ := literary(t, "royle")
	for _, scan := range []solve.Scan{solve.DefaultScan, solve.ByColumn} {
		order := cellsOf(p.Geometry(), scan, solve.ByRow)
		guesses := 0
		solveSynthesis(t.Context(), &p, solve.Options{Limit: 1, Scan: scan, Trace: func(e solve.Event) {
			if e.Kind != solve.Guess {
				return
			}
			guesses++
			g := *e.Grid
			g.Set(e.Cell, 0)
			b := board.NewBoard(&g)
			before := true
			for _, c := range order {
				before = before && c != e.Cell
				n, best := b.Candidates(c).Len(), b.Candidates(e.Cell).Len()
				if g.At(c) == 0 && (n < best || n == best && before) {
					t.Fatalf("guessed in %d with %d candidates, not in %d with %d", e.Cell, best, c, n)
				}
			}
		}})
		if guesses == 0 {
			t.Error("no guess was seen")
		}
	}
}
