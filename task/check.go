package task

import (
	"context"
	"errors"

	"gradoku/internal/text"
	"gradoku/run"
	"gradoku/store"
)

// Check looks for damage and contradictions in a database.
type Check struct {
	Quick bool `query:"quick" json:"quick,omitempty" doc:"check only the file, not every puzzle"`
}

// Run returns the problems that it finds.
func (c *Check) Run(ctx context.Context, env Env) (problems []store.Problem, err error) {
	err = WithDB(ctx, env.DB, func(db *store.DB) error {
		problems, err = db.Check(ctx, !c.Quick, env.counting("puzzles"))
		if err == nil && !c.Quick && len(problems) == 0 {
			problems, err = env.sample(ctx, db, checkedShare)
		}
		return err
	})
	return problems, err
}

// counting returns a function that reports how many things are done and how many there are.
func (e *Env) counting(unit string) func(done, total int64) {
	return func(done, total int64) {
		e.notify(Event{Progress: &Progress{Unit: unit, Done: done, Target: total, Tries: done}})
	}
}

// checkedShare says how many puzzles of a run a check repeats: one in so many. A worker
// that computes something else saves more puzzles than that, so the check finds one.
const checkedShare = 100

// sample checks the runs of this version of gradoku: it computes the first of every so many
// puzzles again. A row can be correct in itself although the run's seed and options do not
// give it.
func (e *Env) sample(ctx context.Context, db *store.DB, every int64) ([]store.Problem, error) {
	runs, err := db.Runs(ctx)
	if err != nil {
		return nil, err
	}
	var found []store.Problem
	var computed, puzzles int64
	for _, r := range runs {
		if r.Command != run.Command || r.Version != Version {
			continue
		}
		said := ""
		if target, err := run.DecodeOptions(r.Options); err != nil {
			said = err.Error()
		} else {
			n, differs, err := run.Sample(ctx, db, r, every, run.Config{Options: target, Workers: e.workers()})
			switch {
			case ctx.Err() != nil:
				return nil, context.Cause(ctx)
			case errors.Is(err, store.ErrCorrupt):
				differs = err.Error()
			case err != nil:
				return nil, err
			}
			said, computed, puzzles = differs, computed+int64(n), puzzles+r.Accepted
		}
		if said != "" {
			found = append(found, store.Problem{Table: "run", Row: r.ID, Text: "computing it again from its seed and options does not give its puzzles: " + said})
		}
	}
	if puzzles > 0 {
		e.note("spot check: recomputed %s of %s in runs of this version; gradoku replay compares all", text.Grouped(computed), text.Count(puzzles, "puzzle", "puzzles"))
	}
	return found, nil
}
