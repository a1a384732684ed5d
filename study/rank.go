package study

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// mean returns the arithmetic mean, NaN for no value.
func mean(x []float64) float64 { return stat.Mean(x, nil) }

// ranks gives each value its place in ascending order, from 1; equal values
// share the mean of their places (mid-ranks).
func ranks(x []float64) []float64 {
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

// pearson returns the correlation coefficient of two lists of equal length, NaN
// when one of them is constant.
func pearson(x, y []float64) float64 { return stat.Correlation(x, y, nil) }

// spearman returns the rank correlation: Pearson's coefficient of the ranks
// (Charles Spearman, The Proof and Measurement of Association between Two
// Things, American Journal of Psychology 15, 1904).
func spearman(x, y []float64) float64 { return pearson(ranks(x), ranks(y)) }
