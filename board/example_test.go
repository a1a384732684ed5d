package board_test

import (
	"fmt"
	"math/rand/v2"

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
	disguise := board.RandomTransform(puzzle.Geometry(), rand.New(rand.NewPCG(1, 2)))
	otherPuzzle, otherSolution := disguise.Apply(&puzzle), disguise.Apply(&solution)
	fmt.Println(board.Key(&puzzle, &solution) == board.Key(&otherPuzzle, &otherSolution))
	fmt.Println(board.Canonical(&puzzle, &solution))
	// Output:
	// true
	// ...43....1....2.
}
