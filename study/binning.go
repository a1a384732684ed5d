package study

import (
	"math"
	"slices"
)

// binning divides an axis into bins of equal width.
type binning struct {
	low, high  float64 // the values there are
	from, step float64
	n          int
}

// unitOf is 1 when all values are whole numbers, 0.1 when all are tenths, as
// ratings are, else 0.
func unitOf(values []float64) float64 {
	unit := 1.0
	for _, v := range values {
		if unit == 1 && v != math.Trunc(v) {
			unit = 0.1
		}
		if unit == 0.1 && math.Abs(10*v-math.Round(10*v)) > 1e-9 {
			return 0
		}
	}
	return unit
}

// newBinning makes at most that many bins. Of values that have a unit each bin holds
// as many, or some would look empty that are not; and a value stands in the middle.
func newBinning(values []float64, most int) binning {
	b := binning{low: slices.Min(values), high: slices.Max(values)}
	unit, span := unitOf(values), b.high-b.low
	switch {
	case span == 0:
		b.n, b.step, b.from = 1, 1, b.low-0.5
	case unit > 0:
		per := math.Max(1, math.Ceil((math.Round(span/unit)+1)/float64(most)))
		b.step, b.from = per*unit, b.low-unit/2
		b.n = int(math.Ceil((math.Round(span/unit) + 1) / per))
	default:
		b.n, b.step, b.from = min(most, 30), span/float64(min(most, 30)), b.low
	}
	return b
}

// of is the bin of a value.
func (b *binning) of(v float64) int { return max(0, cellOf(v-b.from, b.step, b.n)) }

// middle is that of a bin.
func (b *binning) middle(i int) float64 { return b.from + (float64(i)+0.5)*b.step }

func cellOf(from, step float64, n int) int {
	if step == 0 {
		return 0
	}
	return min(int(from/step), n-1)
}
