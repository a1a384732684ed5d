package cli

import (
	"context"
	"errors"
	"iter"

	"gradoku/internal/ordered"
)

// Worked is a puzzle of the input with its result, or the error in its place.
type Worked[R any] struct {
	Src    Source
	Err    error
	Result R
}

const (
	// WorkBatch is how many puzzles go to a worker at a time: enough that the
	// channels cost nothing, few enough that the first results come at once.
	WorkBatch = 64
	// SlowBatch is the same where a puzzle can take a second.
	SlowBatch = 8
)

// InParallel works on the puzzles that the command line names and passes them to
// each in input order, unreadable ones as errors. A worker takes atOnce puzzles at
// a time; newWork makes its workspace. Memory does not grow with the input. An
// error from each, or one that concerns more than a line, ends it.
//
// On a terminal a status line shows how far it has got.
//
// Ctrl-C ends it at once: it waits neither for a line to be typed nor for a worker
// in the middle of a long search.
func InParallel[R any](parent context.Context, call *Call, workers, atOnce int, newWork func() func(*Source) (R, error), each func(*Worked[R]) error) error {
	ctx, stop := context.WithCancel(parent)
	defer stop()
	var crew []ordered.Worker[[]Worked[R], []Worked[R]]
	for range workers {
		work := newWork()
		crew = append(crew, func(ctx context.Context, batch []Worked[R]) ([]Worked[R], error) {
			for i := range batch {
				if ctx.Err() != nil {
					return nil, context.Cause(ctx)
				}
				if w := &batch[i]; w.Err == nil {
					w.Result, w.Err = work(&w.Src)
				}
			}
			return batch, nil
		})
	}
	results := make(chan []Worked[R])
	go func() {
		defer close(results)
		for batch, err := range ordered.Map(ctx, batches[R](call.Puzzles(ctx), atOnce), crew) {
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
		var batch []Worked[R]
		select {
		case next, more := <-results:
			if !more {
				return parent.Err()
			}
			batch = next
		case <-ctx.Done():
			return ctx.Err()
		}
		for i := range batch {
			w := &batch[i]
			var p *Problem
			if errors.As(w.Err, &p) {
				return w.Err
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err := each(w); err != nil {
				return err
			}
			call.Counted()
		}
	}
}

// batches cuts a sequence of puzzles into jobs.
func batches[R any](sources iter.Seq2[Source, error], size int) iter.Seq[[]Worked[R]] {
	return func(yield func([]Worked[R]) bool) {
		open := make([]Worked[R], 0, size)
		for src, err := range sources {
			if open = append(open, Worked[R]{Src: src, Err: err}); len(open) < size {
				continue
			}
			if !yield(open) {
				return
			}
			open = make([]Worked[R], 0, size)
		}
		if len(open) > 0 {
			yield(open)
		}
	}
}
