package study

import (
	"context"
	"errors"
	"math"
	"strconv"

	"gradoku/board"
	"gradoku/corpus"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/internal/ordered"
	"gradoku/solve"
)

// SampleFile is a controlled-bias sample in the making, from records that somebody
// else made.
type SampleFile struct {
	// Rating and W name the fields with the rating of Sudoku Explainer and with
	// Berthier's W rating; a record may lack either.
	Rating, W string

	puzzles []board.Grid
	known   []Sampled
	tries   int64 // the sum of the fields "grids_tried"
	untold  bool  // some record has no such field
	prover  solve.Prover
}

// Add takes a record. The error says why it cannot be part of the sample: the
// correction is one for minimal 9x9 puzzles.
func (f *SampleFile) Add(rec *corpus.Record) error {
	s := Sampled{W: -1}
	var err error
	if s.Theirs, err = theirRating(rec, f.Rating); err != nil {
		return err
	}
	if text, _ := rec.Field(f.W); text != "" {
		if s.W, err = strconv.Atoi(text); err != nil || s.W < 0 {
			return errors.New("field " + f.W + " is no whole number from 0")
		}
	}
	if err := f.minimal(&rec.Puzzle); err != nil {
		return err
	}
	tried, _ := rec.Field("grids_tried") // some of Berthier's stand as 1.03336e+06
	if n, err := strconv.ParseFloat(tried, 64); err == nil && n >= 1 && n < 1e15 {
		f.tries += int64(n)
	} else {
		f.untold = true
	}
	f.puzzles, f.known = append(f.puzzles, rec.Puzzle), append(f.known, s)
	return nil
}

// theirRating reads the rating of a record in tenths, 0 when it has none.
func theirRating(rec *corpus.Record, name string) (int, error) {
	text, ok := rec.Field(name)
	if !ok || text == "" {
		return 0, nil
	}
	rating, err := strconv.ParseFloat(text, 64)
	if err != nil || !(rating > 0 && rating <= 20) {
		return 0, errors.New("field " + name + " is no rating")
	}
	return int(math.Round(rating * 10)), nil
}

// minimal says why a puzzle is not one of the minimal 9x9 puzzles.
func (f *SampleFile) minimal(p *board.Grid) error {
	if p.Geometry() != board.Nine() {
		return errors.New("not 9x9")
	}
	if _, err := f.prover.Prove(p); err != nil {
		return errors.New("not proper: it must have exactly one solution")
	}
	search := f.prover.Searcher(p.Geometry())
	for c := range p.ClueSet().All() {
		if !search.Other(p, c) {
			return errors.New("not minimal: the clue in " + p.Geometry().CellName(c) + " can be dropped")
		}
	}
	return nil
}

// Rated reports whether every record so far has a rating of theirs.
func (f *SampleFile) Rated() bool {
	for _, s := range f.known {
		if s.Theirs == 0 {
			return false
		}
	}
	return true
}

// Sample returns the sample, rated by us too if asked. The result does not depend
// on the number of workers.
func (f *SampleFile) Sample(ctx context.Context, rate bool, workers int, progress func(done int64)) (*Sample, error) {
	s := &Sample{Sampling: generate.ControlledBias, Tries: f.tries}
	if f.untold {
		s.Tries = 0
	}
	if len(f.puzzles) < 2 {
		return nil, ErrFewPuzzles
	}
	var observers []ordered.Worker[ordered.Range, []Sampled]
	for range workers {
		observers = append(observers, f.observer(rate))
	}
	for puzzles, err := range ordered.Map(ctx, ordered.Ranges(0, int64(len(f.puzzles)), 16), observers) {
		if err != nil {
			return s, err
		}
		s.Puzzles = append(s.Puzzles, puzzles...)
		if progress != nil {
			progress(int64(len(s.Puzzles)))
		}
	}
	return s, nil
}

// observer returns a worker that looks at some of the puzzles.
func (f *SampleFile) observer(rate bool) ordered.Worker[ordered.Range, []Sampled] {
	var grader *grade.Grader
	if rate {
		grader = grade.NewGrader(board.Nine())
	}
	return func(ctx context.Context, some ordered.Range) (list []Sampled, _ error) {
		for i := some.From; i < some.To; i++ {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			p := observe(&f.puzzles[i], grader)
			p.Theirs, p.W = f.known[i].Theirs, f.known[i].W
			list = append(list, p)
		}
		return list, nil
	}
}

// Len returns how many records are in the sample.
func (f *SampleFile) Len() int { return len(f.puzzles) }
