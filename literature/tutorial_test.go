package literature

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/board"
	"gradoku/internal/boardtest"
	"gradoku/solve"
)

// versions are the tutorial's four, in its order.
var versions = []version{backtrackVersion, singlesVersion, hiddenVersion, incrementalVersion}

// TestTutorialTransposes: ByRow is exactly ByColumn on the transposed puzzle,
// in every count.
func TestTutorialTransposes(t *testing.T) {
	for _, name := range []string{"T4_1", "T6_3", "inkala"} {
		p, solution := literary(t, name)
		turned := transposed(&p)
		for _, v := range versions[1:] {
			byRow := v.solve(t.Context(), &p, solve.Options{Scan: solve.ByRow})
			byColumn := v.solve(t.Context(), &turned, solve.Options{Scan: solve.ByColumn})
			if diff := cmp.Diff(byColumn.Stats, byRow.Stats); diff != "" {
				t.Errorf("version %d, %s: transposed (-), by row (+):\n%s", v, name, diff)
			}
			if byRow.First != solution || byColumn.First != transposed(&solution) {
				t.Errorf("version %d, %s: %v and %v", v, name, byRow.First, byColumn.First)
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
	p, wrong := boardtest.Parse(t, stale), boardtest.Parse(t, staleWrong)
	literal := newTutorial(t.Context(), &p, solve.Options{}, incrementalVersion)
	literal.believe = true
	r := literal.run(&p)
	if r.Solutions != 1 || r.First != wrong || r.Stats.Counter("guesses") != 2090 {
		t.Errorf("the literal program returns %v after %d guesses, want %v after 2090",
			r.First, r.Stats.Counter("guesses"), wrong)
	}
	if !r.First.Full() || r.First.Check() == nil || r.First.Solves(&p) {
		t.Errorf("%v should be full and wrong", r.First)
	}
	if n := solve.Count(&p, 1); n.Solutions != 0 || n.Status != solve.Exhausted {
		t.Fatalf("%v should have no solution", p)
	}
	for _, v := range versions[2:] { // the two that fill boxes
		r := v.solve(t.Context(), &p, solve.Options{})
		if r.Solutions != 0 || r.Status != solve.Exhausted || r.Stats.Counter("wrong full grids") == 0 {
			t.Errorf("version %d: %d solutions, %v, %v", v, r.Solutions, r.Status, r.Stats.Counters)
		}
	}
}

// TestTutorialSound: on solvable puzzles old candidates do no harm, with or
// without our check.
func TestTutorialSound(t *testing.T) {
	s := solve.NewSearcher(board.Nine())
	rng := boardtest.Rand(7)
	for range boardtest.Rounds(10) {
		full := boardtest.RandomGrid(board.Nine(), s, rng)
		p := boardtest.Minimal(s, full, rng)
		for _, v := range versions[2:] {
			r := v.solve(t.Context(), &p, solve.Options{})
			if r.First != full {
				t.Errorf("version %d of %v: %v, want %v", v, p, r.First, full)
			}
		}
		literal := newTutorial(t.Context(), &p, solve.Options{}, incrementalVersion)
		literal.believe = true
		if r := literal.run(&p); r.First != full {
			t.Errorf("the literal program on %v: %v, want %v", p, r.First, full)
		}
	}
}

// TestTutorialKnows: a search in which no candidate is left untried has proved
// its solution unique, although it stops there.
func TestTutorialKnows(t *testing.T) {
	p, solution := literary(t, "T6_1")
	for _, v := range versions[1:] {
		if r := v.solve(t.Context(), &p, solve.Options{}); !r.Unique() || r.First != solution {
			t.Errorf("version %d: %d solutions, %v", v, r.Solutions, r.Status)
		}
	}
}
