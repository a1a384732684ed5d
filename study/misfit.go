package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Misfit is a player whose times cannot be those of somebody who solves the puzzles as the
// others do: a program, a client that logs in another unit, several people in one account.
type Misfit struct {
	Player  int32   `json:"player"`
	Plays   int     `json:"plays"`
	Seconds float64 `json:"median_seconds"`
	Faster  float64 `json:"faster"` // how many times as fast as the others on the same puzzles
	Wider   float64 `json:"wider"`  // how many times as widely as theirs the times are spread
}

// Reason says why the player was left out.
func (m *Misfit) Reason() string {
	how := fmt.Sprintf("%.3g times as fast as the others", m.Faster)
	switch {
	case m.Wider > misfitSpread:
		how = fmt.Sprintf("times spread %.2g times as widely as those of the others", m.Wider)
	case m.Faster < 1:
		how = fmt.Sprintf("%.3g times as slow as the others", 1/m.Faster)
	}
	return fmt.Sprintf("%s, median %.3g seconds", how, m.Seconds)
}

const (
	misfitPlayers = 5   // with fewer players, nobody can tell who does not fit
	misfitPace    = 5   // standard deviations from the median pace
	misfitLeast   = 0.3 // the least standard deviation of paces: people differ at least by that
	misfitPlays   = 8   // from which on the spread of a player's times is judged
	misfitSpread  = 4   // times the usual one
)

// misfits finds the players who do not fit, and the plays of all others. Levels and paces are
// medians of what the others leave (John Tukey's median polish, Exploratory Data Analysis,
// 1977), so that those who do not fit cannot hide by moving them. The end of a game that was
// given up is taken to be as expected, unless it lasted longer.
func misfits(plays []Play, puzzles, players int) (out []Misfit, rest []Play) {
	if players < misfitPlayers {
		return nil, plays
	}
	left := make([]float64, len(plays))
	for i, p := range plays {
		left[i] = math.Log(p.Seconds)
	}
	values := slices.Clone(left)
	for i, middle := 0, medianOf(values); i < len(left); i++ {
		left[i] -= middle
	}
	by := [2][][]int32{
		listed(plays, puzzles, func(p *Play) int32 { return p.Puzzle }),
		listed(plays, players, func(p *Play) int32 { return p.Player }),
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
	spreadOf := func(list []int32) float64 {
		values = values[:0]
		for _, i := range list {
			values = append(values, math.Abs(left[i]))
		}
		return medianOf(values) / 0.6745
	}
	middle, spread := medianOf(slices.Clone(pace)), spreadOf(slices.Concat(by[0]...))
	values = values[:0]
	for _, p := range pace {
		values = append(values, math.Abs(p-middle))
	}
	between := math.Max(medianOf(values)/0.6745, misfitLeast)
	odd := make([]bool, players)
	for j, list := range by[1] {
		n := float64(len(list))
		if n == 0 {
			continue
		}
		values = values[:0]
		for _, i := range list {
			values = append(values, left[i])
		}
		wider := medianOf(values) / 0.6745 / spread
		if math.Abs(pace[j]-middle) > misfitPace*math.Sqrt(between*between+math.Pi/2*spread*spread/n) || len(list) >= misfitPlays && wider > misfitSpread {
			values = values[:0]
			for _, i := range list {
				values = append(values, plays[i].Seconds)
			}
			odd[j] = true
			out = append(out, Misfit{int32(j), len(list), medianOf(values), math.Exp(middle - pace[j]), wider})
		}
	}
	if out == nil {
		return nil, plays
	}
	slices.SortStableFunc(out, func(a, b Misfit) int { return cmp.Compare(b.Plays, a.Plays) })
	return out, slices.DeleteFunc(slices.Clone(plays), func(p Play) bool { return odd[p.Player] })
}

// listed lists the plays of each puzzle, or of each player.
func listed(plays []Play, n int, of func(*Play) int32) [][]int32 {
	counts, all, lists := make([]int, n), make([]int32, len(plays)), make([][]int32, n)
	for i := range plays {
		counts[of(&plays[i])]++
	}
	for k, at := 0, 0; k < n; k++ {
		lists[k] = all[at : at : at+counts[k]]
		at += counts[k]
	}
	for i := range plays {
		k := of(&plays[i])
		lists[k] = append(lists[k], int32(i))
	}
	return lists
}

// medianOf sorts values and returns the median, 0 of none.
func medianOf(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return (values[(len(values)-1)/2] + values[len(values)/2]) / 2
}
