package run

import (
	"context"

	"gradoku/generate"
	"gradoku/grade"
	"gradoku/store"
)

// recompute computes the first tries of a seed again, in parallel, and passes their
// puzzles to each, in order. It saves nothing. each reports whether the run accepted the
// puzzle. Puzzles whose quota is full are skipped, as they were in the run.
func recompute(ctx context.Context, cfg Config, seed, to int64, each func(*store.Puzzle) (accepted bool, err error)) error {
	if to == 0 {
		return nil
	}
	full := new(generate.FilledQuotas)
	workers, err := newWorkers(cfg, seed, full)
	if err != nil {
		return err
	}
	room := generate.NewRoom(cfg.Options.Quotas, full)
	return compute(ctx, &cfg.Options, workers, 0, to, func(_ context.Context, c Chunk) error {
		for i := range c.Puzzles {
			if !room.For(c.Classes[i]) {
				continue
			}
			c.Puzzles[i].Grader = grade.Version
			accepted, err := each(&c.Puzzles[i])
			if err != nil {
				return err
			}
			if accepted {
				room.Take(c.Classes[i])
			}
		}
		if cfg.Progress != nil {
			cfg.Progress(Progress{Tries: c.To, Target: to})
		}
		return nil
	})
}
