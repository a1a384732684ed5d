package task

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"gradoku/internal/bind"
	"gradoku/internal/text"
	"gradoku/run"
	"gradoku/store"
)

// Regrade grades the saved puzzles that have no grade of this version. After an
// interruption, the same task continues where it stopped.
type Regrade struct {
	Where   store.Condition `query:"where" json:"where,omitzero" doc:"only puzzles that meet this condition, for example 'rating >= 4.0 and clues < 25'"`
	Minutes bool            `query:"minutes" json:"minutes,omitempty" not:"distribute" doc:"instead of grades compute the minutes that people need, of the 9x9 puzzles that have none of this version's model; --minutes and conditions look there"`
	People  bool            `query:"people" json:"people,omitempty" not:"distribute" doc:"instead of grades compute the path for people, of the puzzles that have none of this version; --people-technique and --people-score look there"`
	Budgeted
	Distributed
}

// Distributed says whether workers do the work.
type Distributed struct {
	Distribute bool `query:"distribute" json:"distribute,omitempty" doc:"let gradoku worker do the work on any machines that can reach the database, and show progress"`
	Detach     bool `query:"detach" json:"detach,omitempty" needs:"distribute" not:"manifest,timeout" doc:"with --distribute: do not wait for the end"`
}

// check returns an error if the database is a file: several machines cannot share it.
func (d *Distributed) check(db string) error {
	if d.Distribute && store.IsFile(db) {
		return &bind.Error{Field: "distribute", Err: fmt.Errorf("%s is a file, and machines cannot share a database file: name a database on a server", db)}
	}
	return nil
}

// RegradeResult says what a regrade did.
type RegradeResult struct {
	Graded int64           // by this task, or by workers while it watched them
	Plan   store.SharedRun // the plan of the workers; zero if there is none
}

// Run grades the puzzles. If it is interrupted while workers continue, the error is
// [ErrWatching].
func (g *Regrade) Run(ctx context.Context, env Env) (result *RegradeResult, err error) {
	start := time.Now()
	if err := cmp.Or(bind.Check(g, nil), g.check(env.DB)); err != nil {
		return nil, err
	}
	db, err := OpenExisting(ctx, env.DB, store.ReadWrite)
	if err != nil {
		return nil, err
	}
	defer Close(db, &err)
	if g.Minutes || g.People {
		filter := store.Filter{Where: g.Where.Text}
		filter.Wanted = store.Needs{Minutes: g.Minutes, People: g.People}
		n, err := need(ctx, &env, db, filter)
		if err == nil {
			env.note("computed for %s in %.1f s", text.Count(n, "puzzle", "puzzles"), time.Since(start).Seconds())
		}
		return &RegradeResult{Graded: n}, err
	}
	cfg := run.RegradeConfig{Filter: store.Filter{Where: g.Where.Text}, Workers: env.workers(), Budget: g.budget()}
	if _, err := need(ctx, &env, db, cfg.Filter); err != nil { // its condition may name minutes
		return nil, err
	}
	total, err := db.CountUngraded(ctx, cfg.Filter)
	if err != nil {
		return nil, err
	}
	tell := func(n int64) { env.counting("puzzles")(n, total) }
	tell(0)
	result = &RegradeResult{}
	if g.Distribute && total > 0 {
		if err := g.watch(ctx, &env, db, cfg, total, result, tell); err != nil || g.Detach {
			return result, err
		}
		left, err := db.CountUngraded(ctx, cfg.Filter)
		if err != nil {
			return result, err
		}
		result.Graded = total - left
	} else {
		cfg.Progress = tell
		result.Graded, err = run.Regrade(ctx, db, cfg)
		if errors.Is(err, context.Canceled) {
			err = Fail(Interrupted, fmt.Errorf("interrupted; %s of %s saved in %s", text.Grouped(result.Graded), text.Count(total, "grade is", "grades are"), db.Path()),
				"run the same command again to continue")
		}
		if err != nil {
			return result, err
		}
	}
	env.note("%s graded by grader %d in %.1f s", text.Count(result.Graded, "puzzle", "puzzles"), db.Grader(), time.Since(start).Seconds())
	return result, nil
}

// watch lets workers do the regrade and reports their progress until the work ends.
func (g *Regrade) watch(ctx context.Context, env *Env, db *store.DB, cfg run.RegradeConfig, total int64, result *RegradeResult, tell func(int64)) error {
	p, err := db.BeginSharedRun(ctx, store.SharedRun{Command: run.RegradeCommand, Options: cfg.Encode(), Version: Build(), Size: run.FirstItems, Target: total})
	if err == nil {
		err = tellWorkers(ctx, env, db)
	}
	if result.Plan = p; err != nil || g.Detach {
		return err
	}
	err = poll(ctx, env, func() (over bool, err error) {
		now, err := db.SharedRun(ctx, p.Name)
		switch {
		case errors.Is(err, store.ErrNotFound): // complete and already removed
			return true, nil
		case err != nil:
			return false, err
		case now.Ended == store.Complete:
			return true, nil
		case now.Ended != "":
			return false, DataError(fmt.Errorf("%v was ended: %s", now, now.Ended), "run the same command again to continue")
		}
		tell(min(now.Saved-p.Saved, total))
		return false, nil
	})
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%w: %w", ErrWatching, err)
	}
	return err
}
