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
		{"8.5 x 11", 612, 792},
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
		{"6 x 9", 432, 648},
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
		if got := printers[1].Gutter(pages) / inch; got != want {
			t.Errorf("%d pages: %v in, want %v", pages, got, want)
		}
	}
}

// TestPrinters: limits by trim, and what a printer refuses.
func TestPrinters(t *testing.T) {
	kdp, err := PrinterByName("KDP")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{"8.5x11": 590, "A4": 780, "6x9": 828, "8.25x6": 800, "7x10": 828} {
		trim, err := ParseTrim(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := kdp.MaxPages(trim, ""); got != want {
			t.Errorf("KDP binds %d pages of %s, want %d", got, name, want)
		}
		for i := range printers {
			if err := printers[i].accepts(trim, 0, 0); err != nil && name != "8.25x6" {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	trim := Trim{"6x9", 6 * inch, 9 * inch}
	for _, test := range []struct {
		printer        string
		trim           Trim
		margin, gutter float64
		want           string
	}{
		{"kdp", Trim{"4x5", 4 * inch, 5 * inch}, 0, 0, "KDP does not print pages of 4x5; use 4x6 to 8.5x11.69 inches"},
		{"kdp", trim, 0.2 * inch, 0, "the margin is 0.200 in, but KDP requires 0.250"},
		{"ingram", trim, 0.25 * inch, 0, "IngramSpark requires 0.500"},
		{"lulu", trim, 0, 0.4 * inch, "the gutter is 0.400 in, but Lulu requires at least 0.500"},
		{"any", trim, 2 * inch, 0, "2.000 in leave too little of a page 6.000 in wide"},
	} {
		p, err := PrinterByName(test.printer)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.accepts(test.trim, test.margin, test.gutter); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.printer, err, test.want)
		}
	}
	if _, err := newFrame(&Spec{Trim: trim, Gutter: 0.4 * inch}, kdp, 200); err == nil || !strings.Contains(err.Error(), "with 200 pages KDP requires 0.500") {
		t.Errorf("a gutter too narrow for its pages: %v", err)
	}
	if _, err := newFrame(&Spec{Trim: trim, Margin: 0.7 * inch, Gutter: 0.5 * inch}, kdp, 100); err == nil || !strings.Contains(err.Error(), "narrower than the outside margin") {
		t.Errorf("a gutter narrower than the outside: %v", err)
	}
}

func TestParseLength(t *testing.T) {
	for text, want := range map[string]float64{"0.5": 36, "1in": 72, "25.4mm": 72, "2.54 cm": 0, "2.54cm": 72, "36pt": 36, "": 0, "-1": 0, "0": 0, "1..2": 0, "wide": 0, "9999": 0} {
		if got, err := ParseLength(text); math.Abs(got-want) > 1e-9 || (err != nil) != (want == 0) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

// TestFrame: margins are mirrored, the inside is never narrower than the outside, and
// none is below the printer's.
func TestFrame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &printers[rapid.IntRange(0, len(printers)-1).Draw(t, "printer")]
		tr := Trim{W: rapid.Float64Range(3*inch, 17*inch).Draw(t, "w"), H: rapid.Float64Range(4*inch, 22*inch).Draw(t, "h")}
		pages := rapid.IntRange(1, p.Max).Draw(t, "pages")
		f, err := newFrame(&Spec{Trim: tr}, p, pages)
		if err != nil {
			t.Fatal(err)
		}
		recto, verso := f.content(0), f.content(1)
		if math.Abs(recto.x-(tr.W-verso.x-verso.w)) > 1e-9 || recto.w != verso.w || recto.y != verso.y {
			t.Fatalf("recto %v and verso %v are not mirrored", recto, verso)
		}
		if f.inside <= f.outside || f.inside < p.Gutter(pages) || min(f.outside, f.top, f.bottom) < p.Outside {
			t.Fatalf("margins %+v of %v with %d pages: too narrow", f, tr, pages)
		}
	})
}
