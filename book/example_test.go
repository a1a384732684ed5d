package book_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"gradoku/board"
	"gradoku/book"
	"gradoku/generate"
	"gradoku/grade"
)

// A program makes a book of puzzles of its own, and checks it.
func Example() {
	geo := board.Nine()
	generator, err := generate.New(generate.Shape{Geometry: geo, Symmetry: board.Symmetries()[0], Clues: grade.Span{From: 36, To: 36}})
	if err != nil {
		panic(err)
	}
	var puzzles []book.Puzzle
	for i := uint64(0); len(puzzles) < 6; i++ {
		p, err := generator.Try(1, i)
		if errors.As(err, new(*generate.Miss)) {
			continue
		} else if err != nil {
			panic(err)
		}
		puzzles = append(puzzles, book.Puzzle{
			Givens: p.Grid, Solution: p.Solution, Canon: board.Key(&p.Grid, &p.Solution), Grade: grade.NewGrader(geo).Grade(&p.Grid),
		})
	}
	trim, _ := book.ParseTrim("6x9")
	b, err := book.New(context.Background(), book.Spec{Title: "Quiet Sudoku", Lang: "en", Trim: trim}, book.Arrange(puzzles, "sections", 0))
	if err != nil {
		panic(err)
	}
	var pdf bytes.Buffer
	if err := b.PDF(&pdf); err != nil {
		panic(err)
	}
	report, err := book.Check(bytes.NewReader(pdf.Bytes()), int64(pdf.Len()), nil, 0, "kdp", nil)
	fmt.Println(len(report.Puzzles), "puzzles,", len(report.Problems), "problems,", err)
	// Output: 6 puzzles, 0 problems, <nil>
}
