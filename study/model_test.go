package study

import (
	"math"
	"testing"

	"gradoku/board"
	"gradoku/grade"
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
