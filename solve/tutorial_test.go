package solve

import (
	"context"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/board"
)

// versions are the tutorial's four, in its order.
var versions = []struct {
	name  string
	solve func(context.Context, *board.Grid, Options) Result
}{
	{"backtrack", solveBacktrack},
	{"singles", solveSingles},
	{"hidden", solveHidden},
	{"incremental", solveIncremental},
}

// underRace reports whether the race detector slows this test down tenfold.
func underRace() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// TestTutorialCounts compares with the counts of the literal listings on the
// tutorial's own puzzle, down the columns.
func TestTutorialCounts(t *testing.T) {
	p, solution := literary(t, "inkala")
	counts := map[string][]Counter{
		"backtrack": {
			{"calls", 1_897_908},
			{"guesses", 1_897_907},
			{"hidden fills", 0},
			{"naked fills", 0},
			{"getCandid calls", 1_897_908},
			{"newCandid calls", 0},
			{"newSudo calls", 0},
			{"fail returns", 0},
			{"deepest call", 61},
			{"wrong full grids", 0},
		},
		"singles": {
			{"calls", 11_112},
			{"guesses", 11_111},
			{"hidden fills", 0},
			{"naked fills", 120_444},
			{"getCandid calls", 131_556},
			{"newCandid calls", 0},
			{"newSudo calls", 131_556},
			{"fail returns", 0},
			{"deepest call", 21},
			{"wrong full grids", 0},
		},
		"hidden": {
			{"calls", 389},
			{"guesses", 388},
			{"hidden fills", 6_074},
			{"naked fills", 2_526},
			{"getCandid calls", 9_903},
			{"newCandid calls", 0},
			{"newSudo calls", 1_303},
			{"fail returns", 0},
			{"deepest call", 11},
			{"wrong full grids", 0},
		},
		"incremental": {
			{"calls", 369},
			{"guesses", 368},
			{"hidden fills", 3_738},
			{"naked fills", 1_318},
			{"getCandid calls", 1},
			{"newCandid calls", 5_424},
			{"newSudo calls", 745},
			{"fail returns", 225},
			{"deepest call", 11},
			{"wrong full grids", 0},
		},
	}
	for _, v := range versions {
		t.Run(v.name, func(t *testing.T) {
			if v.name == "backtrack" && underRace() && !*long {
				t.Skip("two million calls are too many for the race detector: -long")
			}
			r := v.solve(t.Context(), &p, Options{})
			if diff := cmp.Diff(counts[v.name], r.Stats.Counters); diff != "" {
				t.Errorf("figures (-) and ours (+):\n%s", diff)
			}
			if r.First != solution || r.Status != LimitReached || r.Stats.Nodes != r.Stats.Counter("calls") {
				t.Errorf("got %v, %v, %d nodes", r.First, r.Status, r.Stats.Nodes)
			}
		})
	}
}

// TestTutorialByRow: the same programs on the transposed puzzle.
func TestTutorialByRow(t *testing.T) {
	p, solution := literary(t, "inkala")
	calls := map[string]int64{"backtrack": 49_559, "singles": 677, "hidden": 46, "incremental": 42}
	for _, v := range versions {
		r := v.solve(t.Context(), &p, Options{Scan: ByRow})
		if got := r.Stats.Counter("calls"); got != calls[v.name] || r.First != solution {
			t.Errorf("%s: %d calls, want %d; %v", v.name, got, calls[v.name], r.First)
		}
	}
}

// TestTutorialTransposes: ByRow is exactly ByColumn on the transposed puzzle,
// in every count.
func TestTutorialTransposes(t *testing.T) {
	for _, name := range []string{"T4_1", "T6_3", "inkala"} {
		p, solution := literary(t, name)
		turned := transposed(&p)
		for _, v := range versions[1:] {
			byRow := v.solve(t.Context(), &p, Options{Scan: ByRow})
			byColumn := v.solve(t.Context(), &turned, Options{Scan: ByColumn})
			if diff := cmp.Diff(byColumn.Stats, byRow.Stats); diff != "" {
				t.Errorf("%s, %s: transposed (-), by row (+):\n%s", v.name, name, diff)
			}
			if byRow.First != solution || byColumn.First != transposed(&solution) {
				t.Errorf("%s, %s: %v and %v", v.name, name, byRow.First, byColumn.First)
			}
		}
	}
}

// stale has no solution. The literal sudoMain returns a full grid for it, with
// digits twice in columns 8 and 9.
const (
	stale      = "600001200400000030010003004001000000900100306000000050080030045000070060740000003"
	staleWrong = "653491278498257631217683594861325479975148326324769851186932745539874162742516983"
)

