package book

import (
	"crypto/sha256"
	_ "embed"
	"fmt"
	"math/rand/v2"
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

// example is a picture of a position in which a technique is the next step. Without a step it
// shows a puzzle, or the numbers of some houses.
type example struct {
	puzzle   board.Grid
	board    board.Board
	step     grade.Step
	numbered []board.House
}

// readable is the largest size of a lesson's boards: the candidates of larger ones would not be readable.
const readable = 9

// examplesFor returns the examples of a family. They have the book's largest readable size. If all sizes are small, the
// first example has the smallest size, if there is such an example.
func examplesFor(family string, sizes []int) []example {
	largest := min(readable, slices.Max(sizes))
	list := examplesOf(family, largest)
	if least := slices.Min(sizes); largest < readable && least < largest && len(list) > 0 {
		if small := examplesOf(family, least); len(small) > 0 {
			list[0] = small[0]
		}
	}
	return list
}

// examplesOf returns the examples of a family in the file that have a size.
func examplesOf(family string, size int) (list []example) {
	for _, read := range lessonExamples()[fmt.Sprint(size, " ", family)] {
		list = append(list, read())
	}
	return list
}

// lessonExamples has the examples of the file by size and family. An example is found when a book first
// needs it, and only once, because that takes milliseconds.
var lessonExamples = sync.OnceValue(func() map[string][]func() example {
	all := map[string][]func() example{}
	for line := range strings.Lines(exampleFile) {
		row := strings.Fields(line)
		key := row[0] + " " + row[1]
		all[key] = append(all[key], sync.OnceValue(func() example {
			grid := must(board.Parse(row[3]))
			e, ok := practised(grade.NewGrader(grid.Geometry()), &grid, row[2])
			if !ok { // a test finds such a line of the file
				panic(fmt.Sprintf("%s is never next in %s", row[2], row[3]))
			}
			return e
		}))
	}
	return all
})

// practised returns the example at a puzzle's first position in which a technique is the next
// step, see [hint.Practice]. It returns false if there is none.
func practised(gr *grade.Grader, puzzle *board.Grid, technique string) (e example, ok bool) {
	at, ok, err := hint.Practice(gr, puzzle, technique)
	if err != nil || !ok {
		return e, false
	}
	e = example{puzzle: *puzzle, board: at.Board()}
	return e, e.find(gr, technique)
}

// find sets the step to one of a technique on the board; a single must follow from the digits
// alone. It returns false if there is none.
func (e *example) find(gr *grade.Grader, technique string) bool {
	steps, err := gr.Find(&e.board, technique)
	at := slices.IndexFunc(steps, func(s grade.Step) bool {
		_, suffice := hint.Reasons(&e.board, &s)
		return suffice || !isBare(technique)
	})
	if err != nil || at < 0 {
		return false
	}
	e.step = steps[at]
	return true
}

// exampleAt is the example of a step of a puzzle's path.
func exampleAt(puzzle *board.Grid, path []grade.Step, at int) example {
	return example{puzzle: *puzzle, board: draw.Before(puzzle, path[:at+1]), step: path[at]}
}

// candidates counts the candidates of the position: a position with few is clearer.
func (e *example) candidates() (n int) {
	for c := range e.puzzle.Geometry().Cells {
		n += e.board.Candidates(board.Cell(c)).Len()
	}
	return n
}

// ownExamples returns steps of a technique from those of the book's puzzles whose boards its lessons can
// show, disguised: those with the fewest candidates, and no two from one puzzle.
func (l *layout) ownExamples(technique string, most int) (found []example) {
	const enough = 12
	main := l.main.Title()
	for n, p := range l.puzzles {
		geo := p.Givens.Geometry()
		if main != "" && (p.variant() != main || geo.Size > readable) {
			continue
		}
		var e example
		ok := false
		if isBare(technique) {
			e, ok = practised(l.graders.Of(geo), &p.Givens, technique)
		} else if at := slices.IndexFunc(l.path(n), func(s grade.Step) bool { return s.Technique == technique }); at >= 0 {
			e, ok = exampleAt(&p.Givens, l.path(n), at), true
		}
		if ok && l.disguise(&e) {
			found = append(found, e)
		}
		if len(found) == enough {
			break
		}
	}
	slices.SortStableFunc(found, func(a, b example) int { return a.candidates() - b.candidates() })
	return found[:min(most, len(found))]
}

// disguise returns the isomorphism under which a puzzle is shown outside its own page, so that readers do not
// recognize it. It depends only on the puzzle and a text.
func disguise(puzzle *board.Grid, text string) board.Transform {
	seed := sha256.Sum256([]byte(text + puzzle.String()))
	return board.RandomTransform(puzzle.Geometry(), rand.New(rand.NewChaCha8(seed)))
}

// disguise replaces an example by an isomorphic one. The volumes of a series show different boards: which one depends
// on the book's first puzzle. It returns false, and changes nothing, if the technique has no step in the new example.
func (l *layout) disguise(e *example) bool {
	t := disguise(&e.puzzle, l.puzzles[0].Givens.String()+e.step.Technique)
	grid := t.Apply(&e.board.Grid)
	image := example{puzzle: t.Apply(&e.puzzle), board: board.NewBoard(&grid)}
	for c, d := range e.board.Digits() {
		if d == 0 {
			image.board.SetCandidates(t.Cell(board.Cell(c)), t.Digits(e.board.Candidates(board.Cell(c))))
		}
	}
	if !image.find(l.graders.Of(t.Image()), e.step.Technique) {
		return false
	}
	*e = image
	return true
}

// must unwraps a result that fails only if this package or a file of it is wrong, which a test finds.
func must[T any](v T, err error) T {
	if err != nil {
		panic("book: " + err.Error())
	}
	return v
}
