package generate_test

import (
	"context"
	"fmt"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/grade"
)

// One Hard puzzle whose clues look the same upside down.
func ExampleOne() {
	symmetry, err := board.SymmetryByName("rotate180")
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := generate.One(context.Background(), generate.Target{
		Options:  generate.Options{Geometry: board.Nine(), Symmetry: symmetry},
		Criteria: grade.Criteria{Levels: []string{"Hard"}},
	}, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(found.Grid)
	fmt.Println(found.Grade.Level, found.Grade.Rating)
	// Output:
	// 83........7..1.3....5....267.2.46......3.9......82.5.714....2....3.9..5........84
	// Hard 42
}

// Four puzzles of two kinds. The same seed gives the same puzzles, however many
// workers there are.
func ExampleStream() {
	target := generate.Target{
		Options: generate.Options{Geometry: board.Nine()},
		Quotas:  []generate.Quota{{Range: grade.Levels()[0].Range(), Count: 2}, {Range: grade.Levels()[1].Range(), Count: 2}},
	}
	for found, err := range generate.Stream(context.Background(), target, 1, 4) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(found.Index, found.Grid, target.Quotas[found.Quota].Name())
	}
	// Output:
	// 0 .......4...7...1.54...5..2...2.....9.....8....9.42...7.39.6.4..5..7...32..1..98.. Easy
	// 2 ...6.92.....37....29....6.....8.....68..27...4...1.93..5.....97..2......17...3.8. Easy
	// 15 .5...1.....9....3...6.23.75.1.952..............3...86...12...........3278.5.76..9 Gentle
	// 63 .37.5....85..2...........814.3.7...99..4....7....3.....8.9...1.2.4.........18...3 Gentle
}
