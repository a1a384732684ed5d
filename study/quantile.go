package study

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// quantileFit fits a quantile regression (Roger Koenker and Gilbert Bassett, Regression
// Quantiles, Econometrica 46, 1978): the coefficients b that minimise the sum of weight
// times ρ(y - x·b), where ρ(r) is p·r above 0 and (p - 1)·r below. It returns nil when the
// columns of x are not linearly independent.
//
// Each step minimises parabolas that touch the rows' terms from above, which is a weighted
// least-squares fit (David Hunter and Kenneth Lange, Quantile Regression via an MM
// Algorithm, Journal of Computational and Graphical Statistics 9, 2000). The terms are
// rounded within a distance of 0 that shrinks from step to step: with a small one from the
// beginning, the fit would stick to the first rows that it passes through.
func quantileFit(x [][]float64, y, weight []float64, p float64) []float64 {
	k := len(x[0])
	fit := make([]float64, k)
	spread := slices.Max(y) - slices.Min(y) + 1e-9
	for distance := spread; distance > 1e-9*spread; distance *= 0.9 {
		xx, xy := make([]float64, k*k), make([]float64, k)
		for i, row := range x {
			w := weight[i] / (distance + math.Abs(y[i]-floats.Dot(row, fit)))
			for a, v := range row {
				xy[a] += float64(v * (float64(w*y[i]) + float64((2*p-1)*weight[i])))
				for b := a; b < k; b++ {
					xx[a*k+b] += float64(w * v * row[b])
				}
			}
		}
		var chol mat.Cholesky
		if !chol.Factorize(mat.NewSymDense(k, xx)) || chol.SolveVecTo(mat.NewVecDense(k, fit), mat.NewVecDense(k, xy)) != nil {
			return nil
		}
	}
	return fit
}
