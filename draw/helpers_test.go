package draw

import (
	"image"
	"image/draw"
	"math"
	"testing"

	"gradoku/board"
	"gradoku/grade"
)

// Puzzles of the tests: two of the literature, and one whose path has steps of
// most families.
const (
	royle         = ".2..3..4.6.......3..4...5.....8.6...8...1...6...7.5.....7...6..4.......8.3..4..2."
	royleSolution = "925631847618574293374982561749826135852413976163795482287359614491267358536148729"
	xyWing        = ".93.5.8.64......25..67........81.27......9......4.2..8..........64....198..6....."
)

func parse(t testing.TB, s string) *board.Grid {
	t.Helper()
	g, err := board.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return &g
}

// path returns how the grader solves a puzzle, to the end.
func path(t testing.TB, puzzle *board.Grid) []grade.Step {
	t.Helper()
	g, steps := grade.NewGrader(puzzle.Geometry()).Path(puzzle)
	if !g.SolvedByLogic {
		t.Fatalf("%v needs more than the techniques in the table", puzzle)
	}
	return steps
}

// firstStep returns the first step of a path that need not reach the end.
func firstStep(t testing.TB, puzzle *board.Grid) []grade.Step {
	t.Helper()
	_, steps := grade.NewGrader(puzzle.Geometry()).Path(puzzle)
	if len(steps) == 0 {
		t.Fatalf("%v has no step", puzzle)
	}
	return steps[:1]
}

// cyclic returns the full grid whose rows are shifts of 1..N: every digit of
// the size, in every row and column.
func cyclic(geo *board.Geometry) *board.Grid {
	g := board.NewGrid(geo)
	for i := range geo.Cells {
		r, k := i/geo.Size, i%geo.Size
		shift := r%geo.BoxRows*geo.BoxCols + r/geo.BoxRows
		g.Set(board.Cell(i), board.Digit((k+shift)%geo.Size+1))
	}
	return &g
}

// sparse returns cyclic with two cells of three blank, dense with one of five:
// the first has many candidates, the second has steps.
func sparse(geo *board.Geometry) *board.Grid {
	return without(geo, func(i int) bool { return i%3 != 0 })
}

func dense(geo *board.Geometry) *board.Grid {
	return without(geo, func(i int) bool { return i%5 == 1 })
}

func without(geo *board.Geometry, blank func(int) bool) *board.Grid {
	g := cyclic(geo)
	for i := range geo.Cells {
		if blank(i) {
			g.Set(board.Cell(i), 0)
		}
	}
	return g
}

// named is a page under test.
type named struct {
	name string
	page *Page
}

// pages draws something of every kind in every size.
func pages(t testing.TB) []named {
	t.Helper()
	var all []named
	for _, geo := range board.Sizes() {
		p, size := sparse(geo), geo.CellName(board.Cell(geo.Cells-1))
		all = append(all,
			named{size + " plain", New(p, Options{})},
			named{size + " candidates", New(p, Options{Candidates: true})},
			named{size + " solution", New(p, Options{Solution: cyclic(geo), Coordinates: true})},
			named{size + " step", New(dense(geo), Options{Path: firstStep(t, dense(geo))})})
	}
	puzzle := parse(t, xyWing)
	steps := path(t, puzzle)
	seen := map[string]bool{}
	for k, step := range steps {
		if !seen[step.Technique] {
			seen[step.Technique] = true
			all = append(all, named{step.Technique, New(puzzle, Options{Path: steps[:k+1], Coordinates: true})})
		}
	}
	return all
}

// rendered is a page as the PNG that it becomes, with the way from cells to
// pixels.
type rendered struct {
	*canvas
	img  image.Image
	grey *image.Gray
}

// image is what PNG encodes.
func (p *Page) image(px int) image.Image {
	c := must(p.newCanvas(px))
	if err := c.paint(p); err != nil {
		panic(err)
	}
	return c.img
}

func newRendered(p *Page, img image.Image) rendered {
	grey := image.NewGray(img.Bounds())
	draw.Draw(grey, grey.Bounds(), img, image.Point{}, draw.Src)
	return rendered{must(p.newCanvas(img.Bounds().Dx())), img, grey}
}

func render(t testing.TB, p *Page, px int) rendered {
	t.Helper()
	return newRendered(p, drawn(t, p, px))
}

// dark is what counts as ink: below half.
const dark = 0x80

// inside is the part of a cell's picture that no line touches, at the given
// distance from the middle of the lines.
func (r rendered) inside(geo *board.Geometry, c board.Cell, distance float64) image.Rectangle {
	x, y := float64(geo.Col(c)), float64(geo.Row(c))
	return image.Rect(
		int(math.Ceil(r.x(x+distance))), int(math.Ceil(r.y(y+distance))),
		int(math.Floor(r.x(x+1-distance))), int(math.Floor(r.y(y+1-distance))))
}

// ink returns the box of all ink in a rectangle, in pixels; ok is false when
// there is none.
func (r rendered) ink(in image.Rectangle) (box image.Rectangle, ok bool) {
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			if r.grey.GrayAt(x, y).Y < dark {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box, !box.Empty()
}
