package predict

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/literature"
)

// FuzzReadModel: a model is refused or predicts a time.
func FuzzReadModel(f *testing.F) {
	f.Add(defaultModel)
	f.Add([]byte(`{"format":"gradoku model 1","grader":3,"runs":1,"unit":"minutes","terms":[{"feature":"scan","sd":1}],"residual_quartiles":[0,0,0]}`))
	p, err := board.Parse("003020600900305001001806400008102900700000008006708200002609500800203009005010300")
	if err != nil {
		f.Fatal(err)
	}
	g := grade.NewGrader(board.Nine()).Grade(&p)
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := ReadModel(text)
		if err != nil {
			return
		}
		m.Runs = min(m.Runs, 3) // to be quick
		got, ok := NewPredictor(m).Predict(&p, &g)
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
