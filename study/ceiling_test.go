package study

import (
	"math/rand/v2"
	"testing"
)

// TestRepeated: of single values half of whose variance lies between puzzles, the highest r
// is the root of a half.
func TestRepeated(t *testing.T) {
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
	if near(t, "highest r", c.Value, 0.7071, 0.04); !ok || c.Low > 0.7071 || c.High < 0.7071 {
		t.Errorf("%+v", c)
	}
	for i := range class {
		class[i] = int32(i)
	}
	if _, ok := repeated(y, resampling{class: class, classes: len(y), resamples: 10}); ok {
		t.Error("one value of each puzzle tells a ceiling")
	}
}
