package study

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"
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
	m, sd, r := weightedMean(x, same), weightedDeviation(x, same), weightedCorrelation(x, y, same)
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
	near(t, "weighted mean", weightedMean(x, weights).Value, stat.Mean(wholeX, nil), 1e-12)
	near(t, "weighted deviation", weightedDeviation(x, weights).Value, weightedDeviation(wholeX, ones).Value, 1e-12)
	near(t, "weighted correlation", weightedCorrelation(x, y, weights).Value, stat.Correlation(wholeX, wholeY, nil), 1e-12)
	if got := weightedDeviation([]float64{7, 7, 7}, []float64{1, 2, 3}); got != (Estimate{}) {
		t.Errorf("deviation of a constant: %v", got)
	}
}

// The interval of 10 in 40 from Wilson's formula, worked by hand; none and all of
// few.
func TestWilson(t *testing.T) {
	e := wilson(0.25, 40)
	near(t, "low", e.Low, 0.1419, 5e-5)
	near(t, "high", e.High, 0.4019, 5e-5)
	if e := wilson(0, 3); e.Value != 0 || e.Low != 0 || e.High < 0.5 || e.High > 0.6 {
		t.Errorf("none of three: %+v", e)
	}
	if e := wilson(1, 1); e.High != 1 || e.Low < 0.2 || e.Low > 0.21 {
		t.Errorf("one of one: %+v", e)
	}
}

// TestWeightedIntervals draws samples with a known bias from a population with known
// figures, weights them back, and counts how often the intervals hold the truth.
func TestWeightedIntervals(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	const size, samples, n = 4_000, 1_500, 400
	x, y, ones := make([]float64, size), make([]float64, size), make([]float64, size)
	for i := range x {
		k := rng.NormFloat64()
		x[i], y[i], ones[i] = k, 0.5*k+rng.NormFloat64(), 1
	}
	chance := func(i int) float64 { return math.Exp(x[i]) / (1 + math.Exp(x[i])) } // large values come up oftener
	figures := []struct {
		name string
		of   func(x, y, w []float64) Estimate
		held int
	}{
		{"mean", func(_, y, w []float64) Estimate { return weightedMean(y, w) }, 0},
		{"deviation", func(_, y, w []float64) Estimate { return weightedDeviation(y, w) }, 0},
		{"correlation", weightedCorrelation, 0},
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
		share := 100 * float64(f.held) / samples
		t.Logf("%s: %.1f %% of the intervals hold the truth", f.name, share)
		near(t, f.name, share, 94.5, 1.9)
	}
}
