package grade_test

import (
	"fmt"

	"gradoku/board"
	"gradoku/grade"
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
		fmt.Println(s.Sentence(geo))
	}
	// Output:
	// rated 1.2, Gentle, hardest hidden-single-box, 49 steps
	// Hidden single in box 1: only r2c2 can hold 6.
	// Hidden single in box 1: only r1c2 can hold 8.
	// Hidden single in box 2: only r1c6 can hold 1.
}

// The next hint for a position: the first technique of the table that finds
// something, with what a player has entered so far taken for granted.
func ExampleGrader_Find() {
	position, err := board.Parse("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
	if err != nil {
		fmt.Println(err)
		return
	}
	b := board.NewBoard(&position)
	grader := grade.NewGrader(position.Geometry())
	for _, t := range grade.Techniques() {
		steps, err := grader.Find(&b, t.ID)
		if err != nil {
			fmt.Println(err)
			return
		}
		if len(steps) > 0 {
			fmt.Println(steps[0].Sentence(position.Geometry()))
			return
		}
	}
	// Output:
	// Hidden single in box 4: only r6c2 can hold 4.
}
