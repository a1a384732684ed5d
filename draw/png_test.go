package draw

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"math"
	"testing"

	"pgregory.net/rapid"

	"gradoku/board"
)

// centred checks that every digit's ink is in the middle of its cell, up to a
// part of the cell's width, and that blank cells are blank.
func centred(t *testing.T, r rendered, puzzle *board.Grid, tolerance float64) {
	t.Helper()
	geo := puzzle.Geometry()
	for i, d := range puzzle.Digits() {
		c := board.Cell(i)
		box, ok := r.ink(r.inside(geo, c, 2*pen))
		if ok != (d != 0) {
			t.Errorf("%s: digit %v, ink %v", geo.CellName(c), d, box)
			continue
		}
		if d == 0 {
			continue
		}
		x := float64(box.Min.X+box.Max.X)/2 - r.x(float64(geo.Col(c))+0.5)
		y := float64(box.Min.Y+box.Max.Y)/2 - r.y(float64(geo.Row(c))+0.5)
		if math.Abs(x) > tolerance*r.scale || math.Abs(y) > tolerance*r.scale {
			t.Errorf("%s: the ink of %v is %.1f px right and %.1f px below the middle of a cell of %.0f px",
				geo.CellName(c), d, x, y, r.scale)
		}
		if high := float64(box.Dy()); high < 0.45*r.scale || high > 0.58*r.scale {
			t.Errorf("%s: the ink of %v is %.0f px high in a cell of %.0f px", geo.CellName(c), d, high, r.scale)
		}
	}
}

// TestDigitsCentred looks at the pixels of every digit of every size, bold and
// not: within 3 % of the cell.
func TestDigitsCentred(t *testing.T) {
	for _, geo := range board.Sizes() {
		t.Run(fmt.Sprint(geo.Size), func(t *testing.T) {
			full, blank := cyclic(geo), board.NewGrid(geo)
			px := geo.Size * 48
			for _, x := range []struct {
				page *Page
				want *board.Grid
			}{
				{New(full, Options{}), full},
				{New(&blank, Options{Solution: full}), full},
				{New(sparse(geo), Options{}), sparse(geo)},
			} {
				centred(t, newRendered(x.page, x.page.image(px)), x.want, 0.03)
			}
		})
	}
}

// run is a stretch of pixels along a scan line.
type run struct{ from, length int }

// darkRuns returns the black stretches of a horizontal or vertical scan line.
func (r rendered) darkRuns(at int, vertical bool) []run {
	n := r.grey.Bounds().Dx()
	if vertical {
		n = r.grey.Bounds().Dy()
	}
	var runs []run
	for i, before := 0, false; i < n; i++ {
		c := r.grey.GrayAt(i, at)
		if vertical {
			c = r.grey.GrayAt(at, i)
		}
		black := c.Y < dark
		switch {
		case black && before:
			runs[len(runs)-1].length++
		case black:
			runs = append(runs, run{i, 1})
		}
		before = black
	}
	return runs
}

// checkLines finds the lines of an empty grid in its pixels, close to the edge
// of the first cells, where coordinates do not reach: widths of exactly 3, 2 and
// 1 pens, and as far apart everywhere.
func checkLines(t interface {
	Helper()
	Fatalf(string, ...any)
}, geo *board.Geometry, r rendered,
) {
	t.Helper()
	for _, vertical := range []bool{false, true} {
		at, every := int(r.y(0.2)), geo.BoxCols
		if vertical {
			at, every = int(r.x(0.2)), geo.BoxRows
		}
		runs := r.darkRuns(at, vertical)
		if len(runs) != geo.Size+1 {
			t.Fatalf("%d lines, want %d: %v", len(runs), geo.Size+1, runs)
		}
		for i, got := range runs {
			width := 1
			switch {
			case i == 0 || i == geo.Size:
				width = 3
			case i%every == 0:
				width = 2
			}
			if want := width * int(r.pen); got.length != want {
				t.Fatalf("line %d is %d px wide, want %d", i, got.length, want)
			}
			middle := float64(got.from) + float64(got.length)/2
			if want := r.x(float64(i)); math.Abs(middle-want) > 0.5 {
				t.Fatalf("line %d is at %.1f px, want %.1f", i, middle, want)
			}
		}
	}
}

// TestLines tries any width: lines must not get uneven where pixels do not
// divide evenly.
func TestLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		geo := board.Sizes()[rapid.IntRange(0, len(board.Sizes())-1).Draw(t, "size")]
		g := board.NewGrid(geo)
		p := New(&g, Options{Coordinates: rapid.Bool().Draw(t, "coordinates")})
		least := int(math.Ceil((p.Right - p.Left) * minCell))
		px := rapid.IntRange(least, 600).Draw(t, "px")
		img := p.image(px)
		if got := img.Bounds(); got != image.Rect(0, 0, px, px) {
			t.Fatalf("the image is %v", got)
		}
		checkLines(t, geo, newRendered(p, img))
	})
}

