package rank

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestMid(t *testing.T) {
	for _, c := range []struct{ x, want []float64 }{
		{nil, []float64{}},
		{[]float64{7}, []float64{1}},
		{[]float64{30, 10, 20}, []float64{3, 1, 2}},
		{[]float64{5, 5, 5}, []float64{2, 2, 2}},
		{[]float64{2, 1, 2, 3}, []float64{2.5, 1, 2.5, 4}},
	} {
		if diff := cmp.Diff(c.want, mid(c.x)); diff != "" {
			t.Errorf("ranks of %v: %s", c.x, diff)
		}
	}
}

// With ties: the textbook's example of ten pairs, worked by hand.
func TestCorrelation(t *testing.T) {
	x := []float64{1, 2, 2, 3}
	y := []float64{10, 10, 30, 20}
	// Ranks 1, 2.5, 2.5, 4 and 1.5, 1.5, 4, 3: deviations -1.5, 0, 0, 1.5 and
	// -1, -1, 1.5, 0.5; 2.25 / sqrt(4.5 * 4.5) = 0.5.
	if got := Correlation(x, y); math.Abs(got-0.5) > 1e-12 {
		t.Errorf("%v, want 0.5", got)
	}
	if got := Correlation([]float64{1, 2, 3}, []float64{9, 9, 9}); !math.IsNaN(got) {
		t.Errorf("%v for a constant list", got)
	}
}

// The rank correlation sees order only, and turns its sign with it.
func TestCorrelationSeesOrderOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 30).Draw(t, "n")
		value := rapid.SliceOfN(rapid.Float64Range(-5, 5), n, n)
		x, y := value.Draw(t, "x"), value.Draw(t, "y")
		grown, turned := slices.Clone(y), slices.Clone(y)
		for i, v := range y {
			grown[i], turned[i] = math.Exp(v/2), -v
		}
		if len(distinct(x)) < 2 || len(distinct(y)) != len(distinct(grown)) || len(distinct(y)) < 2 {
			t.Skip("constant, or too close to tell apart after rounding")
		}
		rho := Correlation(x, y)
		if got := Correlation(x, grown); math.Abs(got-rho) > 1e-9 {
			t.Errorf("%v after a growing map, %v before", got, rho)
		}
		if got := Correlation(x, turned); math.Abs(got+rho) > 1e-9 {
			t.Errorf("%v when turned, %v before", got, rho)
		}
		if rho < -1-1e-9 || rho > 1+1e-9 {
			t.Errorf("%v is no correlation", rho)
		}
	})
}

func distinct(x []float64) map[float64]bool {
	set := map[float64]bool{}
	for _, v := range x {
		set[v] = true
	}
	return set
}
