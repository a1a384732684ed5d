package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Misfit is a player whose times cannot be those of somebody who solves the puzzles as the
// others do: a program, or a client that logs in another unit.
type Misfit struct {
	Player  int32   `json:"player"`
	Plays   int     `json:"plays"`
	Seconds float64 `json:"median_seconds"`
	Faster  float64 `json:"faster"` // how many times as fast as the others on the same puzzles
}

// Reason says why the player was left out.
func (m *Misfit) Reason() string {
	return fmt.Sprintf("%.3g times as fast as the others on the same puzzles, median %.3g seconds", m.Faster, m.Seconds)
}

const (
	misfitPlayers = 5   // with fewer players, nobody can tell who does not fit
	misfitPace    = 5   // standard deviations from the median pace
	misfitLeast   = 0.3 // the least standard deviation of paces: people differ at least by that
)

// misfits finds the players who do not fit, and the plays of all others. Levels and paces are
// medians of what the others leave (John Tukey's median polish, Exploratory Data Analysis,
// 1977), so that those who do not fit cannot hide by moving them. The end of a game that was
// given up is taken to be as expected, unless it lasted longer.
func misfits(plays []Play, puzzles, players int) (out []Misfit, rest []Play) {
	if players < misfitPlayers {
		return nil, plays
	}
	by := [2][][]int32{make([][]int32, puzzles), make([][]int32, players)}
	left := make([]float64, len(plays))
	for i, p := range plays {
		by[0][p.Puzzle], by[1][p.Player] = append(by[0][p.Puzzle], int32(i)), append(by[1][p.Player], int32(i))
		left[i] = math.Log(p.Seconds)
	}
	values := slices.Clone(left)
	for i, middle := 0, medianOf(values); i < len(left); i++ {
		left[i] -= middle
	}
	pace := make([]float64, players)
	for range 10 {
		for side, lists := range by {
			for k, list := range lists {
				values = values[:0]
				for _, i := range list {
					if !plays[i].Finished {
						left[i] = math.Max(left[i], 0)
					}
					values = append(values, left[i])
				}
				middle := medianOf(values)
				for _, i := range list {
					left[i] -= middle
				}
				if side == 1 {
					pace[k] += middle
				}
			}
		}
	}
	middle, spread := medianOf(slices.Clone(pace)), deviation(left, 0)
	between := math.Max(deviation(pace, middle), misfitLeast)
	for j, list := range by[1] {
		if n := float64(len(list)); n > 0 && math.Abs(pace[j]-middle) > misfitPace*math.Sqrt(between*between+math.Pi/2*spread*spread/n) {
			values = values[:0]
			for _, i := range list {
				values = append(values, plays[i].Seconds)
			}
			out = append(out, Misfit{int32(j), len(list), medianOf(values), math.Exp(middle - pace[j])})
		}
	}
	if out == nil {
		return nil, plays
	}
	odd := make([]bool, players)
	for _, m := range out {
		odd[m.Player] = true
	}
	slices.SortStableFunc(out, func(a, b Misfit) int { return cmp.Compare(b.Plays, a.Plays) })
	return out, slices.DeleteFunc(slices.Clone(plays), func(p Play) bool { return odd[p.Player] })
}

// deviation is the median distance from the middle, as the standard deviation of a normal
// distribution.
func deviation(values []float64, middle float64) float64 {
	away := make([]float64, len(values))
	for i, v := range values {
		away[i] = math.Abs(v - middle)
	}
	return medianOf(away) / 0.6745
}

// medianOf sorts values and returns the median, 0 of none.
func medianOf(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return (values[(len(values)-1)/2] + values[len(values)/2]) / 2
}
