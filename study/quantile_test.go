package study

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// quantileLoss is the sum that a quantile regression minimises.
func quantileLoss(x [][]float64, y, weight, fit []float64, p float64) float64 {
	sum := 0.0
	for i := range y {
		r := y[i] - floats.Dot(x[i], fit)
		sum += weight[i] * max(p*r, (p-1)*r)
	}
	return sum
}

// TestQuantileFitIsLeast: no fit through as many rows as there are coefficients has a smaller
// sum, and one of them has the least there is.
func TestQuantileFitIsLeast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, k := rapid.IntRange(4, 14).Draw(t, "n"), rapid.IntRange(1, 3).Draw(t, "k")
		p := rapid.Float64Range(0.05, 0.95).Draw(t, "p")
		whole := rapid.Map(rapid.IntRange(-4, 4), func(i int) float64 { return float64(i) }) // many ties
		x, y := make([][]float64, n), rapid.SliceOfN(whole, n, n).Draw(t, "y")
		w := slices.Repeat([]float64{1}, n)
		if rapid.Bool().Draw(t, "weighted") {
			w = rapid.SliceOfN(rapid.Map(rapid.IntRange(1, 3), func(i int) float64 { return float64(i) }), n, n).Draw(t, "w")
		}
		for i := range x {
			x[i] = append([]float64{1}, rapid.SliceOfN(whole, k-1, k-1).Draw(t, "x")...)
		}
		fit := quantileFit(x, y, w, p)
		least := math.Inf(1)
		a, b, through := mat.NewDense(k, k, nil), mat.NewVecDense(k, nil), mat.NewVecDense(k, nil)
		var all func(j, from int)
		all = func(j, from int) {
			if j == k {
				if through.SolveVec(a, b) == nil {
					least = min(least, quantileLoss(x, y, w, through.RawVector().Data, p))
				}
				return
			}
			for i := from; i < n; i++ {
				a.SetRow(j, x[i])
				b.SetVec(j, y[i])
				all(j+1, i+1)
			}
		}
		all(0, 0)
		if fit == nil {
			if !math.IsInf(least, 1) {
				t.Fatalf("no fit, and one has the sum %v", least)
			}
			return
		}
		if got := quantileLoss(x, y, w, fit, p); got > 1.02*least+0.01 {
			t.Fatalf("sum %v, the least is %v", got, least)
		}
	})
}

// TestQuantileFitOfAConstant is the quantile.
func TestQuantileFitOfAConstant(t *testing.T) {
	const n = 10_001
	x, y := make([][]float64, n), make([]float64, n)
	for i := range y {
		x[i], y[i] = []float64{1}, math.Mod(float64(i)*0.6180339887498949, 1)
	}
	got := quantileFit(x, y, slices.Repeat([]float64{1}, n), 0.25)
	slices.Sort(y)
	if want := y[n/4]; math.Abs(got[0]-want) > 1e-4 {
		t.Errorf("%v, want %v", got[0], want)
	}
}
