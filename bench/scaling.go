package bench

import (
	"context"
	"os"
	"slices"
	"time"
)

// Scaling is how the whole pipeline gains from more workers, and what memory it
// needs.
type Scaling struct {
	Workers int             // of the second kind of run; the first has one
	One     []time.Duration // wall time by round
	Many    []time.Duration
}

// Speedup is the median over the rounds of the wall time of one worker divided
// by that of many in the same round.
func (s *Scaling) Speedup() float64 {
	var ratios []float64
	for i := range s.One {
		ratios = append(ratios, s.One[i].Seconds()/s.Many[i].Seconds())
	}
	slices.Sort(ratios)
	n := len(ratios)
	return (ratios[(n-1)/2] + ratios[n/2]) / 2
}

// MeasureScaling makes the same puzzles with one worker and with many, in turn.
func MeasureScaling(ctx context.Context, workers int, puzzles int64, rounds int) (*Scaling, error) {
	temp, err := os.MkdirTemp("", "gradoku-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	e := newEnv("", temp)
	s := &Scaling{Workers: workers}
	for round := range rounds + 1 { // the first warms up
		one, err := e.generate(ctx, seed, puzzles, 1)
		if err != nil {
			return nil, err
		}
		many, err := e.generate(ctx, seed, puzzles, workers)
		if err != nil {
			return nil, err
		}
		if round > 0 {
			s.One, s.Many = append(s.One, one), append(s.Many, many)
		}
	}
	return s, nil
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}
