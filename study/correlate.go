package study

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gradoku/internal/ordered"
	"gradoku/predict"
)

// Correlation holds the three usual correlation coefficients of two lists, each with its
// 95 % percentile bootstrap interval (Bradley Efron, Bootstrap Methods: Another Look at
// the Jackknife, Annals of Statistics 7, 1979): resample puzzles with replacement, take
// the middle 95 % of the results. Isomorphic puzzles are resampled together, as one. A
// coefficient is NaN when a list is constant or too short.
type Correlation struct {
	N                      int // pairs in which both values are known
	Pearson, Spearman, Tau predict.Estimate
	// AUC is the probability that, of two puzzles with different labels, the one with the
	// higher label has the higher metric; ties count a half (Robert Somers, A New Asymmetric
	// Measure of Association for Ordinal Variables, American Sociological Review 27, 1962).
	AUC predict.Estimate
}

// pairs holds two columns, sorted once, so that a bootstrap can correlate them many times
// with different weights. A resample then costs one pass, plus a Fenwick tree for
// Kendall's coefficient.
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
	tree    []uint32
}

// both returns Pearson's and Spearman's coefficients, with pair i counted weight[index[i]]
// times; nil counts each once.
func (p *pairs) both(weight []uint16, m *scratch) (r, rho float64) {
	if len(p.index) < 2 {
		return math.NaN(), math.NaN()
	}
	p.weigh(weight, m)
	return m.pearson(p.vx, p.vy), m.pearson(m.mx, m.my)
}

// correlate returns these two, Kendall's, which takes most of the time, and the AUC.
func (p *pairs) correlate(weight []uint16, m *scratch) [4]float64 {
	r, rho := p.both(weight, m)
	tau, auc := math.NaN(), math.NaN()
	if len(p.index) > 1 {
		tau, auc = m.kendall(len(p.vy))
	}
	return [4]float64{r, rho, tau, auc}
}

// spearman returns Spearman's coefficient, each pair counted once.
func (p *pairs) spearman(m *scratch) float64 {
	_, rho := p.both(nil, m)
	return rho
}

// weigh fills in what all coefficients need. It drops the third of the pairs that a
// resample leaves out.
func (p *pairs) weigh(weight []uint16, m *scratch) {
	n := len(p.index)
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
}

// fit returns a slice of n values, x if it has room.
func fit[T any](x []T, n int) []T {
	if cap(x) < n {
		return make([]T, n)
	}
	return x[:n]
}

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

// kendall returns tau-b (Maurice Kendall, The Treatment of Ties in Ranking Problems,
// Biometrika 33, 1945) for ny groups of y. After sorting by x and then
// y, discordant pairs are inversions of y (William Knight, A Computer Method for
// Calculating Kendall's Tau with Ungrouped Data, Journal of the American Statistical
// Association 61, 1966).
func (m *scratch) kendall(ny int) (tau, auc float64) {
	m.tree = fit(m.tree, ny+1)
	clear(m.tree)
	discordant := m.inversions()
	var both int64
	run := int64(0) // weight of equal pairs, which are adjacent
	for i, c := range m.w {
		if i > 0 && (m.gx[i] != m.gx[i-1] || m.gy[i] != m.gy[i-1]) {
			both += run * (run - 1) / 2
			run = 0
		}
		run += int64(c)
	}
	both += run * (run - 1) / 2
	pairs := int64(m.all) * (int64(m.all) - 1) / 2
	tx, ty := tied(m.tx), tied(m.ty)
	ahead := float64(pairs - tx - ty + both - 2*discordant)
	if tx == pairs {
		return math.NaN(), math.NaN()
	}
	return ahead / math.Sqrt(float64(pairs-tx)*float64(pairs-ty)), (1 + ahead/float64(pairs-ty)) / 2
}

