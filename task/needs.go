package task

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"gradoku/book"
	"gradoku/internal/text"
	"gradoku/predict"
	"gradoku/run"
	"gradoku/store"
)

// need computes what a filter needs to know about the puzzles that it may match, such as
// their solving times. The computed values are saved, even after an interruption. If the
// database is only read, missing values are an error.
func need(ctx context.Context, env *Env, db *store.DB, f store.Filter) (int64, error) {
	if f.Needs().None() {
		return 0, nil
	}
	if db.ReadOnly() {
		return 0, db.CheckKnown(ctx, f)
	}
	total := int64(0) // it is not known how many puzzles a limited filter needs
	if f.Limit == 0 {
		var err error
		if total, err = db.CountLacking(ctx, f); err != nil {
			return 0, err
		}
	}
	n, err := run.Need(ctx, db, f, env.workers(), func(n int64) { env.counting("predictions")(n, total) })
	if errors.Is(err, context.Canceled) {
		err = Fail(Interrupted, fmt.Errorf("interrupted while computing minutes or paths for people; those of %s are kept in %s",
			text.Count(n, "puzzle", "puzzles"), db.Path()), "run the same command again to continue")
	}
	return n, err
}

// need computes what a filter of the choice needs to know.
func (c *BookChoice) need(ctx context.Context, db *store.DB, f store.Filter) error {
	_, err := need(ctx, cmp.Or(c.env, &Env{}), db, f)
	return err
}

// setMinutes sets the minutes of a book's puzzles; they stay 0 for a size that the model does not
// support. Missing ones are computed. To save time later they are also saved, unless the database
// may not be written to or its server does not allow it.
func (c *BookChoice) setMinutes(ctx context.Context, db *store.DB, puzzles []book.Puzzle) error {
	ids := make([]int64, len(puzzles)) // not nil, which would mean all puzzles
	for i := range puzzles {
		ids[i] = puzzles[i].ID
	}
	if !db.ReadOnly() {
		err := c.need(ctx, db, store.Filter{IDs: ids, Wanted: store.Needs{Minutes: true}})
		if err != nil && !errors.Is(err, store.ErrDenied) {
			return err
		}
	}
	known, err := db.Minutes(ctx, ids)
	if err != nil {
		return err
	}
	predicted := predict.Minutes()
	for i := range puzzles {
		p := &puzzles[i]
		minutes, there := known[p.ID]
		if p.Minutes = minutes; !there {
			p.Minutes = predicted(&p.Givens)
		}
	}
	return nil
}
