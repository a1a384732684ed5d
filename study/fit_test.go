package study

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/literature"
)

// timed is made-up rows whose label follows some features exactly, apart from a
// fixed disturbance.
func timed(t *testing.T, n int, disturb float64) *design {
	d := &design{ctx: t.Context(), x: make([]*column, len(features))}
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

// TestDefaultModel: it can be read, speaks of what it was trained on, and gives
// the document's test puzzles sensible minutes in the order of their difficulty.
func TestDefaultModel(t *testing.T) {
	m, err := DefaultModel()
	if err != nil {
		t.Fatal(err)
	}
	if m.Trained.Puzzles < 700 || m.Trained.Source == "" || len(m.Limits) < 3 || m.Measured.Pearson < 0.64 || m.Measured.Spearman < 0.68 {
		t.Errorf("%+v, %+v, limits %q", m.Trained, m.Measured, m.Limits)
	}
	p := NewPredictor(m)
	predict := func(puzzle *board.Grid) (Prediction, bool) {
		g := grade.NewGrader(puzzle.Geometry()).Grade(puzzle)
		return p.Predict(puzzle, &g)
	}
	puzzles := literature.Puzzles() // T4_1, T6_1 to T6_5, ...
	easy, hard := puzzles[1].Puzzle, puzzles[5].Puzzle
	chained, err := board.Parse("4.3..2....6...7.3.....5.....7...6.8.6....9...9..81.....4....31..8.4....2.916.3..7") // 7.3
	if err != nil {
		t.Fatal(err)
	}
	a, ok1 := predict(&easy)
	b, ok2 := predict(&hard)
	c, ok3 := predict(&chained)
	if !ok1 || !ok2 || !ok3 || !(a.Low < a.Median && a.Median < a.High) || a.Median < 2 || a.Median > 6 || b.Median < 2*a.Median {
		t.Errorf("%+v, %+v, %+v", a, b, c)
	}
	if b.Beyond != nil {
		t.Errorf("an everyday puzzle is beyond the model: %+v", b.Beyond)
	}
	if !slices.ContainsFunc(a.Beyond, func(b Beyond) bool { return b.Key == "clues" && b.Value == 36 && b.Low == 23 && b.High == 33 }) {
		t.Errorf("36 clues are beyond in %+v", a.Beyond)
	}
	if len(c.Beyond) == 0 || c.Beyond[0].Key != "er" || c.Beyond[0].Value != 7.3 || c.Beyond[0].High != m.Trained.RatingHigh {
		t.Errorf("a puzzle of 7.3 is beyond in %+v", c.Beyond)
	}
	four, err := board.Parse(".234341221434321")
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := predict(&four); ok {
		t.Error("a 4x4 puzzle was predicted")
	}
}

func TestReadModelRefuses(t *testing.T) {
	good := string(defaultModel)
	for _, c := range []struct{ from, to, says string }{
		{"{", "[", "reading a model"},
		{ModelFormat, "another", "its format is"},
		{fmt.Sprintf(`"grader": %d`, grade.Version), `"grader": 1`, "fit it anew"},
		{`"feature": "scan"`, `"feature": "luck"`, `there is no feature "luck"`},
		{`"terms": [`, `"words": [`, "lacks"},
		{`"runs": 30`, `"runs": 10001`, "the most is 10000"},
		{`"intercept": `, `"intercept": 1e3, "was": `, "beyond all measure"},
		{`"weight": `, `"weight": 1e300, "was": `, "beyond all measure"},
	} {
		text := strings.Replace(good, c.from, c.to, 1)
		if text == good {
			t.Fatalf("the model has no %q", c.from)
		}
		if _, err := ReadModel([]byte(text)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q for %q: %v", c.to, c.from, err)
		}
	}
}
