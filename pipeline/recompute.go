package pipeline

import (
	"context"
	"errors"

	"gradoku/grade"
	"gradoku/store"
)

// recompute computes the tries [from, to) of a seed again, in parallel, and
// hands what came out of them to each in their order. It saves nothing.
func recompute(ctx context.Context, cfg Config, seed, from, to int64, each func(*store.Puzzle) error) error {
	if from >= to {
		return nil
	}
	workers, err := newWorkers(cfg, seed)
	if err != nil {
		return err
	}
	tries := span{from, to, chunkOf(cfg.Options.Geometry.Size)}
	err = compute(ctx, workers, tries, func(_ context.Context, c chunk) error {
		for i := range c.puzzles {
			c.puzzles[i].Grader = grade.Version
			if err := each(&c.puzzles[i]); err != nil {
				return err
			}
		}
		if cfg.Progress != nil {
			cfg.Progress(Progress{Tries: c.to, Target: to})
		}
		if c.to == to {
			return errOver
		}
		return nil
	})
	if errors.Is(err, errOver) {
		return nil
	}
	return err
}

// newWorkers makes the workers of a run.
func newWorkers(cfg Config, seed int64) ([]*worker, error) {
	workers := make([]*worker, cfg.Workers)
	for i := range workers {
		w, err := newWorker(cfg.Options, seed)
		if err != nil {
			return nil, err
		}
		workers[i] = w
	}
	return workers, nil
}
