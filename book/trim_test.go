package book

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestParseTrim(t *testing.T) {
	for _, test := range []struct {
		text string
		w, h float64 // points; 0 for an error
	}{
		{"8.5x11", 612, 792},
		{"letter", 612, 792},
		{"Letter", 612, 792},
		{"6x9", 432, 648},
		{"a4", 595.28, 841.89},
		{"A5", 419.53, 595.28},
		{"7.5x9.25", 540, 666},
		{"170x240mm", 481.89, 680.31},
		{"17x24cm", 481.89, 680.31},
		{"7x10in", 504, 720},
		{"", 0, 0},
		{"A3", 0, 0},
		{"6 x 9", 0, 0},
		{"0x0", 0, 0},
		{"2x9", 0, 0},
		{"6x99", 0, 0},
		{"6..5x9", 0, 0},
		{"-6x9", 0, 0},
	} {
		got, err := ParseTrim(test.text)
		if (err != nil) != (test.w == 0) || math.Abs(got.W-test.w) > 0.01 && err == nil || math.Abs(got.H-test.h) > 0.01 && err == nil {
			t.Errorf("%q: %v, %v", test.text, got, err)
		}
	}
	if _, err := ParseTrim("postcard"); err == nil || !strings.Contains(err.Error(), "8.5x11, letter, 8x10") {
		t.Errorf("the error does not say what there is: %v", err)
	}
}

func FuzzParseTrim(f *testing.F) {
	for _, s := range []string{"8.5x11", "170x240mm", "1e9x3", "x", "6x9cm"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if tr, err := ParseTrim(s); err == nil && !(tr.W >= 3*inch && tr.H >= 4*inch && tr.W <= 17*inch && tr.H <= 22*inch) {
			t.Errorf("%q is %v by %v", s, tr.W, tr.H)
		}
	})
}

// TestGutters: the table of the printer, at both ends of every row.
func TestGutters(t *testing.T) {
	for pages, want := range map[int]float64{
		24: 0.375, 150: 0.375, 151: 0.5, 300: 0.5, 301: 0.625, 500: 0.625, 501: 0.75, 700: 0.75, 701: 0.875, 828: 0.875,
	} {
		if got := gutterFor(pages) / inch; got != want {
			t.Errorf("%d pages: %v in, want %v", pages, got, want)
		}
	}
}

// TestFrame: margins are mirrored, and never below the printer's.
func TestFrame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := Trim{W: rapid.Float64Range(3*inch, 17*inch).Draw(t, "w"), H: rapid.Float64Range(4*inch, 22*inch).Draw(t, "h")}
		pages := rapid.IntRange(1, MaxPages).Draw(t, "pages")
		f := newFrame(tr, pages, 1)
		recto, verso := f.content(0), f.content(1)
		if math.Abs(recto.x-(tr.W-verso.x-verso.w)) > 1e-9 || recto.w != verso.w || recto.y != verso.y {
			t.Fatalf("recto %v and verso %v are not mirrored", recto, verso)
		}
		if recto.x < gutterFor(pages) || tr.W-recto.x-recto.w < minOutside || f.top < minOutside || f.bottom < minOutside {
			t.Fatalf("content %v of %v: a margin is too narrow", recto, tr)
		}
	})
}