func TestStaleCandidates(t *testing.T) {
	p, wrong := mustParse(t, stale), mustParse(t, staleWrong)
	literal := newIncremental(t.Context(), &p, Options{})
	literal.believe = true
	r := literal.run(board.NewBoard(&p))
	if r.Solutions != 1 || r.First != wrong || r.Stats.Counter("guesses") != 2090 {
		t.Errorf("the literal program returns %v after %d guesses, want %v after 2090",
			r.First, r.Stats.Counter("guesses"), wrong)
	}
	if !r.First.Full() || r.First.Check() == nil || r.First.Solves(&p) {
		t.Errorf("%v should be full and wrong", r.First)
	}
	if n := Count(&p, 1); n.Solutions != 0 || n.Status != Exhausted {
		t.Fatalf("%v should have no solution", p)
	}
	for _, v := range versions[2:] { // the two that fill boxes
		if v.name == "hidden" && underRace() && !*long {
			continue
		}
		r := v.solve(t.Context(), &p, Options{})
		if r.Solutions != 0 || r.Status != Exhausted || r.Stats.Counter("wrong full grids") == 0 {
			t.Errorf("%s: %d solutions, %v, %v", v.name, r.Solutions, r.Status, r.Stats.Counters)
		}
	}
}

// TestTutorialSound: on solvable puzzles old candidates do no harm, with or
// without our check.
func TestTutorialSound(t *testing.T) {
	s := NewSearcher(board.Nine())
	rng := newRand(7)
	for range rounds(10) {
		full := randomGrid(s, rng)
		p := minimalPuzzle(s, full, rng)
		for _, v := range versions[2:] {
			r := v.solve(t.Context(), &p, Options{})
			if r.First != full {
				t.Errorf("%s of %v: %v, want %v", v.name, p, r.First, full)
			}
		}
		literal := newIncremental(t.Context(), &p, Options{})
		literal.believe = true
		if r := literal.run(board.NewBoard(&p)); r.First != full {
			t.Errorf("the literal program on %v: %v, want %v", p, r.First, full)
		}
	}
}

// TestTutorialTrace holds the events against the counts.
func TestTutorialTrace(t *testing.T) {
	p, solution := literary(t, "inkala")
	for _, v := range versions {
		var seen [Solved + 1]int64
		steps := int64(0)
		last := Event{}
		r := v.solve(t.Context(), &p, Options{Scan: ByRow, Trace: func(e Event) {
			steps++
			seen[e.Kind]++
			last = e
			written := e.Kind == Forced || e.Kind == Guess
			if e.Step != steps || written && e.Grid.At(e.Cell) != e.Digit || e.Kind == Revert && e.Grid.At(e.Cell) != 0 {
				t.Fatalf("%s: event %d is %+v on %v", v.name, steps, e, e.Grid)
			}
		}})
		count := r.Stats.Counter
		if seen[Guess] != count("guesses") || seen[Forced] != count("hidden fills")+count("naked fills") ||
			v.name == "incremental" && seen[Dead] != count("fail returns") {
			t.Errorf("%s: the trace saw %v, the counters are %v", v.name, seen, r.Stats.Counters)
		}
		open := seen[Guess] - seen[Revert]
		if last.Kind != Solved || *last.Grid != solution || int64(last.Depth) != open || count("deepest call") < open+1 {
			t.Errorf("%s ends with %+v, %d guesses standing", v.name, last, open)
		}
	}
}

// TestTutorialCancel ends the context in the middle of the search.
func TestTutorialCancel(t *testing.T) {
	p, _ := literary(t, "inkala")
	for _, v := range versions {
		ctx, cancel := context.WithCancel(t.Context())
		guesses := 0
		r := v.solve(ctx, &p, Options{Trace: func(e Event) {
			if e.Kind == Guess {
				guesses++
			}
			if guesses == 100 {
				cancel()
			}
		}})
		if r.Status != Canceled || r.Solutions != 0 || guesses != 100 {
			t.Errorf("%s: %v after %d guesses", v.name, r.Status, guesses)
		}
		cancel()
	}
}

// TestTutorialKnows: a search in which no candidate is left untried has proved
// its solution unique, although it stops there.
func TestTutorialKnows(t *testing.T) {
	p, solution := literary(t, "T6_1")
	for _, v := range versions[1:] {
		if r := v.solve(t.Context(), &p, Options{}); !r.Unique() || r.First != solution {
			t.Errorf("%s: %d solutions, %v", v.name, r.Solutions, r.Status)
		}
	}
}
