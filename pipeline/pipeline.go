package pipeline

import (
	"context"
	"errors"
	"iter"
	"math"
	"time"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/internal/ordered"
	"gradoku/store"
)

// Config says how to compute a run. Apart from Options, nothing in it changes
// the rows.
type Config struct {
	Options generate.Target
	Workers int // at least 1
	// Patience is the stop rule: the run ends after this many tries in a row
	// without a new puzzle. It changes where a hopeless run ends, not its rows.
	Patience int64
	// MaxTries, unless 0, ends the run after this many tries in all.
	MaxTries int64
	// Progress, when not nil, is called now and then from the saving goroutine.
	Progress func(Progress)
}

// Progress is how far a run is, saved or not.
type Progress struct {
	Accepted int64 // saved puzzles plus those waiting to be saved, including duplicates
	Target   int64
	Tries    int64
	Quotas   []int64 // accepted of each quota
}

const (
	// batchRows puzzles make a transaction: below a thousand the cost of a
	// commit shows; above a few thousand nothing is gained and more is at risk.
	batchRows = 4096
	// batchAge bounds what a crash can lose when puzzles are slow to make.
	batchAge = 2 * time.Second
)

// Run computes the run from its next index to its target and returns it as
// stored at the end. When ctx ends, it saves the finished tries up to the first
// gap, marks the run as stopped and returns it with the context's error.
func Run(ctx context.Context, db *store.DB, run store.Run, cfg Config) (store.Run, error) {
	full := new(generate.FilledQuotas)
	workers, err := newWorkers(cfg, run.Seed, full)
	if err != nil {
		return run, err
	}
	s, err := newSaver(ctx, db, run, cfg, full)
	if err != nil {
		return run, err
	}
	err = compute(ctx, workers, run.Next, s.end, cfg.Options.Chunk(), s.take)
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

// errOver ends the computation when the run has reached its end.
var errOver = errors.New("run is over")

// chunk is the outcome of the tries [from, to).
type chunk struct {
	from, to int64
	puzzles  []store.Puzzle
	classes  []int // of the puzzles, in the quotas
}

// compute hands out the tries [first, end), or all from first on when end is 0,
// in ranges of size to the workers, and calls take with the chunks in index
// order, until take or a worker returns an error. Chunks that a worker has not
// finished when ctx ends are dropped.
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

// takeAll calls take with one result after another until a result or take
// returns an error.
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

// worker takes one puzzle at a time through all stages, in its own workspaces.
type worker struct {
	finder *generate.Finder
	canon  board.Canonicalizer
}

// newWorkers makes the workers of a run.
func newWorkers(cfg Config, seed int64, full *generate.FilledQuotas) ([]*worker, error) {
	workers := make([]*worker, cfg.Workers)
	for i := range workers {
		f, err := generate.NewFinder(cfg.Options, uint64(seed), full)
		if err != nil {
			return nil, err
		}
		workers[i] = &worker{finder: f}
	}
	return workers, nil
}

// work computes the tries of a range.
func (w *worker) work(ctx context.Context, tries ordered.Range) (chunk, error) {
	c := chunk{from: tries.From, to: tries.To}
	for i := c.from; i < c.to; i++ {
		if ctx.Err() != nil {
			return c, context.Cause(ctx)
		}
		found, err := w.finder.Find(ctx, uint64(i))
		if err != nil {
			return c, err
		}
		if found.Quota < 0 {
			continue
		}
		geo, clues := found.Grid.Geometry(), found.Grid.ClueSet()
		c.classes = append(c.classes, found.Quota)
		c.puzzles = append(c.puzzles, store.Puzzle{
			Seq:      i,
			Size:     geo.Size,
			Givens:   found.Grid.String(),
			Solution: found.Solution.String(),
			Canon:    w.canon.Key(&found.Grid, &found.Solution),
			Clues:    clues.Len(),
			Symmetry: board.SymmetryOf(clues, geo).Name,
			Minimal:  found.Minimal,
			Grade:    found.Grade,
		})
	}
	return c, nil
}
