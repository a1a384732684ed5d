package study

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Ceiling estimates, from the file alone, the highest possible correlation with a label
// that is a mean over people. Part of a model's error is sampling noise of that mean,
// whose variance is noise / people. So out-of-fold squared errors are regressed on 1 /
// people. The slope is the variance of one person's logarithm. Noise is the share of the
// label's variance that it explains, and the ceiling of r is the square root of the rest.
// Errors are those of the label winsorised to its middle 98 %.
type Ceiling struct {
	Pearson Estimate // 0 where the noise is estimated as all of the variance
	Noise   Estimate // its share of the variance
	N       int
}

// ceiling estimates a Ceiling from the out-of-fold predictions and the number of people
// of each row; false when these numbers are all equal or there are too few rows.
func ceiling(predicted, y, people []float64, re resampling) (Ceiling, bool) {
	y = clipped(y)
	var inverse, squares, label []float64
	var rows []int
	for i, n := range people {
		if n > 0 { // not NaN
			rows = append(rows, i)
			inverse, squares, label = append(inverse, 1/n), append(squares, (y[i]-predicted[i])*(y[i]-predicted[i])), append(label, y[i])
		}
	}
	if len(rows) < minPuzzles || slices.Min(inverse) == slices.Max(inverse) {
		return Ceiling{}, false
	}
	weights := make([]float64, len(rows))
	noise := re.estimates(func(drawn []uint16, _ *scratch) []float64 {
		var w []float64
		if drawn != nil {
			w = weights
			for k, i := range rows {
				w[k] = float64(drawn[i])
			}
		}
		_, slope := stat.LinearRegression(inverse, squares, w, false)
		return []float64{slope * stat.Mean(inverse, w) / stat.PopVariance(label, w)}
	})
	c := Ceiling{Noise: noise[0], N: len(rows)}
	root := func(noise float64) float64 { return math.Sqrt(math.Min(1, math.Max(0, 1-noise))) }
	c.Pearson = Estimate{root(c.Noise.Value), root(c.Noise.High), root(c.Noise.Low)}
	return c, true
}

// sentence states the estimate, or, where its interval is wide, that there is none.
func (c *Ceiling) sentence(label, people string) string {
	if c.Pearson.High-c.Pearson.Low > widestCeiling {
		return fmt.Sprintf("How high an r %s allows, as a mean over the people in %s, cannot be told from these puzzles (n = %d). The times of single people tell it.", label, people, c.N)
	}
	return fmt.Sprintf("The highest r that %s allows, as a mean over the people in %s, is estimated from these puzzles as %s (n = %d; squared errors out of fold regressed on 1 / people).", label, people, c.Pearson.interval(), c.N)
}

// widestCeiling is the widest interval that is still informative for a coefficient from 0
// to 1.
const widestCeiling = 0.3

// repeated estimates the highest r that a label allows when puzzles have several values
// of it, such as one per person: the square root of the intraclass correlation (Ronald
// Fisher, Statistical Methods for Research Workers, 1925, section 38), the share of the
// variance of single values that is between puzzles. re.class says which values are of
// the same puzzle. It returns false if too few puzzles have two values.
func repeated(y []float64, re resampling) (Ceiling, bool) {
	type sums struct{ n, sum, squares float64 }
	of := make([]sums, re.classes)
	for i, k := range re.class {
		s := &of[k]
		s.n, s.sum, s.squares = s.n+1, s.sum+y[i], s.squares+float64(y[i]*y[i])
	}
	several := 0
	for _, s := range of {
		if s.n > 1 {
			several++
		}
	}
	if several < minPuzzles/2 {
		return Ceiling{}, false
	}
	root := re.estimates(func(drawn []uint16, m *scratch) []float64 {
		var groups, n, sum, nn, within, between float64
		for k, s := range of {
			w := 1.0
			if drawn != nil {
				w = float64(m.classes[k])
			}
			groups, n, sum, nn = groups+w, n+w*s.n, sum+w*s.sum, nn+w*s.n*s.n
			within += w * (s.squares - s.sum*s.sum/s.n)
			between += w * s.sum * s.sum / s.n
		}
		between -= sum * sum / n
		mean := within / (n - groups)
		own := (between/(groups-1) - mean) / ((n - nn/n) / (groups - 1))
		return []float64{math.Sqrt(math.Max(0, own/(own+mean)))}
	})
	return Ceiling{Pearson: root[0], N: len(y)}, true
}
