package study

import (
	"math"
	"slices"
)

// column holds one number of every puzzle, NaN where it is unknown.
type column []float64

// known returns the numbers that are known, in the order of the puzzles.
func (c column) known() []float64 { return slices.DeleteFunc(slices.Clone(c), math.IsNaN) }

// distinct returns the known values in ascending order.
func (c column) distinct() []float64 {
	values := c.known()
	slices.Sort(values)
	return slices.Compact(values)
}
