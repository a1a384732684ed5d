package board_test

import (
	"fmt"

	"gradoku/board"
)

// A puzzle is read from text and printed again.
func ExampleParse() {
	puzzle, err := board.Parse("12.. .... .43. ...1")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(puzzle, puzzle.Clues(), "clues")
	fmt.Print(puzzle.Framed())
	// Output:
	// 12.......43....1 5 clues
	// +-----+-----+
	// | 1 2 | . . |
	// | . . | . . |
	// +-----+-----+
	// | . 4 | 3 . |
	// | . . | . 1 |
	// +-----+-----+
}

// Two puzzles are the same when one is a disguise of the other: their keys are
// equal then, and otherwise not.
func ExampleKey() {
	puzzle, _ := board.Parse("1... ...2 .3.. ..4.")
	solution, _ := board.Parse("1234 3412 4321 2143")
	geo := puzzle.Geometry()
	turned, err := board.NewTransform(geo, true, []int{0, 1, 2, 3}, []int{0, 1, 2, 3}, []board.Digit{4, 3, 2, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	otherPuzzle, otherSolution := turned.Apply(&puzzle), turned.Apply(&solution)
	fmt.Println(board.Key(&puzzle, &solution) == board.Key(&otherPuzzle, &otherSolution))
	fmt.Println(board.Canonical(&puzzle, &solution))
	// Output:
	// true
	// ...43....1....2.
}
