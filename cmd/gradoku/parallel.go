package main

import (
	"context"
	"errors"
	"iter"

	"gradoku/corpus"
	"gradoku/internal/ordered"
	"gradoku/task"
)

// worked is a puzzle of the input with its result or an error.
type worked[R any] struct {
	Src    task.Source
	Err    error
	Result R
}

const (
	// workBatch is how many puzzles a worker takes at a time: enough to make the cost
	// of channels negligible, few enough for the first results to appear immediately.
	workBatch = 64
	// batchBytes ends a batch early if its puzzles have large other fields.
	batchBytes = 1 << 20
)

// batch is what a worker takes at a time.
type batch[R any] struct {
	items []worked[R]
	bytes int  // of the puzzles' other fields
	last  bool // no more input was available at that time
}

// inParallel works on the puzzles that the command line names and passes the results to
// each in input order, unreadable puzzles as errors. A worker takes atOnce puzzles at a
// time. It takes fewer if a pipe has no more input at the moment; call.Idle is then
// called after their results. newWork makes a worker's workspace. Memory does not grow
// with the input. An error from each, or an error that concerns more than one line,
// ends the work.
//
// On a terminal a status line shows progress.
//
// Ctrl-C ends the work immediately: inParallel waits neither for a line to be typed nor
// for a worker in a long search.
func inParallel[R any](parent context.Context, call *Call, atOnce int, newWork func() func(*task.Source) (R, error), each func(*worked[R]) error) error {
	ctx, stop := context.WithCancel(parent)
	defer stop()
	var crew []ordered.Worker[batch[R], batch[R]]
	for range call.Workers {
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
			if _, ok := errors.AsType[*task.Problem](w.Err); ok {
				return w.Err
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err := each(w); err != nil {
				return err
			}
			call.counted()
		}
		if b.last && call.Idle != nil {
			call.Idle()
		}
	}
}

// batches groups the puzzles that the command line names into batches.
func batches[R any](ctx context.Context, call *Call, size int) iter.Seq[batch[R]] {
	return func(yield func(batch[R]) bool) {
		open, bytes, told, more := make([]worked[R], 0, size), 0, true, true
		send := func(last bool) {
			if !more || len(open) == 0 && (told || !last) {
				return
			}
			more, told = yield(batch[R]{open, bytes, last}), last
			open, bytes = make([]worked[R], 0, size), 0
		}
		for src, err := range call.puzzlesWith(ctx, func() { send(true) }) {
			open, bytes = append(open, worked[R]{Src: src, Err: err}), bytes+corpus.BytesOf(src.Record.Fields)
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
