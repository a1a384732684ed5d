package generate_test

import (
	"context"
	"fmt"

	"gradoku/board"
	"gradoku/generate"
)

// One Hard puzzle whose clues look the same upside down.
func ExampleOne() {
	symmetry, err := board.SymmetryByName("rotate180")
	if err != nil {
		fmt.Println(err)
		return
	}
	var target generate.Target
	target.Symmetry, target.Level.IDs = symmetry, []string{"hard"}
	found, err := generate.One(context.Background(), target, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(found.Grid)
	fmt.Println(found.Grade.Level, found.Grade.Rating)
	// Output:
	// ..8..9....6...2.....415..73..5.3..266.......442..1.9..35..814.....7...6....4..5..
	// hard 20
}

// Four puzzles of two kinds. The same seed gives the same puzzles, however many
// workers there are.
func ExampleStream() {
	quotas, err := generate.ParseQuotas("gentle=2,easy=2")
	if err != nil {
		fmt.Println(err)
		return
	}
	target := generate.Target{Quotas: quotas}
	for found, err := range generate.Stream(context.Background(), target, 1, 4) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(found.Index, found.Grid, target.Quotas[found.Quota].Name())
	}
	// Output:
	// 1 5...8..61..7.....8.2.3.6.7..6.8....3..4..3..7..5...8.......9.15...74..2.9.2.1...4 Easy
	// 2 ...6.92.....372.49294...6.....83....68.927...4.7.1.93..5.....978.2......17...3.82 Gentle
	// 4 41.....65567..481..29....4......12747..6...8...5.83..6.5..29.3893....4...7....6.. Gentle
	// 5 ...6..3..9...1458.8...5.......3.6...6.2.7...4.97.....5..41.9..3...8...4....4.592. Easy
}

// The zero Target asks for any minimal 9x9 puzzle.
func ExampleTarget() {
	found, err := generate.One(context.Background(), generate.Target{}, 1)
	fmt.Println(found.Grid, found.Grade.Rating, err)
	// Output:
	// .......4...7...1.54...5..2...2.....9.....8....9.42...7.39.6.4..5..7...32..1..98.. 20 <nil>
}
