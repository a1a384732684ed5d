package cli

import (
	"context"
	"errors"
	"iter"

	"gradoku/corpus"
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
	// batchBytes ends a batch early where much stands beside the puzzles.
	batchBytes = 1 << 20
)

// batch is what a worker takes at a time.
type batch[R any] struct {
	items []Worked[R]
	bytes int  // of what stands beside the puzzles
	last  bool // the input had no more to give at that time
}

// InParallel works on the puzzles that the command line names and passes them to
// each in input order, unreadable ones as errors. A worker takes atOnce puzzles at
// a time, fewer when a pipe has no more to give at the moment; then, after their
// results, it calls call.Idle. newWork makes a worker's workspace. Memory does not
// grow with the input. An error from each, or one that concerns more than a line,
// ends it.
//
// On a terminal a status line shows how far it has got.
//
// Ctrl-C ends it at once: it waits neither for a line to be typed nor for a worker
// in the middle of a long search.
func InParallel[R any](parent context.Context, call *Call, workers, atOnce int, newWork func() func(*Source) (R, error), each func(*Worked[R]) error) error {
	ctx, stop := context.WithCancel(parent)
	defer stop()
	var crew []ordered.Worker[batch[R], batch[R]]
	for range workers {
		work := newWork()
		crew = append(crew, func(ctx context.Context, b batch[R]) (batch[R], error) {
			for i := range b.items {
				if ctx.Err() != nil {
					return batch[R]{}, context.Cause(ctx)
				}
				if w := &b.items[i]; w.Err == nil {
					w.Result, w.Err = work(&w.Src)
				}
			}
			return b, nil
		})
	}
	results := make(chan batch[R])
	go func() {
		defer close(results)
		for b, err := range ordered.MapBytes(ctx, batches[R](ctx, call, atOnce), func(b batch[R]) int { return b.bytes }, crew) {
			if err != nil {
				return // ctx has ended
			}
			select {
			case results <- b:
			case <-ctx.Done():
				return
			}
		}
	}()
	for {
		var b batch[R]
		select {
		case next, more := <-results:
			if !more {
				return parent.Err()
			}
			b = next
		case <-ctx.Done():
			return ctx.Err()
		}
		for i := range b.items {
			w := &b.items[i]
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
		if b.last && call.Idle != nil {
			call.Idle()
		}
	}
}

// batches cuts the puzzles that the command line names into jobs.
func batches[R any](ctx context.Context, call *Call, size int) iter.Seq[batch[R]] {
	return func(yield func(batch[R]) bool) {
		open, bytes, told, more := make([]Worked[R], 0, size), 0, true, true
		send := func(last bool) {
			if !more || len(open) == 0 && (told || !last) {
				return
			}
			more, told = yield(batch[R]{open, bytes, last}), last
			open, bytes = make([]Worked[R], 0, size), 0
		}
		for src, err := range call.puzzles(ctx, func() { send(true) }) {
			open, bytes = append(open, Worked[R]{Src: src, Err: err}), bytes+corpus.BytesOf(src.Record.Fields)
			if len(open) == size || bytes >= batchBytes {
				send(false)
			}
			if !more {
				return
			}
		}
		send(false)
	}
}
