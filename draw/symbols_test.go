package draw

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"testing"

	"gradoku/board"
)

// TestSymbolSets: each set has nine or ten pictures, all different and inside a cell.
func TestSymbolSets(t *testing.T) {
	for _, set := range SymbolSets {
		f, symbols := BookFonts(), SymbolSet(set)
		if pictured, own := Pictured(symbols); len(symbols) < 9 || !pictured || own || Coloured(symbols...) != (set == "colours") {
			t.Fatalf("%s: %d symbols", set, len(symbols))
		}
		seen := map[string]bool{}
		for _, symbol := range symbols {
			o, err := f.Face(Bold).outline([]rune(symbol)[0])
			if err != nil {
				t.Fatal(err)
			}
			least, most := o.bounds()
			if w, h := most.x-least.x, most.y-least.y; w < 0.5 || w > 1.1 || h < 0.5 || h > 1.1 {
				t.Errorf("%s: %q is %.2f wide and %.2f high", set, symbol, w, h)
			}
			key := fmt.Sprint(o, (&Page{Texts: []Text{{Body: symbol}}}).inColours()[0].Fill)
			if seen[key] {
				t.Errorf("%s: %q is there twice", set, symbol)
			}
			seen[key] = true
		}
	}
}

// TestColours: the lightness of any two colours differs by 7 or more, and of the first four by 20.
func TestColours(t *testing.T) {
	lightness := func(c RGB) float64 {
		y := 0.0
		for shift, share := range map[int]float64{16: 0.2126, 8: 0.7152, 0: 0.0722} {
			v := float64(c>>shift&0xFF) / 255
			if v = math.Pow((v+0.055)/1.055, 2.4); c>>shift&0xFF < 11 {
				v = 0
			}
			y += share * v
		}
		return max(0, 116*math.Cbrt(y)-16)
	}
	for i, c := range colours {
		for k, other := range colours[:i] {
			least := 7.0
			if i < 4 {
				least = 20
			}
			if d := math.Abs(lightness(c) - lightness(other)); d < least {
				t.Errorf("colours %d and %d differ by %.1f", i+1, k+1, d)
			}
		}
	}
}

// TestColoursPainted: a disc has its colour in each format, also in the middle of a sentence and on a
// page that is turned.
func TestColoursPainted(t *testing.T) {
	symbols := SymbolSet("colours")
	puzzle := cyclic(board.Sizes()[0])
	page := Page{Right: 100, Bottom: 100, Fonts: BookFonts()}
	page.Place(New(puzzle, Options{Symbols: symbols}), 10, 10, 10)
	page.Texts = append(page.Texts, Text{X: 5, Y: 90, Size: 8, Body: "a" + symbols[1] + symbols[2] + "b"})
	turned := Page{Right: 100, Bottom: 100, Fonts: page.Fonts}
	turned.Impose(&page, 100, 100, -1)
	for i, p := range []*Page{&page, &turned} {
		x := map[string]float64{}
		for _, text := range p.inColours()[16:] {
			x[text.Body] = text.X
		}
		if sign := float64(1 - 2*i); len(x) != 4 || sign*(x[symbols[1]]-x["a"]) <= 0 || sign*(x["b"]-x[symbols[2]]) <= 0 {
			t.Errorf("the pieces of the sentence are at %v", x)
		}
		var file bytes.Buffer
		if err := p.PNG(&file, 288); err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(&file)
		if err != nil {
			t.Fatal(err)
		}
		for k, d := range puzzle.Digits() {
			x, y := (15+k%4*10)*4, (15+k/4*10)*4
			if i == 1 {
				x, y = 400-x, 400-y
			}
			r, g, b, _ := img.At(x, y).RGBA()
			if got := RGB(r>>8<<16 | g>>8<<8 | b>>8); got != colours[d-1] {
				t.Errorf("page %d, cell %d: %06x, not %06x", i, k, got, colours[d-1])
			}
		}
	}
	var svg bytes.Buffer
	if err := New(puzzle, Options{Symbols: symbols}).SVG(&svg, 0); err != nil {
		t.Fatal(err)
	}
	for _, c := range colours[:4] {
		if !strings.Contains(svg.String(), fmt.Sprintf(`fill="#%06x"`, uint32(c))) || strings.Count(svg.String(), "<circle") != 16 {
			t.Errorf("the SVG has no %06x", c)
		}
	}
}

