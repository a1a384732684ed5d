package study

import (
	"context"
	"errors"
	"math"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/internal/ordered"
)

// Sample is a sample of minimal 9x9 puzzles, drawn here or read from a file.
type Sample struct {
	Sampling generate.Sampling
	Tries    int64 // grids that the puzzles took; 0 when nobody knows
	Puzzles  []Sampled
}

// Sampled is what a study keeps of a puzzle.
type Sampled struct {
	Clues   int
	Singles bool // naked and hidden singles solve it
	Rating  int  // ours in tenths; 0 when it was not asked for
	AtLeast bool // ours is a lower bound
	Theirs  int  // the file's in tenths; 0 for none
	W       int  // Berthier's W rating in the file; -1 for none

	try int64 // the index that brought it
}

// Correctable reports whether it is known how to correct the sample.
func (s *Sample) Correctable() bool { return s.Sampling == generate.ControlledBias }

// weights returns what each puzzle stands for: itself, or, corrected, as many
// minimal puzzles as [generate.Correction] says.
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

// SampleOptions say what to draw.
type SampleOptions struct {
	Sampling generate.Sampling
	Seed     uint64
	N        int64 // puzzles
	Rate     bool  // rate them, which takes most of the time unless the bias is controlled
	Workers  int
	Progress func(puzzles, tries int64) // nil, or called now and then
}

// DrawSample makes the first N puzzles of a seed: those that "gradoku generate"
// makes with the same seed and sampling, those included that it would leave out as
// isomorphic to an earlier one, of which on 9x9 there are none in practice. The
// result does not depend on the number of workers.
func DrawSample(ctx context.Context, opt SampleOptions) (*Sample, error) {
	none, err := board.SymmetryByName("none")
	if err != nil {
		return nil, err
	}
	workers := make([]ordered.Worker[ordered.Range, []Sampled], opt.Workers)
	for i := range workers {
		g, err := generate.New(generate.Options{Geometry: board.Nine(), Symmetry: none, Sampling: opt.Sampling})
		if err != nil {
			return nil, err
		}
		w := sampler{seed: opt.Seed, generator: g}
		if opt.Rate {
			w.grader = grade.NewGrader(board.Nine())
		}
		workers[i] = w.draw
	}
	s := &Sample{Sampling: opt.Sampling}
	length := int64(16)
	if opt.Sampling == generate.ControlledBias {
		length = 1 << 12 // some hundredths of a second
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

// sampler is the workspace of one worker.
type sampler struct {
	seed      uint64
	generator *generate.Generator
	grader    *grade.Grader // nil: do not rate
}

// draw makes the puzzles of some tries.
func (s *sampler) draw(ctx context.Context, tries ordered.Range) ([]Sampled, error) {
	var list []Sampled
	for i := tries.From; i < tries.To; i++ {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		made, err := s.generator.Try(s.seed, uint64(i))
		if err != nil {
			continue // a Miss; a try has no other error
		}
		p := observe(&made.Grid, s.grader)
		p.try = i
		list = append(list, p)
	}
	return list, nil
}

// observe is what a sample keeps of a puzzle.
func observe(p *board.Grid, grader *grade.Grader) Sampled {
	s := Sampled{Clues: p.Clues(), Singles: bySingles(p), W: -1}
	if grader != nil {
		g := grader.Grade(p)
		s.Rating, s.AtLeast = g.Rating, g.AtLeast
	}
	return s
}

// ErrFewPuzzles says that a sample is too small for any figure.
var ErrFewPuzzles = errors.New("a sample needs at least two puzzles")
