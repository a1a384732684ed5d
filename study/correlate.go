package study

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gradoku/internal/ordered"
)

// Correlation is how two lists go together, in the three usual ways, each with the 95
// % interval of the percentile bootstrap (Bradley Efron, Bootstrap Methods: Another
// Look at the Jackknife, Annals of Statistics 7, 1979): resample pairs with
// replacement, take the middle 95 % of the results. A coefficient is NaN when a list
// is constant or too short.
type Correlation struct {
	N                      int // pairs in which both values are known
	Pearson, Spearman, Tau Estimate
}

// pairs holds two columns ready to be correlated again and again under weights, which
// is what a bootstrap does: sorted once, a resample then costs one pass, and
// Kendall's coefficient a Fenwick tree as well. It takes twelve bytes a pair.
type pairs struct {
	index  []int32   // of each pair in the columns it was made from; sorted by x, then y
	gx, gy []int32   // the places of its values among the distinct ones
	vx, vy []float64 // the distinct ones, ascending
}

// newPairs leaves out what is NaN in either column. It sorts by the distinct values,
// which are few, in two passes that count.
func newPairs(x, y *column) *pairs {
	of := [2]groups{x.groups(), y.groups()}
	p := &pairs{vx: of[0].values, vy: of[1].values}
	for i := range int32(x.n) {
		if of[0].of(int(i)) >= 0 && of[1].of(int(i)) >= 0 {
			p.index = append(p.index, i)
		}
	}
	sorted := make([]int32, len(p.index))
	for _, g := range []*groups{&of[1], &of[0]} {
		below := make([]int32, len(g.values)+1) // pairs of lower groups, then the next place of each
		for _, i := range p.index {
			below[g.of(int(i))+1]++
		}
		for k := 1; k < len(below); k++ {
			below[k] += below[k-1]
		}
		for _, i := range p.index {
			k := g.of(int(i))
			sorted[below[k]] = i
			below[k]++
		}
		p.index, sorted = sorted, p.index
	}
	p.gx, p.gy = sorted, make([]int32, len(p.index))
	for k, i := range p.index {
		p.gx[k], p.gy[k] = of[0].of(int(i)), of[1].of(int(i))
	}
	return p
}

// scratch is the memory of one correlating goroutine.
type scratch struct {
	drawn, w []uint16  // how often each puzzle, and each pair, is drawn
	tx, ty   []uint32  // pairs of each group
	mx, my   []float64 // mid-rank of each group
	tree     []uint32
}

// correlate returns the three coefficients, in the order Pearson, Spearman,
// Kendall, with pair i counted weight[index[i]] times; nil counts each once.
func (p *pairs) correlate(weight []uint16, m *scratch) [3]float64 {
	n := len(p.index)
	if n < 2 {
		return [3]float64{math.NaN(), math.NaN(), math.NaN()}
	}
	p.weigh(weight, m)
	return [3]float64{p.pearson(p.vx, p.vy, m.w), p.pearson(m.mx, m.my, m.w), p.kendall(m)}
}

// spearman returns the second of the three alone.
func (p *pairs) spearman(m *scratch) float64 {
	if len(p.index) < 2 {
		return math.NaN()
	}
	p.weigh(nil, m)
	return p.pearson(m.mx, m.my, m.w)
}

// weigh fills in what all coefficients need.
func (p *pairs) weigh(weight []uint16, m *scratch) {
	m.w = fit(m.w, len(p.index))
	for i, k := range p.index {
		m.w[i] = 1
		if weight != nil {
			m.w[i] = weight[k]
		}
	}
	m.tx, m.mx = midRanks(p.gx, len(p.vx), m.w, m.tx, m.mx)
	m.ty, m.my = midRanks(p.gy, len(p.vy), m.w, m.ty, m.my)
}

// fit returns a slice of n values, x if it has room.
func fit[T any](x []T, n int) []T {
	if cap(x) < n {
		return make([]T, n)
	}
	return x[:n]
}

