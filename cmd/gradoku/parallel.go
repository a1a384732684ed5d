package main

import (
	"context"
	"errors"

	"github.com/urfave/cli/v2"
)

// worked is a puzzle of the input with what was made of it, or the error that
// came in its place.
type worked[R any] struct {
	src    source
	err    error
	result R
}

// workBatch puzzles go to a worker at a time: enough for the channels not to
// matter, few enough for the first results to come at once.
const workBatch = 64

// batch is puzzles behind one another; done is closed when they are worked on.
type batch[R any] struct {
	items []worked[R]
	done  chan struct{}
}

// inParallel works on the puzzles that the command line names, in parallel, and
// hands them to each in their order, unreadable ones as an error. newWork makes
// the workspace of one worker. Memory does not grow with the input. An error
// that each returns, or one that concerns more than a line, ends it.
func inParallel[R any](c *cli.Context, s streams, workers int, newWork func() func(*source) (R, error), each func(worked[R]) error) error {
	ctx, stop := context.WithCancel(c.Context)
	defer stop()
	jobs, queue := make(chan batch[R]), make(chan batch[R], 4*workers)
	for range workers {
		go func() {
			work := newWork()
			for b := range jobs {
				for i := range b.items {
					if w := &b.items[i]; w.err == nil && ctx.Err() == nil {
						w.result, w.err = work(&w.src)
					}
				}
				close(b.done)
			}
		}()
	}
	// Nobody waits for the reader: when ctx ends it may be waiting for a line
	// that somebody is to type.
	go deal(ctx, c, s, jobs, queue)
	for {
		select {
		case b, more := <-queue:
			if !more {
				return c.Context.Err()
			}
			if err := hand(ctx, b, each); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// deal reads the puzzles and gives each batch to the workers and, in order, to
// whoever waits for the results.
func deal[R any](ctx context.Context, c *cli.Context, s streams, jobs, queue chan<- batch[R]) {
	defer close(jobs)
	defer close(queue)
	var open []worked[R]
	send := func() bool {
		b := batch[R]{open, make(chan struct{})}
		open = nil
		for _, to := range []chan<- batch[R]{queue, jobs} {
			select {
			case to <- b:
			case <-ctx.Done():
				return false
			}
		}
		return true
	}
	for src, err := range puzzles(c, s) {
		open = append(open, worked[R]{src: src, err: err})
		if len(open) == workBatch && !send() {
			return
		}
	}
	if len(open) > 0 {
		send()
	}
}

// hand waits for a batch and passes it on.
func hand[R any](ctx context.Context, b batch[R], each func(worked[R]) error) error {
	select {
	case <-b.done:
	case <-ctx.Done():
		return ctx.Err()
	}
	for _, w := range b.items {
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
