package study

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestCeilings: of single values half of whose variance lies between puzzles it is the root
// of a half; an estimate that may be anything is not told.
func TestCeilings(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	var y []float64
	var class []int32
	for k := range int32(400) {
		level := rng.NormFloat64()
		for range 2 + k%3 {
			y, class = append(y, level+rng.NormFloat64()), append(class, k)
		}
	}
	c, ok := repeated(y, resampling{class: class, classes: 400, resamples: 400, seed: 1})
	if near(t, "highest r", c.Pearson.Value, 0.7071, 0.04); !ok || c.Pearson.Low > 0.7071 || c.Pearson.High < 0.7071 {
		t.Errorf("%+v", c)
	}
	for i := range class {
		class[i] = int32(i)
	}
	if _, ok := repeated(y, resampling{class: class, classes: len(y), resamples: 10}); ok {
		t.Error("one value of each puzzle tells a ceiling")
	}
	wide := Ceiling{Pearson: Estimate{0.64, 0, 0.93}, N: 767}
	if s := wide.sentence("ln seconds", "players"); strings.Contains(s, "0.64") || !strings.Contains(s, "cannot be told") {
		t.Error(s)
	}
}
