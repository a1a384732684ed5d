package pipeline

import (
	"context"
	"errors"
	"iter"
	"math"
	"time"

	"gradoku/internal/ordered"
	"gradoku/store"
)

// Config says how to compute a run. Nothing in it changes which rows come out,
// except Options.
type Config struct {
	Options Options
	Workers int // at least 1
	// Patience is the stop rule: the run ends after this many tries in a row
	// that bring nothing new. It changes where a hopeless run ends, not its rows.
	Patience int64
	// MaxTries, unless 0, ends the run after so many tries in all.
	MaxTries int64
	// Progress, when not nil, is called now and then from the saving goroutine.
	Progress func(Progress)
}

// Progress is how far a run is, saved or not.
type Progress struct {
	Accepted int64 // saved puzzles plus those waiting to be saved (duplicates among them)
	Target   int64
	Tries    int64
	Quotas   []int64 // accepted of each quota
}

const (
	// batchRows puzzles make a transaction: below a thousand the cost of a
	// commit shows, above some thousands nothing is gained and more is at risk.
	batchRows = 4096
	// batchAge bounds what a crash can lose when puzzles are slow to make.
	batchAge = 2 * time.Second
)

// chunkOf is how many tries a worker takes at a time. A 9x9 takes a fraction of
// a millisecond and is handed out by the dozen; a 16x16, a walk, or the search for
// a puzzle on a pattern can take seconds.
func chunkOf(opt *Options) int64 {
	if opt.Geometry.Size <= 9 && !opt.Walks() && opt.Pattern.Empty() {
		return 32
	}
	return 1
}

// Run computes the run from its next index to its target and returns it as
// stored at the end. When ctx ends, it saves the tries finished so far without
// a gap, marks the run as stopped and returns the context's error with it.
func Run(ctx context.Context, db *store.DB, run store.Run, cfg Config) (store.Run, error) {
	full := new(filledQuotas)
	workers, err := newWorkers(cfg, run.Seed, full)
	if err != nil {
		return run, err
	}
	s, err := newSaver(ctx, db, run, cfg, full)
	if err != nil {
		return run, err
	}
	err = compute(ctx, workers, run.Next, s.end, chunkOf(&cfg.Options), s.take)
	switch {
	case err == nil || errors.Is(err, errOver):
		return s.run, nil
	case ctx.Err() != nil:
		return s.stop(context.WithoutCancel(ctx), context.Cause(ctx))
	}
	// What was finished before the failure is good: keep it if the database
	// still takes it, but report the first error.
	run, _ = s.stop(context.WithoutCancel(ctx), err)
	return run, err
}

// errOver ends the computation when the run has all it wants.
var errOver = errors.New("run is over")

// chunk is the outcome of the tries [from, to).
type chunk struct {
	from, to int64
	puzzles  []store.Puzzle
	classes  []int // of the puzzles, in the quotas
}

// compute hands out the tries [first, end), or all from first on when end is 0,
// so many at a time, to the workers and calls take with the chunks in index order,
// until take or a worker returns an error. Chunks that a worker has not finished
// when ctx ends are dropped.
func compute(ctx context.Context, workers []*worker, first, end, size int64, take func(context.Context, chunk) error) error {
	var work []ordered.Worker[ordered.Range, chunk]
	for _, w := range workers {
		work = append(work, w.work)
	}
	if end == 0 {
		end = math.MaxInt64
	}
	return takeAll(ctx, ordered.Map(ctx, ordered.Ranges(first, end, size), work), take)
}

// takeAll calls take with one result after another until one of them, or take,
// is an error.
func takeAll[R any](ctx context.Context, results iter.Seq2[R, error], take func(context.Context, R) error) error {
	for r, err := range results {
		if err == nil {
			err = take(ctx, r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// work computes the tries of a range.
func (w *worker) work(ctx context.Context, tries ordered.Range) (chunk, error) {
	c := chunk{from: tries.From, to: tries.To}
	for i := c.from; i < c.to; i++ {
		if ctx.Err() != nil {
			return c, context.Cause(ctx)
		}
		p, class, err := w.try(ctx, i)
		if err != nil {
			return c, err
		}
		if class >= 0 {
			c.puzzles, c.classes = append(c.puzzles, p), append(c.classes, class)
		}
	}
	return c, nil
}
