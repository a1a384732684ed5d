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
	for solver, counters := range map[string]map[string]solve.EventKind{
		"moler":       {"singles": solve.Forced, "guesses": solve.Guess, "dead ends": solve.Dead, "reverts": solve.Revert},
		"exhaustive":  {"fills": solve.Guess, "dead ends": solve.Dead, "solutions": solve.Solved},
		"stack":       {"pushes": solve.Guess, "pops": solve.Revert},
		"pointers":    {"tries": solve.Guess, "contradictions": solve.Dead, "fills": solve.Forced},
		"comparison":  {"fills": solve.Forced},
		"synthesis":   {"directions": solve.Guess, "singles": solve.Forced, "fails": solve.Dead},
		"backtrack":   {"guesses": solve.Guess},
		"singles":     {"guesses": solve.Guess, "naked fills": solve.Forced},
		"hidden":      {"hidden fills+naked fills": solve.Forced},
		"incremental": {"guesses": solve.Guess, "hidden fills+naked fills": solve.Forced, "fail returns": solve.Dead},
	} {
		s, err := solve.ByName(Solvers(), solver)
		if err != nil {
			t.Fatal(err)
		}
		got, want := map[string]int64{}, map[string]int64{}
		for _, puzzle := range []string{"T6_3", "inkala"} {
			p, _ := literary(t, puzzle)
			log := solvetest.Replay{T: t, Name: s.Name, Now: p}
			r := s.Solve(t.Context(), &p, solve.Options{Limit: 1, Scan: solve.ByRow, Trace: log.Event})
			for counter, kind := range counters {
				for part := range strings.SplitSeq(counter, "+") {
					want[counter] += r.Stats.Counter(part)
				}
				got[counter] += int64(log.Count[kind])
			}
		}
		for counter, kind := range counters {
			if got[counter] != want[counter] || want[counter] == 0 {
				t.Errorf("%s: %d events %v, counter %q says %d", solver, got[counter], kind, counter, want[counter])
			}
		}
	}
}
