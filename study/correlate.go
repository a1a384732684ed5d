package study

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat"
)

// Correlation is how two lists go together, in the three usual ways, each with
// a 95 % interval, that of the percentile bootstrap (Bradley Efron, Bootstrap
// Methods: Another Look at the Jackknife, Annals of Statistics 7, 1979): resample
// pairs with replacement, take the middle 95 % of the results. A coefficient is NaN
// when a list is constant or too short.
type Correlation struct {
	N                      int // pairs in which both values are known
	Pearson, Spearman, Tau Estimate
}

// pairs holds two lists ready to be correlated again and again under weights,
// which is what a bootstrap does: sorted once, a resample then costs one pass,
// and Kendall's coefficient a Fenwick tree besides.
type pairs struct {
	index  []int32   // of each pair in the lists it was made from
	x, y   []float64 // sorted by x, then y
	gx, gy []int32   // the place of each value among the distinct ones
	nx, ny int       // how many distinct ones there are
}

// newPairs leaves out what is NaN in either list.
func newPairs(x, y []float64) *pairs {
	p := &pairs{}
	for i := range x {
		if !math.IsNaN(x[i]) && !math.IsNaN(y[i]) {
			p.index = append(p.index, int32(i))
		}
	}
	slices.SortFunc(p.index, func(a, b int32) int {
		return cmp.Or(cmp.Compare(x[a], x[b]), cmp.Compare(y[a], y[b]), cmp.Compare(a, b))
	})
	for _, i := range p.index {
		p.x, p.y = append(p.x, x[i]), append(p.y, y[i])
	}
	p.gx, p.nx = groups(p.x)
	p.gy, p.ny = groups(p.y)
	return p
}

// groups numbers the distinct values in ascending order.
func groups(x []float64) ([]int32, int) {
	values := slices.Clone(x)
	slices.Sort(values)
	values = slices.Compact(values)
	group := make([]int32, len(x))
	for i, v := range x {
		k, _ := slices.BinarySearch(values, v)
		group[i] = int32(k)
	}
	return group, len(values)
}

// scratch is the memory of one correlating goroutine.
type scratch struct{ w, rx, ry, tx, ty, tree []float64 }

// correlate returns the three coefficients, in the order Pearson, Spearman,
// Kendall, with pair i counted weight[index[i]] times; nil counts each once.
func (p *pairs) correlate(weight []float64, m *scratch) [3]float64 {
	n := len(p.index)
	m.w = fit(m.w, n)
	for i, k := range p.index {
		m.w[i] = 1
		if weight != nil {
			m.w[i] = weight[k]
		}
	}
	m.tx, m.rx = groupRanks(p.gx, p.nx, m.w, m.tx, m.rx)
	m.ty, m.ry = groupRanks(p.gy, p.ny, m.w, m.ty, m.ry)
	if n < 2 {
		return [3]float64{math.NaN(), math.NaN(), math.NaN()}
	}
	return [3]float64{
		stat.Correlation(p.x, p.y, m.w),
		stat.Correlation(m.rx, m.ry, m.w),
		p.kendall(m),
	}
}

// fit returns a slice of n values, x if it has room.
func fit(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	return x[:n]
}

// groupRanks returns how much weight each distinct value has, and the mid-rank
// of every value.
func groupRanks(group []int32, groups int, w, total, rank []float64) (totals, ranks []float64) {
	total, rank = fit(total, groups), fit(rank, len(group))
	clear(total)
	for i, g := range group {
		total[g] += w[i]
	}
	below := 0.0
	mid := make([]float64, groups)
	for g, t := range total {
		mid[g] = below + (t+1)/2
		below += t
	}
	for i, g := range group {
		rank[i] = mid[g]
	}
	return total, rank
}

// kendall returns tau-b (Maurice Kendall, The Treatment of Ties in Ranking
// Problems, Biometrika 33, 1945) in O(n log n): after sorting by x and then y,
// discordant pairs are inversions of y (William Knight, A Computer Method for
// Calculating Kendall's Tau with Ungrouped Data, Journal of the American
// Statistical Association 61, 1966), counted with a Fenwick tree.
func (p *pairs) kendall(m *scratch) float64 {
	m.tree = fit(m.tree, p.ny+1)
	clear(m.tree)
	all, both, discordant := 0.0, 0.0, 0.0
	run := 0.0 // weight of equal pairs, which stand together
	for i, w := range m.w {
		if i > 0 && (p.gx[i] != p.gx[i-1] || p.gy[i] != p.gy[i-1]) {
			both += run * (run - 1) / 2
			run = 0
		}
		run += w
		notAbove := 0.0
		for k := int(p.gy[i]) + 1; k > 0; k &= k - 1 {
			notAbove += m.tree[k]
		}
		discordant += w * (all - notAbove)
		for k := int(p.gy[i]) + 1; k <= p.ny; k += k & -k {
			m.tree[k] += w
		}
		all += w
	}
	both += run * (run - 1) / 2
	pairs := all * (all - 1) / 2
	tx, ty := tied(m.tx), tied(m.ty)
	return (pairs - tx - ty + both - 2*discordant) / math.Sqrt((pairs-tx)*(pairs-ty))
}

