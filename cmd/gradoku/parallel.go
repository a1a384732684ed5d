package main

import (
	"context"
	"errors"
	"iter"

	"github.com/urfave/cli/v2"

	"gradoku/internal/ordered"
)

// worked is a puzzle of the input with what was made of it, or the error that
// came in its place.
type worked[R any] struct {
	src    source
	err    error
	result R
}

const (
	// workBatch puzzles go to a worker at a time: enough for the channels not to
	// matter, few enough for the first results to come at once.
	workBatch = 64
	// slowBatch is the same where a puzzle can take a second.
	slowBatch = 8
)

// inParallel works on the puzzles that the command line names, in parallel, and
// hands them to each in their order, unreadable ones as an error. A worker takes so
// many of them at a time; newWork makes its workspace. Memory does not grow with
// the input. An error that each returns, or one that concerns more than a line,
// ends it.
//
// Ctrl-C ends it at once: nobody waits for a line that somebody is to type, or for
// a worker in the middle of a long search.
func inParallel[R any](c *cli.Context, s streams, workers, atOnce int, newWork func() func(*source) (R, error), each func(*worked[R]) error) error {
	ctx, stop := context.WithCancel(c.Context)
	defer stop()
	var crew []ordered.Worker[[]worked[R], []worked[R]]
	for range workers {
		crew = append(crew, batchWorker(newWork()))
	}
	results := make(chan []worked[R])
	go func() {
		defer close(results)
		for batch, err := range ordered.Map(ctx, batches[R](puzzles(c, s), atOnce), crew) {
			if err != nil {
				return // ctx has ended
			}
			select {
			case results <- batch:
			case <-ctx.Done():
				return
			}
		}
	}()
	for {
		select {
		case batch, more := <-results:
			if !more {
				return c.Context.Err()
			}
			if err := hand(ctx, batch, each); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// batches cuts a sequence of puzzles into jobs.
func batches[R any](sources iter.Seq2[source, error], size int) iter.Seq[[]worked[R]] {
	return func(yield func([]worked[R]) bool) {
		open := make([]worked[R], 0, size)
		for src, err := range sources {
			if open = append(open, worked[R]{src: src, err: err}); len(open) < size {
				continue
			}
			if !yield(open) {
				return
			}
			open = make([]worked[R], 0, size)
		}
		if len(open) > 0 {
			yield(open)
		}
	}
}

// batchWorker does the jobs.
func batchWorker[R any](work func(*source) (R, error)) ordered.Worker[[]worked[R], []worked[R]] {
	return func(ctx context.Context, batch []worked[R]) ([]worked[R], error) {
		for i := range batch {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			if w := &batch[i]; w.err == nil {
				w.result, w.err = work(&w.src)
			}
		}
		return batch, nil
	}
}

// hand passes a batch on.
func hand[R any](ctx context.Context, batch []worked[R], each func(*worked[R]) error) error {
	for i := range batch {
		w := &batch[i]
		var p *problem
		if errors.As(w.err, &p) {
			return w.err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := each(w); err != nil {
			return err
		}
	}
	return nil
}
