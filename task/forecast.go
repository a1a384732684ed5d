package task

import (
	"cmp"
	"context"

	"gradoku/generate"
	"gradoku/internal/bind"
)

// Forecast estimates from a sample of attempts what a run would do. It saves nothing.
type Forecast struct {
	N int64 `query:"n" json:"n,omitempty" minimum:"1" maximum:"1000000000000" doc:"total number of puzzles in the run" usual:"100"`
	Making
}

// Run makes the sample and reports the estimates as notes.
func (f *Forecast) Run(ctx context.Context, env Env) error {
	if err := bind.Check(f, nil); err != nil {
		return err
	}
	t, err := f.Target()
	if err != nil {
		return err
	}
	if err := f.chooseSearch(ctx, &env, &t, f.wanted(f.N)); err != nil || t.Targeted() || !t.Pattern.Empty() {
		return err
	}
	p, err := t.Forecast(ctx, env.workers()) // ChooseSearch makes no forecast without a target
	if err == nil {
		expect(&t, &p, f.wanted(f.N), &env)
	}
	return err
}

// chooseSearch decides from a sample of attempts how to search. It reports which share of
// attempts will probably fit.
func (m *Making) chooseSearch(ctx context.Context, env *Env, t *generate.Target, wanted int64) error {
	how, before := cmp.Or(generate.Search(m.Search), generate.SearchAuto), t.Clues
	if t.Seventeen() {
		env.warn("random puzzles with 17 clues are too rare to wait for; Gordon Royle's list has about 49,000 of them, and gradoku import can read it")
	}
	err := t.ChooseSearch(ctx, how, env.workers(), func(p *generate.Forecast) {
		if p == nil {
			env.note("puzzles with the letter %s have %s, which minimal puzzles do not have: clues are removed only down to that number", t.Criteria.Letters, t.ClueWords())
			return
		}
		if how == generate.SearchAuto && t.Walks() {
			env.note("few random puzzles fit; using local search towards the target:")
		}
		expect(t, p, wanted, env)
	})
	if err == nil && !t.Targeted() && t.Clues != before {
		env.note("%dx%d puzzles keep %s, so that people can solve most of them; --minimal or --clues overrides this", t.Geometry.Size, t.Geometry.Size, t.ClueWords())
	}
	return err
}
