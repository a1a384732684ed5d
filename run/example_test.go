package run_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"gradoku/generate"
	"gradoku/run"
	"gradoku/store"
)

// A run is its options and its seed. Given again, it goes on where it stopped.
func ExampleGenerate() {
	dir, err := os.MkdirTemp("", "run-")
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

	var target generate.Target
	target.Size = 6
	for _, puzzles := range []int64{3, 5} {
		r, err := db.BeginRun(ctx, store.Run{
			Command: run.Command, Options: run.EncodeOptions(target), Seed: 1, Version: "1", Target: puzzles,
		})
		if err != nil {
			panic(err)
		}
		before := r.Accepted
		if r, err = run.Generate(ctx, db, r, run.Config{Options: target, Workers: 2}); err != nil {
			panic(err)
		}
		fmt.Printf("run %d has %d puzzles, %d of them new\n", r.ID, r.Accepted, r.Accepted-before)
	}
	// Output:
	// run 1 has 3 puzzles, 3 of them new
	// run 1 has 5 puzzles, 2 of them new
}
