package book

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOtherReaders: the programs that printers use take the file.
func TestOtherReaders(t *testing.T) {
	path := filepath.Join(t.TempDir(), "book.pdf")
	if err := os.WriteFile(path, written(t, laidOut(t, spec(t, "6x9"), sections(2, 6, 9))), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ program, arg, want string }{
		{"qpdf", "--check", "No syntax or stream encoding errors found"},
		{"pdffonts", "", "GRDOKU+gosans"},
	} {
		t.Run(test.program, func(t *testing.T) {
			if _, err := exec.LookPath(test.program); err != nil {
				t.Skipf("%s is not installed", test.program)
			}
			args := []string{path}
			if test.arg != "" {
				args = []string{test.arg, path}
			}
			out, err := exec.Command(test.program, args...).CombinedOutput()
			if err != nil || !strings.Contains(string(out), test.want) {
				t.Fatalf("%v: %s", err, out)
			}
			if test.program == "pdffonts" {
				for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n")[2:] {
					if f := strings.Fields(line); len(f) < 7 || f[4] != "yes" || f[5] != "yes" {
						t.Errorf("not embedded as a subset: %s", line)
					}
				}
			}
		})
	}
}

// TestSVG: well formed, with the page's size and as many texts as the page.
func TestSVG(t *testing.T) {
	b := laidOut(t, spec(t, "6x9"), sections(3, 9))
	for i := range b.Pages {
		var out bytes.Buffer
		if err := b.SVG(&out, i); err != nil {
			t.Fatal(err)
		}
		texts := 0
		d := xml.NewDecoder(&out)
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("page %d: %v", i, err)
			}
			if e, ok := token.(xml.StartElement); ok && e.Name.Local == "g" {
				texts++
			}
		}
		if texts != len(b.Pages[i].Texts) {
			t.Errorf("page %d: %d texts, want %d", i, texts, len(b.Pages[i].Texts))
		}
	}
}

// TestPNG: the image has the page's size; digits stand in the middle of their
// cells, and the outline of a grid is black.
func TestPNG(t *testing.T) {
	b := laidOut(t, spec(t, "letter"), many(2))
	p := &b.Pages[b.Front]
	var out bytes.Buffer
	if err := b.PNG(&out, b.Front, 144); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	if img.Bounds() != image.Rect(0, 0, 1224, 1584) {
		t.Fatalf("the image is %v", img.Bounds())
	}
	grey := img.(*image.Gray)
	for _, x := range digitsOf(p) {
		if x.Size < 15 {
			continue
		}
		x0, x1 := b.Spec.Fonts.face(x.Style).ink(x.Body)
		box := image.Rect(int(2*(x.X+x0*x.Size))-1, int(2*(x.Y-x.Size)), int(2*(x.X+x1*x.Size))+2, int(2*x.Y)+2)
		if !dark(grey, box) {
			t.Errorf("no ink for %s at %v", x.Body, box)
		}
	}
	for _, r := range p.Rules {
		if r.W > 100 && r.H > 1.2 && grey.GrayAt(int(2*(r.X+r.W/2)), int(2*(r.Y+r.H/2))).Y > 60 {
			t.Errorf("the line %v is pale", r)
		}
	}
	if err := b.PNG(io.Discard, 0, 100_000); err == nil {
		t.Error("an image of a terapixel is made")
	}
}

// dark reports whether there is ink in a rectangle.
func dark(img *image.Gray, box image.Rectangle) bool {
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if img.GrayAt(x, y).Y < 100 {
				return true
			}
		}
	}
	return false
}

// TestCentred: the ink of a digit is in the middle of its cell.
func TestCentred(t *testing.T) {
	b := laidOut(t, spec(t, "letter"), many(1))
	seen := seenPage{w: 612, h: 792, rects: b.Pages[b.Front].Rules}
	grids := findGrids(&seen)
	if len(grids) != 1 {
		t.Fatalf("%d grids", len(grids))
	}
	g := grids[0]
	for _, x := range digitsOf(&b.Pages[b.Front]) {
		if x.Y < g.y || x.Y > g.y+9*g.cell {
			continue
		}
		f := b.Spec.Fonts.face(x.Style)
		x0, x1 := f.ink(x.Body)
		col, row := (x.X+x.Size*(x0+x1)/2-g.x)/g.cell, (x.Y-x.Size*f.caps/2-g.y)/g.cell
		if off := col - float64(int(col)) - 0.5; off > 0.01 || off < -0.01 {
			t.Errorf("%s is %v of a cell to the side", x.Body, off)
		}
		if off := row - float64(int(row)) - 0.5; off > 0.01 || off < -0.01 {
			t.Errorf("%s is %v of a cell up or down", x.Body, off)
		}
	}
}
