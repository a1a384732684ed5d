package run

import (
	"context"

	"gradoku/generate"
	"gradoku/grade"
	"gradoku/store"
)

// recompute computes the tries [from, to) of a seed again, in parallel, and
// passes their puzzles to each, in order. It saves nothing. each reports
// whether the run accepted the puzzle: where there are quotas, a puzzle for
// which they have no room left is passed over, as it was then.
func recompute(ctx context.Context, cfg Config, seed, from, to int64, each func(*store.Puzzle) (accepted bool, err error)) error {
	if from >= to {
		return nil
	}
	full := new(generate.FilledQuotas)
	workers, err := newWorkers(cfg, seed, full)
	if err != nil {
		return err
	}
	var room []int64
	for _, q := range cfg.Options.Quotas {
		room = append(room, q.Count)
	}
	return compute(ctx, workers, from, to, cfg.Options.Chunk(), func(_ context.Context, c Chunk) error {
		for i := range c.Puzzles {
			if room != nil && room[c.Classes[i]] == 0 {
				continue
			}
			c.Puzzles[i].Grader = grade.Version
			accepted, err := each(&c.Puzzles[i])
			if err != nil {
				return err
			}
			if room != nil && accepted {
				room[c.Classes[i]]--
			}
		}
		full.Set(room)
		if cfg.Progress != nil {
			cfg.Progress(Progress{Tries: c.To, Target: to})
		}
		return nil
	})
}
