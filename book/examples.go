package book

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"gradoku/board"
	"gradoku/draw"
	"gradoku/grade"
	"gradoku/hint"
)

// exampleFile has the puzzles of the lessons: a lesson with one of the book's own puzzles
// would give part of that puzzle away. Each line has a size, a family, a technique and a
// puzzle in which [hint.Practice] finds a position for the technique. The last line of a family
// is its exercise. The positions have the fewest candidates, or the clearest reasons, among the
// puzzles that gradoku generate made in some minutes with seed 2027; there are only 36 minimal
// 4x4 puzzles. Families without lines have examples from the book's own puzzles, disguised.
//
//go:embed examples.txt
var exampleFile string

// example is a position in which a technique is the next step. Without a step it shows a puzzle,
// or the numbers of some houses.
type example struct {
	puzzle   board.Grid
	board    board.Board
	step     grade.Step
	numbered []board.House
}

// exampleRows are the lines of the file, by size and family.
var exampleRows = sync.OnceValue(func() map[int]map[string][][2]string {
	rows := map[int]map[string][][2]string{}
	for line := range strings.Lines(exampleFile) {
		var size int
		var family, technique, puzzle string
		if _, err := fmt.Sscan(line, &size, &family, &technique, &puzzle); err != nil {
			panic(err) // an error in the file; its test finds it
		}
		if rows[size] == nil {
			rows[size] = map[string][][2]string{}
		}
		rows[size][family] = append(rows[size][family], [2]string{technique, puzzle})
	}
	return rows
})

// examplesFor returns the examples of a family. They have the largest of the book's sizes, or
// 9x9 where that is larger: then candidates would not be readable. If all sizes are small, the
// first has the smallest, if there is one.
func examplesFor(family string, sizes []int) (list []example) {
	largest := min(9, slices.Max(sizes))
	rows := exampleRows()[largest][family]
	if small := exampleRows()[slices.Min(sizes)][family]; largest < 9 && len(rows) > 0 && len(small) > 0 {
		rows = slices.Concat(small[:1], rows[1:])
	}
	for _, row := range rows {
		list = append(list, must(readExample(row[0], row[1])))
	}
	return list
}

func readExample(technique, puzzle string) (e example, err error) {
	if e.puzzle, err = board.Parse(puzzle); err != nil {
		return e, err
	}
	gr := grade.NewGrader(e.puzzle.Geometry())
	at, ok, err := hint.Practice(gr, &e.puzzle, technique)
	if err != nil || !ok {
		return e, fmt.Errorf("%s is never next in %s: %v", technique, puzzle, err)
	}
	e.board = at.Board()
	steps, err := gr.Find(&e.board, technique)
	if err != nil || len(steps) == 0 {
		return e, fmt.Errorf("%s is not found in %s: %v", technique, puzzle, err)
	}
	e.step = steps[0]
	return e, nil
}

// exampleAt is the example of a step of a puzzle's path.
func exampleAt(puzzle *board.Grid, path []grade.Step, at int) example {
	return example{puzzle: *puzzle, board: draw.Before(puzzle, path[:at+1]), step: path[at]}
}

// candidates counts the candidates of the position: a position with few is clearer.
func (e *example) candidates() (n int) {
	for c := range board.Cell(e.puzzle.Geometry().Cells) {
		n += e.board.Candidates(c).Len()
	}
	return n
}

// must unwraps a result that fails only if the file of examples is wrong, which a test finds.
func must[T any](v T, err error) T {
	if err != nil {
		panic("book: " + err.Error())
	}
	return v
}
