package study

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/internal/boardtest"
	"gradoku/predict"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s: %v, want %v ± %v", what, got, want, within)
	}
}

// With equal weights: the textbook's formulas. With whole weights: the figures of
// the list in which each observation stands as often as it weighs.
func TestWeighted(t *testing.T) {
	x, y := []float64{2, 4, 4, 4, 5, 5, 7, 9}, []float64{1, 3, 2, 5, 4, 4, 8, 6}
	same := []float64{3, 3, 3, 3, 3, 3, 3, 3}
	m, sd, r := weightedMean.estimate(x, nil, same), weightedDeviation.estimate(x, nil, same), weightedCorrelation.estimate(x, y, same)
	near(t, "mean", m.Value, 5, 1e-12)
	near(t, "half the interval", m.High-m.Value, 1.96*math.Sqrt(32./7/8), 1e-12)
	near(t, "deviation", sd.Value, 2, 1e-12)
	near(t, "correlation", r.Value, stat.Correlation(x, y, nil), 1e-12)

	weights := []float64{1, 2, 3, 1, 1, 2, 4, 1}
	var wholeX, wholeY, ones []float64
	for i, w := range weights {
		for range int(w) {
			wholeX, wholeY, ones = append(wholeX, x[i]), append(wholeY, y[i]), append(ones, 1)
		}
	}
	near(t, "weighted mean", weightedMean.estimate(x, nil, weights).Value, stat.Mean(wholeX, nil), 1e-12)
	near(t, "weighted deviation", weightedDeviation.estimate(x, nil, weights).Value, weightedDeviation.estimate(wholeX, nil, ones).Value, 1e-12)
	near(t, "weighted correlation", weightedCorrelation.estimate(x, y, weights).Value, stat.Correlation(wholeX, wholeY, nil), 1e-12)
	if got := weightedDeviation.estimate([]float64{7, 7, 7}, nil, []float64{1, 2, 3}); got != (predict.Estimate{}) {
		t.Errorf("deviation of a constant: %v", got)
	}
}

// The interval of 10 in 40 as scipy's binomtest has it; none and all of few, whose ends are
// roots of a power.
func TestExactShare(t *testing.T) {
	e := exactShare(0.25, 40)
	near(t, "low", e.Low, 0.126911, 5e-6)
	near(t, "high", e.High, 0.411962, 5e-6)
	e = exactShare(0, 3)
	near(t, "none of three", e.High, 1-math.Cbrt(0.025), 1e-9)
	if e.Value != 0 || e.Low != 0 {
		t.Errorf("none of three: %+v", e)
	}
	e = exactShare(1, 10_688)
	near(t, "all", e.Low, math.Pow(0.025, 1./10_688), 1e-9)
	if e.Value != 1 || e.High != 1 {
		t.Errorf("all: %+v", e)
	}
}

// TestWeightedIntervals draws samples with a known bias from a population with known
// figures, weights them back, and counts how often the intervals hold the truth.
func TestWeightedIntervals(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	const size, n = 4_000, 100
	samples := 70
	if *boardtest.Long {
		samples = 400
	}
	x, y, ones := make([]float64, size), make([]float64, size), make([]float64, size)
	for i := range x {
		k := rng.NormFloat64()
		x[i], y[i], ones[i] = k, 0.5*k+rng.NormFloat64(), 1
	}
	chance := func(i int) float64 { return math.Exp(x[i]) / (1 + math.Exp(x[i])) } // large values come up oftener
	figures := []struct {
		name string
		of   func(x, y, w []float64) predict.Estimate
		held int
	}{
		{"mean", func(_, y, w []float64) predict.Estimate { return weightedMean.estimate(y, nil, w) }, 0},
		{"deviation", func(_, y, w []float64) predict.Estimate { return weightedDeviation.estimate(y, nil, w) }, 0},
		{"correlation", weightedCorrelation.estimate, 0},
	}
	var truths []float64
	for _, f := range figures {
		truths = append(truths, f.of(x, y, ones).Value)
	}
	for range samples {
		var sx, sy, sw []float64
		for len(sx) < n {
			if i := rng.IntN(size); rng.Float64() < chance(i) {
				sx, sy, sw = append(sx, x[i]), append(sy, y[i]), append(sw, 1/chance(i))
			}
		}
		for k := range figures {
			truth := truths[k]
			if e := figures[k].of(sx, sy, sw); e.Low <= truth && truth <= e.High {
				figures[k].held++
			}
		}
	}
	for _, f := range figures {
		share := 100 * float64(f.held) / float64(samples)
		t.Logf("%s: %.1f %% of the intervals hold the truth", f.name, share)
		near(t, f.name, share, 94.5, 3)
	}
}

// TestCorrectedIntervals draws samples of 100 with the published shares of clues under
// controlled bias, and counts how often the corrected figures hold those of all minimal
// puzzles. 1.96 standard errors hold the deviation in 76 of 100.
func TestCorrectedIntervals(t *testing.T) {
	raw := berthier(generate.ControlledBias, false)
	var shares, clues, weights []float64
	for i, share := range raw.ByClues {
		shares, clues = append(shares, share), append(clues, float64(20+i))
		weights = append(weights, share*generate.Correction(board.Nine(), 20+i))
	}
	truth, variance := stat.PopMeanVariance(clues, weights)
	rng := rand.New(rand.NewPCG(8, 1))
	of := distuv.NewCategorical(shares, rng)
	const n = 100
	samples := 100 // the standard deviation of a share of 94 % is 2.4 %; with -long it is 1.2 %
	if *boardtest.Long {
		samples = 400
	}
	mean, deviation := 0, 0
	for range samples {
		s := Sample{Sampling: generate.ControlledBias}
		for range n {
			s.Puzzles = append(s.Puzzles, Sampled{Clues: int(clues[int(of.Rand())])})
		}
		f := s.Figures(true)
		of, sd := f.Figure("clues_mean", ""), f.Figure("clues_sd", "")
		mean += int(indicator(of.Low <= truth && truth <= of.High))
		deviation += int(indicator(sd.Low <= math.Sqrt(variance) && math.Sqrt(variance) <= sd.High))
		for _, c := range f.List {
			if c.Puzzles == 0 && !(c.Value == 0 && c.High > 0) {
				t.Fatalf("none: %+v", c)
			}
		}
	}
	near(t, "mean", 100*float64(mean)/float64(samples), 94, 4)
	near(t, "deviation", 100*float64(deviation)/float64(samples), 93, 4)
}
