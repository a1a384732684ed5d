package draw

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"testing"

	"gradoku/board"
	"gradoku/grade"
)

// printed returns a printed page of letter size with a puzzle on it: its upper left
// corner at (72, 144), its cells 40 points wide.
func printed(t testing.TB) *Page {
	t.Helper()
	p := &Page{Right: 612, Bottom: 792, Fonts: GoFonts()}
	puzzle := parse(t, royle)
	p.Place(New(puzzle, Options{}), 72, 144, 40)
	if len(p.Texts) != puzzle.Clues() || len(p.Rules) != 20 {
		t.Fatalf("%d texts and %d rules", len(p.Texts), len(p.Rules))
	}
	return p
}

// drawn is the image that a page makes.
func drawn(t testing.TB, p *Page, dpi int) image.Image {
	t.Helper()
	var out bytes.Buffer
	if err := p.PNG(&out, dpi); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// TestPrintedPNG: the image has the page's size; digits stand in the middle of their
// cells, and the outline of a grid is black.
func TestPrintedPNG(t *testing.T) {
	p := printed(t)
	img := drawn(t, p, 144)
	if img.Bounds() != image.Rect(0, 0, 1224, 1584) {
		t.Fatalf("the image is %v", img.Bounds())
	}
	grey := img.(*image.Gray)
	for _, x := range p.Texts {
		x0, x1 := p.Fonts.Face(x.Style).ink(x.Body)
		box := image.Rect(int(2*(x.X+x0*x.Size))-1, int(2*(x.Y-x.Size)), int(2*(x.X+x1*x.Size))+2, int(2*x.Y)+2)
		if !hasInk(grey, box) {
			t.Errorf("no ink for %s at %v", x.Body, box)
		}
	}
	for _, r := range p.Rules {
		if r.W > 100 && r.H > 1.2 && grey.GrayAt(int(2*(r.X+r.W/2)), int(2*(r.Y+r.H/2))).Y > 60 {
			t.Errorf("the line %v is pale", r)
		}
	}
	if err := p.PNG(io.Discard, 100_000); err == nil {
		t.Error("an image of a terapixel is made")
	}
}

// TestColouredPNG: a page with a coloured surface is an image with that colour.
func TestColouredPNG(t *testing.T) {
	p := printed(t)
	p.Shades = append(p.Shades, Rect{X: 0, Y: 0, W: 612, H: 100, Fill: 0x1F4E79})
	img := drawn(t, p, 36)
	for _, test := range []struct {
		x, y int
		want color.RGBA
	}{{10, 10, color.RGBA{0x1F, 0x4E, 0x79, 0xFF}}, {10, 380, color.RGBA{0xFF, 0xFF, 0xFF, 0xFF}}} {
		if got := color.RGBAModel.Convert(img.At(test.x, test.y)); got != test.want {
			t.Errorf("(%d, %d) is %v, want %v", test.x, test.y, got, test.want)
		}
	}
}

// hasInk reports whether there is ink in a rectangle.
func hasInk(img *image.Gray, box image.Rectangle) bool {
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if img.GrayAt(x, y).Y < 100 {
				return true
			}
		}
	}
	return false
}

// TestPrintedCentred: the ink of a digit is in the middle of its cell.
func TestPrintedCentred(t *testing.T) {
	p, geo := printed(t), board.Nine()
	puzzle := parse(t, royle)
	for _, x := range p.Texts {
		f := p.Fonts.Face(x.Style)
		x0, x1 := f.ink(x.Body)
		col, row := (x.X+x.Size*(x0+x1)/2-72)/40, (x.Y-x.Size*f.caps/2-144)/40
		if off := col - math.Floor(col) - 0.5; off > 0.01 || off < -0.01 {
			t.Errorf("%s is %v of a cell to the side", x.Body, off)
		}
		if off := row - math.Floor(row) - 0.5; off > 0.01 || off < -0.01 {
			t.Errorf("%s is %v of a cell up or down", x.Body, off)
		}
		if d := puzzle.At(geo.CellAt(int(row), int(col))); d.String() != x.Body {
			t.Errorf("%s stands in %s, where there is %v", x.Body, geo.CellName(geo.CellAt(int(row), int(col))), d)
		}
	}
}

// TestPlacedArrows: the arrows of a step stand on a printed page where they stand in
// its picture, in black, and no line is thinner than a press can hold. They can be
// written as PDF.
func TestPlacedArrows(t *testing.T) {
	geo := board.Nine()
	step := chained(geo, [3]int{2, 2, 5}, [3]int{7, 5, 5}, [3]int{7, 8, 5})
	g := board.NewGrid(geo)
	picture := New(&g, Options{Path: []grade.Step{step}})
	for _, cell := range []float64{12, 40} {
		p := &Page{Right: 612, Bottom: 792, Fonts: GoFonts()}
		p.Place(picture, 72, 144, cell)
		if len(p.Arrows) != 2 {
			t.Fatalf("%d arrows, want 2", len(p.Arrows))
		}
		for i, a := range p.Arrows {
			from, to := picture.Arrows[i], a.Arc.at(0.5)
			want := from.Arc.at(0.5)
			if math.Hypot(to.x-72-want.x*cell, to.y-144-want.y*cell) > 1e-9 || a.Stroke != black || a.Dashed != from.Dashed || a.Width < thinnest {
				t.Errorf("arrow %d of %+v became %+v", i, from, a)
			}
		}
		img := drawn(t, p, 144).(*image.Gray)
		if at := p.Arrows[0].Arc.at(0.3); img.GrayAt(int(2*at.x), int(2*at.y)).Y > 0x80 {
			t.Errorf("there is no ink on the arrow at %v", at)
		}
		pdfOf(t, &Document{Pages: []Page{*p}})
	}
}
