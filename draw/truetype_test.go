package draw

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/image/font/gofont/goregular"
	"pgregory.net/rapid"
)

// TestQuadratics: the pieces begin and end on the cubic curve and never leave it by more
// than half a unit.
func TestQuadratics(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) point {
			return point{rapid.Float64Range(-1, 1).Draw(t, name+"x"), rapid.Float64Range(-1, 1).Draw(t, name+"y")}
		}
		a, b, c, d := draw("a"), draw("b"), draw("c"), draw("d")
		pieces := quadratics(a, b, c, d)
		if pieces[len(pieces)-1][1] != d {
			t.Fatalf("ends at %v, not at %v", pieces[len(pieces)-1][1], d)
		}
		from, n := a, float64(len(pieces))
		for i, q := range pieces {
			for k := range 9 {
				s := float64(k) / 8
				u := 1 - s
				x := u*u*from.x + 2*u*s*q[0].x + s*s*q[1].x
				y := u*u*from.y + 2*u*s*q[0].y + s*s*q[1].y
				v := (float64(i) + s) / n
				w := 1 - v
				cx := w*w*w*a.x + 3*w*w*v*b.x + 3*w*v*v*c.x + v*v*v*d.x
				cy := w*w*w*a.y + 3*w*w*v*b.y + 3*w*v*v*c.y + v*v*v*d.y
				if off := math.Hypot(x-cx, y-cy) * unitsPerEm; off > 0.501 {
					t.Fatalf("piece %d of %v is off by %.2f units", i, pieces, off)
				}
			}
			from = q[1]
		}
	})
}

// TestTrueType: a font made of another's outlines has the same outlines and advances,
// to a unit. Its source is the Go font, whose curves are quadratic already, and, where
// the machine has one, a PostScript font.
func TestTrueType(t *testing.T) {
	sources := map[string][]byte{"Go": goregular.TTF}
	files, _ := filepath.Glob("/usr/share/fonts/opentype/*/*.otf")
	for _, path := range files[:min(3, len(files))] {
		otf, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		sources[filepath.Base(path)] = otf
	}
	for name, data := range sources {
		f := must(newFace(data))
		f.rewritten = true
		runes := map[rune]bool{}
		for _, r := range "0123456789ABCDEFG Sudoku@%&åß" {
			runes[r] = true
		}
		ttf, err := f.trueType(runes)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		made, err := newFace(ttf)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if made.rewritten {
			t.Errorf("%s: still has PostScript outlines", name)
		}
		const unit = 1.01 / unitsPerEm
		for r := range runes {
			g, m := f.glyph(r), made.glyph(r)
			if math.Abs(g.advance-m.advance) > unit {
				t.Errorf("%s, %q: advance %v, was %v", name, r, m.advance, g.advance)
			}
			was, now := must(f.outline(r)), must(made.outline(r))
			if len(was) == 0 {
				continue
			}
			if a, b := area(was), area(now); math.Abs(a-b) > 0.004*math.Abs(a)+1e-4 {
				t.Errorf("%s, %q: covers %v, was %v", name, r, b, a)
			}
		}
		if lacking := made.Missing("xyz"); len(lacking) != 3 {
			t.Errorf("%s: has more than the characters asked for", name)
		}
	}
}

// area is what an outline encloses, by its corners and the middles of its curves.
func area(o outline) float64 {
	sum := 0.0
	var start, at point
	line := func(to point) {
		sum += (at.x*to.y - to.x*at.y) / 2
		at = to
	}
	for i := range o {
		p := o[i].to
		switch len(o[i].points()) {
		case 1:
			if i == 0 || o[i].op == 0 { // a move
				line(start)
				start, at = p[0], p[0]
				continue
			}
			line(p[0])
		case 2:
			from := at
			for k := 1; k <= 32; k++ {
				s := float64(k) / 32
				u := 1 - s
				line(point{u*u*from.x + 2*u*s*p[0].x + s*s*p[1].x, u*u*from.y + 2*u*s*p[0].y + s*s*p[1].y})
			}
		case 3:
			from := at
			for k := 1; k <= 32; k++ {
				s := float64(k) / 32
				u := 1 - s
				line(point{
					u*u*u*from.x + 3*u*u*s*p[0].x + 3*u*s*s*p[1].x + s*s*s*p[2].x,
					u*u*u*from.y + 3*u*u*s*p[0].y + 3*u*s*s*p[1].y + s*s*s*p[2].y,
				})
			}
		}
	}
	line(start)
	return sum
}

// TestTrueTypeDocument: a PDF in a PostScript font.
func TestTrueTypeDocument(t *testing.T) {
	files, _ := filepath.Glob("/usr/share/fonts/opentype/*/*.otf")
	if len(files) == 0 {
		t.Skip("there is no PostScript font here; fonts-urw-base35 has some")
	}
	fonts, err := ReadFonts(must(os.ReadFile(files[0])), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !fonts.OneFace() {
		t.Error("one face is taken for two")
	}
	p := Page{Right: 200, Bottom: 100, Fonts: fonts, Texts: []Text{{X: 10, Y: 50, Size: 20, Body: "Sudoku 123"}}}
	if !bytes.Contains(pdfOf(t, &Document{Pages: []Page{p}}), []byte("/FontFile2")) {
		t.Error("the font is not embedded")
	}
}

// TestSettable: scripts that would be printed backwards or torn apart are refused with
// the reason.
func TestSettable(t *testing.T) {
	for text, want := range map[string]string{
		"Quiet Sudoku, été à Łódź": "",
		"数独 ナンプレ 스도쿠":              "",
		"Судоку Σουντόκου":         "",
		"סודוקו":                   `"סודוקו" cannot be set: Hebrew runs from right to left`,
		"سودوكو":                   `"سودوكو" cannot be set: Arabic runs from right to left and joins its letters`,
		"सुडोकू":                   `"सुडोकू" cannot be set: Devanagari places signs above, below and before other characters`,
		"e\u0301te":                "\"e\u0301te\" cannot be set: the combining mark U+0301 goes above or below another character; use the composed character",
		"a\u202Eb":                 `"a\u202eb" cannot be set: U+202E changes the direction of a text`,
	} {
		got := ""
		if err := Settable(text); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %s", text, got)
		}
	}
}
