package ordered

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var (
	errFailed = errors.New("failed")
	errEnded  = errors.New("the context ended")
)

func endless(yield func(int) bool) {
	for i := 0; yield(i); i++ {
	}
}

// script is a loop over jobs and all that happens in it, by the number of the job;
// what is behind the last job does not happen.
type script struct {
	jobs, workers                       int
	jobPanics, workPanics, fails, exits int
	leaves, cancels                     int // in the body of the loop
}

func (s *script) sequence() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 0; i < s.jobs; i++ {
			if i == s.jobPanics {
				panic("no more jobs")
			}
			if !yield(i) {
				return
			}
		}
	}
}

func (s *script) work(_ context.Context, i int) (int, error) {
	for range i * 7 % 5 {
		runtime.Gosched() // so that workers overtake each other
	}
	switch i {
	case s.exits:
		runtime.Goexit()
	case s.workPanics:
		panic("a bad worker")
	case s.fails:
		return -i, fmt.Errorf("job %d: %w", i, errFailed)
	}
	return i * i, nil
}

// inTurn is what Map must look like: one worker in a loop.
func (s *script) inTurn(ctx context.Context) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for i := range s.sequence() {
			r, err := 0, errExit
			if i != s.exits {
				r, err = s.work(ctx, i)
			}
			if !yield(r, err) || err != nil {
				return
			}
			if ctx.Err() != nil {
				yield(0, context.Cause(ctx))
				return
			}
		}
	}
}

// play runs the loop and tells what it saw.
func (s *script) play(loop func(context.Context) iter.Seq2[int, error]) (seen []string) {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	defer func() {
		if v := recover(); v != nil {
			text, _, _ := strings.Cut(fmt.Sprint(v), "\n")
			seen = append(seen, "panic: "+text)
		}
	}()
	n := 0
	for r, err := range loop(ctx) {
		seen = append(seen, fmt.Sprint(r, " ", err))
		switch n {
		case s.leaves:
			return append(seen, "left")
		case s.cancels:
			cancel(errEnded)
		}
		n++
	}
	return append(seen, "over")
}

// Whatever happens, the loop sees what it would see with one worker and no
// goroutines.
func TestMap(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := script{jobs: rapid.IntRange(0, 300).Draw(r, "jobs"), workers: rapid.IntRange(1, 5).Draw(r, "workers")}
		events := []*int{&s.jobPanics, &s.workPanics, &s.fails, &s.exits, &s.leaves, &s.cancels}
		for _, at := range events {
			*at = math.MaxInt
		}
		for _, i := range rapid.SliceOfN(rapid.IntRange(0, len(events)-1), 0, 3).Draw(r, "events") {
			*events[i] = rapid.IntRange(0, 300).Draw(r, "at")
		}
		want := s.play(s.inTurn)
		got := s.play(func(ctx context.Context) iter.Seq2[int, error] {
			return Map(ctx, s.sequence(), slices.Repeat([]Worker[int, int]{s.work}, s.workers))
		})
		if diff := cmp.Diff(want, got); diff != "" {
			r.Fatalf("%+v:\n%s", s, diff)
		}
	})
}

// While one job takes long, the others go on, but only as far as the bound: here
// the first is not done before so many others are, and all are counted.
func TestAhead(t *testing.T) {
	const workers = 3
	var begun atomic.Int64
	enough := make(chan struct{})
	work := func(ctx context.Context, i int) (int, error) {
		if begun.Add(1) == ahead*workers {
			close(enough)
		}
		if i == 0 {
			<-enough
		}
		return i, nil
	}
	taken, most := int64(0), int64(0)
	for range Map(t.Context(), endless, slices.Repeat([]Worker[int, int]{work}, workers)) {
		if taken++; taken == 5000 {
			break
		}
		most = max(most, begun.Load()-taken)
	}
	if most > ahead*workers {
		t.Errorf("%d jobs were begun before their turn, of at most %d", most, ahead*workers)
	}
}

