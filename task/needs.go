package task

import (
	"context"
	"errors"
	"fmt"

	"gradoku/internal/text"
	"gradoku/run"
	"gradoku/store"
)

// need computes what a filter must know of the puzzles that it may match, such as the
// minutes that people need. What it computed is kept, also after an interruption.
func need(ctx context.Context, env *Env, db *store.DB, f store.Filter) (int64, error) {
	if f.Needs().None() {
		return 0, nil
	}
	total := int64(0) // nobody knows how many a limited filter needs
	if f.Limit == 0 {
		var err error
		if total, err = db.CountLacking(ctx, f); err != nil {
			return 0, err
		}
	}
	n, err := run.Need(ctx, db, f, env.workers(), func(n int64) { env.counting("predictions")(n, total) })
	if errors.Is(err, context.Canceled) {
		err = Fail(Interrupted, fmt.Errorf("interrupted while minutes or paths for people were computed; those of %s are kept in %s",
			text.Count(n, "puzzle", "puzzles"), db.Path()), "the same command goes on where it stopped")
	}
	return n, err
}
