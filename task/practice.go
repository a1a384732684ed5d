package task

import (
	"cmp"
	"context"

	"gradoku/corpus"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/hint"
	"gradoku/internal/bind"
	"gradoku/internal/field"
	"gradoku/internal/text"
)

// Practice makes positions in which a technique is the next step. It makes new puzzles for
// them and saves none of the puzzles. It writes the positions to Env.Out as JSON lines.
type Practice struct {
	Technique string `query:"practice" json:"practice" doc:"print positions in which this technique is the next step, instead of saving puzzles"`
	N         int64  `query:"n" json:"n,omitempty" minimum:"1" maximum:"1000000000000" doc:"how many positions" usual:"100"`
	Seed      *int64 `query:"seed" json:"seed,omitempty" minimum:"0" doc:"random seed, from 0" usual:"chosen at random and printed"`
	Making
	Patience int64 `query:"patience" json:"patience,omitempty" minimum:"1" doc:"give up after this many puzzles in a row without such a position" usual:"50000"`
}

// PracticePatience is how many puzzles in a row without the technique end a search. A
// jellyfish, for example, is a step in one of several thousand puzzles.
const PracticePatience = 50_000

// Run makes the positions and returns how many it made. If the technique is hardly ever the
// next step, it ends with [generate.ErrExhausted].
func (p *Practice) Run(ctx context.Context, env Env) (made int64, err error) {
	if err := bind.Check(p, nil); err != nil {
		return 0, err
	}
	if len(p.Quota.List) > 0 {
		return 0, &field.Error{Field: "quota", Err: &bind.Rule{Not: "practice"}}
	}
	target, err := p.Target()
	if err != nil {
		return 0, err
	}
	format, err := corpus.ByName("jsonl")
	if err == nil {
		err = CheckPractice(p.Technique, format)
	}
	if err != nil {
		return 0, err
	}
	if ladder, err := hint.PracticeLadder(p.Technique); err == nil && ladder.Name == grade.Ladders()[0].Name {
		target.Criteria.Uses = append(target.Criteria.Uses, p.Technique) // a step of the rating's ladder is on the rating's path or nowhere
	}
	seed, patience := seedOr(p.Seed, generate.NewSeed()), cmp.Or(p.Patience, PracticePatience)
	env.note("positions to practise %s, seed %d", p.Technique, seed)
	rows := func(yield func(corpus.Row, error) bool) {
		var graders grade.Graders
		fruitless := int64(0)
		for found, err := range generate.Stream(ctx, target, uint64(seed), env.workers()) {
			if err != nil {
				yield(corpus.Row{}, err)
				return
			}
			row := corpus.Row{Puzzle: found.Grid.String(), Solution: found.Solution.String(), Values: GradeValues(found.Grid.String(), found.Grid.Clues(), &found.Grade)}
			ok, err := ToPosition(&row, p.Technique, &graders, func() bool { return ctx.Err() != nil })
			if err == nil && ctx.Err() != nil {
				err = context.Cause(ctx)
			}
			if fruitless++; !ok && err == nil {
				if fruitless < patience {
					continue
				}
				err = generate.ErrExhausted
			}
			if !yield(row, err) || err != nil {
				return
			}
			fruitless = 0
			if made++; made == cmp.Or(p.N, 100) {
				return
			}
		}
	}
	if err := format.Write(env.Out, rows); err != nil {
		return made, err
	}
	env.note("%s made", text.Count(made, "position", "positions"))
	return made, nil
}
