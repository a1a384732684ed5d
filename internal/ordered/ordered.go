package ordered

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime/debug"
	"sync"
)

// Worker does one job. When its context ends, it should end soon, with
// [context.Cause].
type Worker[J, R any] func(context.Context, J) (R, error)

// ahead is how many jobs per worker may be handed out before the loop takes
// them. One job can take a thousand times as long as another, and the other
// workers should not be idle meanwhile.
const ahead = 64

// aheadBytes is how much memory the jobs handed out by [MapBytes] may take
// together, whatever their number: 64 jobs of a megabyte for each of 64 workers
// took four gigabytes. A job takes one token for each tokenBytes of its memory.
const (
	aheadBytes = 32 << 20
	tokenBytes = 4 << 10
)

// Map yields the workers' results in the order of the jobs. There must be at
// least one worker. It ends with the jobs; with a worker's first error in that
// order, which is yielded with its result; or with ctx, whose cause is then
// yielded. Everything later is dropped. A panic in a worker, or in the sequence
// of jobs, becomes a panic of the loop.
//
// When the loop ends, everything that it started has ended. Leaving it early
// ends the context of the workers and waits for them and for the sequence of
// jobs, even if the sequence is waiting for someone to type the next one.
func Map[J, R any](ctx context.Context, jobs iter.Seq[J], workers []Worker[J, R]) iter.Seq2[R, error] {
	return MapBytes(ctx, jobs, func(J) int { return 0 }, workers)
}

// MapBytes is Map for jobs that may be large: bytes returns how much memory a job takes.
// A new job waits until the loop has taken the results of enough earlier jobs to make
// room for it.
func MapBytes[J, R any](ctx context.Context, jobs iter.Seq[J], bytes func(J) int, workers []Worker[J, R]) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		within, cancel := context.WithCancel(ctx)
		var group sync.WaitGroup
		defer group.Wait()
		defer cancel()
		todo, due := make(chan *place[J, R], len(workers)), make(chan *place[J, R], ahead*len(workers))
		room := make(chan struct{}, aheadBytes/tokenBytes) // holds the tokens of all jobs in memory
		group.Go(func() { deal(within, jobs, bytes, room, todo, due) })
		for _, work := range workers {
			group.Go(func() {
				for p := range todo {
					p.fill(within, work)
				}
			})
		}
		for p := range due {
			select {
			case <-p.done:
			case <-ctx.Done():
			}
			if ctx.Err() != nil {
				break
			}
			if p.panics != "" {
				panic(p.panics)
			}
			if !yield(p.result, p.err) || p.err != nil {
				return
			}
			for range p.tokens {
				<-room
			}
		}
		if ctx.Err() != nil {
			var none R
			yield(none, context.Cause(ctx))
		}
	}
}

// deal gives each job a place in the queue and hands it out. A failure of the
// sequence itself comes last in the queue.
func deal[J, R any](ctx context.Context, jobs iter.Seq[J], bytes func(J) int, room chan<- struct{}, todo, due chan<- *place[J, R]) {
	var none J
	end := newPlace[J, R](none)
	defer close(due)
	defer close(todo)
	defer func() {
		if end.err != nil || end.panics != "" {
			send(ctx, due, end)
		}
	}()
	end.fill(ctx, func(ctx context.Context, _ J) (r R, err error) {
		for job := range jobs {
			p := newPlace[J, R](job)
			p.tokens = min(bytes(job)/tokenBytes, cap(room)) // a job above the limit waits until it is the only one
			for range p.tokens {
				send(ctx, room, struct{}{})
			}
			if !send(ctx, due, p) || !send(ctx, todo, p) {
				break
			}
		}
		return r, nil
	})
}

// send sends unless ctx ends first.
func send[T any](ctx context.Context, to chan<- T, v T) bool {
	select {
	case to <- v:
		return true
	case <-ctx.Done():
		return false
	}
}

// place is an entry of the queue: a job, then its result. The worker that fills
// it owns it until done is closed.
type place[J, R any] struct {
	job    J
	tokens int // how many the job has in room
	result R
	err    error
	panics string // the value and the stack; "" when all is well
	done   chan struct{}
}

func newPlace[J, R any](job J) *place[J, R] {
	return &place[J, R]{job: job, done: make(chan struct{})}
}

// errExit is the error of a place whose worker called [runtime.Goexit], as a
// test's FailNow does; without it the loop would see a result that was never
// computed.
var errExit = errors.New("a worker ended its goroutine")

// fill does the job, unless ctx has ended.
func (p *place[J, R]) fill(ctx context.Context, work Worker[J, R]) {
	defer close(p.done)
	defer func() {
		if v := recover(); v != nil {
			p.panics = fmt.Sprintf("%v\n\nin a goroutine of its own:\n%s", v, debug.Stack())
		}
	}()
	if ctx.Err() != nil {
		p.err = context.Cause(ctx)
		return
	}
	p.err = errExit
	p.result, p.err = work(ctx, p.job)
}

// Range is the whole numbers from From up to, but not including, To.
type Range struct{ From, To int64 }

// Ranges yields [first, end) divided into ranges of the given size; only the
// last can be shorter. For an endless sequence, end is [math.MaxInt64].
func Ranges(first, end, size int64) iter.Seq[Range] {
	return func(yield func(Range) bool) {
		for from := first; from < end; {
			to := end
			if end-from > size {
				to = from + size
			}
			if !yield(Range{from, to}) {
				return
			}
			from = to
		}
	}
}
