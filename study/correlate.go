package study

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"gradoku/internal/ordered"
	"gradoku/predict"
)

// Correlation holds the two usual correlation coefficients of two lists, each with its
// 95 % percentile bootstrap interval (Bradley Efron, Bootstrap Methods: Another Look at
// the Jackknife, Annals of Statistics 7, 1979): resample puzzles with replacement, take
// the middle 95 % of the results. Isomorphic puzzles are resampled together, as one. A
// coefficient is NaN when a list is constant or too short.
type Correlation struct {
	N                 int // pairs in which both values are known
	Pearson, Spearman predict.Estimate
	Error             float64 // bootstrap standard error of Spearman's coefficient, NaN without an interval
}

// pairs holds two columns, sorted once, so that a bootstrap can correlate them many times
// with different weights. A resample then costs one pass.
type pairs struct {
	index  []int32   // of each pair in the columns it was made from; sorted by x, then y
	gx, gy []int32   // the indices of its values among the distinct values
	vx, vy []float64 // the distinct values, ascending
}

// newPairs leaves out pairs in which either value is NaN.
func newPairs(x, y column) *pairs {
	p := &pairs{}
	for i := range x {
		if !math.IsNaN(x[i]) && !math.IsNaN(y[i]) {
			p.index = append(p.index, int32(i))
		}
	}
	slices.SortFunc(p.index, func(a, b int32) int {
		return cmp.Or(cmp.Compare(x[a], x[b]), cmp.Compare(y[a], y[b]), cmp.Compare(a, b))
	})
	p.gx, p.vx = p.groups(x)
	p.gy, p.vy = p.groups(y)
	return p
}

// groups returns the distinct values of one column, and which of them each pair has.
func (p *pairs) groups(x column) (of []int32, values []float64) {
	for _, i := range p.index {
		values = append(values, x[i])
	}
	slices.Sort(values)
	values = slices.Compact(values)
	for _, i := range p.index {
		k, _ := slices.BinarySearch(values, x[i])
		of = append(of, int32(k))
	}
	return of, values
}

// scratch is the memory of one correlating goroutine.
type scratch struct {
	classes []uint16  // how often each class of puzzles is drawn
	drawn   []uint16  // how often each puzzle is drawn
	w       []float64 // weight of each pair, without the pairs of weight 0
	all     uint32    // their sum
	x, y    []float64 // the values, or ranks, of these pairs
	gx, gy  []int32   // the groups of these pairs
	tx, ty  []uint32  // pairs of each group
	mx, my  []float64 // mid-rank of each group
}

// correlate returns Pearson's and Spearman's coefficients, with pair i counted weight[index[i]]
// times; nil counts each once. It drops pairs of weight 0, about a third of them in a resample.
func (p *pairs) correlate(weight []uint16, m *scratch) []float64 {
	n := len(p.index)
	if n < 2 {
		return []float64{math.NaN(), math.NaN()}
	}
	m.all, m.w, m.gx, m.gy = 0, fit(m.w, n)[:0], fit(m.gx, n)[:0], fit(m.gy, n)[:0]
	for i, k := range p.index {
		w := uint16(1)
		if weight != nil {
			w = weight[k]
		}
		if w > 0 {
			m.all += uint32(w)
			m.w, m.gx, m.gy = append(m.w, float64(w)), append(m.gx, p.gx[i]), append(m.gy, p.gy[i])
		}
	}
	m.tx, m.mx = midRanks(m.gx, len(p.vx), m.w, m.tx, m.mx)
	m.ty, m.my = midRanks(m.gy, len(p.vy), m.w, m.ty, m.my)
	return []float64{m.pearson(p.vx, p.vy), m.pearson(m.mx, m.my)}
}

// fit returns a slice of n values, x if it has room.
func fit[T any](x []T, n int) []T { return slices.Grow(x[:0], n)[:n] }

