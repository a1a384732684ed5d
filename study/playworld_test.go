package study

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// playWorld is a made-up log of games, with the true times and paces it was made from.
type playWorld struct {
	Plays     []Play
	Predicted []float64 // seconds
	Truth     []float64 // of each puzzle, the logarithm of the seconds of the log's average player
	Pace      []float64 // of each player
}

// newPlayWorld makes up a log in which each player plays a number of games. With choice, slow
// players take puzzles that look easy, and players give up a game when their patience ends.
// Each player's plays are in the order in which they were played. One time in forty is 4.5
// times as long as it should be.
func newPlayWorld(seed uint64, puzzles, players, each int, choice bool) *playWorld {
	const typical, puzzleSpread, playerSpread, spread = 6.0, 0.25, 0.4, 0.3 // of the logarithm of a time
	rng := rand.New(rand.NewPCG(seed, 3))
	l := &playWorld{}
	for range puzzles {
		l.Predicted = append(l.Predicted, math.Exp(typical+0.4*rng.NormFloat64()))
	}
	for _, t := range l.Predicted {
		l.Truth = append(l.Truth, 0.3+math.Log(t)+puzzleSpread*rng.NormFloat64())
	}
	experience := 0.0 // mean logarithm of the number of a game
	for order := range each {
		experience += math.Log(float64(order+1)) / float64(each)
	}
	level := slices.Clone(l.Truth)
	for range players {
		l.Pace = append(l.Pace, playerSpread*rng.NormFloat64())
	}
	for j, pace := range l.Pace {
		puzzles := rng.Perm(len(level))
		for order := 1; order <= each; {
			p := puzzles[(order-1)%len(puzzles)]
			if choice {
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
			if patience := math.Exp(typical + 0.8 + 0.4*rng.NormFloat64()); choice && play.Seconds > patience {
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
