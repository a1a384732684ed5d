package draw

import (
	"fmt"
	"strings"
	"testing"
)

// TestSymbolSets: each set has ten pictures, all different and inside a cell.
func TestSymbolSets(t *testing.T) {
	for _, set := range SymbolSets {
		f, symbols := BookFonts(), SymbolSet(set)
		if pictured, own := Pictured(symbols); len(symbols) != 10 || !pictured || own {
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
			if seen[fmt.Sprint(o)] {
				t.Errorf("%s: %q is there twice", set, symbol)
			}
			seen[fmt.Sprint(o)] = true
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
	own, err := BookFonts().AddSymbols([][]byte{[]byte(box + `<path d="M1 1h8v8h-8z"/>`)})
	if _, is := Pictured(own); err != nil || !is {
		t.Errorf("own pictures are %q: %v", own, err)
	}
	if pictured, _ := Pictured([]string{"A"}); pictured {
		t.Error("A is a picture")
	}
}
