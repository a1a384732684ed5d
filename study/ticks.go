package study

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

// roundTicks labels some five to eight round numbers along an axis, whole ones
// where others make no sense: there are no halves of puzzles.
type roundTicks struct{ whole bool }

// Ticks returns the marks between two values.
func (r roundTicks) Ticks(low, high float64) []plot.Tick {
	span := high - low
	if span <= 0 || math.IsInf(span, 0) || math.IsNaN(span) {
		return []plot.Tick{{Value: low, Label: strconv.FormatFloat(low, 'g', 4, 64)}}
	}
	step := math.Pow(10, math.Floor(math.Log10(span/5)))
	for _, m := range []float64{2, 2.5, 2} { // 1, 2, 5, 10
		if span/step > 8 {
			step *= m
		}
	}
	if r.whole {
		step = math.Max(step, 1)
	}
	digits := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	var ticks []plot.Tick
	for k := math.Ceil(low/step - 1e-9); k*step <= high+step*1e-9; k++ {
		ticks = append(ticks, plot.Tick{Value: k * step, Label: minus(strconv.FormatFloat(k*step+0, 'f', digits, 64))})
	}
	return ticks
}

// logTicks labels an axis of logarithms with the values that they stand for:
// exp(x) - minus.
type logTicks struct{ minus float64 }

// Ticks returns the marks between two logarithms: the densest of some sets of
// round numbers that still leaves room.
func (l logTicks) Ticks(low, high float64) []plot.Tick {
	var best []plot.Tick
	for _, digits := range [][]float64{{1}, {1, 3}, {1, 2, 5}, {1, 1.5, 2, 3, 4, 6}, {1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9}} {
		var ticks []plot.Tick
		if l.minus > 0 && low <= 0 {
			ticks = append(ticks, plot.Tick{Value: 0, Label: "0"})
		}
		for power := -2; power < 12; power++ {
			for _, d := range digits {
				v := d * math.Pow(10, float64(power))
				x := math.Log(v + l.minus)
				if x < low || x > high || l.minus > 0 && v < 1 {
					continue
				}
				ticks = append(ticks, plot.Tick{Value: x, Label: strconv.FormatFloat(v, 'f', -1, 64)})
			}
		}
		if len(ticks) > 9 && len(best) > 1 {
			break
		}
		best = ticks
	}
	return best
}

// minus writes a number with the sign that is as wide as a plus.
func minus(number string) string { return strings.Replace(number, "-", "\u2212", 1) }
