package generate

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gradoku/board"
)

// Sampling is the rule by which the clues of a puzzle are chosen, and so decides
// which puzzles are more likely than others. All three give minimal puzzles
// (top-down unless other options stop it). None picks every minimal puzzle with the
// same probability, but the bias of one is known exactly.
//
// The three are those of Denis Berthier, Unbiased Statistics of a CSP - A
// Controlled-Bias Generator (2009).
type Sampling uint8

const (
	// TopDown removes clues from a full grid in random order, and keeps those
	// whose loss would give a second solution. It is fast, with a bias towards
	// easy puzzles with few clues for which no correction is known.
	TopDown Sampling = iota
	// BottomUp puts random digits into an empty grid while there are several
	// solutions, and then removes those that are not needed, in random order. Its
	// bias is of the same kind, and stronger.
	BottomUp
	// ControlledBias removes clues from a full grid in random order and discards the
	// grid if a second solution appears before the puzzle is minimal. Then the
	// probability of a puzzle depends only on its number of clues: see [Correction].
	// About one try in 250,000 makes a puzzle.
	ControlledBias
)

// samplingNames are the names on the command line and in the database.
var samplingNames = [...]string{"top-down", "bottom-up", "controlled-bias"}

// Samplings lists them all, the default first.
func Samplings() []Sampling { return []Sampling{TopDown, BottomUp, ControlledBias} }

// String returns the name.
func (s Sampling) String() string { return samplingNames[s] }

// UnmarshalText reads a name, "" for TopDown; the error lists the names.
func (s *Sampling) UnmarshalText(name []byte) error {
	i := slices.Index(samplingNames[:], cmp.Or(string(name), samplingNames[0]))
	if i < 0 {
		return fmt.Errorf("there is no sampling %q: use %s", name, strings.Join(samplingNames[:], ", "))
	}
	*s = Sampling(i)
	return nil
}

// MarshalText is String as bytes.
func (s Sampling) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Choices returns the names.
func (s Sampling) Choices() []string { return samplingNames[:] }

// Correction is the weight that a puzzle of controlled-bias sampling must have
// in a statistic over all minimal puzzles of its size. Only ratios matter; it is
// 1 for 26 clues on 9x9, as in Berthier's tables, for 11 on 6x6 and 5 on 4x4.
//
// Of the orders in which the N cells of a grid can be emptied, one in C(N, n) leaves
// exactly the n clues of a given puzzle, and a minimal puzzle is found if and only if
// that happens: everything before it is proper, since it contains the puzzle, and not
// minimal, for the same reason. With every grid equally likely the probability of a
// puzzle is therefore in proportion to 1/C(N, n), and the weight to C(N, n):
//
//	Correction(n+1) / Correction(n) = (N-n) / (n+1)
//
// A correction needs only the number of clues. The number of grids tried per
// puzzle, which Berthier's data also contain, is needed only to estimate how many
// minimal puzzles there are; it is the distance between the indices of successive
// puzzles, so a run stores it too.
func Correction(geo *board.Geometry, clues int) float64 {
	cf := 1.0
	standard := geo.Cells * 26 / 81
	for n := standard; n < clues; n++ {
		cf *= float64(geo.Cells-n) / float64(n+1)
	}
	for n := clues; n < standard; n++ {
		cf *= float64(n+1) / float64(geo.Cells-n)
	}
	return cf
}

// checkSampling refuses options that contradict the rule of a sampling.
func checkSampling(opt Shape) error {
	s, geo := opt.Sampling, opt.Geometry
	switch {
	case s == TopDown:
		return nil
	case opt.Symmetry.Name != "none" && opt.Symmetry.Name != "":
		return fmt.Errorf("%v sampling moves one clue at a time and cannot keep the symmetry %s: use top-down", s, opt.Symmetry.Name)
	case !opt.Pattern.Empty():
		return fmt.Errorf("%v sampling chooses the cells of the clues itself and cannot keep a pattern: use top-down", s)
	case geo.Size > 9:
		return fmt.Errorf("%v sampling is for 4x4, 6x6 and 9x9, not for %dx%d: use top-down", s, geo.Size, geo.Size)
	case s == BottomUp && opt.Grids != AnyGrids:
		return fmt.Errorf("bottom-up sampling starts from an empty grid: there are no %v grids to start from", opt.Grids)
	case geo.Variant.Open():
		return fmt.Errorf("%v sampling needs the layout of the jigsaw: use top-down", s)
	case s == ControlledBias && !geo.Classical():
		return fmt.Errorf("controlled-bias sampling is for classical puzzles, not for %s: use top-down", geo.Variant.Title())
	case s == ControlledBias && opt.Grids == FastGrids:
		return errors.New("controlled-bias sampling needs uniform grids: on fast ones its bias is not known")
	}
	return nil
}

// bias makes a try of the samplings other than top-down.
func (g *Generator) bias() (ProperPuzzle, error) {
	sample := g.bottomUp
	if g.opt.Sampling == ControlledBias {
		sample = g.controlledBias
	}
	solution, ok := sample()
	switch {
	case !ok:
		return ProperPuzzle{}, missMultiple
	case g.clues < g.opt.Clues.From || g.clues > g.opt.mostClues():
		return ProperPuzzle{}, missSample
	}
	return ProperPuzzle{Grid: g.grid, Solution: solution, Minimal: true}, nil
}

var (
	missMultiple = &Miss{"a second solution appeared before the puzzle was minimal"}
	missSample   = &Miss{"the sampled puzzle does not have the requested number of clues"}
)
