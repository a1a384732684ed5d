package study

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gradoku/grade"
)

// madeUp is a collection of 200 puzzles of 9x9 without puzzles: the label follows the
// scan effort and, against it, the dependency; other metrics are noise.
func madeUp() *Collection {
	c := &Collection{N: 200, uses: make([][grade.MaxTechniques]uint16, 200), Excluded: map[string]int{}, Runs: 1, Seed: 1, keys: make([][16]byte, 200)}
	rng := rand.New(rand.NewPCG(3, 3))
	seconds := Label{Name: "seconds", wish: "seconds", Log: true, Known: c.N, values: column{}}
	for i := range c.N {
		c.class = append(c.class, int32(i))
		c.size = append(c.size, 9)
	}
	c.values = make([]column, len(Metrics()))
	for range c.N {
		x, y := rng.NormFloat64(), rng.NormFloat64()
		for k, m := range Metrics() {
			switch m.Key {
			case "scan":
				c.values[k] = append(c.values[k], 500+50*x)
			case "dependency":
				c.values[k] = append(c.values[k], 9-y)
			default:
				c.values[k] = append(c.values[k], math.Round(20+4*rng.NormFloat64()))
			}
		}
		seconds.values = append(seconds.values, 6+0.3*x+0.2*y+0.1*rng.NormFloat64())
	}
	c.Labels = []Label{seconds}
	return c
}

// TestLabelsAreApart: the figures of a label do not depend on which other labels there are.
func TestLabelsAreApart(t *testing.T) {
	c := madeUp()
	c.Labels = append(c.Labels, c.Labels[0])
	r := newReporter(t.Context(), c, ReportOptions{Resamples: 100})
	for i := range c.Labels {
		if _, err := r.correlate(i); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(r.tested[0], r.tested[1], cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("a label with the same values:\n%s", diff)
	}
}