// midRanks returns how many pairs each group has, and their mid-rank.
func midRanks(group []int32, groups int, w []float64, total []uint32, mid []float64) ([]uint32, []float64) {
	total, mid = fit(total, groups), fit(mid, groups)
	clear(total)
	for i, g := range group {
		total[g] += uint32(w[i])
	}
	below := 0.0
	for g, t := range total {
		mid[g] = below + (float64(t)+1)/2
		below += float64(t)
	}
	return total, mid
}

// pearson returns Pearson's correlation of the values, or ranks, of the groups; NaN when one
// of the lists is constant, for which rounding errors would otherwise yield a number.
func (m *scratch) pearson(x, y []float64) float64 {
	if slices.Max(m.tx) == m.all || slices.Max(m.ty) == m.all {
		return math.NaN()
	}
	m.x, m.y = fit(m.x, len(m.w)), fit(m.y, len(m.w))
	for i := range m.w {
		m.x[i], m.y[i] = x[m.gx[i]], y[m.gy[i]]
	}
	return stat.Correlation(m.x, m.y, m.w)
}

// correlations are those of several metrics with one label, from the same
// resamples, so that metrics can be compared resample by resample.
type correlations struct {
	Each []Correlation
	// Best is the metric with the largest |Spearman| among those with an interval, -1 when
	// there is none. Behind is how much smaller each metric's |Spearman| is than the best
	// one's. Its intervals are simultaneous for all metrics, so they stay valid although the
	// data chose the best one.
	Best   int
	Behind []predict.Estimate
	// Largest is the best metric's Spearman with an interval that is simultaneous for all
	// metrics. Among many uncorrelated metrics, the ordinary interval of the largest would
	// exclude 0 more often than not.
	Largest   predict.Estimate
	Resamples int
}

type resampling struct {
	class     []int32 // of each puzzle; puzzles of a class are drawn together
	classes   int
	resamples int // 0 for what suits the number of puzzles
	seed      uint64
}

// number returns the number of resamples: with many puzzles an interval needs fewer.
func (r *resampling) number() int {
	switch n := len(r.class); {
	case r.resamples > 0:
		return r.resamples
	case n <= 5000:
		return 1000
	case n <= 20_000:
		return 400
	}
	return 200
}

// draw fills in how often each puzzle is in resample b: it draws as many classes as there
// are, with replacement, from a random stream of that resample's own.
func (r *resampling) draw(b int64, m *scratch) {
	rng := rand.New(rand.NewPCG(r.seed, uint64(b)))
	m.classes, m.drawn = fit(m.classes, r.classes), fit(m.drawn, len(r.class))
	clear(m.classes)
	for range r.classes {
		m.classes[rng.IntN(r.classes)]++
	}
	for i, k := range r.class {
		m.drawn[i] = m.classes[k]
	}
}

// estimates returns some statistics of all puzzles with their percentile intervals, and
// each one's resamples. measure computes them from the number of times that each puzzle is
// drawn; nil means once each.
func (r *resampling) estimates(measure func(drawn []uint16, m *scratch) []float64) (all []predict.Estimate, resampled [][]float64) {
	m := new(scratch)
	point := measure(nil, m)
	resampled = make([][]float64, len(point))
	for b := range r.number() {
		r.draw(int64(b), m)
		for k, v := range measure(m.drawn, m) {
			resampled[k] = append(resampled[k], v)
		}
	}
	for k, v := range point {
		all = append(all, percentile(v, resampled[k]))
	}
	return all, resampled
}

var noEstimate = interval(math.NaN(), math.NaN(), math.NaN())

// correlateAll correlates each metric with the label; nil stands for a metric to skip.
func correlateAll(ctx context.Context, metrics []column, label column, re resampling) (correlations, error) {
	type result struct {
		Correlation
		rho []float64 // of each resample; nil without an interval
	}
	worker := func(ctx context.Context, metric column) (result, error) {
		r := result{Correlation: Correlation{0, noEstimate, noEstimate, math.NaN()}}
		if metric == nil {
			return r, nil
		}
		p := newPairs(metric, label)
		e, drawn := re.estimates(func(drawn []uint16, m *scratch) []float64 {
			if ctx.Err() != nil {
				return make([]float64, 2)
			}
			return p.correlate(drawn, m)
		})
		r.Correlation = Correlation{len(p.index), e[0], e[1], math.NaN()}
		if r.Spearman.HasInterval() {
			r.rho, r.Error = drawn[1], stat.StdDev(drawn[1], nil)
		}
		return r, context.Cause(ctx)
	}
	res := correlations{Resamples: re.number()}
	var rho [][]float64
	for r, err := range ordered.Map(ctx, slices.Values(metrics), slices.Repeat([]ordered.Worker[column, result]{worker}, runtime.GOMAXPROCS(0))) {
		if err != nil {
			return res, err
		}
		res.Each, rho = append(res.Each, r.Correlation), append(rho, r.rho)
	}
	res.compare(rho)
	return res, nil
}

