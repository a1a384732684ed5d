package study

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"

	"gradoku/predict"
)

// TestPublishedExamples: coefficients against worked examples in print.
func TestPublishedExamples(t *testing.T) {
	for _, c := range []struct {
		name   string
		x, y   []float64
		kind   int
		want   float64
		digits float64
	}{
		{
			"F. J. Anscombe, Graphs in Statistical Analysis, American Statistician 27 (1973), first set: r = 0.816",
			[]float64{10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5},
			[]float64{8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68},
			0, 0.816, 3,
		},
		{
			"Wikipedia, Spearman's rank correlation coefficient, intelligence and hours of television: -29/165",
			[]float64{106, 100, 86, 101, 99, 103, 97, 113, 112, 110},
			[]float64{7, 27, 2, 50, 28, 29, 20, 12, 6, 17},
			1, -29.0 / 165, 12,
		},
	} {
		got := newPairs(column(c.x), column(c.y)).correlate(nil, new(scratch))[c.kind]
		if math.Abs(got-c.want) > 0.5*math.Pow(10, -c.digits) {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// slowSpearman counts for each value how many are smaller, and half of those that are equal.
func slowSpearman(x, y []float64) float64 {
	ranks := func(values []float64) (list []float64) {
		for _, a := range values {
			place := 0.0
			for _, b := range values {
				if a >= b {
					place += 0.5
				}
				if a > b {
					place += 0.5
				}
			}
			list = append(list, place)
		}
		return list
	}
	return stat.Correlation(ranks(x), ranks(y), nil)
}

func same(a, b float64) bool {
	return math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) < 1e-9
}

// TestCoefficientsAgreeWithTheirDefinitions: with many ties, and under weights,
// which must do the same as repeating the pairs.
func TestCoefficientsAgreeWithTheirDefinitions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 30).Draw(t, "n")
		list := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 6), func(i int) float64 { return float64(i) }), n, n)
		x, y, w := list.Draw(t, "x"), list.Draw(t, "y"), list.Draw(t, "w")
		var rx, ry []float64
		for i := range x {
			for range int(w[i]) {
				rx, ry = append(rx, x[i]), append(ry, y[i])
			}
		}
		m := new(scratch)
		p := newPairs(column(x), column(y))
		times := make([]uint16, n)
		for i := range w {
			times[i] = uint16(w[i])
		}
		plain := p.correlate(nil, m)
		weighted := p.correlate(times, m)
		if again := p.correlate(nil, m); !same(again[1], plain[1]) {
			t.Fatalf("%v, then %v", plain, again)
		}
		if !same(plain[0], stat.Correlation(x, y, nil)) || !same(plain[1], slowSpearman(x, y)) {
			t.Fatalf("%v, want %v %v", plain, stat.Correlation(x, y, nil), slowSpearman(x, y))
		}
		if len(rx) > 1 && !same(weighted[1], slowSpearman(rx, ry)) {
			t.Fatalf("weighted %v, want %v", weighted, slowSpearman(rx, ry))
		}
	})
}

// TestIntervals: they hold the value of a plain case, are wider for fewer pairs,
// and depend on the seed alone.
func TestIntervals(t *testing.T) {
	width := func(n int, seed uint64) (predict.Estimate, float64) {
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i] = float64(i)
			y[i] = float64((i*37)%n) + 0.8*float64(i) // a fixed scatter round a line
		}
		c, err := correlateAll(t.Context(), []column{column(x), column(y)}, column(y), eachItsOwn(n, seed))
		must(t, err)
		if e := c.Each[1]; e.Pearson.Low < 0.999999 {
			t.Errorf("a list with itself: %+v", e)
		}
		return c.Each[0].Spearman, c.Each[0].Spearman.High - c.Each[0].Spearman.Low
	}
	few, wide := width(40, 1)
	many, narrow := width(400, 1)
	for _, e := range []predict.Estimate{few, many} {
		if !(e.Low < e.Value && e.Value < e.High && e.High < 1) {
			t.Errorf("%+v", e)
		}
	}
	if narrow*2 > wide {
		t.Errorf("width %.3f for 400 pairs, %.3f for 40", narrow, wide)
	}
	again, _ := width(40, 1)
	other, _ := width(40, 2)
	if again != few || other == few {
		t.Errorf("%+v, again %+v, with another seed %+v", few, again, other)
	}
}

// eachItsOwn resamples n puzzles of which no two are the same.
func eachItsOwn(n int, seed uint64) resampling {
	re := resampling{class: make([]int32, n), classes: n, seed: seed}
	for i := range re.class {
		re.class[i] = int32(i)
	}
	return re
}

// TestCopiesNarrowNothing: a file with every puzzle four times has the intervals of the
// file with each once.
func TestCopiesNarrowNothing(t *testing.T) {
	const n = 60
	var x, y []float64
	var four resampling
	for i := range 4 * n {
		k := i % n
		x, y = append(x, math.Sin(float64(k))), append(y, math.Sin(float64(k))+math.Cos(float64(k*k)))
		four.class = append(four.class, int32(k))
	}
	four.classes, four.seed = n, 5
	once, err := correlateAll(t.Context(), []column{column(x[:n])}, column(y[:n]), eachItsOwn(n, 5))
	must(t, err)
	copied, err := correlateAll(t.Context(), []column{column(x)}, column(y), four)
	must(t, err)
	for _, e := range [][2]predict.Estimate{{once.Each[0].Pearson, copied.Each[0].Pearson}, {once.Each[0].Spearman, copied.Each[0].Spearman}} {
		if !same(e[0].Value, e[1].Value) || !same(e[0].Low, e[1].Low) || !same(e[0].High, e[1].High) {
			t.Errorf("once %+v, four times %+v", e[0], e[1])
		}
	}
}