// Large jobs wait for room: here the first is not done before as many are under way as
// may be. One that is larger than all the room comes alone.
func TestAheadBytes(t *testing.T) {
	const workers, fit = 3, 8
	var begun atomic.Int64
	enough := make(chan struct{})
	work := func(ctx context.Context, i int) (int, error) {
		if begun.Add(1) == fit {
			close(enough)
		}
		if i == 0 {
			<-enough
		}
		return i, nil
	}
	size := func(i int) int {
		if i == 50 {
			return 2 * aheadBytes
		}
		return aheadBytes / fit
	}
	taken, most := int64(0), int64(0)
	for i, err := range MapBytes(t.Context(), endless, size, slices.Repeat([]Worker[int, int]{work}, workers)) {
		if err != nil || int64(i) != taken {
			t.Fatalf("job %d instead of %d: %v", i, taken, err)
		}
		most = max(most, begun.Load()-taken)
		if taken++; taken == 100 {
			break
		}
	}
	if most > fit {
		t.Errorf("%d jobs were begun before their turn, of at most %d", most, fit)
	}
}

// After the loop no worker works and no job is asked for, however it ended.
func TestNothingIsLeftBehind(t *testing.T) {
	for name, s := range map[string]script{
		"left":           {leaves: 100, fails: -1, cancels: -1},
		"a worker fails": {leaves: -1, fails: 100, cancels: -1},
		"ctx ends":       {leaves: -1, fails: -1, cancels: 100},
	} {
		t.Run(name, func(t *testing.T) {
			s.jobs, s.jobPanics, s.workPanics, s.exits = math.MaxInt, -1, -1, -1
			var busy atomic.Int64
			work := func(ctx context.Context, i int) (int, error) {
				busy.Add(1)
				defer busy.Add(-1)
				if i > 100 { // such a job would never end
					<-ctx.Done()
					return 0, context.Cause(ctx)
				}
				return s.work(ctx, i)
			}
			jobs := func(yield func(int) bool) {
				busy.Add(1)
				defer busy.Add(-1)
				s.sequence()(yield)
			}
			seen := s.play(func(ctx context.Context) iter.Seq2[int, error] {
				return Map(ctx, jobs, slices.Repeat([]Worker[int, int]{work}, 3))
			})
			if busy.Load() != 0 || len(seen) < 101 {
				t.Errorf("%d are busy after the loop, which saw %d results", busy.Load(), len(seen))
			}
		})
	}
}

// A context that has ended lets nothing begin.
func TestEndedBefore(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errEnded)
	work := func(context.Context, int) (int, error) { t.Error("a job was begun"); return 0, nil }
	n := 0
	for _, err := range Map(ctx, endless, []Worker[int, int]{work, work}) {
		if n++; !errors.Is(err, errEnded) {
			t.Errorf("%v", err)
		}
	}
	if n != 1 {
		t.Errorf("%d results", n)
	}
}

// Whoever looks for the cause of a panic finds where it happened.
func TestPanicsTellWhere(t *testing.T) {
	defer func() {
		if text := fmt.Sprint(recover()); !strings.Contains(text, "index out of range") || !strings.Contains(text, "ordered_test.go") {
			t.Errorf("the panic says\n%s", text)
		}
	}()
	work := func(_ context.Context, i int) (int, error) { return []int{1, 2, 3}[i], nil }
	for range Map(t.Context(), endless, []Worker[int, int]{work}) {
	}
}

func TestRanges(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		first, size := rapid.Int64Range(0, 50).Draw(r, "first"), rapid.Int64Range(1, 40).Draw(r, "size")
		end := rapid.Int64Range(0, 200).Draw(r, "end")
		at := first
		for g := range Ranges(first, end, size) {
			if g.From != at || g.To <= g.From || g.To > end || g.To-g.From > size || g.To-g.From < size && g.To != end {
				r.Fatalf("%+v at %d", g, at)
			}
			at = g.To
		}
		if at != max(first, end) {
			r.Fatalf("ended at %d", at)
		}
	})
	last := Range{}
	for last = range Ranges(math.MaxInt64-10, math.MaxInt64, 7) {
	}
	if want := (Range{math.MaxInt64 - 3, math.MaxInt64}); last != want {
		t.Errorf("the last range is %+v", last)
	}
}
