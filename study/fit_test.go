package study

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"gradoku/predict"
)

// timed is made-up rows whose label follows some features exactly, apart from a
// fixed disturbance.
func timed(t *testing.T, n int, disturb float64) *design {
	d := &design{ctx: t.Context(), x: make([]*column, len(predict.Features()))}
	for j := range d.x {
		d.x[j] = new(column)
	}
	for i := range n {
		for j := range d.x {
			d.x[j].add(math.Sin(float64(i*(j+3))) + 2)
		}
		d.puzzle = append(d.puzzle, int32(i))
		d.y = append(d.y, 5+0.4*d.x[0].at(i)-0.3*d.x[1].at(i)+disturb*math.Sin(float64(i*i)))
	}
	return d
}

var quickFit = FitOptions{Folds: 5, Repeats: 2, Halves: 4, Seed: 3}

// TestFitFindsWhatIsThere: weights of the features that made the label, and an
// accuracy that is the disturbance's.
func TestFitFindsWhatIsThere(t *testing.T) {
	m := timed(t, 300, 0).fit(quickFit)
	if m.Measured.Pearson < 0.99 || m.Measured.HalfSpearman < 0.98 {
		t.Errorf("without disturbance: %+v", m.Measured)
	}
	for i, term := range m.Terms {
		want := []float64{0.4, -0.3}
		if i < 2 && math.Abs(term.Weight/term.SD-want[i]) > 0.03 {
			t.Errorf("%s: %.3f for each unit, want %.1f", term.Feature, term.Weight/term.SD, want[i])
		}
		if i >= 2 && math.Abs(term.Weight) > 0.02 {
			t.Errorf("%s: weight %.3f, and it has nothing to say", term.Feature, term.Weight)
		}
	}
	// A label that no feature explains is not predicted out of fold, however well
	// it can be fitted.
	noise := timed(t, 120, 0)
	for i := range noise.y {
		noise.y[i] = 5 + math.Sin(float64(i*i*i))
	}
	m = noise.fit(quickFit)
	if math.Abs(m.Measured.Pearson) > 0.25 {
		t.Errorf("noise is predicted with r = %.3f: the folds leak", m.Measured.Pearson)
	}
}

func TestFitIsTheSameEachTime(t *testing.T) {
	var texts [][]byte
	for range 2 {
		m := timed(t, 100, 0.3).fit(quickFit)
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
	}
	if !bytes.Equal(texts[0], texts[1]) {
		t.Errorf("%s\nthen %s", texts[0], texts[1])
	}
}

func TestFitRefuses(t *testing.T) {
	c := literatureCollection(t)
	if _, err := c.Fit(t.Context(), 1, quickFit); err == nil || !strings.Contains(err.Error(), "5 puzzles") {
		t.Errorf("5 puzzles: %v", err)
	}
	c.Labels[1] = Label{Name: "seconds", words: new(texts)}
	if _, err := c.Fit(t.Context(), 1, quickFit); err == nil || !strings.Contains(err.Error(), "not a number") {
		t.Errorf("words: %v", err)
	}
}