// TestStepPixels looks for a step's parts in the picture of an elimination and
// in that of a placement.
func TestStepPixels(t *testing.T) {
	puzzle := parse(t, xyWing)
	geo := puzzle.Geometry()
	steps := path(t, puzzle)
	seen := map[bool]bool{}
	for k, step := range steps {
		if seen[step.Place.Digit != 0] {
			continue
		}
		seen[step.Place.Digit != 0] = true
		p := New(puzzle, Options{Path: steps[:k+1]})
		r := newRendered(p, p.image(760))
		corner := func(c board.Cell) color.Color { // where nothing else is drawn
			return r.img.At(int(r.x(float64(geo.Col(c))+0.04)), int(r.y(float64(geo.Row(c))+0.04)))
		}
		for _, want := range p.Shades {
			c := geo.CellAt(int(want.Y), int(want.X))
			if got := corner(c); want.Fill != strike && !same(got, want.Fill) {
				t.Errorf("step %d: %s is shaded %v, want %06x", k+1, geo.CellName(c), got, uint32(want.Fill))
			}
		}
		for _, d := range p.Discs {
			if got := r.img.At(int(r.x(d.X)), int(r.y(d.Y-0.9*d.Radius))); !same(got, d.Fill) {
				t.Errorf("step %d: the disc is %v", k+1, got)
			}
		}
		for _, x := range p.Texts {
			if x.Fill == vermilion {
				if got := r.img.At(int(r.x(x.X+0.38*x.Size)), int(r.y(x.Y))); !same(got, strike) {
					t.Errorf("step %d: %q is struck with %v", k+1, x.Body, got)
				}
			}
		}
		b := r.img.Bounds()
		under := image.Rect(0, int(r.y(9.1)), b.Max.X, b.Max.Y)
		box, ok := r.ink(under)
		if !ok || !box.In(under.Inset(int(0.1*r.scale))) {
			t.Errorf("step %d: the caption fills %v of %v", k+1, box, under)
		}
	}
	if len(seen) != 2 {
		t.Error("no elimination or no placement was looked at")
	}
}

func same(c color.Color, want RGB) bool {
	return color.RGBAModel.Convert(c) == uniform(want).C
}

// TestPNGSame: the same page gives the same bytes, and pages that differ do not.
func TestPNGSame(t *testing.T) {
	all := pages(t)
	seen := map[string]string{}
	for _, x := range all {
		var a, b bytes.Buffer
		for _, w := range []*bytes.Buffer{&a, &b} {
			if err := x.page.PNG(w, 140); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%s: two drawings differ", x.name)
		}
		if other := seen[a.String()]; other != "" {
			t.Errorf("%s and %s look the same", x.name, other)
		}
		seen[a.String()] = x.name
	}
}

// TestPNGWidth: widths out of range are refused with the range.
func TestPNGWidth(t *testing.T) {
	p := New(parse(t, royle), Options{})
	for px, want := range map[int]string{
		-1:   "a width of -1 pixels is out of range: this drawing supports 76 to 8192",
		75:   "a width of 75 pixels is out of range: this drawing supports 76 to 8192",
		8193: "a width of 8193 pixels is out of range: this drawing supports 76 to 8192",
		76:   "",
	} {
		var b bytes.Buffer
		err := p.PNG(&b, px)
		if got := fmt.Sprint(err); err == nil && want != "" || err != nil && got != want {
			t.Errorf("%d: %v, want %q", px, err, want)
		}
		if (err == nil) != (b.Len() > 0) {
			t.Errorf("%d: %d bytes written, error %v", px, b.Len(), err)
		}
	}
}

// TestOffPaper: what lies beyond the paper is cut off, not a crash.
func TestOffPaper(t *testing.T) {
	p := New(parse(t, royle), Options{})
	for _, at := range []float64{-50, -0.3, 9.2, 50} {
		p.Texts = append(p.Texts, Text{X: at, Y: at, Size: 3, Style: Bold, Body: "GRADOKU"})
		p.Discs = append(p.Discs, Disc{at, at, 2, blue})
		p.Shades = append(p.Shades, Rect{at, at, 3, 3, amber})
		p.Lines = append(p.Lines, Line{at, at, at + 3, at, 2, black})
	}
	p.Texts = append(p.Texts, Text{X: 1, Y: 1, Size: 1, Body: " "})
	if got := p.image(300).Bounds(); got != image.Rect(0, 0, 300, 300) {
		t.Errorf("the image is %v", got)
	}
}
