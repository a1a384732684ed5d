package literature

import (
	"bytes"
	_ "embed"
	"fmt"

	"gradoku/board"
	"gradoku/corpus"
)

//go:embed tables/puzzles.tsv
var puzzles []byte

// Puzzle is a puzzle of the literature.
type Puzzle struct {
	Key              string // a short name: "inkala", "T6_3"
	Source           string // document and table or figure
	Puzzle, Solution board.Grid
}

// Puzzles returns the puzzles of the documents this project grew out of, in
// the order of the documents' tables. Each is proper.
func Puzzles() []Puzzle {
	var list []Puzzle
	for rec, err := range corpus.Read("puzzles.tsv", bytes.NewReader(puzzles)) {
		if err != nil {
			panic(fmt.Sprintf("literature: the embedded puzzles: %v", err))
		}
		p := Puzzle{Puzzle: rec.Puzzle, Solution: rec.Solution}
		p.Key, _ = rec.Field("key")
		p.Source, _ = rec.Field("source")
		list = append(list, p)
	}
	return list
}

func puzzlesByKey() map[string]Puzzle {
	byKey := map[string]Puzzle{}
	for _, p := range Puzzles() {
		byKey[p.Key] = p
	}
	return byKey
}
