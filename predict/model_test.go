package predict

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/literature"
)

var long = flag.Bool("long", false, "run the long tests")

// FuzzReadModel: a model is refused or predicts a time.
func FuzzReadModel(f *testing.F) {
	f.Add(defaultModel)
	f.Add([]byte(`{"format":"gradoku model 2","grader":4,"metrics":1,"runs":1,"unit":"minutes","terms":[{"feature":"scan","sd":1}],"ranges":{"knots":[1],"quantiles":[{"p":0.25,"at":[0]},{"p":0.5,"at":[0]},{"p":0.75,"at":[0]}]}}`))
	p, err := board.Parse("003020600900305001001806400008102900700000008006708200002609500800203009005010300")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := ReadModel(text)
		if err != nil {
			return
		}
		m.Runs = min(m.Runs, 3) // to be quick
		got, ok := NewPredictor(m).Predict(&p)
		for _, x := range []float64{got.Low, got.Median, got.High} {
			if !ok || math.IsNaN(x) || math.IsInf(x, 0) || x < 0 {
				t.Fatalf("%+v", got)
			}
		}
	})
}

// TestDefaultModel: it can be read, speaks of what it was trained on, and gives
// the document's test puzzles sensible minutes in the order of their difficulty.
func TestDefaultModel(t *testing.T) {
	m, err := DefaultModel()
	if err != nil {
		t.Fatal(err)
	}
	if m.Trained.Puzzles < 700 || m.Trained.Source == "" || len(m.Limits) < 3 || m.Measured.Pearson.Value < 0.64 || m.Measured.Spearman.Value < 0.68 {
		t.Errorf("%+v, %+v, limits %q", m.Trained, m.Measured, m.Limits)
	}
	p := NewPredictor(m)
	predict := func(puzzle *board.Grid) (Prediction, bool) {
		return p.Predict(puzzle)
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
	if !slices.ContainsFunc(a.Beyond, func(b Beyond) bool { return b == Beyond{"clues", 36} }) {
		t.Errorf("36 clues are beyond in %+v", a.Beyond)
	}
	if len(c.Beyond) == 0 || c.Beyond[0] != (Beyond{"er", 7.3}) {
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

// graderOf returns the line of the default model that says its grader.
func graderOf(t *testing.T) string {
	m, err := DefaultModel()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(`"grader": %d`, m.Grader)
}

// TestModelOutlivesTechniques: a model of an older grader predicts the same, and names the
// techniques on a puzzle's way that it does not know.
func TestModelOutlivesTechniques(t *testing.T) {
	older := strings.Replace(string(defaultModel), graderOf(t), `"grader": 1`, 1)
	older = strings.Replace(older, "  \"naked-single\",\n", "", 1)
	m, err := ReadModel([]byte(older))
	if err != nil {
		t.Fatal(err)
	}
	now, err := DefaultModel()
	if err != nil {
		t.Fatal(err)
	}
	p := literature.Puzzles()[1].Puzzle
	want, _ := NewPredictor(now).Predict(&p)
	single := slices.IndexFunc(grade.Techniques(), func(t grade.Technique) bool { return t.ID == "naked-single" })
	hard, met := literature.Puzzles()[5].Puzzle, map[bool]bool{}
	for _, puzzle := range []board.Grid{p, hard} {
		got, ok := NewPredictor(m).Predict(&puzzle)
		if !ok || puzzle == p && (got.Low != want.Low || got.Median != want.Median || got.High != want.High) {
			t.Errorf("%+v, want %+v", got, want)
		}
		uses := grade.NewGrader(board.Nine()).Grade(&puzzle).Uses[single] > 0
		met[uses] = true
		if said := slices.ContainsFunc(got.Beyond, func(b Beyond) bool { return b.Key == "naked-single" && b.Value > 0 }); said != uses {
			t.Errorf("naked singles are used: %v, and named as unknown: %v", uses, said)
		}
	}
	if !met[false] || !met[true] {
		t.Errorf("naked singles are used: only %v", met)
	}
}

func TestReadModelRefuses(t *testing.T) {
	good := string(defaultModel)
	grader := graderOf(t)
	for _, c := range []struct{ from, to, says string }{
		{"{", "[", "reading a model"},
		{ModelFormat, "another", "its format is"},
		{grader, fmt.Sprintf(`"grader": %d`, grade.Version+1), "fit it again"},
		{grader + ",\n \"metrics\": 1,\n \"techniques\"", "\"grader\": 1,\n \"metrics\": 1,\n \"known\"", "fit it again"},
		{`"feature": "scan"`, `"feature": "luck"`, `there is no feature "luck"`},
		{`"terms": [`, `"words": [`, "lacks"},
		{`"metrics": 1`, `"metrics": 99`, "version 99 of the metrics, this is version 1: fit it again"},
		{`"p": 0.25`, `"p": 0.24`, "lacks"},
		{`"knots": [`, `"knots": [99, `, "lacks"},
		{`"runs": 30`, `"runs": 10001`, "the limit is 10000"},
		{`"intercept": `, `"intercept": 1e3, "was": `, "impossible times"},
		{`"weight": `, `"weight": 1e300, "was": `, "impossible times"},
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

// TestPredictionIsInvariant: a disguise of a puzzle has its minutes, to the last bit. With
// -long a hundred thousand are tried, which takes minutes, and so is every feature: a prediction by
// any model, whatever it was fitted on, is a function of these.
func TestPredictionIsInvariant(t *testing.T) {
	m, err := DefaultModel()
	if err != nil {
		t.Fatal(err)
	}
	type known struct {
		board.Grid
		Prediction
		features []float64
		hard     bool // chains take time
	}
	var puzzles []known
	p, graders, rng := NewPredictor(m), new(grade.Graders), rand.New(rand.NewPCG(1, 2))
	for _, one := range literature.Puzzles() {
		if one.Puzzle.Geometry() != board.Nine() {
			continue
		}
		k := known{Grid: one.Puzzle}
		k.Prediction, _ = p.Predict(&k.Grid)
		s, ok := SubjectOf(graders, &k.Grid, m.Runs, m.Seed)
		if !ok {
			t.Fatalf("%v has no canonical form", &k.Grid)
		}
		k.features, k.hard = featuresOf(&s), s.Grade.Rating > 30
		puzzles = append(puzzles, k)
	}
	images := 4 * len(puzzles)
	if *long {
		images = 100_000
	}
	for done, round := 0, 0; done < images; round++ {
		for i := range puzzles {
			k := &puzzles[i]
			if k.hard && round%100 > 0 {
				continue
			}
			done++
			image := board.RandomTransform(board.Nine(), rng).Apply(&k.Grid)
			if round < 2 {
				if got, _ := p.Predict(&image); got.Low != k.Low || got.Median != k.Median || got.High != k.High {
					t.Fatalf("%v: %+v, its image %v: %+v", &k.Grid, k.Prediction, &image, got)
				}
			}
			s, ok := SubjectOf(graders, &image, m.Runs, m.Seed)
			if got := featuresOf(&s); !ok || !slices.Equal(got, k.features) {
				t.Fatalf("%v: %v, its image %v: %v", &k.Grid, k.features, &image, got)
			}
			if done%50_000 == 0 {
				t.Logf("%d disguises of %d puzzles", done, len(puzzles))
			}
		}
	}
}

// TestRanges: between knots it is interpolated, beyond them it stays, and quantiles that
// cross are put in order.
func TestRanges(t *testing.T) {
	r := Ranges{Knots: []float64{1, 3}, HardFrom: 2.6, Quantiles: []Quantile{{0.25, []float64{-1, 0}, -2}, {0.5, []float64{0, 0}, 0}, {0.75, []float64{1, 4}, -9}}}
	for _, c := range []struct {
		sum  float64
		hard bool
		want []float64
	}{
		{0, false, []float64{-1, 0, 1}}, {2, false, []float64{1.5, 2, 4.5}}, {9, false, []float64{9, 9, 13}}, {2, true, []float64{-4.5, -0.5, 2}},
	} {
		if got := r.At(c.sum, c.hard); !slices.Equal(got, c.want) {
			t.Errorf("%v %v: %v, want %v", c.sum, c.hard, got, c.want)
		}
	}
}

// TestEstimateString: as shown, an interval lies where it is: at its value, and on its
// side of 0.
func TestEstimateString(t *testing.T) {
	for _, c := range []struct {
		value, low, high float64
		want             string
	}{
		{0.6424, 0.5812, 0.7049, "0.642 [0.58, 0.70]"},
		{0.046, 0.0041, 0.09, "0.046 [0.004, 0.09]"},
		{-0.1, -0.2, 0, "-0.100 [-0.20, 0.00]"},
		{0.9971, 0.9962, 0.9978, "0.997 [0.996, 1.00]"},
		{-0.9971, -0.9978, -0.9962, "-0.997 [-1.00, -0.996]"},
		{0.4441, 0.41, 0.4442, "0.444 [0.41, 0.444]"},
		{1, 1, 1, "1.000 [1.00, 1.00]"},
	} {
		if got := (Estimate{c.value, c.low, c.high}).String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	none := Estimate{0.5, math.NaN(), math.NaN()}
	if got := none.String(); got != "0.500" {
		t.Errorf("%q", got)
	}
	var back Estimate
	text, err := json.Marshal(none)
	if err := errors.Join(err, json.Unmarshal(text, &back)); err != nil || string(text) != `{"value":0.5,"low":null,"high":null}` || back.HasInterval() {
		t.Errorf("%s, %+v, %v", text, back, err)
	}
}
