package task_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"gradoku/generate"
	"gradoku/task"
)

// A program makes a book of puzzles that its database does not have yet.
func ExampleBook() {
	dir, err := os.MkdirTemp("", "book")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	quotas, err := generate.ParseQuotas("4x4=8,6x6=4")
	if err != nil {
		panic(err)
	}
	wanted := task.Book{
		BookWish: task.BookWish{Quota: generate.Quotas{List: quotas}, GenerateMissing: true, Seed: new(int64)},
		Look:     task.Look{Names: task.Names{Title: "Small Sudoku"}, Design: task.Design{Trim: "6x9"}},
		Output:   filepath.Join(dir, "book.pdf"),
	}
	result, err := wanted.Run(context.Background(), task.Env{DB: filepath.Join(dir, "puzzles.db")})
	if err != nil {
		panic(err)
	}
	made := result.Books[0]
	fmt.Printf("%d puzzles, recorded as export %d\n", made.Puzzles, made.Export)
	// Output: 12 puzzles, recorded as export 1
}
