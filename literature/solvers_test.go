package literature

import (
	"slices"
	"testing"

	"gradoku/board"
	"gradoku/internal/solvetest"
	"gradoku/solve"
)

func TestConformance(t *testing.T) { solvetest.Conform(t, Solvers()) }

// allSolvers are those in use too, which are the witnesses.
func allSolvers() []solve.Solver { return slices.Concat(solve.Solvers(), Solvers()) }

func TestAgree(t *testing.T) { solvetest.Agree(t, allSolvers()) }

func FuzzSolve(f *testing.F) { solvetest.Fuzz(f, allSolvers()) }

func TestRowsAreComplete(t *testing.T) { solvetest.Complete(t, allSolvers()) }

// literary returns a puzzle of the literature and its solution.
func literary(t testing.TB, key string) (puzzle, solution board.Grid) {
	t.Helper()
	p, ok := puzzlesByKey()[key]
	if !ok {
		t.Fatalf("no puzzle %q in the literature", key)
	}
	return p.Puzzle, p.Solution
}

// TestTraceCounts: what the trace tells is what the counters say.
func TestTraceCounts(t *testing.T) {
	for _, tt := range []struct {
		solver, counter string
		kind            solve.EventKind
	}{
		{"moler", "singles", solve.Forced},
		{"moler", "guesses", solve.Guess},
		{"moler", "dead ends", solve.Dead},
		{"moler", "reverts", solve.Revert},
		{"exhaustive", "fills", solve.Guess},
		{"exhaustive", "dead ends", solve.Dead},
		{"exhaustive", "solutions", solve.Solved},
		{"stack", "pushes", solve.Guess},
		{"stack", "pops", solve.Revert},
		{"pointers", "tries", solve.Guess},
		{"pointers", "contradictions", solve.Dead},
		{"pointers", "fills", solve.Forced},
		{"comparison", "fills", solve.Forced},
	} {
		s, err := solve.ByName(Solvers(), tt.solver)
		if err != nil {
			t.Fatal(err)
		}
		p, _ := literary(t, "T6_3")
		log := solvetest.Replay{T: t, Name: s.Name, Now: p}
		r := s.Solve(t.Context(), &p, solve.Options{Trace: log.Event})
		if got, want := int64(log.Count[tt.kind]), r.Stats.Counter(tt.counter); got != want || want == 0 {
			t.Errorf("%s: %d events %v, counter %q says %d", tt.solver, got, tt.kind, tt.counter, want)
		}
	}
}
