package literature

import (
	"slices"
	"strings"
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
		{"synthesis", "directions", solve.Guess},
		{"synthesis", "singles", solve.Forced},
		{"synthesis", "fails", solve.Dead},
		{"backtrack", "guesses", solve.Guess},
		{"singles", "guesses", solve.Guess},
		{"singles", "naked fills", solve.Forced},
		{"hidden", "hidden fills+naked fills", solve.Forced},
		{"incremental", "guesses", solve.Guess},
		{"incremental", "hidden fills+naked fills", solve.Forced},
		{"incremental", "fail returns", solve.Dead},
	} {
		s, err := solve.ByName(Solvers(), tt.solver)
		if err != nil {
			t.Fatal(err)
		}
		got, want := int64(0), int64(0)
		for _, puzzle := range []string{"T6_3", "inkala"} {
			p, _ := literary(t, puzzle)
			log := solvetest.Replay{T: t, Name: s.Name, Now: p}
			r := s.Solve(t.Context(), &p, solve.Options{Limit: 1, Scan: solve.ByRow, Trace: log.Event})
			for counter := range strings.SplitSeq(tt.counter, "+") {
				want += r.Stats.Counter(counter)
			}
			got += int64(log.Count[tt.kind])
		}
		if got != want || want == 0 {
			t.Errorf("%s: %d events %v, counter %q says %d", tt.solver, got, tt.kind, tt.counter, want)
		}
	}
}
