package study

import (
	"math"
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

// twoWay are the levels of least squares with players' levels, of finished plays.
func (w *playWorld) twoWay() []float64 {
	level, pace := make([]float64, len(w.Truth)), make([]float64, len(w.Pace))
	for range 100 {
		for k, of := range [][]float64{level, pace} {
			sum, n := make([]float64, len(of)), make([]float64, len(of))
			for _, p := range w.Plays {
				if i, y := p.Puzzle, math.Log(p.Seconds); p.Finished {
					if y -= pace[p.Player]; k == 1 {
						i, y = p.Player, y+pace[p.Player]-level[p.Puzzle]
					}
					sum[i] += y
					n[i]++
				}
			}
			for i := range of {
				of[i] = sum[i] / math.Max(n[i], 1)
			}
		}
	}
	return level
}

// TestPlaysRecoverTheTruth: in three worlds the intervals hold the true times as often as
// they say, and the times go with the truth at least as well as plain means, medians and
// least squares.
func TestPlaysRecoverTheTruth(t *testing.T) {
	for _, c := range []struct {
		name                         string
		puzzles, players, each, runs int
		choice                       bool
	}{{"balanced", 150, 100, 60, 5, false}, {"few plays", 600, 150, 12, 3, false}, {"choice and giving up", 200, 150, 40, 5, true}} {
		sweeps := 600
		if !*boardtest.Long {
			c.runs, sweeps = (c.runs+2)/3, 300
		}
		var r [4]float64 // model, means, medians, least squares
		half, all, means, n := 0.0, 0.0, 0.0, 0.0
		for run := range c.runs {
			w := newPlayWorld(uint64(run+1), c.puzzles, c.players, c.each, c.choice)
			m, err := FitPlays(t.Context(), w.Plays, PlayOptions{Predicted: w.Predicted, Seed: 1, Sweeps: sweeps})
			if err != nil {
				t.Fatal(err)
			}
			of := w.byPuzzle()
			var truth []float64
			var lists [4][]float64
			squares := w.twoWay()
			for p, times := range of {
				one, true := m.Puzzles[p], w.Truth[p]
				z := math.Abs(math.Log(one.Seconds)-true) / one.Error
				half, all, n = half+indicator(z < 0.674490), all+indicator(z < 1.959964), n+1
				if len(times) < 2 {
					continue
				}
				mean, sd := stat.MeanStdDev(times, nil)
				means += indicator(math.Abs(mean-true) < 1.959964*sd/math.Sqrt(float64(len(times))))
				slices.Sort(times)
				truth = append(truth, true)
				for k, v := range []float64{math.Log(one.Seconds), mean, stat.Quantile(0.5, stat.LinInterp, times, nil), squares[p]} {
					lists[k] = append(lists[k], v)
				}
			}
			for k := range lists {
				r[k] += stat.Correlation(lists[k], truth, nil) / float64(c.runs)
			}
		}
		half, all, means = half/n, all/n, means/n
		t.Logf("%s: r with the truth %.3f, means %.3f, medians %.3f, least squares %.3f; 50 %% intervals hold %.1f %%, 95 %% %.1f %% (of means %.1f %%), n = %.0f",
			c.name, r[0], r[1], r[2], r[3], 100*half, 100*all, 100*means, n)
		if half < 0.45 || half > 0.55 || all < 0.93 || all > 0.97 {
			t.Errorf("%s: intervals hold %.3f and %.3f", c.name, half, all)
		}
		for k := range 3 {
			if r[0] < r[k+1]-0.002 {
				t.Errorf("%s: r %.3f", c.name, r)
			}
		}
	}
}

// TestPlaysFindWhatIsThere: learning, errors, spreads and the strength of players.
func TestPlaysFindWhatIsThere(t *testing.T) {
	w := newPlayWorld(9, 150, 100, 60, false)
	m, err := FitPlays(t.Context(), append(w.Plays, w.Plays[:50]...), PlayOptions{Predicted: w.Predicted, Seed: 1, Sweeps: 600})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		e    predict.Estimate
		want float64
	}{{"slope", m.Slope, 1}, {"puzzles", m.PuzzleSpread, 0.25}, {"players", m.PlayerSpread, 0.4}, {"learning", m.Learning, -0.05}, {"errors", m.Errors, 0.05}} {
		if wide := c.e.High - c.e.Low; c.want < c.e.Low-wide/4 || c.want > c.e.High+wide/4 {
			t.Errorf("%s: %+v, want %v", c.name, c.e, c.want)
		}
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
		w := newPlayWorld(5, 200, 120, 40, choice)
		for _, byPuzzle := range []bool{false, true} {
			if choice != byPuzzle && !*boardtest.Long {
				continue // each of the two has been seen
			}
			trial, err := TryPlays(t.Context(), w.Plays, byPuzzle, PlayOptions{Predicted: w.Predicted, Seed: 2, Sweeps: 200})
			if err != nil {
				t.Fatal(err)
			}
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
	w := newPlayWorld(4, 3, 12, 20, false)
	m, err := FitPlays(t.Context(), w.Plays, PlayOptions{Predicted: w.Predicted, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for p, truth := range w.Truth {
		if one := m.Puzzles[p]; math.Abs(math.Log(one.Seconds)-truth) > 0.4 || one.High/one.Low > 10 || m.PuzzleSpread.Value > 3 {
			t.Errorf("%+v, truth %v; spread %+v", one, truth, m.PuzzleSpread)
		}
	}
}
