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

// keptMinutes provides the minutes of a book's puzzles. It reads them from the database;
// missing ones are predicted and saved there.
type keptMinutes struct {
	db    *store.DB
	model *predict.Predictor
	fresh []store.Needed
}

// keptRows is how many new predictions are saved at a time. They take about a second.
const keptRows = 256

// set sets the minutes of a puzzle. It leaves them at 0 for a size that the model does not
// support.
func (k *keptMinutes) set(ctx context.Context, p *book.Puzzle) (err error) {
	if p.Givens.Geometry().Size != 9 || p.Minutes != 0 {
		return nil
	}
	known, err := k.db.Minutes(ctx, []int64{p.ID})
	if minutes, ok := known[p.ID]; ok || err != nil {
		p.Minutes = minutes
		return err
	}
	if k.model == nil {
		m, err := predict.DefaultModel()
		if err != nil {
			return err
		}
		k.model = predict.NewPredictor(m)
	}
	t, ok := k.model.Predict(&p.Givens)
	if ok {
		p.Minutes = t.Minutes()
	}
	k.fresh = append(k.fresh, store.Needed{Ungraded: store.Ungraded{ID: p.ID, Givens: p.Givens.String()}, Minutes: &t})
	if len(k.fresh) >= keptRows {
		k.save(ctx, &err)
	}
	return err
}

// save saves new predictions, if the database may be written to and its server allows it: they
// are kept only to save time.
func (k *keptMinutes) save(ctx context.Context, err *error) {
	if len(k.fresh) > 0 && !k.db.ReadOnly() {
		if failed := k.db.SaveNeeded(context.WithoutCancel(ctx), k.fresh); !errors.Is(failed, store.ErrDenied) {
			*err = cmp.Or(*err, failed)
		}
	}
	k.fresh = nil
}
