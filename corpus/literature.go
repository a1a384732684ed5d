package corpus

import (
	"bytes"
	_ "embed"
	"fmt"

	"gradoku/board"
)

//go:embed literature/puzzles.tsv
var literature []byte

// Published is a puzzle of the literature.
type Published struct {
	Key              string // a short name: "inkala", "T6_3"
	Source           string // document and table or figure
	Puzzle, Solution board.Grid
}

// Literature returns the puzzles of the documents this project grew out of, in
// the order of the documents' tables. Each is proper.
func Literature() []Published {
	var list []Published
	for rec, err := range Read("puzzles.tsv", bytes.NewReader(literature)) {
		if err != nil {
			panic(fmt.Sprintf("corpus: the embedded literature: %v", err))
		}
		p := Published{Puzzle: rec.Puzzle, Solution: rec.Solution}
		p.Key, _ = rec.Field("key")
		p.Source, _ = rec.Field("source")
		list = append(list, p)
	}
	return list
}
