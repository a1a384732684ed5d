package task

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gradoku/generate"
	"gradoku/internal/bind"
	"gradoku/internal/text"
	"gradoku/predict"
	"gradoku/run"
	"gradoku/store"
)

// Making says which puzzles to make, and how to look for them.
type Making struct {
	generate.Request
	Quota    generate.Quotas   `query:"quota" list:"," json:"quota,omitzero" maxLength:"1000" not:"n,rating,level,attempts" doc:"how many puzzles of each level or rating range, instead of a total number: gentle=200,medium=300,hard=100, or 1.0-2.0=50,2.1-3.0=50" example:"gentle=200,medium=300,hard=100"`
	Grids    generate.Grids    `query:"grids" group:"How puzzles are found" json:"grids,omitzero" usual:"any" doc:"how full grids are sampled: uniform (each equally likely; up to 9x9), fast (random backtracking), any (uniform if possible)" example:"uniform"`
	Sampling generate.Sampling `query:"sampling" group:"How puzzles are found" json:"sampling,omitzero" usual:"top-down" doc:"sampling rule, which sets how likely each puzzle is: top-down (fast), bottom-up (the other classical rule), controlled-bias (for statistics: the probability depends only on the number of clues; about one puzzle per second and core)" example:"controlled-bias"`
}

// Limits say what ends a run, and who computes it.
type Limits struct {
	Patience    int64         `query:"patience" group:"When a run ends" json:"patience,omitempty" minimum:"1" value:"N" doc:"give up after N attempts in a row without a new puzzle" usual:"100000; fewer if an attempt takes long; 100000000 with controlled bias; with --attempts no limit"`
	Timeout     time.Duration `query:"timeout" group:"When a run ends" json:"timeout,omitempty" minimum:"1" value:"TIME" doc:"stop after this TIME, for example 90s or 10m; the same command or --resume continues" example:"10m"`
	Distributed `group:"Where a run goes"`
}

// Generate makes new puzzles in a run. It proves, grades and saves them. The same task with
// the same seed continues the same run.
type Generate struct {
	N    int64  `query:"n" json:"n,omitempty" minimum:"1" maximum:"1000000000000" not:"attempts" doc:"total number of puzzles in the run" usual:"100"`
	Seed *int64 `query:"seed" json:"seed,omitempty" minimum:"0" doc:"random seed, from 0" usual:"chosen at random and printed" example:"42"`
	Making
	Attempts int64 `query:"attempts" group:"When a run ends" json:"attempts,omitempty" minimum:"1" maximum:"1000000000000000" value:"N" doc:"end the run after N attempts, whatever they find, instead of after a number of puzzles"`
	Limits
}

// Resume continues the last unfinished run of the database.
type Resume struct{ Limits }

// errTimeout ends a run at its time limit.
var errTimeout = errors.New("the time limit was reached")

// ErrNoneUnfinished is the error of [Resume] if the database has no unfinished run.
var ErrNoneUnfinished = errors.New("there is no unfinished run")

// Run makes the puzzles. It is no error if a run ends before its target: the result says
// what ended it. If ctx ends, Run returns its error together with the result so far.
func (g *Generate) Run(ctx context.Context, env Env) (result *GenerateResult, err error) {
	start := time.Now()
	if err := bind.Check(g, nil); err != nil {
		return nil, err
	}
	target, err := g.Target()
	if err != nil {
		return nil, err
	}
	if err := g.Distributed.check(env.DB); err != nil {
		return nil, err
	}
	db, err := store.Open(ctx, env.DB, store.ReadWrite)
	if err != nil {
		return nil, err
	}
	defer Close(db, &err)
	if err := g.chooseSearch(ctx, &env, &target, g.wanted(g.N)); err != nil {
		return nil, err
	}
	options := run.EncodeOptions(target)
	if g.Attempts > 0 {
		options = store.EndingByAttempts(options)
	}
	r, err := db.BeginRun(ctx, store.Run{
		Command: run.Command, Options: options, Seed: seedOr(g.Seed, generate.NewSeed()), Version: Version, Target: cmp.Or(g.Attempts, g.wanted(g.N)),
	})
	if err != nil {
		return nil, err
	}
	return g.execute(ctx, &env, db, r, &target, start)
}

// Run continues a run in the same way as [Generate.Run].
func (resume *Resume) Run(ctx context.Context, env Env) (result *GenerateResult, err error) {
	start := time.Now()
	if err := bind.Check(resume, nil); err != nil {
		return nil, err
	}
	if err := resume.Distributed.check(env.DB); err != nil {
		return nil, err
	}
	db, err := OpenExisting(ctx, env.DB, store.ReadWrite)
	if err != nil {
		return nil, err
	}
	defer Close(db, &err)
	r, err := db.LastUnfinished(ctx, run.Command)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, fmt.Errorf("%s: %w", db.Path(), ErrNoneUnfinished)
	case err != nil:
		return nil, err
	case r.Version != Version:
		return nil, DataError(fmt.Errorf("run %d was started by gradoku %s, but this is %s: its seed may now give different puzzles", r.ID, r.Version, Version),
			"finish it with that version, or start a new run")
	}
	target, err := run.DecodeOptions(r.Options)
	if err != nil {
		return nil, err
	}
	return resume.execute(ctx, &env, db, r, &target, start)
}

