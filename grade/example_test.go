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
	// rated 1.2, gentle, hardest hidden-single-box, 49 steps
	// Hidden single in box 1: only r2c2 can hold 6.
	// Hidden single in box 1: only r1c2 can hold 8.
	// Hidden single in box 2: only r1c6 can hold 1.
}

// How hard is a puzzle that may come from anywhere?
func ExampleRate() {
	for _, text := range []string{"...2..........4..5.38.1..4..2.3...5......51.4......37.8426....967....4....19.....", "1... ...2 .3.. ...."} {
		puzzle, err := board.Parse(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		g, err := grade.Rate(&puzzle)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%d.%d %s, for its hardest step, a %s\n", g.Rating/10, g.Rating%10, g.Level, g.Hardest)
	}
	// Output:
	// 6.6 expert, for its hardest step, a forcing-x-chain
	// several solutions
}

// A step prints in the notation of forums.
func ExampleStep_String() {
	puzzle, err := board.Parse("...2..........4..5.38.1..4..2.3...5......51.4......37.8426....967....4....19.....")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, steps := grade.NewGrader(puzzle.Geometry()).Path(&puzzle)
	for _, s := range steps {
		if s.Rating > 40 {
			fmt.Println(s)
		}
	}
	fmt.Println(steps[0])
	// Output:
	// unique-rectangle-1 r8c6,r9c6,r9c8,r8c8 => r9c8<>2, r9c8<>8
	// forcing-x-chain r4c5,r5c4,r2c4,r2c3,r4c3 => r4c5<>7
	// forcing-x-chain r2c5,r2c3,r6c3,r5c2,r5c5 => r2c5<>6
	// forcing-x-chain r4c6,r5c4,r2c4,r2c3,r4c3 => r4c6<>7
	// hidden-single-box r8c3 => r8c3=9
}
