package store_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/solve"
	"gradoku/store"
)

// A puzzle is saved with its grade as an attempt of a run, and found by a selection.
func Example() {
	dir, err := os.MkdirTemp("", "store-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	db, err := store.Open(ctx, filepath.Join(dir, "puzzles.db"), store.ReadWrite)
	if err != nil {
		panic(err)
	}
	defer db.Close()

	puzzle, err := board.Parse("2.4........3..2.")
	if err != nil {
		panic(err)
	}
	solution, err := solve.Solution(&puzzle)
	if err != nil {
		panic(err)
	}
	graded := grade.NewGrader(puzzle.Geometry()).Grade(&puzzle)
	run, err := db.BeginRun(ctx, store.Run{Command: "example", Options: "{}", Version: "1", Target: 1})
	if err != nil {
		panic(err)
	}
	if _, err := db.SaveBatch(ctx, store.Batch{RunID: run.ID, To: 1, Puzzles: []store.Puzzle{{
		Size: 4, Givens: puzzle.String(), Solution: solution.String(), Canon: board.Key(&puzzle, &solution),
		Clues: puzzle.Clues(), Symmetry: "none", Grade: graded,
	}}}); err != nil {
		panic(err)
	}

	var wanted store.Selection
	if err := wanted.Where.UnmarshalText([]byte("clues < 5 and rating < 2.0")); err != nil {
		panic(err)
	}
	filter, err := wanted.Filter()
	if err != nil {
		panic(err)
	}
	for p, err := range db.Puzzles(ctx, filter) {
		if err != nil {
			panic(err)
		}
		fmt.Println(p.Givens, p.Grade.Level)
	}
	// Output: 2.4........3..2. gentle
}
