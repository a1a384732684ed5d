package pipeline

import (
	"context"
	"iter"

	"golang.org/x/sync/errgroup"
)

// numbered is a job, or its result, with its place in the order.
type numbered[T any] struct {
	at    int64
	value T
}

// InOrder carries jobs through workers, each in a goroutine of its own, and
// hands the results to take one after another in the order of the jobs. It ends
// with the jobs, or with the first error of a worker or of take, or with ctx,
// whose cause it then returns; results that are not due by then are dropped.
//
// A worker may run ahead of a slow one only as far as a window allows, so that
// what waits for its turn stays small and jobs can be an endless sequence.
func InOrder[J, R any](
	ctx context.Context, jobs iter.Seq[J], workers []func(context.Context, J) (R, error), take func(context.Context, R) error,
) error {
	group, ctx := errgroup.WithContext(ctx)
	window := make(chan struct{}, 64*len(workers))
	todo := make(chan numbered[J], len(workers))
	done := make(chan numbered[R], len(workers))
	total := make(chan int64, 1)
	group.Go(func() error {
		n := int64(0)
		for job := range jobs {
			if err := send(ctx, window, struct{}{}); err != nil {
				return err
			}
			if err := send(ctx, todo, numbered[J]{n, job}); err != nil {
				return err
			}
			n++
		}
		close(todo)
		total <- n
		return nil
	})
	for _, work := range workers {
		group.Go(func() error { return carry(ctx, todo, done, work) })
	}
	group.Go(func() error { return sortOut(ctx, done, total, window, take) })
	return group.Wait()
}

// carry does jobs until there are no more.
func carry[J, R any](ctx context.Context, todo <-chan numbered[J], done chan<- numbered[R], work func(context.Context, J) (R, error)) error {
	for {
		select {
		case job, more := <-todo:
			if !more {
				return nil
			}
			r, err := work(ctx, job.value)
			if err != nil {
				return err
			}
			if err := send(ctx, done, numbered[R]{job.at, r}); err != nil {
				return err
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// sortOut puts results back in order. It knows that it has them all from total,
// which comes when the last job has been handed out.
func sortOut[R any](ctx context.Context, done <-chan numbered[R], total <-chan int64, window <-chan struct{}, take func(context.Context, R) error) error {
	waiting := map[int64]R{}
	for at, end := int64(0), int64(-1); at != end; {
		r, ok := waiting[at]
		if !ok {
			select {
			case got := <-done:
				waiting[got.at] = got.value
			case end = <-total:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
			continue
		}
		delete(waiting, at)
		<-window
		if err := take(ctx, r); err != nil {
			return err
		}
		at++
	}
	return nil
}

// send sends unless ctx ends first.
func send[T any](ctx context.Context, to chan<- T, v T) error {
	select {
	case to <- v:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
