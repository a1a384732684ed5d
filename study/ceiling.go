package study

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Ceiling estimates how high a correlation with a label can be that is a mean over
// people, from the file alone. What a model misses is partly the mean of few people:
// squared errors then fall with the number of people as noise / people. So squared
// errors out of fold are regressed on 1 / people, the slope is the variance of one
// person's logarithm, its part in the variance of the label is noise, and the ceiling
// of r is the root of the rest. Errors are those of the label with its extreme 2 %
// moved in.
type Ceiling struct {
	Pearson Estimate // NaN where the noise is estimated as all of the variance
	Noise   Estimate // its part in the variance
	N       int
}

// ceiling estimates it from the predictions out of fold and the number of people of
// each row; false when the numbers do not differ.
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
	noise := func(w []float64) float64 {
		_, slope := stat.LinearRegression(inverse, squares, w, false)
		return slope * stat.Mean(inverse, w) / stat.PopVariance(label, w)
	}
	m, w := new(scratch), make([]float64, len(rows))
	resampled := make([]float64, re.number())
	for b := range resampled {
		re.draw(int64(b), m)
		for k, i := range rows {
			w[k] = float64(m.drawn[i])
		}
		resampled[b] = noise(w)
	}
	c := Ceiling{Noise: percentile(noise(nil), resampled), N: len(rows)}
	root := func(noise float64) float64 { return math.Sqrt(math.Min(1, math.Max(0, 1-noise))) }
	c.Pearson = Estimate{root(c.Noise.Value), root(c.Noise.High), root(c.Noise.Low)}
	return c, true
}

// sentence says what the estimate is worth: where its interval is wide, that it is none.
func (c *Ceiling) sentence(label, people string) string {
	if c.Pearson.High-c.Pearson.Low > widestCeiling {
		return fmt.Sprintf("How high an r %s allows, as a mean over the people in %s, cannot be told from these puzzles (n = %d). The times of single people tell it.", label, people, c.N)
	}
	return fmt.Sprintf("The highest r that %s allows, as a mean over the people in %s, is estimated from these puzzles as %s (n = %d; squared errors out of fold regressed on 1 / people).", label, people, c.Pearson.interval(), c.N)
}

// widestCeiling is the widest interval that says anything of a coefficient from 0 to 1.
const widestCeiling = 0.3

// repeated estimates the highest r that a label allows of which puzzles have several
// values, as of several people: the root of the intraclass correlation (Ronald Fisher,
// Statistical Methods for Research Workers, 1925, section 38), the part of the variance of
// single values that lies between puzzles. class says which values are of the same puzzle.
// It is false where too few puzzles have two.
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
	root := func(times []uint16) float64 {
		var groups, n, sum, nn, within, between float64
		for k, s := range of {
			w := 1.0
			if times != nil {
				w = float64(times[k])
			}
			groups, n, sum, nn = groups+w, n+w*s.n, sum+w*s.sum, nn+w*s.n*s.n
			within += w * (s.squares - s.sum*s.sum/s.n)
			between += w * s.sum * s.sum / s.n
		}
		between -= sum * sum / n
		mean := within / (n - groups)
		own := (between/(groups-1) - mean) / ((n - nn/n) / (groups - 1))
		return math.Sqrt(math.Max(0, own/(own+mean)))
	}
	m, resampled := new(scratch), make([]float64, re.number())
	for b := range resampled {
		re.draw(int64(b), m)
		resampled[b] = root(m.classes)
	}
	return Ceiling{Pearson: percentile(root(nil), resampled), N: len(y)}, true
}
