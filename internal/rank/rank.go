// Package rank computes the rank correlation, for studies and the documents'
// figures.
package rank

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// mid gives each value its place in ascending order, from 1; equal values
// share the mean of their places (mid-ranks).
func mid(x []float64) []float64 {
	order := make([]int32, len(x))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(x[a], x[b]) })
	r := make([]float64, len(x))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && x[order[j]] == x[order[i]] {
			j++
		}
		for _, k := range order[i:j] {
			r[k] = float64(i+1+j) / 2 // places i+1 to j
		}
		i = j
	}
	return r
}

// Correlation returns Spearman's coefficient of two lists of equal length, NaN
// when one of them is constant: Pearson's coefficient of the ranks (Charles
// Spearman, The Proof and Measurement of Association between Two Things,
// American Journal of Psychology 15, 1904).
func Correlation(x, y []float64) float64 { return stat.Correlation(mid(x), mid(y), nil) }
