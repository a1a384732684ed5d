package grade_test

import (
	"fmt"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/hint"
)

// A rating, the hardest technique, and the steps that lead there.
func ExampleGrader_Path() {
	puzzle, err := board.Parse("003020600900305001001806400008102900700000008006708200002609500800203009005010300")
	if err != nil {
		fmt.Println(err)
		return
	}
	geo := puzzle.Geometry()
	g, steps := grade.NewGrader(geo).Path(&puzzle)
	fmt.Printf("rated %d.%d, %s, hardest %s, %d steps\n", g.Rating/10, g.Rating%10, g.Level, g.Hardest, len(steps))
	for _, s := range steps[:3] {
		fmt.Println(hint.Sentence(geo, &s))
	}
	// Output:
	// rated 1.2, Gentle, hardest hidden-single-box, 49 steps
	// Hidden single in box 1: only r2c2 can hold 6.
	// Hidden single in box 1: only r1c2 can hold 8.
	// Hidden single in box 2: only r1c6 can hold 1.
}
