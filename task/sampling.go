package task

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"

	"gradoku/generate"
	"gradoku/internal/bind"
	"gradoku/internal/text"
	"gradoku/study"
)

// Sampling compares random minimal 9x9 puzzles made by different rules.
type Sampling struct {
	N          *int64 `query:"n" json:"n,omitempty" minimum:"0" maximum:"100000000" doc:"how many puzzles to sample top-down, and the same number bottom-up; 0 for none" usual:"2000"`
	Controlled *int64 `query:"controlled" json:"controlled,omitempty" minimum:"0" maximum:"100000000" doc:"how many puzzles to sample with controlled bias, about one per second and core; 0 for none" usual:"a quarter of n"`
	Seed       *int64 `query:"seed" json:"seed,omitempty" minimum:"0" doc:"random seed, from 0" usual:"1"`
	File       string `query:"file" json:"file,omitempty" not:"controlled" value:"FILE" doc:"read the controlled-bias sample from FILE instead, - for stdin"`
	From       string `query:"from" json:"from,omitempty" needs:"file" value:"FORMAT" doc:"read the puzzles in this FORMAT of gradoku list formats" usual:"detected from the content"`
	Label      string `query:"label" json:"label,omitempty" needs:"file" value:"NAME" doc:"the NAME of the file's column with the rating of Sudoku Explainer; a puzzle without one gets our rating" usual:"se"`
}

// Run makes and reads the samples, and returns their figures: each as it is, and corrected
// where that is possible.
func (s Sampling) Run(ctx context.Context, env Env) ([]*study.SampleFigures, error) {
	if err := bind.Check(&s, nil); err != nil {
		return nil, err
	}
	if s.File != "" && s.File != "-" { // before the other samples are drawn
		if _, err := os.Stat(s.File); err != nil {
			return nil, CannotRead(err)
		}
		if err := env.reading(s.From).CheckFrom(); err != nil {
			return nil, err
		}
	}
	n := seedOr(s.N, 2000)
	counts := map[generate.Sampling]int64{generate.TopDown: n, generate.BottomUp: n, generate.ControlledBias: seedOr(s.Controlled, min(n, max(2, n/4)))}
	var list []*study.SampleFigures
	for _, sampling := range generate.Samplings() {
		var sample *study.Sample
		var err error
		switch {
		case sampling == generate.ControlledBias && s.File != "":
			sample, err = s.read(ctx, &env)
		case counts[sampling] == 0:
			continue
		case counts[sampling] == 1:
			err = UsageError(study.ErrFewPuzzles, "use -n 2000, or 0 for no such sample")
		default:
			sample, err = s.draw(ctx, &env, sampling, counts[sampling])
		}
		if err != nil {
			return nil, err
		}
		list = append(list, sample.Figures(false))
		if sampling == generate.ControlledBias {
			list = append(list, sample.Figures(true))
		}
	}
	if list == nil {
		return nil, UsageError(errors.New("no sample is requested"), "use --n, --controlled or --file")
	}
	return list, nil
}

// draw makes a sample of n rated puzzles.
func (s *Sampling) draw(ctx context.Context, env *Env, sampling generate.Sampling, n int64) (*study.Sample, error) {
	tell := env.counting(sampling.String() + " puzzles")
	sample, err := study.DrawSample(ctx, study.SampleOptions{
		Sampling: sampling, Seed: uint64(seedOr(s.Seed, 1)), N: n, Workers: env.workers(), Progress: func(puzzles int64) { tell(puzzles, n) },
	})
	if err == nil {
		env.note("%v: %s puzzles from %s attempts", sampling, text.Grouped(n), text.Grouped(sample.Tries))
	}
	return sample, err
}

// read reads the sample of the file. Bad records are reported, and the others are used.
func (s *Sampling) read(ctx context.Context, env *Env) (*study.Sample, error) {
	in := &study.SampleFile{Rating: cmp.Or(s.Label, "se")}
	for src, err := range env.reading(s.From).Files(ctx, []string{s.File}) {
		var p *Problem
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.As(err, &p):
			return nil, err
		case err == nil:
			if err = in.Add(&src.Record); err != nil {
				err = Placed(&src, err)
			}
		}
		if err != nil {
			env.reject(err)
		}
	}
	tell := env.counting("puzzles")
	sample, err := in.Sample(ctx, env.workers(), func(n int64) { tell(n, int64(in.Len())) })
	if errors.Is(err, study.ErrFewPuzzles) {
		err = DataError(fmt.Errorf("%s: %w", s.File, err), "each line of the file is a puzzle, optionally with a column such as se")
	}
	return sample, err
}
