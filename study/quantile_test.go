package study

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestQuantileFitIsLeast: no fit through k of the rows has a smaller sum, and one of
// them has the least there is.
func TestQuantileFitIsLeast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, k := rapid.IntRange(4, 14).Draw(t, "n"), rapid.IntRange(1, 3).Draw(t, "k")
		p := rapid.Float64Range(0.05, 0.95).Draw(t, "p")
		whole := rapid.Map(rapid.IntRange(-4, 4), func(i int) float64 { return float64(i) }) // many ties
		x, y := make([]float64, 0, n*k), rapid.SliceOfN(whole, n, n).Draw(t, "y")
		w := slices.Repeat([]float64{1}, n)
		if rapid.Bool().Draw(t, "weighted") {
			w = rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 3), func(i int) float64 { return float64(i) }), n, n).Draw(t, "w")
		}
		for range n {
			x = append(append(x, 1), rapid.SliceOfN(whole, k-1, k-1).Draw(t, "x")...)
		}
		fit := quantileFit(x, k, y, w, p)
		least := math.Inf(1)
		rows := make([]int, k)
		var all func(j, from int)
		all = func(j, from int) {
			if j == k {
				f := quantileFitting{x: x, y: y, k: k, basis: rows, left: make([]float64, n)}
				if f.solve() {
					least = min(least, quantileLoss(x, k, y, w, f.fit, p))
				}
				return
			}
			for i := from; i < n; i++ {
				rows[j] = i
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
		if got := quantileLoss(x, k, y, w, fit, p); got > least+1e-6 {
			t.Fatalf("sum %v, the least is %v", got, least)
		}
	})
}

// TestQuantileFitOfAConstant is the quantile.
func TestQuantileFitOfAConstant(t *testing.T) {
	const n = 100_001
	x, y := make([]float64, n), make([]float64, n)
	for i := range y {
		x[i], y[i] = 1, math.Mod(float64(i)*0.6180339887498949, 1)
	}
	got := quantileFit(x, 1, y, slices.Repeat([]float64{1}, n), 0.25)
	slices.Sort(y)
	if want := y[n/4]; math.Abs(got[0]-want) > 1e-8 {
		t.Errorf("%v, want %v", got[0], want)
	}
}