// percentile returns the estimate with its percentile interval, the middle 95 % of the
// resamples. Near the bound of a coefficient this interval can miss the value; it is then
// widened to include it. There is no interval when some resample is NaN.
func percentile(value float64, resampled []float64) predict.Estimate {
	if math.IsNaN(value) || slices.ContainsFunc(resampled, math.IsNaN) {
		return interval(value, math.NaN(), math.NaN())
	}
	ends := quantiles(slices.Clone(resampled), 0.025, 0.975)
	return interval(value, math.Min(ends[0], value), math.Max(ends[1], value))
}

// compare chooses the best metric and computes how far the others are behind. Intervals are
// multiples of the bootstrap's standard error, after Bonferroni: that the best metric seems to
// be behind, one of its comparisons with the others must mislead (Jason Hsu, Simultaneous
// Confidence Intervals for all Distances from the "Best", Annals of Statistics 9, 1981).
func (res *correlations) compare(rho [][]float64) {
	size := func(i int) float64 { return math.Abs(res.Each[i].Spearman.Value) }
	ranked := 0
	res.Best, res.Largest, res.Behind = -1, noEstimate, slices.Repeat([]predict.Estimate{noEstimate}, len(rho))
	for i := range rho {
		if rho[i] == nil {
			continue
		}
		if ranked++; res.Best < 0 || size(i) > size(res.Best) {
			res.Best = i
		}
	}
	if res.Best < 0 {
		return
	}
	around := func(value float64, resampled []float64, tests int) predict.Estimate {
		half := distuv.UnitNormal.Quantile(1-0.025/float64(max(tests, 1))) * stat.StdDev(resampled, nil)
		return interval(value, value-half, value+half)
	}
	res.Largest = around(res.Each[res.Best].Spearman.Value, rho[res.Best], ranked)
	for i := range rho {
		if rho[i] == nil || i == res.Best {
			continue
		}
		apart := make([]float64, res.Resamples)
		for b := range apart {
			apart[b] = math.Abs(rho[res.Best][b]) - math.Abs(rho[i][b])
		}
		res.Behind[i] = around(size(res.Best)-size(i), apart, ranked-1)
	}
}

// holm returns the p-values of Spearman's coefficients, by Student's t distribution with n − 2
// degrees of freedom, corrected for their number (Sture Holm, A Simple Sequentially Rejective
// Multiple Test Procedure, Scandinavian Journal of Statistics 6, 1979). NaN where a coefficient
// is unknown.
func (res *correlations) holm() (p []float64) {
	var order []int
	for i, c := range res.Each {
		free, rho := float64(c.N-2), c.Spearman.Value
		p = append(p, math.NaN())
		if free > 0 && !math.IsNaN(rho) {
			p[i] = 2 * distuv.StudentsT{Sigma: 1, Nu: free}.CDF(-math.Abs(rho)*math.Sqrt(free/(1-rho*rho)))
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	least := 0.0
	for k, i := range order {
		least = math.Max(least, math.Min(1, p[i]*float64(len(order)-k)))
		p[i] = least
	}
	return p
}

// quantiles sorts a list and interpolates its quantiles.
func quantiles(x []float64, at ...float64) []float64 {
	slices.Sort(x)
	q := make([]float64, len(at))
	for i, p := range at {
		q[i] = stat.Quantile(p, stat.LinInterp, x, nil)
	}
	return q
}