// inversions counts inversions with a Fenwick tree, in O(n log n).
func (m *scratch) inversions() (inversions int64) {
	all := int64(0)
	for i, c := range m.w {
		notAbove := int64(0)
		for k := int(m.gy[i]) + 1; k > 0; k &= k - 1 {
			notAbove += int64(m.tree[k])
		}
		inversions += int64(c) * (all - notAbove)
		for k := int(m.gy[i]) + 1; k < len(m.tree); k += k & -k {
			m.tree[k] += uint32(c)
		}
		all += int64(c)
	}
	return inversions
}

// tied counts the pairs within groups.
func tied(total []uint32) int64 {
	sum := int64(0)
	for _, t := range total {
		sum += int64(t) * (int64(t) - 1) / 2
	}
	return sum
}

// correlations are those of several metrics with one label, from the same
// resamples, so that metrics can be compared resample by resample.
type correlations struct {
	Each []Correlation
	// Best is the metric with the largest |Spearman| among those with an interval, -1 when
	// there is none. Behind is how much smaller each metric's |Spearman| is than the best
	// one's. Its intervals are simultaneous for all pairs of metrics, so they stay valid
	// although the data chose the best one.
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

// estimates returns some statistics of all puzzles with their percentile intervals. measure
// computes them from the number of times that each puzzle is drawn; nil means once each.
func (r *resampling) estimates(measure func(drawn []uint16, m *scratch) []float64) []predict.Estimate {
	m := new(scratch)
	point := measure(nil, m)
	resampled := make([][]float64, len(point))
	for b := range r.number() {
		r.draw(int64(b), m)
		for k, v := range measure(m.drawn, m) {
			resampled[k] = append(resampled[k], v)
		}
	}
	all := make([]predict.Estimate, len(point))
	for k := range all {
		all[k] = percentile(point[k], resampled[k])
	}
	return all
}

// correlateAll correlates each metric with the label; nil stands for a metric to skip.
func correlateAll(ctx context.Context, metrics []column, label column, re resampling) (correlations, error) {
	resamples := re.number()
	var p *pairs // of the current metric
	rooms := make([]scratch, runtime.GOMAXPROCS(0))
	workers := make([]ordered.Worker[ordered.Range, [][4]float64], len(rooms))
	for w := range workers {
		m := &rooms[w]
		workers[w] = func(_ context.Context, some ordered.Range) (list [][4]float64, _ error) {
			for b := some.From; b < some.To; b++ {
				re.draw(b, m)
				list = append(list, p.correlate(m.drawn, m))
			}
			return list, nil
		}
	}
	res := correlations{Each: make([]Correlation, len(metrics)), Resamples: resamples}
	drawn := make([][][4]float64, len(metrics))
	for i := range metrics {
		e := &res.Each[i]
		if metrics[i] == nil {
			none := interval(math.NaN(), math.NaN(), math.NaN())
			*e = Correlation{Pearson: none, Spearman: none, Tau: none, AUC: none}
			continue
		}
		// One metric at a time: drawing the resamples again is cheap, and the sorted
		// pairs of all metrics would be most of the memory of a large study.
		p = newPairs(metrics[i], label)
		point := p.correlate(nil, &rooms[0])
		for some, err := range ordered.Map(ctx, ordered.Ranges(0, int64(resamples), 8), workers) {
			if err != nil {
				return res, err
			}
			drawn[i] = append(drawn[i], some...)
		}
		e.N = len(p.index)
		for k, to := range []*predict.Estimate{&e.Pearson, &e.Spearman, &e.Tau, &e.AUC} {
			values := make([]float64, resamples)
			for b := range drawn[i] {
				values[b] = drawn[i][b][k]
			}
			*to = percentile(point[k], values)
		}
		if math.IsNaN(e.Spearman.Low) {
			drawn[i] = nil // no interval: leave it out of the comparison
		}
	}
	res.compare(drawn)
	if re.resamples == 0 && len(re.class) <= 5000 && res.close() {
		re.resamples = manyResamples
		return correlateAll(ctx, metrics, label, re)
	}
	return res, nil
}

// manyResamples is used where a report's main results could change with the seed.
const manyResamples = 8000

// close reports whether an interval that decides the ranking ends so near 0 that other
// resamples could put that end on the other side.
func (res *correlations) close() bool {
	near := func(end float64, e predict.Estimate) bool { return math.Abs(end) < 0.1*(e.High-e.Low)/2 }
	if near(res.Largest.Low, res.Largest) || near(res.Largest.High, res.Largest) {
		return true
	}
	return slices.ContainsFunc(res.Behind, func(e predict.Estimate) bool { return near(e.Low, e) })
}

// behind reports whether a metric is clearly behind the best one. It is not if its
// interval ends so near 0 that other resamples could put that end on the other side.
func (res *correlations) behind(k int) bool {
	e := res.Behind[k]
	return e.Low > 0.03*(e.High-e.Low)/2
}

// percentile returns the estimate with its percentile interval, the middle 95 % of the
// resamples. Near the bound of a coefficient this interval can miss the value; it is then
// widened to include it. There is no interval when some resample is NaN.
func percentile(value float64, resampled []float64) predict.Estimate {
	if math.IsNaN(value) || slices.ContainsFunc(resampled, math.IsNaN) {
		return interval(value, math.NaN(), math.NaN())
	}
	ends := quantiles(resampled, 0.025, 0.975)
	return interval(value, math.Min(ends[0], value), math.Max(ends[1], value))
}

// compare chooses the best metric and computes how far the others are behind. The
// intervals are simultaneous (single-step): their half-width, in standard errors, is the
// 95 % quantile over resamples of the largest standardised deviation of any pairwise
// difference (Peter Westfall and Stanley Young, Resampling-Based Multiple Testing, 1993,
// section 2.3).
func (res *correlations) compare(drawn [][][4]float64) {
	res.Best = -1
	var in []int
	size := func(i int) float64 { return math.Abs(res.Each[i].Spearman.Value) }
	for i := range drawn {
		if drawn[i] != nil {
			in = append(in, i)
			if res.Best < 0 || size(i) > size(res.Best) {
				res.Best = i
			}
		}
	}
	res.Behind = make([]predict.Estimate, len(drawn))
	for i := range res.Behind {
		res.Behind[i] = interval(math.NaN(), math.NaN(), math.NaN())
	}
	if res.Best >= 0 {
		res.Largest = res.Each[res.Best].Spearman
	}
	if len(in) < 2 {
		return
	}
	most := make([]float64, res.Resamples) // the largest deviation of each resample
	errorOf := make([]float64, len(drawn)) // the standard error of the difference from the best
	apart := make([]float64, res.Resamples)
	for a, i := range in {
		for _, j := range in[:a] {
			value := size(i) - size(j)
			for b := range apart {
				apart[b] = math.Abs(drawn[i][b][1]) - math.Abs(drawn[j][b][1])
			}
			_, sd := stat.MeanStdDev(apart, nil)
			switch res.Best {
			case i:
				errorOf[j] = sd
			case j:
				errorOf[i] = sd
			}
			if sd < 1e-12 {
				continue
			}
			for b := range apart {
				most[b] = math.Max(most[b], math.Abs(apart[b]-value)/sd)
			}
		}
	}
	wide := quantiles(most, 0.95)[0]
	clear(most)
	errorOfBest := 0.0
	for _, i := range in {
		value := res.Each[i].Spearman.Value
		for b := range apart {
			apart[b] = drawn[i][b][1]
		}
		_, sd := stat.MeanStdDev(apart, nil)
		if i == res.Best {
			errorOfBest = sd
		}
		for b := range apart {
			most[b] = math.Max(most[b], math.Abs(apart[b]-value)/math.Max(sd, 1e-12))
		}
	}
	half := errorOfBest * quantiles(most, 0.95)[0]
	res.Largest = interval(res.Largest.Value, res.Largest.Value-half, res.Largest.Value+half)
	for _, i := range in {
		if i != res.Best {
			d := size(res.Best) - size(i)
			res.Behind[i] = interval(d, d-wide*errorOf[i], d+wide*errorOf[i])
		}
	}
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
