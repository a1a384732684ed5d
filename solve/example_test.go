package solve_test

import (
	"fmt"

	"gradoku/board"
	"gradoku/solve"
)

// Two solutions are enough to know that a puzzle is not proper.
func ExampleCount() {
	for _, text := range []string{"1... ...2 .3.. ..4.", "1... ...2 .3.. ....", "11.. .... .... ...."} {
		puzzle, err := board.Parse(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		r := solve.Count(&puzzle, 2)
		fmt.Println(r.Solutions, r.First)
	}
	// Output:
	// 1 1234341243212143
	// 2 1234341223414123
	// 0
}

// The solution of a puzzle, or the reason why there is not exactly one.
func ExampleSolution() {
	for _, text := range []string{"1... ...2 .3.. ..4.", "1... ...2 .3.. ....", "11.. .... .... ...."} {
		puzzle, err := board.Parse(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		if solution, err := solve.Solution(&puzzle); err != nil {
			fmt.Println(err)
		} else {
			fmt.Println(solution)
		}
	}
	// Output:
	// 1234341243212143
	// several solutions
	// no solution: digit 1 appears twice in box 1: at r1c1 and r1c2
}
