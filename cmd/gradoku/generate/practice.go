package generate

import (
	"context"
	"errors"
	"fmt"

	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/internal/text"
)

// practicePatience is how many puzzles in a row without the technique are enough: a
// jellyfish is the next step on the way of one in some thousands.
const practicePatience = 50_000

// practise prints positions for practice, from new puzzles that no database keeps.
func (o *options) practise(ctx context.Context, target generate.Target) error {
	if err := o.ApartFromPractice("db", "resume", "quota", "tries", "max-tries", "shard", "manifest", "json", "timeout"); err != nil {
		return err
	}
	format, err := corpus.ByName("jsonl")
	if err != nil {
		return err
	}
	if err := cli.CheckPractice(o.practice, format); err != nil {
		return err
	}
	if ladder, err := grade.PracticeLadder(o.practice); err == nil && ladder.Name == grade.Ladders()[0].Name {
		target.Criteria.Uses = append(target.Criteria.Uses, o.practice) // the rating's path has it, or none
	}
	seed, patience := o.seed, o.patience
	if !o.Given("seed") {
		seed = generate.NewSeed()
	}
	if !o.Given("patience") {
		patience = practicePatience
	}
	say := cli.TalkTo(o.Err, o.quiet)
	say("positions to practise %s, seed %d", o.practice, seed)
	made := int64(0)
	rows := func(yield func(corpus.Row, error) bool) {
		var graders grade.Graders
		fruitless := int64(0)
		for found, err := range generate.Stream(ctx, target, uint64(seed), o.workers) {
			if err != nil {
				yield(corpus.Row{}, err)
				return
			}
			row := corpus.Row{Puzzle: found.Grid.String(), Solution: found.Solution.String(), Values: cli.GradeValues(found.Grid.Clues(), &found.Grade)}
			ok, err := cli.Practise(&row, o.practice, &graders, func() bool { return ctx.Err() != nil })
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
			if made++; made == o.n {
				return
			}
		}
	}
	err = format.Write(o.Out, rows)
	if errors.Is(err, generate.ErrExhausted) {
		return cli.Fail(cli.ExitExhausted, fmt.Errorf("gave up after %s in a row: %s seldom is the next step; %s made",
			text.Count(patience, "puzzle", "puzzles"), o.practice, text.Count(made, "position", "positions")), "ask for fewer, or give it a larger --patience")
	}
	if err != nil {
		return TargetError(err, changeTarget)
	}
	say("%s made", text.Count(made, "position", "positions"))
	return nil
}