// TestDottedSymbols: a PNG is drawn in each format where its symbol is, upside down on a turned page, in
// grey unless colours are wanted, and its symbol can be read in the PDF.
func TestDottedSymbols(t *testing.T) {
	var files []PictureFile
	for i := range 4 { // red above, transparent below
		m := image.NewNRGBA(image.Rect(0, 0, 20, 20+i))
		for k := range 200 {
			m.Set(k%20, k/20, color.NRGBA{255, 0, 0, 255})
		}
		var file bytes.Buffer
		if err := png.Encode(&file, m); err != nil {
			t.Fatal(err)
		}
		files = append(files, PictureFile{"p.png", file.Bytes()})
	}
	for _, colour := range []bool{true, false} {
		page := Page{Right: 60, Bottom: 60, Fonts: BookFonts()}
		symbols, err := page.Fonts.AddSymbols(files, colour)
		if err != nil || page.Fonts.Greyed == colour {
			t.Fatalf("grey instead of colours: %v (%v)", page.Fonts.Greyed, err)
		}
		picture := New(cyclic(board.Sizes()[0]), Options{Symbols: symbols})
		picture.Drawn = page.Fonts
		page.Place(picture, 10, 10, 10)
		turned := Page{Right: 60, Bottom: 60, Fonts: page.Fonts}
		turned.Impose(&page, 60, 60, -1)
		above, below := drawn(t, &page, 288).At(60, 48), drawn(t, &turned, 288).At(180, 192)
		if r, g, _, _ := above.RGBA(); above != below || colour != (r > 0xF000 && g == 0) || r == 0xFFFF && g == 0xFFFF {
			t.Errorf("colour %v: %v and, turned, %v", colour, above, below)
		}
		if dots := page.SymbolDots(); dots < 150 || dots > 220 {
			t.Errorf("%.0f dots per inch", dots)
		}
		pdf := string(pdfOf(t, &Document{Title: "Dots", Pages: []Page{page}}))
		if n := strings.Count(pdf, "/Subtype /Image"); n != 4 || strings.Contains(pdf, "/DeviceGray") == colour {
			t.Errorf("colour %v: the PDF has %d images", colour, n)
		}
		var svg bytes.Buffer
		if err := picture.SVG(&svg, 0); err != nil || strings.Count(svg.String(), "<image") != 16 || strings.Contains(svg.String(), "<text") {
			t.Errorf("the SVG has %d images (%v)", strings.Count(svg.String(), "<image"), err)
		}
	}
}

// TestSVGOutline: a file that could not be drawn as it is meant is refused.
func TestSVGOutline(t *testing.T) {
	const box = `<svg viewBox="0 0 10 10">`
	for file, want := range map[string]string{
		box + `<path d="M1 1h8v8h-8z"/>`:                     "",
		box + `<path d="m1,1 8-0 0,8Q1 9 1 1"/>`:             "",
		`<path d="M1 1"/>`:                                   "viewBox",
		box:                                                  "no path",
		box + `<path d="L1 1"/>`:                             "no path",
		box + `<path d="M1 1 2"/>`:                           "too early",
		box + `<path d="M1 x"/>`:                             "where a number",
		box + `<path d="M1 1A1 1 0 0 0 2 2"/>`:               `command "A"`,
		box + `<path d="M1 1L2 2Z3 3"/>`:                     "after Z",
		box + `<path fill="none" d="M1 1L2 2"/>`:             "it has fill",
		box + `<circle r="3"/><path d="M1 1L2 2"/>`:          "it has circle",
		box + `<path d="M1 1L2 2" transform="scale(2)"/>`:    "transform",
		box + strings.Repeat(`<path d="M1 1L2 2Z"/>`, 4_000): "more than",
	} {
		_, err := svgOutline(file)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %v", file, err)
		}
	}
	o, err := svgOutline(box + `<path d="m1 1h2v2zm4 4h2v2z"/>`) // each part begins where the last one began
	if least, most := o.bounds(); err != nil || most.x-least.x < 0.6 || most.x-least.x > 0.7 {
		t.Errorf("two parts are %.2f wide (%v)", most.x-least.x, err)
	}
	own, err := BookFonts().AddSymbols([]PictureFile{{"a.svg", []byte(box + `<path d="M1 1h8v8h-8z"/>`)}}, false)
	if _, is := Pictured(own); err != nil || !is {
		t.Errorf("own pictures are %q: %v", own, err)
	}
	if _, err := BookFonts().AddSymbols([]PictureFile{{"b.png", []byte("no image")}}, false); err == nil || !strings.HasPrefix(err.Error(), "b.png: it is neither") {
		t.Errorf("a file that is no image: %v", err)
	}
	if pictured, _ := Pictured([]string{"A"}); pictured {
		t.Error("A is a picture")
	}
}
