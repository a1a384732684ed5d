package study

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// TestIndependent: numpy and scipy make the same of the same numbers.
func TestIndependent(t *testing.T) {
	const n = 150
	rng := rand.New(rand.NewPCG(4, 5))
	x, y, w, design := make([]float64, n), make([]float64, n), make([]float64, n), make([][]float64, n)
	for i := range n {
		x[i] = math.Round(4 * rng.NormFloat64()) // with ties
		y[i] = math.Round(3*(x[i]/4+rng.NormFloat64())) / 2
		w[i] = 1 + float64(i%5)
		design[i] = []float64{1, x[i], rng.Float64()}
	}
	c, err := correlateAll(t.Context(), []column{column(x)}, column(y), func() resampling {
		re := eachItsOwn(n, 1)
		re.resamples = 4000
		return re
	}())
	must(t, err)
	e, mean, share := c.Each[0], weightedMean.estimate(x, nil, w), exactShare(3.0/40, 40)
	ours := map[string]float64{
		"pearson": e.Pearson.Value, "pearson_low": e.Pearson.Low, "pearson_high": e.Pearson.High,
		"spearman": e.Spearman.Value, "spearman_low": e.Spearman.Low, "spearman_high": e.Spearman.High,
		"weighted_mean": mean.Value, "weighted_mean_low": mean.Low, "weighted_mean_high": mean.High, "share_low": share.Low, "share_high": share.High,
	}
	weak := &correlations{Each: []Correlation{{N: 20, Spearman: alone(0.3)}}}
	ours["spearman_p"] = weak.holm()[0]
	for _, at := range []float64{0.1, 0.5} {
		ours[fmt.Sprintf("quantile_loss_%v", at)] = quantileLoss(design, y, w, quantileFit(design, y, w, at), at)
	}
	world := playWorld{puzzles: 40, players: 30, each: 20}.make(3)
	model, err := FitPlays(t.Context(), world.Plays, PlayOptions{Predicted: world.Predicted, Seed: 1, Sweeps: 2000})
	must(t, err)
	first, _ := firstPlays(world.Plays)
	sampler := newSampler(first, 40, 30, 0, 0)
	play := map[string]any{
		"line": world.Predicted, "freedom": model.Freedom, "puzzles": model.PuzzleSpread.Value, "players": model.PlayerSpread.Value, "rest": model.Spread.Value,
		"experience": math.Log(ReferenceGame) - stat.Mean(sampler.experience, nil),
	}
	var columns [6][]float64
	for i, p := range first {
		for k, v := range []float64{float64(p.Puzzle), float64(p.Player), math.Log(p.Seconds), float64(sampler.x[i][0]), float64(sampler.x[i][1]), float64(sampler.x[i][2])} {
			columns[k] = append(columns[k], v)
		}
	}
	play["rows"] = columns
	ours["play_level"], ours["play_error"] = math.Log(model.Puzzles[3].Seconds), 0
	for _, p := range model.Puzzles {
		ours["play_error"] += p.Error / float64(len(model.Puzzles))
	}
	times := make([]float64, 61)
	for i := range times {
		times[i] = math.Exp(rng.NormFloat64())
	}
	ours["simulated_time"], ours["simulated_spread"] = simulatedTime(times), simulatedSpread(times)
	text, err := json.Marshal(map[string]any{
		"play": play, "times": times,
		"x": x, "y": y, "w": w, "design": design, "share": []int{3, 40}, "ours": ours,
	})
	must(t, err)
	file := filepath.Join(t.TempDir(), "figures.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		cmd := exec.Command(python, filepath.Join("testdata", "independent.py"), file)
		cmd.Env = append(os.Environ(), "OPENBLAS_NUM_THREADS=1") // others only wait, at full speed
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() == 77 { // the one or the other is missing
			continue
		}
		if err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		t.Logf("%s", out)
		return
	}
	t.Skip("no python3 with numpy and scipy (Debian: python3-scipy)")
}
