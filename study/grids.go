package study

import (
	"context"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/internal/ordered"
)

// GridsTest tests whether full 9x9 grids are uniformly distributed. It compares the
// classes of their bands and stacks with the exact counts, see [generate.BandClasses].
type GridsTest struct {
	Grids   generate.Grids
	Seed    uint64
	N       int64
	Places  []PlaceTest
	Classes []ClassCount
	// P is the Bonferroni-corrected p-value: six times the smallest P of the six places, at
	// most 1. The correction is valid although the places of a grid are not independent.
	P float64
}

// PlaceTest is the chi-square test of one band or stack.
type PlaceTest struct {
	Place     string
	ChiSquare float64
	Degrees   int     // number of classes compared, less one
	P         float64 // p-value: chance that a uniform sample deviates at least as much
}

// ClassCount is how often a class came up in each place, in the order of
// [generate.BandPlaces].
type ClassCount struct {
	Class       int
	Completions uint64 // ways to complete a band of the class
	Share       float64
	Counts      [6]int64
}

// Uniform reports whether the test does not reject uniformity. It rejects one uniform
// sample in a thousand.
func (t *GridsTest) Uniform() bool { return t.P >= 0.001 }

// GridsOptions say which grids to test.
type GridsOptions struct {
	Grids    generate.Grids
	Seed     uint64
	N        int64
	Workers  int
	Progress func(done int64) // nil, or called now and then
}

// gridsAtOnce is how many grids a worker draws at a time.
const gridsAtOnce = 1 << 12

// CompareGrids draws grids and tests them. The result does not depend on the number
// of workers.
func CompareGrids(ctx context.Context, opt GridsOptions) (*GridsTest, error) {
	bands := generate.Bands()
	var counters []ordered.Worker[ordered.Range, []ClassCount]
	for range opt.Workers {
		grids, err := generate.NewGridSource(board.Nine(), opt.Grids)
		if err != nil {
			return nil, err
		}
		counters = append(counters, func(_ context.Context, some ordered.Range) ([]ClassCount, error) {
			counts := make([]ClassCount, bands.Len())
			for i := some.From; i < some.To; i++ {
				g := grids.Grid(opt.Seed, uint64(i))
				for place := range counts[0].Counts {
					counts[bands.Of(&g, place)].Counts[place]++
				}
			}
			return counts, nil
		})
	}
	t := &GridsTest{Grids: opt.Grids, Seed: opt.Seed, Classes: make([]ClassCount, bands.Len()), P: 1}
	for i := range t.Classes {
		t.Classes[i] = ClassCount{Class: i, Completions: bands.Completions(i), Share: bands.Share(i)}
	}
	for counts, err := range ordered.Map(ctx, ordered.Ranges(0, opt.N, gridsAtOnce), counters) {
		if err != nil {
			return nil, err
		}
		for i := range counts {
			for place, n := range counts[i].Counts {
				t.Classes[i].Counts[place] += n
			}
		}
		t.N = min(t.N+gridsAtOnce, opt.N)
		if opt.Progress != nil {
			opt.Progress(t.N)
		}
	}
	for i, name := range generate.BandPlaces() {
		var counts []int64
		var shares []float64
		for _, c := range t.Classes {
			counts, shares = append(counts, c.Counts[i]), append(shares, c.Share)
		}
		p := PlaceTest{Place: name}
		p.ChiSquare, p.Degrees, p.P = chiSquare(counts, shares)
		t.Places = append(t.Places, p)
		t.P = min(t.P, 6*p.P)
	}
	return t, nil
}

// chiSquare tests counts against expected shares. Classes with an expected count below
// five are pooled, as the chi-square approximation requires. It returns the statistic,
// the degrees of freedom and the p-value.
func chiSquare(counts []int64, shares []float64) (statistic float64, degrees int, p float64) {
	total := int64(0)
	for _, n := range counts {
		total += n
	}
	var observed, expected []float64
	rareObserved, rareExpected := 0.0, 0.0
	for i, share := range shares {
		e := share * float64(total)
		if e < 5 {
			rareObserved += float64(counts[i])
			rareExpected += e
			continue
		}
		observed, expected = append(observed, float64(counts[i])), append(expected, e)
	}
	if rareExpected > 0 {
		observed, expected = append(observed, rareObserved), append(expected, rareExpected)
	}
	degrees = len(observed) - 1
	if degrees < 1 {
		return 0, 0, 1
	}
	statistic = stat.ChiSquare(observed, expected)
	return statistic, degrees, distuv.ChiSquared{K: float64(degrees)}.Survival(statistic)
}
