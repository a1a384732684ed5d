package study

import (
	"context"
	"sync"
	"sync/atomic"
)

// inOrder computes work(worker, from, to) for successive ranges of the given
// length from 0 on, each in one of the workers, and calls take with the results in
// the order of the ranges, until take says that it has enough. What take sees does
// not depend on the number of workers. The error is that of ctx.
func inOrder[T any](ctx context.Context, workers int, length int64, work func(worker int, from, to int64) T, take func(T) bool) error {
	type part struct {
		number int64
		result T
	}
	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	defer group.Wait()
	defer cancel()
	next := atomic.Int64{}
	out := make(chan part)
	// A worker may run ahead of a slow one only so far.
	window := make(chan struct{}, 16*workers)
	for w := range workers {
		group.Go(func() {
			for {
				select {
				case window <- struct{}{}:
				case <-ctx.Done():
					return
				}
				n := next.Add(1) - 1
				p := part{n, work(w, n*length, (n+1)*length)}
				select {
				case out <- p:
				case <-ctx.Done():
					return
				}
			}
		})
	}
	waiting := map[int64]T{}
	for n := int64(0); ; {
		result, ok := waiting[n]
		if !ok {
			select {
			case p := <-out:
				waiting[p.number] = p.result
				continue
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		delete(waiting, n)
		<-window
		if !take(result) {
			return nil
		}
		n++
	}
}
