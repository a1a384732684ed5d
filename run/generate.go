package run

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math"
	"sync"
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
	// Patience is the stop rule: the run ends after this many attempts in a row
	// without a new puzzle. It changes where a hopeless run ends, not its rows.
	Patience int64
	// Progress, when not nil, is called now and then from the saving goroutine.
	Progress func(Progress)

	shared *store.SharedRun // set when workers elsewhere compute the run; nil when this process does
}

// Progress is how far a run has got, including what is not yet saved.
type Progress struct {
	Accepted int64 // saved puzzles plus those waiting to be saved, including duplicates
	Attempts int64
	Quotas   []int64 // accepted for each quota
}

const (
	// batchRows is how many puzzles are saved per transaction. Below a thousand, commits take
	// noticeable time; above a few thousand, nothing is gained and a crash can lose more.
	batchRows = 4096
	// batchAge bounds what a crash can lose when puzzles are slow to make.
	batchAge = 2 * time.Second
)

// Generate computes the run from its next index to its target and returns it as
// stored at the end. When ctx ends, it saves the finished attempts up to the first
// gap, marks the run as stopped and returns it with the context's error.
func Generate(ctx context.Context, db *store.DB, run store.Run, cfg Config) (store.Run, error) {
	full := new(generate.FilledQuotas)
	workers, err := newWorkers(cfg, run.Seed, full)
	if err != nil {
		return run, err
	}
	s, err := newSaver(ctx, db, run, cfg, full)
	if err != nil {
		return run, err
	}
	defer beating(ctx, db, run.ID)()
	for _, w := range workers {
		w.turn = s.turn
	}
	err = compute(ctx, &cfg.Options, workers, run.Next, s.end, s.take)
	switch {
	case err == nil || errors.Is(err, errOver):
		return s.run, nil
	case ctx.Err() != nil:
		return s.stop(context.WithoutCancel(ctx), context.Cause(ctx))
	}
	// Attempts finished before the failure are good: save them if the database still accepts
	// them, but report the first error.
	run, _ = s.stop(context.WithoutCancel(ctx), err)
	return run, err
}

// beating keeps a run alive until the function that it returns is called.
func beating(ctx context.Context, db *store.DB, id int64) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var beats sync.WaitGroup
	beats.Go(func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(store.BeatEvery):
				_ = db.Beat(ctx, id) // if the database fails, saving the next batch says so
			}
		}
	})
	return func() { cancel(); beats.Wait() }
}

// errOver ends the computation when the run has reached its end.
var errOver = errors.New("run is over")

// Chunk is the outcome of the attempts [From, To) of a run, or of the puzzle ids [From, To)
// of a shared regrade.
type Chunk struct {
	From, To int64
	Puzzles  []store.Puzzle
	Classes  []int // the quota of each puzzle, by index
	Grades   []store.Graded
}

// compute hands out the attempts [first, end), or all from first on when end is 0,
// to the workers, and calls take with the chunks in index order, until take or a
// worker returns an error. Chunks that a worker has not finished when ctx ends are
// dropped.
func compute(ctx context.Context, target *generate.Target, workers []*Worker, first, end int64, take func(context.Context, Chunk) error) error {
	var work []ordered.Worker[ordered.Range, Chunk]
	for _, w := range workers {
		work = append(work, w.Compute)
	}
	return takeAll(ctx, ordered.Map(ctx, ordered.Ranges(first, cmp.Or(end, math.MaxInt64), target.Chunk()), work), take)
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

// Worker computes attempts of a run: it takes one puzzle at a time through all stages,
// in its own workspaces. Use one per goroutine.
type Worker struct {
	finder *generate.Finder
	turn   chan struct{} // unless nil, has a token while the worker may begin a range
}

// NewWorker returns a worker for a run. full may be out of date or empty; it only saves
// the worker work.
func NewWorker(target generate.Target, seed int64, full *generate.FilledQuotas) (*Worker, error) {
	f, err := generate.NewFinder(target, uint64(seed), full)
	return &Worker{finder: f}, err
}

// newWorkers makes the workers of a run.
func newWorkers(cfg Config, seed int64, full *generate.FilledQuotas) ([]*Worker, error) {
	workers := make([]*Worker, cfg.Workers)
	for i := range workers {
		var err error
		if workers[i], err = NewWorker(cfg.Options, seed, full); err != nil {
			return nil, err
		}
	}
	return workers, nil
}

// Compute computes the attempts of a range.
func (w *Worker) Compute(ctx context.Context, attempts ordered.Range) (Chunk, error) {
	if w.turn != nil {
		w.turn <- <-w.turn
	}
	c := Chunk{From: attempts.From, To: attempts.To}
	err := w.finder.FindIn(ctx, attempts, func(attempt int64, found generate.Found) {
		if found.Quota < 0 {
			return
		}
		p := rowOf(&found.Grid, &found.Solution, w.finder.Key(&found))
		p.Seq, p.Minimal, p.Grade = attempt, found.Minimal, found.Grade
		c.Puzzles, c.Classes = append(c.Puzzles, p), append(c.Classes, found.Quota)
	})
	return c, err
}

// rowOf returns the row of a puzzle, with what follows from the puzzle itself.
func rowOf(puzzle, solution *board.Grid, key [16]byte) store.Puzzle {
	geo, clues := puzzle.Geometry(), puzzle.ClueSet()
	return store.Puzzle{
		Size: geo.Size, Givens: puzzle.String(), Solution: solution.String(), Canon: key,
		Clues: clues.Len(), Symmetry: board.SymmetryOf(clues, geo).Name,
	}
}
