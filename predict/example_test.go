package predict_test

import (
	"fmt"

	"gradoku/board"
	"gradoku/predict"
)

// How many minutes people may need, by the model that comes with gradoku.
func ExamplePredictor_Predict() {
	puzzle, err := board.Parse("003020600900305001001806400008102900700000008006708200002609500800203009005010300")
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := predict.DefaultModel()
	if err != nil {
		fmt.Println(err)
		return
	}
	minutes, ok := predict.NewPredictor(model).Predict(&puzzle)
	if !ok {
		fmt.Println("no prediction for this puzzle")
		return
	}
	fmt.Printf("%.1f minutes, half of such puzzles from %.1f to %.1f\n", minutes.Median, minutes.Low, minutes.High)
	// Output:
	// 3.5 minutes, half of such puzzles from 3.2 to 3.8
}
