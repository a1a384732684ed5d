package study

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"gradoku/internal/boardtest"
	"gradoku/predict"
)

// byPuzzle are the logarithms of the finished times of each puzzle.
func (w *playWorld) byPuzzle() [][]float64 {
	of := make([][]float64, len(w.Truth))
	for _, p := range w.Plays {
		if p.Finished {
			of[p.Puzzle] = append(of[p.Puzzle], math.Log(p.Seconds))
		}
	}
	return of
}

// TestPlaysRecoverTheTruth: in many worlds the intervals hold the true times as often as they
// say, the times are neither too long nor too short, and they go with the truth at least as
// well as plain means and medians. docs/bench/studies.md has the table.
func TestPlaysRecoverTheTruth(t *testing.T) {
	twenty := playWorld{puzzles: 150, players: 20, each: 60}
	with := func(w playWorld, change func(*playWorld)) playWorld { change(&w); return w }
	t.Log("| world | bias | 50% | 95% | r | r of means | r of medians | bias of means | 95% of means |")
	for _, c := range []struct {
		name string
		playWorld
		runs, fast int
	}{
		{"clean, 20 players, 60 games each", twenty, 40, 3},
		{"one bot in 20", with(twenty, func(w *playWorld) { w.players, w.bots = 19, 1 }), 40, 0},
		{"one client in minutes", with(twenty, func(w *playWorld) { w.players, w.minutes = 19, 1 }), 40, 0},
		{"5% nonsense times", with(twenty, func(w *playWorld) { w.nonsense = 0.05 }), 40, 0},
		{"all three", with(twenty, func(w *playWorld) { w.players, w.minutes, w.bots, w.nonsense = 18, 1, 1, 0.05 }), 40, 3},
		{"100 players, 5 games each", with(twenty, func(w *playWorld) { w.players, w.each = 100, 5 }), 40, 0},
		{"20 games each", with(twenty, func(w *playWorld) { w.each = 20 }), 40, 0},
		{"120 games each", with(twenty, func(w *playWorld) { w.each = 120 }), 40, 0},
		{"100 players, 5 games each, much learning", with(twenty, func(w *playWorld) { w.learning, w.players, w.each = -0.15, 100, 5 }), 40, 0},
		{"much learning, 120 games each", with(twenty, func(w *playWorld) { w.learning, w.each = -0.15, 120 }), 40, 0},
		{"100 players, 60 games each", playWorld{puzzles: 150, players: 100, each: 60}, 10, 0},
		{"one bot in 100", playWorld{puzzles: 150, players: 99, bots: 1, each: 60}, 10, 0},
		{"3 plays a puzzle", playWorld{puzzles: 600, players: 150, each: 12}, 10, 0},
		{"choice and giving up", playWorld{puzzles: 200, players: 150, each: 40, choice: true}, 10, 1},
		{"the same, 7 bots, 5% nonsense", playWorld{puzzles: 200, players: 143, bots: 7, each: 40, choice: true, nonsense: 0.05}, 10, 0},
	} {
		sweeps, limit := 1200, 0.021 // the worst world has 0.020
		if !*boardtest.Long {        // a few worlds have a centre of players that is not quite their own
			c.runs, sweeps, limit = c.fast, 300, 0.04
		}
		var r [3]float64 // model, means, medians
		var bias [2]float64
		half, all, means, n := 0.0, 0.0, 0.0, 0.0
		for run := range c.runs {
			w := c.make(uint64(run + 1))
			m, err := FitPlays(t.Context(), w.Plays, PlayOptions{Predicted: w.Predicted, Seed: 1, Sweeps: sweeps})
			must(t, err)
			var truth []float64
			var lists [3][]float64
			for p, times := range w.byPuzzle() {
				one, true := m.Puzzles[p], w.Truth[p]
				off := math.Log(one.Seconds) - true
				bias[0], n = bias[0]+off, n+1
				half, all = half+indicator(math.Abs(off) < 0.674490*one.Error), all+indicator(math.Abs(off) < 1.959964*one.Error)
				if len(times) < 2 {
					continue
				}
				mean, sd := stat.MeanStdDev(times, nil)
				means += indicator(math.Abs(mean-true) < 1.959964*sd/math.Sqrt(float64(len(times))))
				bias[1] += mean - true
				slices.Sort(times)
				truth = append(truth, true)
				for k, v := range []float64{math.Log(one.Seconds), mean, stat.Quantile(0.5, stat.LinInterp, times, nil)} {
					lists[k] = append(lists[k], v)
				}
			}
			for k := range lists {
				if len(truth) > 2 {
					r[k] += stat.Correlation(lists[k], truth, nil) / float64(c.runs)
				}
			}
		}
		if n == 0 {
			continue
		}
		half, all, means = half/n, all/n, means/n
		t.Logf("| %s | %+.3f | %.1f | %.1f | %.3f | %.3f | %.3f | %+.3f | %.1f |", c.name, bias[0]/n, 100*half, 100*all, r[0], r[1], r[2], bias[1]/n, 100*means)
		if math.Abs(bias[0]/n) > limit || half < 0.45 || half > 0.56 || all < 0.93 || all > 0.975 {
			t.Errorf("%s: bias %.3f, intervals hold %.3f and %.3f", c.name, bias[0]/n, half, all)
		}
		for k := range 2 {
			if r[0] < r[k+1]-0.002 {
				t.Errorf("%s: r %.3f", c.name, r)
			}
		}
	}
}

