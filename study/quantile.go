package study

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// quantileFit fits a quantile regression (Roger Koenker and Gilbert Bassett, Regression
// Quantiles, Econometrica 46, 1978): the coefficients b that minimise the sum of weight
// times ρ(y - x·b), where ρ(r) is p·r above 0 and (p - 1)·r below. There are n rows of x,
// k numbers each, one after another. It returns nil when the columns of x are not
// linearly independent.
//
// The minimum is reached at a fit that passes exactly through k of the rows. From one
// such fit it goes along the edge of steepest descent, as far as the sum decreases, to
// the next, until no edge descends (Ian Barrodale and Frank Roberts, An Improved
// Algorithm for Discrete L1 Linear Approximation, SIAM Journal on Numerical Analysis 10,
// 1973). A step is one pass over the rows, and a fit of 100,000 takes some thirty.
func quantileFit(x []float64, k int, y, weight []float64, p float64) []float64 {
	f := quantileFitting{x: x, k: k, p: p, weight: weight, y: apart(y)}
	if !f.start() {
		return nil
	}
	best, sum := f.fit, quantileLoss(x, k, f.y, weight, f.fit, p)
	for idle := 0; idle < maxIdle && f.step(); idle++ {
		if now := quantileLoss(x, k, f.y, weight, f.fit, p); now < sum {
			best, sum, idle = f.fit, now, 0
		}
	}
	return best
}

// maxIdle is how many steps in a row may bring no decrease: along a nearly flat edge, the
// decrease is lost in rounding.
const maxIdle = 50

// apart perturbs equal values by a tiny amount: if a fit passed through more than k rows,
// the descent could cycle.
func apart(y []float64) []float64 {
	spread := slices.Max(y) - slices.Min(y)
	moved := slices.Clone(y)
	for i := range moved {
		moved[i] += 1e-8 * (spread + 1e-9) * math.Mod(float64(i+1)*0.6180339887498949, 1)
	}
	return moved
}

type quantileFitting struct {
	x, y, weight []float64
	k            int
	p            float64

	basis   []int       // the k rows that the fit passes through
	in      []bool      // whether a row is in the basis
	inverse [][]float64 // of the matrix of these rows
	fit     []float64
	left    []float64 // residual y - x·fit of each row
	met     []crossed
}

// crossed is a row whose residual changes its sign at a distance along an edge.
type crossed struct {
	at, slope float64
	row       int
}

func (f *quantileFitting) row(i int) []float64 { return f.x[i*f.k : (i+1)*f.k] }

// start chooses independent rows, those with the largest pivots.
func (f *quantileFitting) start() bool {
	n, k := len(f.y), f.k
	rest := slices.Clone(f.x)
	f.in, f.left = make([]bool, n), make([]float64, n)
	used := make([]bool, k)
	for range k {
		best, at, column := 1e-9, -1, -1
		for i := range n {
			for j := range k {
				if v := math.Abs(rest[i*k+j]); v > best && !f.in[i] && !used[j] {
					best, at, column = v, i, j
				}
			}
		}
		if at < 0 {
			return false
		}
		f.in[at], used[column] = true, true
		f.basis = append(f.basis, at)
		pivot := slices.Clone(rest[at*k : (at+1)*k])
		for i := range n {
			if by := rest[i*k+column] / pivot[column]; by != 0 {
				for j := range k {
					rest[i*k+j] -= by * pivot[j]
				}
			}
		}
	}
	return f.solve()
}

// solve computes the fit through the basis and the residual of each row; false if the rows
// of the basis are not independent.
func (f *quantileFitting) solve() bool {
	k := f.k
	a := mat.NewDense(k, k, nil)
	for i, row := range f.basis {
		a.SetRow(i, f.row(row))
	}
	var inverse mat.Dense
	if inverse.Inverse(a) != nil {
		return false
	}
	f.inverse, f.fit = make([][]float64, k), make([]float64, k)
	for j := range k {
		f.inverse[j] = inverse.RawRowView(j)
		for i, row := range f.basis {
			f.fit[j] += float64(f.inverse[j][i] * f.y[row])
		}
	}
	for i := range f.y {
		f.left[i] = f.y[i] - dot(f.row(i), f.fit)
	}
	for _, row := range f.basis {
		f.left[row] = 0
	}
	return true
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i] * b[i])
	}
	return sum
}

// step goes to the next fit; false when there is no better one.
func (f *quantileFitting) step() bool {
	k := f.k
	// The gradient of the sum over the other rows. A basis row that the fit moves away from
	// adds to the slope: p if it is above, 1 - p if below.
	gradient := make([]float64, k)
	total := 0.0
	for i, r := range f.left {
		w := f.weight[i]
		total += w
		if f.in[i] {
			continue
		}
		if r > 0 {
			w *= -f.p
		} else {
			w *= 1 - f.p
		}
		for j, v := range f.row(i) {
			gradient[j] += float64(w * v)
		}
	}
	steepest, leaves, up := -1e-12*total, -1, 0.0
	edge := make([]float64, k)
	for i, row := range f.basis {
		along := 0.0 // slope of the edge along which the row's x·fit grows by 1
		for j := range k {
			along += float64(gradient[j] * f.inverse[j][i])
		}
		for _, sign := range []float64{1, -1} {
			own := f.weight[row] * f.p
			if sign > 0 {
				own = f.weight[row] * (1 - f.p)
			}
			if slope := sign*along + own; slope < steepest {
				steepest, leaves, up = slope, i, sign
			}
		}
	}
	if leaves < 0 {
		return false
	}
	for j := range k {
		edge[j] = up * f.inverse[j][leaves]
	}
	f.met = f.met[:0]
	for i, r := range f.left {
		if f.in[i] {
			continue
		}
		if d := dot(f.row(i), edge); d != 0 && r/d > 0 {
			f.met = append(f.met, crossed{r / d, f.weight[i] * math.Abs(d), i})
		}
	}
	slices.SortFunc(f.met, func(a, b crossed) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.row, b.row)) })
	slope := steepest
	for _, c := range f.met {
		if slope += c.slope; slope >= 0 {
			old := f.basis[leaves]
			f.in[old], f.in[c.row], f.basis[leaves] = false, true, c.row
			if f.solve() {
				return true
			}
			f.in[old], f.in[c.row], f.basis[leaves] = true, false, old
			f.solve()
			return false
		}
	}
	return false
}

// quantileLoss is the sum that a quantile regression minimises.
func quantileLoss(x []float64, k int, y, weight, fit []float64, p float64) float64 {
	sum := 0.0
	for i := range y {
		r := y[i] - dot(x[i*k:(i+1)*k], fit)
		if r < 0 {
			r *= p - 1
		} else {
			r *= p
		}
		sum += float64(r * weight[i])
	}
	return sum
}