// TestIntervalsHoldTheirValue, also where resamples are almost always above it; and a
// metric with no interval takes no part in the ranking.
func TestIntervalsHoldTheirValue(t *testing.T) {
	if e := percentile(0.2, []float64{0.5, 0.6, 0.7}); e.Low != 0.2 {
		t.Errorf("%+v", e)
	}
	x, once := make([]float64, 40), make([]float64, 40)
	y := make([]float64, 40)
	for i := range x {
		x[i], y[i] = float64(i*i%17), float64(i)
	}
	once[39] = 1 // its only value that differs is missing from a third of the resamples
	c, err := correlateAll(t.Context(), []column{column(x), column(once), nil}, column(y), eachItsOwn(40, 1))
	must(t, err)
	if c.Best != 0 || !math.IsNaN(c.Behind[1].Value) || !math.IsNaN(c.Each[2].Pearson.Value) {
		t.Errorf("%+v", c)
	}
}

// TestBehind: differences of metrics that are equally good hold 0, one of a metric that
// is far worse does not.
func TestBehind(t *testing.T) {
	const n = 200
	var x [3][]float64
	var y []float64
	for i := range n {
		v, noise := math.Sin(float64(i)), math.Sin(float64(i*i))
		y = append(y, v)
		x[0], x[1], x[2] = append(x[0], v+0.5*noise), append(x[1], v+0.5*math.Sin(float64(i*i*i))), append(x[2], math.Sin(float64(i*i+i)))
	}
	c, err := correlateAll(t.Context(), []column{column(x[0]), column(x[1]), column(x[2])}, column(y), eachItsOwn(n, 1))
	must(t, err)
	if near, far := c.Behind[1-c.Best], c.Behind[2]; c.Best == 2 || near.Low > 0 || far.Low < 0.2 {
		t.Errorf("best %d, differences %+v", c.Best, c.Behind)
	}
}

// TestMissingValuesAreLeftOut in the pair, not in the list.
func TestMissingValuesAreLeftOut(t *testing.T) {
	nan := math.NaN()
	p := newPairs(column([]float64{1, nan, 3, 2}), column([]float64{10, 20, nan, 5}))
	if diff := cmp.Diff([]int32{0, 3}, slices.Clone(p.index)); diff != "" {
		t.Error(diff)
	}
}

// TestLargestOfMany: of metrics that mean nothing the largest is often beside 0 by its own
// interval, and seldom by that which holds for all.
func TestLargestOfMany(t *testing.T) {
	const worlds, n, metrics = 24, 60, 15
	own, all := 0, 0
	for world := range uint64(worlds) {
		rng := rand.New(rand.NewPCG(world, 11))
		list := func() column {
			c := column{}
			for range n {
				c = append(c, rng.NormFloat64())
			}
			return c
		}
		var columns []column
		for range metrics {
			columns = append(columns, list())
		}
		re := eachItsOwn(n, world)
		re.resamples = 100
		res, err := correlateAll(t.Context(), columns, list(), re)
		must(t, err)
		beside := func(e predict.Estimate) bool { return e.Low > 0 || e.High < 0 }
		if beside(res.Each[res.Best].Spearman) {
			own++
		}
		if beside(res.Largest) {
			all++
		}
	}
	if own < worlds/4 || all > worlds/8 {
		t.Errorf("of %d worlds without meaning %d are beside 0 by the own interval, %d by that of all", worlds, own, all)
	}
}

// TestConstantsHaveNoCorrelation: rounding makes no number of a list that is constant.
func TestConstantsHaveNoCorrelation(t *testing.T) {
	x, y := column{}, column{}
	for i := range 186 {
		x = append(x, 1.2)
		y = append(y, math.Sin(float64(i)))
	}
	for k, v := range newPairs(x, y).correlate(nil, new(scratch)) {
		if !math.IsNaN(v) {
			t.Errorf("coefficient %d of a constant is %v", k, v)
		}
	}
}

// The p-values of ρ = 0.5, −0.3 and 0.05 of 20 pairs are 0.02477, 0.19876 and 0.83418, by integrating the density.
func TestHolm(t *testing.T) {
	res := &correlations{}
	for _, rho := range []float64{-0.3, 0.5, math.NaN(), 0.05, 1} {
		res.Each = append(res.Each, Correlation{N: 20, Spearman: alone(rho)})
	}
	for i, want := range []float64{2 * 0.198758, 3 * 0.024770, math.NaN(), 0.834183, 0} {
		if got := res.holm()[i]; math.Abs(got-want) > 1e-5 || math.IsNaN(got) != math.IsNaN(want) {
			t.Errorf("p-value %d is %v, want %v", i, got, want)
		}
	}
}

// What two columns share with a third does not count, and a column that the third determines has no
// coefficient.
func TestGiven(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var x, y, third column
	for range 4000 {
		z := rng.NormFloat64()
		x, y, third = append(x, z+rng.NormFloat64()), append(y, z+rng.NormFloat64()), append(third, z)
	}
	if raw, left := spearman(x, y), given(x, y, third); raw < 0.4 || math.Abs(left) > 0.05 {
		t.Errorf("ρ %v, given the cause of both %v", raw, left)
	}
	if v := given(third, y, third); !math.IsNaN(v) {
		t.Errorf("given itself: %v", v)
	}
}
