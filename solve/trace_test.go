package solve

import (
	"context"
	"testing"

	"gradoku/board"
)

// replay follows the events of a solver on a grid of its own.
type replay struct {
	t     *testing.T
	name  string
	trail []board.Grid // the grid before each open trial
	now   board.Grid
	step  int64
	count [Solved + 1]int
}

// event checks that an event follows from those before it.
func (r *replay) event(e Event) {
	r.t.Helper()
	open := len(r.trail)
	switch e.Kind {
	case Guess:
		r.trail = append(r.trail, r.now)
		r.now.Set(e.Cell, e.Digit)
		open++
	case Forced:
		r.now.Set(e.Cell, e.Digit)
	case Revert:
		if open == 0 || r.trail[open-1].At(e.Cell) != 0 {
			r.t.Fatalf("%s: %s, which was not tried", r.name, e.Sentence(r.now.Geometry()))
		}
		r.now, r.trail = r.trail[open-1], r.trail[:open-1]
	}
	if *e.Grid != r.now || e.Depth != open || e.Step < r.step {
		r.t.Fatalf("%s: %s, step %d after %d, depth %d, want %d, grid %v, want %v", r.name,
			e.Sentence(r.now.Geometry()), e.Step, r.step, e.Depth, open, e.Grid, r.now)
	}
	if e.Kind == Dead && (e.Digit != 0 || r.now.At(e.Cell) != 0) {
		r.t.Fatalf("%s: %v in %v", r.name, e, r.now)
	}
	r.step = e.Step
	r.count[e.Kind]++
}

// TestTrace replays the events of every solver that traces: they must tell all
// that happens to the grid.
func TestTrace(t *testing.T) {
	everySolver(t, func(t *testing.T, s Solver, geo *board.Geometry) {
		proper, _ := properOf(t, geo)
		for _, p := range []board.Grid{proper, board.NewGrid(geo), patternGrid(geo)} {
			log := replay{t: t, name: s.Name, now: p}
			r := s.Solve(t.Context(), &p, patiently(s, geo, Options{Limit: 3, Trace: log.event}))
			if log.count == [Solved + 1]int{} {
				continue // does not trace
			}
			if log.count[Solved] != r.Solutions {
				t.Errorf("%d times solved, %d solutions", log.count[Solved], r.Solutions)
			}
			if r.Status == Stuck && log.now != r.Partial {
				t.Errorf("the trace ends at %v, the partial grid is %v", log.now, r.Partial)
			}
		}
	})
}

// TestTraceCounts: what the trace tells is what the counters say.
func TestTraceCounts(t *testing.T) {
	for _, tt := range []struct {
		solver, counter string
		kind            EventKind
	}{
		{"moler", "singles", Forced},
		{"moler", "guesses", Guess},
		{"moler", "dead ends", Dead},
		{"moler", "reverts", Revert},
		{"exhaustive", "fills", Guess},
		{"exhaustive", "dead ends", Dead},
		{"exhaustive", "solutions", Solved},
		{"stack", "pushes", Guess},
		{"stack", "pops", Revert},
	} {
		s, err := ByName(Solvers(), tt.solver)
		if err != nil {
			t.Fatal(err)
		}
		p, _ := literary(t, "T6_3")
		log := replay{t: t, name: s.Name, now: p}
		r := s.Solve(t.Context(), &p, Options{Trace: log.event})
		if got, want := int64(log.count[tt.kind]), r.Stats.Counter(tt.counter); got != want || want == 0 {
			t.Errorf("%s: %d events %v, counter %q says %d", tt.solver, got, tt.kind, tt.counter, want)
		}
	}
}

// fading is a context that ends after it was looked at a number of times.
type fading struct {
	context.Context
	looks int
}

func (f *fading) Err() error {
	if f.looks--; f.looks < 0 {
		return context.Canceled
	}
	return nil
}

// TestCancelMidway ends the context while the solver searches a puzzle that it
// cannot finish.
func TestCancelMidway(t *testing.T) {
	for _, s := range Solvers() {
		geo := geometry(t, s.Sizes[len(s.Sizes)-1])
		p := board.NewGrid(geo)
		if geo.Size == 16 {
			p = someClues(patternGrid(geo), 60, newRand(1))
		}
		ctx := &fading{t.Context(), 3}
		r := s.Solve(ctx, &p, Options{})
		if r.Status == Stuck && !s.Caps.Has(Finds) {
			continue // after one pass or so
		}
		if first := r.Status == LimitReached && !s.Caps.Has(Counts); r.Status != Canceled && !first {
			t.Errorf("%s: %v", s.Name, r.Status)
		}
		if r.Stats.Nodes > 4*ctxEvery {
			t.Errorf("%s: %d nodes, canceled at the third look", s.Name, r.Stats.Nodes)
		}
	}
}