// midRanks returns how many pairs each group has, and their mid-rank.
func midRanks(group []int32, groups int, w []uint16, total []uint32, mid []float64) ([]uint32, []float64) {
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

// pearson returns the correlation of what stands for the groups: their values, or
// their ranks. Two passes, with the correction for rounding of the means (Tony Chan,
// Gene Golub and Randall LeVeque, Algorithms for Computing the Sample Variance,
// American Statistician 37, 1983), as gonum's stat.Correlation has it for lists: here
// those lists would be most of the memory of a large study.
func (p *pairs) pearson(x, y []float64, w []uint16) float64 {
	var n, sx, sy float64
	for i, c := range w {
		f := float64(c)
		n += f
		sx += f * x[p.gx[i]]
		sy += f * y[p.gy[i]]
	}
	mx, my := sx/n, sy/n
	var xx, yy, xy, offX, offY float64
	for i, c := range w {
		f, dx, dy := float64(c), x[p.gx[i]]-mx, y[p.gy[i]]-my
		fx, fy := f*dx, f*dy
		xx += fx * dx
		yy += fy * dy
		xy += fx * dy
		offX += fx
		offY += fy
	}
	xx -= offX * offX / n
	yy -= offY * offY / n
	return (xy - offX*offY/n) / math.Sqrt(xx*yy)
}

// kendall returns tau-b (Maurice Kendall, The Treatment of Ties in Ranking
// Problems, Biometrika 33, 1945) in O(n log n): after sorting by x and then y,
// discordant pairs are inversions of y (William Knight, A Computer Method for
// Calculating Kendall's Tau with Ungrouped Data, Journal of the American
// Statistical Association 61, 1966), counted with a Fenwick tree.
func (p *pairs) kendall(m *scratch) float64 {
	ny := len(p.vy)
	m.tree = fit(m.tree, ny+1)
	clear(m.tree)
	var all, both, discordant int64
	run := int64(0) // weight of equal pairs, which stand together
	for i, c := range m.w {
		if i > 0 && (p.gx[i] != p.gx[i-1] || p.gy[i] != p.gy[i-1]) {
			both += run * (run - 1) / 2
			run = 0
		}
		w := int64(c)
		run += w
		notAbove := int64(0)
		for k := int(p.gy[i]) + 1; k > 0; k &= k - 1 {
			notAbove += int64(m.tree[k])
		}
		discordant += w * (all - notAbove)
		for k := int(p.gy[i]) + 1; k <= ny; k += k & -k {
			m.tree[k] += uint32(c)
		}
		all += w
	}
	both += run * (run - 1) / 2
	pairs := all * (all - 1) / 2
	tx, ty := tied(m.tx), tied(m.ty)
	return float64(pairs-tx-ty+both-2*discordant) / math.Sqrt(float64(pairs-tx)*float64(pairs-ty))
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
	// Wins is how often, of all resamples, the metric's |Spearman| was the largest.
	Wins      []float64
	Resamples int
}

// correlateAll correlates each metric with the label.
func correlateAll(ctx context.Context, metrics []column, label *column, seed uint64) (correlations, error) {
	resamples := 200 // at many pairs an interval needs fewer
	switch {
	case label.n <= 5000:
		resamples = 1000
	case label.n <= 20_000:
		resamples = 400
	}
	var p *pairs // of the metric at hand
	rooms := make([]scratch, runtime.GOMAXPROCS(0))
	workers := make([]ordered.Worker[ordered.Range, [][3]float64], len(rooms))
	for w := range workers {
		m := &rooms[w]
		m.drawn = make([]uint16, label.n)
		workers[w] = func(_ context.Context, some ordered.Range) (list [][3]float64, _ error) {
			for b := some.From; b < some.To; b++ {
				// As many as there are, with replacement, from a stream of the resample's own.
				rng := rand.New(rand.NewPCG(seed, uint64(b)))
				clear(m.drawn)
				for range m.drawn {
					m.drawn[rng.IntN(len(m.drawn))]++
				}
				list = append(list, p.correlate(m.drawn, m))
			}
			return list, nil
		}
	}
	res := correlations{Each: make([]Correlation, len(metrics)), Resamples: resamples}
	drawn := make([][][3]float64, len(metrics))
	for i := range metrics {
		// One metric at a time: drawing the resamples again is cheap, and the sorted
		// pairs of all metrics would be most of the memory of a large study.
		p = newPairs(&metrics[i], label)
		point := p.correlate(nil, &rooms[0])
		for some, err := range ordered.Map(ctx, ordered.Ranges(0, int64(resamples), 8), workers) {
			if err != nil {
				return res, err
			}
			drawn[i] = append(drawn[i], some...)
		}
		e := &res.Each[i]
		e.N = len(p.index)
		for k, to := range []*Estimate{&e.Pearson, &e.Spearman, &e.Tau} {
			values := make([]float64, resamples)
			for b := range drawn[i] {
				values[b] = drawn[i][b][k]
			}
			*to = Estimate{point[k], math.NaN(), math.NaN()}
			if !slices.ContainsFunc(values, math.IsNaN) {
				ends := quantiles(values, 0.025, 0.975)
				to.Low, to.High = ends[0], ends[1]
			}
		}
	}
	res.Wins = wins(drawn, resamples)
	return res, nil
}

// wins gives each resample to the metric whose |Spearman| is the largest; equal ones
// share it.
func wins(drawn [][][3]float64, resamples int) []float64 {
	won := make([]float64, len(drawn))
	for b := range resamples {
		most := 0.0
		var winners []int
		for i := range drawn {
			if rho := math.Abs(drawn[i][b][1]); rho > most { // not when it is NaN
				most = rho
			}
		}
		for i := range drawn {
			if most > 0 && math.Abs(drawn[i][b][1]) >= most-1e-9 {
				winners = append(winners, i)
			}
		}
		for _, i := range winners {
			won[i] += 1 / float64(len(winners)*resamples)
		}
	}
	return won
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
