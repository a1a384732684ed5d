package corpus_test

import (
	"fmt"
	"strings"

	"gradoku/corpus"
)

// A file of any format is read the same way; its format is found out from its
// beginning. Wrong lines come as errors, and reading goes on after them.
func ExampleRead() {
	const file = "puzzle,level\n" +
		"1......2.3....4.,easy\n" +
		"1......2.3....,easy\n"
	for rec, err := range corpus.Read("mine.csv", strings.NewReader(file)) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		level, _ := rec.Field("level")
		fmt.Println(rec.Puzzle, rec.Line, level)
	}
	// Output:
	// 1......2.3....4. 2 easy
	// mine.csv:3:14: too short: 14 cells, a 4x4 puzzle has 16
}