// TestPlaysFindWhatIsThere: learning, errors, spreads and the strength of players.
func TestPlaysFindWhatIsThere(t *testing.T) {
	w := playWorld{puzzles: 150, players: 100, each: 60, learning: -0.1}.make(9)
	m, err := FitPlays(t.Context(), append(w.Plays, w.Plays[:50]...), PlayOptions{Predicted: w.Predicted, Seed: 1, Sweeps: 300})
	must(t, err)
	for _, c := range []struct {
		name string
		e    predict.Estimate
		want float64
	}{{"slope", m.Slope, 1}, {"puzzles", m.PuzzleSpread, 0.25}, {"players", m.PlayerSpread, 0.4}, {"learning", m.Learning, -0.1}, {"errors", m.Errors, 0.05}} {
		if wide := c.e.High - c.e.Low; c.want < c.e.Low-wide/4 || c.want > c.e.High+wide/4 {
			t.Errorf("%s: %+v, want %v", c.name, c.e, c.want)
		}
	}
	// The first games of the same players measure the same.
	early := slices.DeleteFunc(slices.Clone(w.Plays), func(p Play) bool { return p.Order > 5 })
	e, err := FitPlays(t.Context(), early, PlayOptions{Predicted: w.Predicted, Seed: 1, Sweeps: 300})
	must(t, err)
	off, outside := 0.0, 0.0
	for p := range w.Truth {
		a, b := &m.Puzzles[p], &e.Puzzles[p]
		d := math.Log(b.Seconds / a.Seconds)
		off, outside = off+d/150, outside+indicator(math.Abs(d) > 1.96*math.Hypot(a.Error, b.Error))/150
	}
	t.Logf("five games a player against sixty: %+.3f, %.1f%% further apart than their intervals", off, 100*outside)
	if math.Abs(off) > 0.08 || outside > 0.07 || m.Game != ReferenceGame || e.Game != ReferenceGame {
		t.Errorf("%.3f, %.3f outside, games %d and %d", off, outside, m.Game, e.Game)
	}
	if m.Again < 50 || m.Groups != 1 || m.Plays+m.Again != len(w.Plays)+50 {
		t.Errorf("%+v", m)
	}
	var strength, pace []float64
	for j, p := range m.Players {
		strength, pace = append(strength, p.Strength), append(pace, w.Pace[j])
	}
	if r := stat.Correlation(strength, pace, nil); r > -0.98 {
		t.Errorf("strength goes with pace by %.3f", r)
	}
	if r := m.Puzzles[0].Reliability; r < 0.8 || r > 1 {
		t.Errorf("40 plays have a reliability of %.2f", r)
	}
	if _, err := FitPlays(t.Context(), w.Plays[:10], PlayOptions{}); err == nil {
		t.Error("ten plays are fitted")
	}
}

// TestTryPlays: times of players and puzzles that were left out are within their ranges as
// often as these say.
func TestTryPlays(t *testing.T) {
	for _, choice := range []bool{false, true} {
		w := playWorld{puzzles: 100, players: 60, each: 40, choice: choice}.make(5)
		for _, byPuzzle := range []bool{false, true} {
			if choice != byPuzzle && !*boardtest.Long {
				continue // each of the two has been seen
			}
			trial, err := TryPlays(t.Context(), w.Plays, byPuzzle, PlayOptions{Predicted: w.Predicted, Seed: 2, Sweeps: 200})
			must(t, err)
			t.Logf("choice %v, by puzzle %v: %+v, r %.3f, slope %.2f", choice, byPuzzle, trial.PlayFit, trial.Pearson, trial.Slope)
			if trial.Half < 0.44 || trial.Half > 0.58 || trial.Nineteen < 0.92 || trial.Nineteen > 0.975 || !choice && math.Abs(trial.Slope-1) > 0.12 {
				t.Errorf("choice %v, by puzzle %v: %+v, slope %.2f", choice, byPuzzle, trial.PlayFit, trial.Slope)
			}
		}
	}
}

// TestFewPuzzles: of three puzzles the variances are hardly known, and the times stay
// sensible.
func TestFewPuzzles(t *testing.T) {
	w := playWorld{puzzles: 3, players: 12, each: 20}.make(4)
	m, err := FitPlays(t.Context(), w.Plays, PlayOptions{Predicted: w.Predicted, Seed: 1})
	must(t, err)
	for p, truth := range w.Truth {
		if one := m.Puzzles[p]; math.Abs(math.Log(one.Seconds)-truth) > 0.4 || one.High/one.Low > 10 || m.PuzzleSpread.Value > 3 {
			t.Errorf("%+v, truth %v; spread %+v", one, truth, m.PuzzleSpread)
		}
	}
}

// Draws of one distribution agree; chains at different places, or a chain that wanders, do not.
// Draws that repeat half of the last one are worth a third.
func TestChainsAreCompared(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	draw := func(at, drift, keep float64) (drawn []float64) {
		last := 0.0
		for i := range 4000 {
			last = keep*last + rng.NormFloat64()
			drawn = append(drawn, at+drift*float64(i)+last)
		}
		return drawn
	}
	for _, c := range []struct {
		name        string
		a, b        []float64
		most, draws float64
	}{
		{"the same", draw(0, 0, 0), draw(0, 0, 0), 1.002, 8000},
		{"repeating", draw(0, 0, 0.5), draw(0, 0, 0.5), 1.01, 8000.0 / 3},
		{"apart", draw(0, 0, 0), draw(1, 0, 0), 1.3, 8000},
		{"wandering", draw(0, 1e-3, 0), draw(0, 1e-3, 0), 1.8, 0},
	} {
		r, n := rHat([][]float64{c.a, c.b}), effective([][]float64{c.a, c.b})
		if r > c.most || c.most > 1.1 && r < 1.05 || c.draws > 0 && math.Abs(n/c.draws-1) > 0.1 {
			t.Errorf("%s: R̂ %.4f, %.0f effective draws", c.name, r, n)
		}
	}
}
