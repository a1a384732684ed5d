package task

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"time"

	"gradoku/grade"
	"gradoku/internal/bind"
	"gradoku/internal/field"
	"gradoku/internal/text"
	"gradoku/run"
	"gradoku/store"
)

// Regrade grades the saved puzzles that have no grade of this version; an older grade is
// replaced. After an interruption, the same task continues where it stopped.
type Regrade struct {
	Where   store.Condition `query:"where" json:"where,omitzero" doc:"only puzzles with this condition, for example 'rating >= 4.0 and level in (hard, expert) and clues < 25'"`
	Minutes bool            `query:"minutes" json:"minutes,omitempty" not:"distribute" doc:"instead of grades compute the minutes that people need, of the 9x9 puzzles that have none of this version's model; --minutes and conditions look there"`
	People  bool            `query:"people" json:"people,omitempty" not:"distribute" doc:"instead of grades compute the path for people, of the puzzles that have none of this version; --people-technique and conditions on people_score look there"`
	Report  string          `query:"report" json:"report,omitempty" not:"distribute,minutes,people" value:"FILE" doc:"write a CSV FILE with the old and the new rating and level of each puzzle whose grade was replaced by another one"`
	Budgeted
	Distributed
}

// Distributed says whether workers do the work.
type Distributed struct {
	Distribute bool `query:"distribute" json:"distribute,omitempty" doc:"let gradoku worker do the work on any machines that can reach the database, and show progress"`
	Detach     bool `query:"detach" json:"detach,omitempty" needs:"distribute" not:"timeout,json" doc:"with --distribute: do not wait for the end"`
}

// check returns an error if the database is a file: several machines cannot share it.
func (d *Distributed) check(db string) error {
	if d.Distribute && store.IsFile(db) {
		return &field.Error{Field: "distribute", Err: fmt.Errorf("%s is a file, and machines cannot share a database file: name a database on a server", db)}
	}
	return nil
}

// RegradeResult says what a regrade did.
type RegradeResult struct {
	Graded  int64 // by this task, or by workers while it watched them
	Changes Changes
	Shared  store.SharedRun // what workers compute; zero if they compute nothing
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
		filter := store.Filter{Selection: store.Selection{Where: g.Where}}
		filter.Wanted = store.Needs{Minutes: g.Minutes, People: g.People}
		n, err := need(ctx, &env, db, filter)
		if err == nil {
			env.note("computed for %s in %.1f s", text.Count(n, "puzzle", "puzzles"), time.Since(start).Seconds())
		}
		return &RegradeResult{Graded: n}, err
	}
	cfg := run.RegradeConfig{Filter: store.Filter{Selection: store.Selection{Where: g.Where}}, Workers: env.workers(), Budget: g.budget()}
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
		result.Graded, err = g.regrade(ctx, &env, db, cfg, &result.Changes)
		if errors.Is(err, context.Canceled) {
			err = Fail(Interrupted, fmt.Errorf("interrupted; %s of %s saved in %s", text.Grouped(result.Graded), text.Count(total, "grade is", "grades are"), db.Path()),
				"run the same command again to continue")
		}
		if err != nil {
			return result, err
		}
	}
	env.note("%s graded by grader %d in %.1f s", text.Count(result.Graded, "puzzle", "puzzles"), grade.Version, time.Since(start).Seconds())
	result.Changes.tell(&env)
	return result, nil
}

// Changes counts the grades that a regrade replaced.
type Changes struct {
	Same, Harder, Easier int64               // by rating
	Levels               map[[2]string]int64 // puzzles by old and new level, where these differ
}

// add counts a puzzle, and reports whether its rating or level has changed.
func (c *Changes) add(p *store.Regraded) (changed bool) {
	switch now := p.Grade.Rating; {
	case now > p.Before.Rating:
		c.Harder++
	case now < p.Before.Rating:
		c.Easier++
	default:
		c.Same++
	}
	if p.Before.Level == p.Grade.Level {
		return p.Before.Rating != p.Grade.Rating
	}
	if c.Levels == nil {
		c.Levels = map[[2]string]int64{}
	}
	c.Levels[[2]string{p.Before.Level, p.Grade.Level}]++
	return true
}

// tell notes the counts, unless no grade was replaced.
func (c *Changes) tell(env *Env) {
	if c.Same+c.Harder+c.Easier == 0 {
		return
	}
	env.note("compared with the grades before: %s with the same rating, %s harder, %s easier", text.Grouped(c.Same), text.Grouped(c.Harder), text.Grouped(c.Easier))
	byLevel := func(a, b [2]string) int {
		return cmp.Or(grade.CompareLevels(a[0], b[0]), grade.CompareLevels(a[1], b[1]))
	}
	for _, l := range slices.SortedFunc(maps.Keys(c.Levels), byLevel) {
		env.note("  %s before, %s now: %s", l[0], l[1], text.Count(c.Levels[l], "puzzle", "puzzles"))
	}
}

// regrade grades the puzzles in this process. What was interrupted is in the report as well.
func (g *Regrade) regrade(ctx context.Context, env *Env, db *store.DB, cfg run.RegradeConfig, changes *Changes) (done int64, err error) {
	report := func(store.Regraded) error { return nil }
	cfg.Report = func(list []store.Regraded) error {
		for _, p := range list {
			if p.Before.Grader == 0 || !changes.add(&p) {
				continue
			}
			if err := report(p); err != nil {
				return err
			}
		}
		return nil
	}
	if g.Report == "" {
		return run.Regrade(ctx, db, cfg)
	}
	err = ToFile(context.WithoutCancel(ctx), g.Report, func(w io.Writer) error {
		out := csv.NewWriter(w)
		report = func(p store.Regraded) error {
			return out.Write([]string{
				strconv.FormatInt(p.ID, 10), p.Givens, strconv.Itoa(p.Before.Grader), TenthsOrNull("", p.Before.Rating).String(), p.Before.Level,
				strconv.Itoa(grade.Version), TenthsOrNull("", p.Grade.Rating).String(), p.Grade.Level,
			})
		}
		if err := out.Write([]string{"id", "puzzle", "old_grader", "old_rating", "old_level", "new_grader", "new_rating", "new_level"}); err != nil {
			return err
		}
		var failed error
		if done, failed = run.Regrade(ctx, db, cfg); failed != nil && !errors.Is(failed, context.Canceled) {
			return failed
		}
		out.Flush()
		return out.Error()
	})
	return done, cmp.Or(err, context.Cause(ctx))
}

// watch lets workers do the regrade and reports their progress until the work ends.
func (g *Regrade) watch(ctx context.Context, env *Env, db *store.DB, cfg run.RegradeConfig, total int64, result *RegradeResult, tell func(int64)) error {
	p, err := db.BeginSharedRun(ctx, store.SharedRun{Command: run.RegradeCommand, Options: cfg.Encode(), Version: Build(), Size: run.FirstItems, Target: total})
	if err == nil {
		err = tellWorkers(ctx, env, db)
	}
	if result.Shared = p; err != nil || g.Detach {
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
