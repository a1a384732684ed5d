package study

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"

	"gradoku/board"
	"gradoku/corpus"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/internal/ordered"
	"gradoku/solve"
)

// Sample is a sample of minimal 9x9 puzzles, generated here or read from a file.
type Sample struct {
	Sampling generate.Sampling
	Tries    int64 // full grids tried to get the puzzles; 0 when unknown
	Puzzles  []Sampled
}

// Sampled is what a study keeps of a puzzle.
type Sampled struct {
	Clues   int
	Rating  int  // the file's in tenths, else ours
	AtLeast bool // the rating is a lower bound

	try int64 // the index that made it
}

// weights returns the weight of each puzzle: 1, or, corrected, the number of minimal
// puzzles that it represents, see [generate.Correction].
func (s *Sample) weights(corrected bool) []float64 {
	w := make([]float64, len(s.Puzzles))
	for i, p := range s.Puzzles {
		w[i] = 1
		if corrected {
			w[i] = generate.Correction(board.Nine(), p.Clues)
		}
	}
	return w
}

// SampleOptions say what to generate.
type SampleOptions struct {
	Sampling generate.Sampling
	Seed     uint64
	N        int64 // puzzles
	Workers  int
	Progress func(puzzles int64) // nil, or called now and then
}

// DrawSample makes the first N puzzles of a seed: those that "gradoku generate" makes
// with the same seed and sampling. It also keeps puzzles isomorphic to an earlier one,
// which do not occur on 9x9 in practice. The result does not depend on the number of
// workers.
func DrawSample(ctx context.Context, opt SampleOptions) (*Sample, error) {
	none, err := board.SymmetryByName("none")
	if err != nil {
		return nil, err
	}
	var workers []ordered.Worker[ordered.Range, []Sampled]
	for range opt.Workers {
		g, err := generate.New(generate.Shape{Geometry: board.Nine(), Symmetry: none, Sampling: opt.Sampling})
		if err != nil {
			return nil, err
		}
		grader := grade.NewGrader(board.Nine())
		workers = append(workers, func(ctx context.Context, some ordered.Range) (list []Sampled, _ error) {
			for try := some.From; try < some.To; try++ {
				if ctx.Err() != nil {
					return nil, context.Cause(ctx)
				}
				if made, err := g.Try(opt.Seed, uint64(try)); err == nil { // else a Miss; a try has no other error
					list = append(list, sampled(grader, &made.Grid, try))
				}
			}
			return list, nil
		})
	}
	s := &Sample{Sampling: opt.Sampling}
	length := int64(16)
	if opt.Sampling == generate.ControlledBias {
		length = 1 << 12 // a few hundredths of a second
	}
	for puzzles, err := range ordered.Map(ctx, ordered.Ranges(0, math.MaxInt64, length), workers) {
		if err != nil {
			return s, err
		}
		s.Tries += length
		s.Puzzles = append(s.Puzzles, puzzles...)
		if n := int64(len(s.Puzzles)); n >= opt.N {
			s.Puzzles = s.Puzzles[:opt.N]
			s.Tries = s.Puzzles[opt.N-1].try + 1
		}
		if opt.Progress != nil {
			opt.Progress(int64(len(s.Puzzles)))
		}
		if int64(len(s.Puzzles)) >= opt.N {
			break
		}
	}
	return s, nil
}

// sampled rates a puzzle.
func sampled(grader *grade.Grader, p *board.Grid, try int64) Sampled {
	g := grader.Grade(p)
	return Sampled{Clues: p.Clues(), Rating: g.Rating, AtLeast: g.AtLeast, try: try}
}

// ErrFewPuzzles says that a sample is too small for any statistic.
var ErrFewPuzzles = errors.New("a sample needs at least two puzzles")

// SampleFile builds a controlled-bias sample from records of other programs.
type SampleFile struct {
	Rating string // the field with the rating of Sudoku Explainer, which a record may lack

	records []ratedPuzzle
	tries   int64 // the sum of the fields "grids_tried"
	untold  bool  // some record has no such field
	prover  solve.Prover
}

type ratedPuzzle struct {
	puzzle board.Grid
	rating int // in tenths; 0 for none
}

// Add takes a record. The error says why it cannot be part of the sample: the correction
// is only for minimal 9x9 puzzles.
func (f *SampleFile) Add(rec *corpus.Record) error {
	rating := 0
	if text, _ := rec.Field(f.Rating); text != "" {
		number, err := strconv.ParseFloat(text, 64)
		if err != nil || !(number > 0 && number <= 20) {
			return errors.New("field " + f.Rating + " is not a rating")
		}
		rating = int(math.Round(number * 10))
	}
	if err := f.minimal(&rec.Puzzle); err != nil {
		return err
	}
	tried, _ := rec.Field("grids_tried") // some of Berthier's are written as 1.03336e+06
	if n, err := strconv.ParseFloat(tried, 64); err == nil && n >= 1 && n < 1e15 {
		f.tries += int64(n)
	} else {
		f.untold = true
	}
	f.records = append(f.records, ratedPuzzle{rec.Puzzle, rating})
	return nil
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

// Sample returns the sample. Puzzles without a rating in the file are rated. The result does
// not depend on the number of workers.
func (f *SampleFile) Sample(ctx context.Context, workers int, progress func(done int64)) (*Sample, error) {
	s := &Sample{Sampling: generate.ControlledBias, Tries: f.tries}
	if f.untold {
		s.Tries = 0
	}
	if len(f.records) < 2 {
		return nil, ErrFewPuzzles
	}
	var raters []ordered.Worker[ratedPuzzle, Sampled]
	for range workers {
		grader := grade.NewGrader(board.Nine())
		raters = append(raters, func(_ context.Context, r ratedPuzzle) (Sampled, error) {
			if r.rating != 0 {
				return Sampled{Clues: r.puzzle.Clues(), Rating: r.rating}, nil
			}
			return sampled(grader, &r.puzzle, 0), nil
		})
	}
	for one, err := range ordered.Map(ctx, slices.Values(f.records), raters) {
		if err != nil {
			return s, err
		}
		s.Puzzles = append(s.Puzzles, one)
		if progress != nil {
			progress(int64(len(s.Puzzles)))
		}
	}
	return s, nil
}

// Len returns how many records are in the sample.
func (f *SampleFile) Len() int { return len(f.records) }
