package study

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/generate"
)

// Dice, fair and loaded, and a coin; the p-values are those of printed tables and
// of the normal distribution squared.
func TestChiSquare(t *testing.T) {
	die := []float64{1. / 6, 1. / 6, 1. / 6, 1. / 6, 1. / 6, 1. / 6}
	for _, tt := range []struct {
		counts    []int64
		shares    []float64
		statistic float64
		degrees   int
		p         float64
	}{
		{[]int64{100, 100, 100, 100, 100, 100}, die, 0, 5, 1},
		{[]int64{150, 90, 90, 90, 90, 90}, die, 30, 5, 1.4748e-5},
		{[]int64{119_600, 80_400}, []float64{0.6, 0.4}, 3.3333, 1, 0.0679},
		// 3 and 4 are expected in two of the cells; together they are one cell.
		{[]int64{93, 7, 0}, []float64{0.93, 0.03, 0.04}, 0, 1, 1},
		{[]int64{1, 1}, []float64{0.5, 0.5}, 0, 0, 1},
	} {
		statistic, degrees, p := chiSquare(tt.counts, tt.shares)
		if math.Abs(statistic-tt.statistic) > 1e-3 || degrees != tt.degrees || math.Abs(p-tt.p) > 0.01*tt.p {
			t.Errorf("%v: %v with %d degrees, p = %v; want %v with %d, p = %v", tt.counts, statistic, degrees, p, tt.statistic, tt.degrees, tt.p)
		}
	}
}

func gridsTest(t *testing.T, opt GridsOptions) *GridsTest {
	t.Helper()
	got, err := CompareGrids(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// Uniform grids pass, grids by random backtracking fail.
func TestGridsOfBothKinds(t *testing.T) {
	uniform := gridsTest(t, GridsOptions{Grids: generate.UniformGrids, Seed: 1, N: 20_000, Workers: 2})
	if !uniform.Uniform() || uniform.P > 1 {
		t.Errorf("uniform grids fail: p = %v: %+v", uniform.P, uniform.Places)
	}
	fast := gridsTest(t, GridsOptions{Grids: generate.FastGrids, Seed: 1, N: 8_000, Workers: 2})
	if fast.Uniform() || fast.P > 1e-6 {
		t.Errorf("fast grids pass: p = %v: %+v", fast.P, fast.Places)
	}
	for _, got := range []*GridsTest{uniform, fast} {
		if len(got.Places) != 6 || len(got.Classes) != 416 {
			t.Fatalf("%d places, %d classes", len(got.Places), len(got.Classes))
		}
		for i := range 6 {
			sum, shares := int64(0), 0.0
			for _, c := range got.Classes {
				sum += c.Counts[i]
				shares += c.Share
			}
			if sum != got.N || math.Abs(shares-1) > 1e-9 {
				t.Errorf("place %d: %d bands of %d grids, shares sum to %v", i, sum, got.N, shares)
			}
		}
	}
}

func TestGridsDoNotDependOnWorkers(t *testing.T) {
	opt := GridsOptions{Grids: generate.UniformGrids, Seed: 5, N: 2*gridsAtOnce + 7, Workers: 1}
	want := gridsTest(t, opt)
	last := int64(0)
	opt.Workers, opt.Progress = 5, func(n int64) {
		if n <= last || n > opt.N {
			t.Errorf("progress %d after %d", n, last)
		}
		last = n
	}
	if diff := cmp.Diff(want, gridsTest(t, opt)); diff != "" {
		t.Error(diff)
	}
	if last != opt.N {
		t.Errorf("progress ended at %d", last)
	}
}

func TestGridsStop(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, err := CompareGrids(ctx, GridsOptions{
		Grids: generate.FastGrids, Seed: 1, N: 1 << 40, Workers: 3,
		Progress: func(int64) { cancel() },
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("after Ctrl-C: %v", err)
	}
}
