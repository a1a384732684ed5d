package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// PlayWorld describes the log of games that [PlayWorld.Simulate] makes up. Such logs serve to
// test a model of play against known true times, and to plan how many plays are needed.
type PlayWorld struct {
	Puzzles, Players int
	Each             int       // plays of each player
	Choice           bool      // slow players take puzzles that look easy, and players give up a game when their patience ends
	Predicted        []float64 // seconds predicted for each puzzle; nil for made-up ones
	Seed             uint64

	// Standard deviations of the logarithm of a time: of the levels of puzzles around the
	// predicted ones, of the paces of players, and of the residuals. 0 means the defaults,
	// 0.25, 0.4 and 0.3.
	PuzzleSpread, PlayerSpread, Spread float64
}

// SimulatedPlays is a made-up log with the true times and paces it was made from.
type SimulatedPlays struct {
	Plays     []Play
	Predicted []float64 // seconds
	Truth     []float64 // of each puzzle, the logarithm of the seconds of the log's average player
	Pace      []float64 // of each player
}

// Simulate makes up a log. Each player's plays are in the order in which they were played.
// One time in forty is 4.5 times as long as it should be.
func (w PlayWorld) Simulate() *SimulatedPlays {
	rng := rand.New(rand.NewPCG(w.Seed, 3))
	l := &SimulatedPlays{Predicted: w.Predicted}
	spread := cmp.Or(w.Spread, 0.3)
	typical := 6.0 // logarithm of the predicted seconds
	if l.Predicted != nil {
		typical = 0
		for _, t := range l.Predicted {
			typical += math.Log(t) / float64(len(l.Predicted))
		}
	} else {
		for range w.Puzzles {
			l.Predicted = append(l.Predicted, math.Exp(typical+0.4*rng.NormFloat64()))
		}
	}
	for _, t := range l.Predicted {
		l.Truth = append(l.Truth, 0.3+math.Log(t)+cmp.Or(w.PuzzleSpread, 0.25)*rng.NormFloat64())
	}
	experience := 0.0 // mean logarithm of the number of a game
	for order := range w.Each {
		experience += math.Log(float64(order+1)) / float64(w.Each)
	}
	level := slices.Clone(l.Truth)
	for range w.Players {
		l.Pace = append(l.Pace, cmp.Or(w.PlayerSpread, 0.4)*rng.NormFloat64())
	}
	for j, pace := range l.Pace {
		puzzles := rng.Perm(len(level))
		for order := 1; order <= w.Each; {
			p := puzzles[(order-1)%len(puzzles)]
			if w.Choice {
				p = rng.IntN(len(level))
				if looks := math.Log(l.Predicted[p]) - typical; rng.Float64() > 1/(1+math.Exp(4*(looks+pace))) {
					continue // it looks too hard for this player
				}
			}
			errors := math.Floor(rng.ExpFloat64() * 3)
			rest := spread*rng.NormFloat64() + 0.05*(math.Log1p(errors)-0.9614) // its mean
			if rng.IntN(40) == 0 {
				rest += 1.5 // the game was left open without playing
			}
			play := Play{
				Puzzle: int32(p), Player: int32(j), Finished: true, Errors: errors, Hints: math.NaN(), Order: float64(order),
				Seconds: math.Exp(level[p] + pace - 0.05*(math.Log(float64(order))-experience) + rest),
			}
			if patience := math.Exp(typical + 0.8 + 0.4*rng.NormFloat64()); w.Choice && play.Seconds > patience {
				play.Seconds, play.Finished = patience, false
			}
			l.Plays = append(l.Plays, play)
			order++
		}
	}
	middle := stat.Mean(l.Pace, nil)
	for p := range l.Truth {
		l.Truth[p] += middle
	}
	return l
}

// PlayNeed says how precise the measured times are with a number of plays.
type PlayNeed struct {
	Plays     int     `json:"plays"`      // of each puzzle
	Share     float64 `json:"share"`      // share of the puzzles that are measured with the wanted precision
	HalfWidth float64 `json:"half_width"` // of the median puzzle's 95% interval, as a share of its time
	Pearson   float64 `json:"pearson"`    // correlation of the logarithms of measured and true times
}

// mostPlays is the largest number of plays of a puzzle that is tried.
const mostPlays = 1024

// ErrTooPrecise means that even the largest number of plays tried was not enough.
var ErrTooPrecise = errors.New("the precision cannot be reached")

// PlaysNeeded finds how many plays each puzzle needs so that, for a share of the puzzles, the
// 95% interval ends within a precision of the time, such as 0.1 for 10%. It simulates and fits
// logs of the world, first with more and more plays, then with numbers in between. Each player
// plays twenty puzzles. The last result is the answer; it is based on 200 simulated puzzles.
func PlaysNeeded(ctx context.Context, w PlayWorld, precision, share float64) ([]PlayNeed, error) {
	const puzzles, each = 200, 20
	var tried []PlayNeed
	try := func(plays int) (bool, error) {
		w.Puzzles, w.Each, w.Players, w.Choice = puzzles, each, plays*puzzles/each, false
		l := w.Simulate()
		m, err := FitPlays(ctx, l.Plays, PlayOptions{Predicted: l.Predicted, Seed: w.Seed, Sweeps: 300})
		if err != nil {
			return false, err
		}
		n := PlayNeed{Plays: plays}
		var widths, levels []float64
		for i := range m.Puzzles {
			width := math.Exp(1.959964*m.Puzzles[i].Error) - 1
			n.Share += indicator(width <= precision) / float64(len(m.Puzzles))
			widths, levels = append(widths, width), append(levels, math.Log(m.Puzzles[i].Seconds))
		}
		n.HalfWidth, n.Pearson = quantiles(widths, 0.5)[0], stat.Correlation(levels, l.Truth, nil)
		tried = append(tried, n)
		return n.Share >= share, nil
	}
	few, enough := 1, 2
	for {
		ok, err := try(enough)
		if err != nil {
			return nil, err
		}
		if ok {
			break
		}
		if few, enough = enough, 2*enough; enough > mostPlays {
			return tried, fmt.Errorf("%w: with %d plays of each puzzle, only %.0f%% of the puzzles are within %.1f%%", ErrTooPrecise, few, 100*tried[len(tried)-1].Share, 100*precision)
		}
	}
	for enough-few > max(1, enough/50) {
		middle := (few + enough) / 2
		ok, err := try(middle)
		if err != nil {
			return nil, err
		}
		if ok {
			enough = middle
		} else {
			few = middle
		}
	}
	slices.SortFunc(tried, func(a, b PlayNeed) int { return a.Plays - b.Plays })
	return slices.DeleteFunc(tried, func(n PlayNeed) bool { return n.Plays > enough }), nil
}
