package bench

import (
	"context"
	"os"
	"runtime"
	"slices"
	"time"
)

// Spent is what a run took.
type Spent struct {
	Wall, CPU time.Duration
}

// Scaling is how the whole pipeline gains from more cores.
type Scaling struct {
	Workers int     // of the second kind of run, and its cores; the first has one
	Puzzles int64   // of each run
	One     []Spent // by round
	Many    []Spent
}

// Speedup is the median over the rounds of the wall time of one worker divided
// by that of many in the same round.
func (s *Scaling) Speedup() float64 {
	return s.ratio(func(one, many Spent) float64 { return one.Wall.Seconds() / many.Wall.Seconds() })
}

// Inflation is the median over the rounds of the CPU time of many workers divided
// by that of one for the same puzzles. Where it is 1, workers do not hinder each
// other; it rises when they share a physical core, its caches or its clock.
func (s *Scaling) Inflation() float64 {
	return s.ratio(func(one, many Spent) float64 { return many.CPU.Seconds() / one.CPU.Seconds() })
}

func (s *Scaling) ratio(of func(one, many Spent) float64) float64 {
	var ratios []float64
	for i := range s.One {
		ratios = append(ratios, of(s.One[i], s.Many[i]))
	}
	slices.Sort(ratios)
	n := len(ratios)
	return (ratios[(n-1)/2] + ratios[n/2]) / 2
}

// MeasureScaling makes the same puzzles with one worker and with many, in turn. Each
// run may use as many cores as it has workers: left with all of them, one worker
// would have the saving and the collecting of garbage done beside it, on 1.07 of
// two cores, and be no measure of one.
func MeasureScaling(ctx context.Context, workers int, puzzles int64, rounds int) (*Scaling, error) {
	temp, err := os.MkdirTemp("", "gradoku-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	e := newEnv("", temp)
	s := &Scaling{Workers: workers, Puzzles: puzzles}
	for round := range rounds + 1 { // the first warms up
		one, err := e.onCores(ctx, puzzles, 1)
		if err != nil {
			return nil, err
		}
		many, err := e.onCores(ctx, puzzles, workers)
		if err != nil {
			return nil, err
		}
		if round > 0 {
			s.One, s.Many = append(s.One, one), append(s.Many, many)
		}
	}
	return s, nil
}

// onCores makes puzzles with so many workers on as many cores.
func (e *env) onCores(ctx context.Context, puzzles int64, n int) (Spent, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
	return e.generate(ctx, seed, puzzles, n)
}
