package study_test

import (
	"context"
	"fmt"
	"iter"

	"gradoku/board"
	"gradoku/corpus"
	"gradoku/study"
)

// Puzzles with the seconds that people took are measured; a correlation follows.
func Example() {
	seconds := map[string]string{
		"003020600900305001001806400008102900700000008006708200002609500800203009005010300": "983",
		"200080300060070084030500209000105408000000000402706000301007040720040060004010003": "1190",
		"000000907000420180000705026100904000050000040000507009920108000034059000507000000": "1210",
	}
	items := iter.Seq2[study.Item, error](func(yield func(study.Item, error) bool) {
		for text, label := range seconds {
			puzzle, err := board.Parse(text)
			if !yield(study.Item{Puzzle: puzzle, Labels: []corpus.Field{{Name: "seconds", Value: label}}}, err) {
				return
			}
		}
	})
	c, err := study.Collect(context.Background(), items, study.CollectOptions{Labels: []string{"seconds"}, Runs: 5, Fast: true})
	if err != nil {
		panic(err)
	}
	fmt.Println(c.N, "puzzles,", len(c.Labels), "label")
	// Output: 3 puzzles, 1 label
}
