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
	Singles bool // naked and hidden singles solve it
	Rating  int  // ours in tenths; 0 when not requested
	AtLeast bool // ours is a lower bound
	Theirs  int  // the file's in tenths; 0 for none
	W       int  // Berthier's W rating in the file; -1 for none

	try int64 // the index that made it
}

// Correctable reports whether the sample's bias can be corrected.
func (s *Sample) Correctable() bool { return s.Sampling == generate.ControlledBias }

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
	Rate     bool  // rate them, which takes most of the time unless the bias is controlled
	Workers  int
	Progress func(puzzles, tries int64) // nil, or called now and then
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
		observe := observer(opt.Rate)
		workers = append(workers, eachOf(func(try int64) (Sampled, bool) {
			made, err := g.Try(opt.Seed, uint64(try))
			if err != nil {
				return Sampled{}, false // a Miss; a try has no other error
			}
			s := observe(&made.Grid)
			s.try = try
			return s, true
		}))
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
			opt.Progress(int64(len(s.Puzzles)), s.Tries)
		}
		if int64(len(s.Puzzles)) >= opt.N {
			break
		}
	}
	return s, nil
}

// eachOf returns a worker that calls number for each index of a range and keeps the
// results.
func eachOf(number func(int64) (Sampled, bool)) ordered.Worker[ordered.Range, []Sampled] {
	return func(ctx context.Context, some ordered.Range) (list []Sampled, _ error) {
		for i := some.From; i < some.To; i++ {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			if s, ok := number(i); ok {
				list = append(list, s)
			}
		}
		return list, nil
	}
}

// observer returns a function that computes what a sample keeps of a puzzle.
func observer(rate bool) func(*board.Grid) Sampled {
	var grader *grade.Grader
	if rate {
		grader = grade.NewGrader(board.Nine())
	}
	return func(p *board.Grid) Sampled {
		s := Sampled{Clues: p.Clues(), Singles: bySingles(p), W: -1}
		if grader != nil {
			g := grader.Grade(p)
			s.Rating, s.AtLeast = g.Rating, g.AtLeast
		}
		return s
	}
}

// ErrFewPuzzles says that a sample is too small for any statistic.
var ErrFewPuzzles = errors.New("a sample needs at least two puzzles")

// SampleFile builds a controlled-bias sample from records of other programs.
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

// Add takes a record. The error says why it cannot be part of the sample: the correction
// is only for minimal 9x9 puzzles.
func (f *SampleFile) Add(rec *corpus.Record) error {
	s := Sampled{W: -1}
	if text, _ := rec.Field(f.Rating); text != "" {
		rating, err := strconv.ParseFloat(text, 64)
		if err != nil || !(rating > 0 && rating <= 20) {
			return errors.New("field " + f.Rating + " is not a rating")
		}
		s.Theirs = int(math.Round(rating * 10))
	}
	if text, _ := rec.Field(f.W); text != "" {
		w, err := strconv.Atoi(text)
		if err != nil || w < 0 {
			return errors.New("field " + f.W + " is not a whole number from 0")
		}
		s.W = w
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
	f.puzzles, f.known = append(f.puzzles, rec.Puzzle), append(f.known, s)
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

// Rated reports whether every record so far comes with a rating.
func (f *SampleFile) Rated() bool {
	return !slices.ContainsFunc(f.known, func(s Sampled) bool { return s.Theirs == 0 })
}

// Sample returns the sample, with our ratings too if rate is set. The result does not
// depend on the number of workers.
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
		observe := observer(rate)
		observers = append(observers, eachOf(func(i int64) (Sampled, bool) {
			s := observe(&f.puzzles[i])
			s.Theirs, s.W = f.known[i].Theirs, f.known[i].W
			return s, true
		}))
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

// Len returns how many records are in the sample.
func (f *SampleFile) Len() int { return len(f.puzzles) }

// bySingles reports whether naked and hidden singles alone solve a puzzle. Every order of
// filling them leads to the same grid. The rating does not show this: on its scale some
// steps that are not singles (a direct pointing, 1.7) come before naked singles (2.3), so
// a puzzle rated 1.7 may or may not need one.
func bySingles(p *board.Grid) bool {
	b := board.NewBoard(p)
	geo := b.Geometry()
	for filled := true; filled; {
		filled = false
		for i := range geo.Cells {
			if s := b.Candidates(board.Cell(i)); s.Single() {
				b.Place(board.Cell(i), s.First())
				filled = true
			}
		}
		for h := range geo.Houses {
			var one, more board.Digits // digits that are candidates of one cell of the house, and of more
			for _, c := range geo.HouseCells(board.House(h)) {
				s := b.Candidates(c)
				more |= one & s
				one |= s
			}
			one &^= more
			filled = filled || one != 0
			for _, c := range geo.HouseCells(board.House(h)) {
				if s := b.Candidates(c) & one; s != 0 {
					b.Place(c, s.First())
				}
			}
		}
	}
	return b.Full()
}