// tied counts the pairs within groups.
func tied(total []float64) float64 {
	sum := 0.0
	for _, t := range total {
		sum += t * (t - 1) / 2
	}
	return sum
}

// correlations are those of several metrics with one label, from the same
// resamples, so that metrics can be compared resample by resample.
type correlations struct {
	Each []Correlation
	// Wins is how often, of all resamples, the metric's |Spearman| was the largest.
	Wins      []float64
	Resamples int
}

// resamplesFor keeps the work bounded: at many pairs an interval needs fewer.
func resamplesFor(n int) int {
	switch {
	case n <= 5000:
		return 1000
	case n <= 20_000:
		return 400
	}
	return 200
}

// correlateAll correlates each metric with the label.
func correlateAll(ctx context.Context, metrics [][]float64, label []float64, seed uint64) (correlations, error) {
	res := correlations{Each: make([]Correlation, len(metrics)), Wins: make([]float64, len(metrics)), Resamples: resamplesFor(len(label))}
	drawn := make([][][3]float64, len(metrics))
	for i, x := range metrics {
		// One metric at a time: drawing the resamples again is cheap, and the sorted
		// pairs of all metrics would be most of the memory of a large study.
		p := newPairs(x, label)
		point := p.correlate(nil, new(scratch))
		var err error
		if drawn[i], err = p.drawn(ctx, len(label), res.Resamples, seed); err != nil {
			return res, err
		}
		e := &res.Each[i]
		e.N = len(p.index)
		for k, to := range []*Estimate{&e.Pearson, &e.Spearman, &e.Tau} {
			values := make([]float64, res.Resamples)
			for b := range drawn[i] {
				values[b] = drawn[i][b][k]
			}
			to.Value = point[k]
			to.Low, to.High = middle(values)
		}
	}
	of := make([][3]float64, len(metrics))
	for b := range res.Resamples {
		for i := range metrics {
			of[i] = drawn[i][b]
		}
		res.win(of)
	}
	return res, nil
}

// drawn returns the coefficients in each resample of the n puzzles.
func (p *pairs) drawn(ctx context.Context, n, resamples int, seed uint64) ([][3]float64, error) {
	drawn := make([][3]float64, resamples)
	next := make(chan int)
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			var m scratch
			weight := make([]float64, n)
			for b := range next {
				resample(weight, seed, uint64(b))
				drawn[b] = p.correlate(weight, &m)
			}
		})
	}
	for b := 0; b < resamples && ctx.Err() == nil; b++ {
		next <- b
	}
	close(next)
	group.Wait()
	return drawn, context.Cause(ctx)
}

// win gives one resample to the metric whose |Spearman| is the largest; equal
// ones share it.
func (c *correlations) win(drawn [][3]float64) {
	most := 0.0
	for _, v := range drawn {
		if !math.IsNaN(v[1]) {
			most = math.Max(most, math.Abs(v[1]))
		}
	}
	var winners []int
	for i, v := range drawn {
		if most > 0 && math.Abs(v[1]) >= most-1e-9 {
			winners = append(winners, i)
		}
	}
	for _, i := range winners {
		c.Wins[i] += 1 / float64(len(winners)*c.Resamples)
	}
}

// resample draws as many as there are, with replacement, from a stream of the
// resample's own.
func resample(weight []float64, seed, number uint64) {
	rng := rand.New(rand.NewPCG(seed, number))
	clear(weight)
	for range weight {
		weight[rng.IntN(len(weight))]++
	}
}

// middle returns the ends of the middle 95 %, NaN when a value is missing.
func middle(values []float64) (low, high float64) {
	if slices.ContainsFunc(values, math.IsNaN) || len(values) == 0 {
		return math.NaN(), math.NaN()
	}
	slices.Sort(values)
	return stat.Quantile(0.025, stat.LinInterp, values, nil), stat.Quantile(0.975, stat.LinInterp, values, nil)
}