// Target returns the target that is asked for, and checks that such puzzles can exist. The
// error is a [*field.Error] or a [*generate.Contradiction].
func (m *Making) Target() (t generate.Target, err error) {
	if t, err = m.Request.Target(); err != nil {
		return t, err
	}
	t.Grids, t.Sampling, t.Predictor, t.Quotas = m.Grids, m.Sampling, predict.Minutes, slices.Clone(m.Quota.List)
	return t, t.Check()
}

// TargetError turns a contradiction in a target into a usage error. advice is for
// contradictions that are not about ratings, letters or patterns.
func TargetError(err error, advice string) error {
	var c *generate.Contradiction
	if !errors.As(err, &c) {
		return err
	}
	switch c.About {
	case generate.AboutRatings:
		advice = "ask for lower ratings, for example --rating 10.0-"
	case generate.AboutLetters:
		advice = "change --clues or --letter"
	case generate.AboutPattern:
		advice = "the letter depends on where the clues are: drop --letter or change the pattern"
	}
	return UsageError(err, advice)
}

// wanted returns how many puzzles a run should have: the sum of its quotas, or else n.
func (m *Making) wanted(n int64) int64 {
	return cmp.Or(generate.Total(m.Quota.List), n, 100)
}

// execute computes the run r, here or on workers, and says how it ended.
func (l *Limits) execute(ctx context.Context, env *Env, db *store.DB, r store.Run, target *generate.Target, start time.Time) (*GenerateResult, error) {
	res := &GenerateResult{Run: r, Target: *target, Patience: l.Patience}
	if res.Patience == 0 && !ByAttempts(r) { // a run that ends after a number of attempts needs no stop rule
		res.Patience = target.Patience()
	}
	env.notify(Event{Run: &RunStarted{r.ID, r.Seed}})
	// A run that gave up can continue with more patience than before.
	gaveUp := r.State == store.Exhausted && res.Patience > 0 && r.Next-r.Last-1 >= res.Patience
	if r.State == store.Done || gaveUp {
		res.Nothing = true
		if r.State == store.Done {
			why := "ask for more puzzles"
			if ByAttempts(r) {
				why = "all its attempts are computed" + attempts(r)
			}
			env.note("run %d with seed %d is complete: %s; nothing to add (%s)", r.ID, r.Seed, text.Count(r.Accepted, "puzzle", "puzzles"), why)
		} else {
			env.note("run %d with seed %d has already given up", r.ID, r.Seed)
		}
		return res, res.finish(ctx, db)
	}
	env.note("run %d, seed %d, %s%s", r.ID, r.Seed, Describe(target), attempts(r))
	if r.Next > 0 {
		env.note("continuing at attempt %s with %s saved", text.Grouped(r.Next), Saved(r))
	}
	limited := ctx
	if l.Timeout > 0 {
		var cancel func()
		limited, cancel = context.WithDeadlineCause(ctx, start.Add(l.Timeout), errTimeout)
		defer cancel()
	}
	before, began := r.Accepted, time.Now()
	var err error
	if l.Distribute {
		res.Run, err = l.watch(limited, env, db, r, target, res.Patience)
	} else {
		res.Run, err = run.Generate(limited, db, r, run.Config{
			Options: *target, Workers: env.workers(), Patience: res.Patience, Progress: progressOf(env, r, target),
		})
	}
	res.Added, res.Took = res.Run.Accepted-before, time.Since(began)
	if errors.Is(err, errTimeout) {
		res.timedOut, err = true, nil
	}
	if err != nil || l.Detach {
		return res, err
	}
	return res, res.finish(context.WithoutCancel(ctx), db)
}

// Forecast estimates from a sample of attempts what a run would do, and reports that as notes. It
// saves nothing.
func (g *Generate) Forecast(ctx context.Context, env Env) error {
	if err := bind.Check(g, nil); err != nil {
		return err
	}
	t, err := g.Target()
	if err != nil {
		return err
	}
	if err := g.chooseSearch(ctx, &env, &t, g.wanted(g.N)); err != nil || t.Targeted() || t.Pattern.Geometry != nil {
		return err
	}
	p, err := t.Forecast(ctx, env.workers()) // ChooseSearch makes no forecast without a target
	if err == nil {
		expect(&t, &p, g.wanted(g.N), &env)
	}
	return err
}

// chooseSearch decides from a sample of attempts how to search. It reports which share of
// attempts will probably fit.
func (m *Making) chooseSearch(ctx context.Context, env *Env, t *generate.Target, wanted int64) error {
	before := t.Clues
	if t.Shape().Seventeen() {
		env.warn("random puzzles with 17 clues are too rare to wait for; Gordon Royle's list has about 49,000 of them, and gradoku import can read it")
	}
	err := t.ChooseSearch(ctx, env.workers(), func(p *generate.Forecast) {
		if p == nil {
			env.note("puzzles with the letter %s have %s, which minimal puzzles do not have: clues are removed only down to that number", t.Letter, t.Shape().ClueWords())
			return
		}
		if t.Walks() {
			env.note("few random puzzles fit; using local search towards the target:")
		}
		expect(t, p, wanted, env)
	})
	if err == nil && !t.Targeted() && t.Clues != before {
		env.note("%dx%d puzzles keep %s, so that people can solve most of them; --minimal or --clues overrides this", t.Size, t.Size, t.Shape().ClueWords())
	}
	return err
}
