package study

import (
	"math"

	"gradoku/predict"
)

// repeated estimates the highest r that a label allows when puzzles have several values
// of it, such as one per person: the square root of the intraclass correlation (Ronald
// Fisher, Statistical Methods for Research Workers, 1925, section 38), the share of the
// variance of single values that is between puzzles. re.class says which values are of
// the same puzzle. It returns false if too few puzzles have two values.
func repeated(y []float64, re resampling) (predict.Estimate, bool) {
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
		return predict.Estimate{}, false
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
	return root[0], true
}
