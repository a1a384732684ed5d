package book

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

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

// example is a picture of a position in which a technique is the next step. Without a step it
// shows a puzzle, or the numbers of some houses.
type example struct {
	puzzle   board.Grid
	board    board.Board
	step     grade.Step
	numbered []board.House
}

// examplesFor returns the examples of a family. They have the book's largest size, but at most
// 9x9, since candidates of larger boards would not be readable. If all sizes are small, the
// first example has the smallest size, if there is such an example.
func examplesFor(family string, sizes []int) []example {
	largest := min(9, slices.Max(sizes))
	list := examplesOf(family, largest)
	if least := slices.Min(sizes); largest < 9 && least < largest && len(list) > 0 {
		if small := examplesOf(family, least); len(small) > 0 {
			list[0] = small[0]
		}
	}
	return list
}

// examplesOf returns the examples of a family in the file that have a size.
func examplesOf(family string, size int) (list []example) {
	prefix := fmt.Sprintf("%d %s ", size, family)
	for line := range strings.Lines(exampleFile) {
		if row, ok := strings.CutPrefix(line, prefix); ok {
			technique, puzzle, _ := strings.Cut(strings.TrimSpace(row), " ")
			list = append(list, readExample(technique, puzzle))
		}
	}
	return list
}

// readExample panics if the file is wrong, which a test finds.
func readExample(technique, puzzle string) example {
	e := example{puzzle: must(board.Parse(puzzle))}
	gr := grade.NewGrader(e.puzzle.Geometry())
	at, ok, err := hint.Practice(gr, &e.puzzle, technique)
	if err != nil || !ok {
		panic(fmt.Sprintf("%s is never next in %s: %v", technique, puzzle, err))
	}
	e.board = at.Board()
	e.step = must(gr.Find(&e.board, technique))[0]
	return e
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

// ownExamples returns steps of a technique from the book's puzzles, disguised: those with the
// fewest candidates, and no two from one puzzle.
func (l *layout) ownExamples(technique string, most int) (found []example) {
	const enough = 12
	for n, p := range l.puzzles {
		at := slices.IndexFunc(l.path(n), func(s grade.Step) bool { return s.Technique == technique })
		if at < 0 {
			continue
		}
		if e := exampleAt(&p.Givens, l.path(n), at); e.disguise(&l.graders) {
			found = append(found, e)
		}
		if len(found) == enough {
			break
		}
	}
	slices.SortStableFunc(found, func(a, b example) int { return a.candidates() - b.candidates() })
	return found[:min(most, len(found))]
}

// disguised rotates a grid by half a turn and exchanges its digits. This maps the houses of
// every variant to themselves, except for jigsaws, whose layout is rotated too.
func disguised(grid *board.Grid) board.Grid {
	geo := grid.Geometry()
	if layout := []byte(geo.Variant.Layout()); len(layout) > 0 {
		slices.Reverse(layout)
		geo = must(must(geo.Variant.WithLayout(string(layout))).On(geo.Size))
	}
	image := board.NewGrid(geo)
	for c, d := range grid.Digits() {
		if d != 0 {
			image.Set(board.Cell(geo.Cells-1-c), board.Digit(geo.Size+1)-d)
		}
	}
	return image
}

// disguise replaces the example by one of the disguised puzzle: its disguised board, and the first
// step of its technique there. It returns false if there is no such step.
func (e *example) disguise(graders *grade.Graders) bool {
	before, grid := e.board, disguised(&e.board.Grid)
	e.puzzle, e.board = disguised(&e.puzzle), board.NewBoard(&grid)
	geo := grid.Geometry()
	for c, d := range before.Digits() {
		var left board.Digits
		for d := range before.Candidates(board.Cell(c)).All() {
			left |= (board.Digit(geo.Size+1) - d).Mask()
		}
		if d == 0 {
			e.board.SetCandidates(board.Cell(geo.Cells-1-c), left)
		}
	}
	steps, err := graders.Of(geo).Find(&e.board, e.step.Technique)
	if err != nil || len(steps) == 0 {
		return false
	}
	e.step = steps[0]
	return true
}

// must unwraps a result that fails only if a file of this package is wrong, which a test finds.
func must[T any](v T, err error) T {
	if err != nil {
		panic("book: " + err.Error())
	}
	return v
}
