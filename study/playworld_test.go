package study

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"
)

// playWorld is a made-up log of games, with the true times and paces it was made from.
type playWorld struct {
	puzzles, players, each int
	choice                 bool    // slow players take puzzles that look easy, and players give up a game when their patience ends
	learning               float64 // change in the log of a time for e times as many games, -0.05 for 0
	bots, minutes          int     // accounts that answer within 2 to 4 seconds, and those whose times are in minutes
	nonsense               float64 // share of the times that are anything from a second to a week

	Plays     []Play
	Predicted []float64 // seconds
	Truth     []float64 // of each puzzle, the logarithm of the seconds of the average honest player in the tenth game
	Pace      []float64 // of each player
}

// make makes up the log. Each player's plays are in the order in which they were played. One
// time in forty is 4.5 times as long as it should be. The accounts that are not players come
// on top of the players, who play the same games with and without them.
func (w playWorld) make(seed uint64) *playWorld {
	const typical, puzzleSpread, playerSpread, spread = 6.0, 0.25, 0.4, 0.3 // of the logarithm of a time
	rng, odd := rand.New(rand.NewPCG(seed, 3)), rand.New(rand.NewPCG(seed, 4))
	if w.learning == 0 {
		w.learning = -0.05
	}
	for range w.puzzles {
		w.Predicted = append(w.Predicted, math.Exp(typical+0.4*rng.NormFloat64()))
	}
	for _, t := range w.Predicted {
		w.Truth = append(w.Truth, 0.3+math.Log(t)+puzzleSpread*rng.NormFloat64())
	}
	for range w.players + w.minutes + w.bots {
		w.Pace = append(w.Pace, playerSpread*rng.NormFloat64())
	}
	for j, pace := range w.Pace {
		puzzles := rng.Perm(w.puzzles)
		for order := 1; order <= w.each; {
			p := puzzles[(order-1)%len(puzzles)]
			if w.choice {
				p = rng.IntN(w.puzzles)
				if looks := math.Log(w.Predicted[p]) - typical; rng.Float64() > 1/(1+math.Exp(4*(looks+pace))) {
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
				Seconds: math.Exp(w.Truth[p] + pace + w.learning*math.Log(float64(order)/10) + rest),
			}
			if patience := math.Exp(typical + 0.8 + 0.4*rng.NormFloat64()); w.choice && play.Seconds > patience {
				play.Seconds, play.Finished = patience, false
			}
			switch {
			case j >= w.players+w.minutes:
				play.Seconds, play.Finished = 2+2*odd.Float64(), true
			case j >= w.players:
				play.Seconds = math.Ceil(play.Seconds / 60)
			case odd.Float64() < w.nonsense:
				play.Seconds, play.Finished = math.Exp(odd.Float64()*math.Log(7*24*3600)), true
			}
			w.Plays = append(w.Plays, play)
			order++
		}
	}
	middle := stat.Mean(w.Pace[:w.players], nil)
	for p := range w.Truth {
		w.Truth[p] += middle
	}
	return &w
}
