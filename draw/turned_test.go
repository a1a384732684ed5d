package draw

import (
	"image"
	"strings"
	"testing"
)

// TestTurned: a text that is turned looks like the same text on paper that is turned.
func TestTurned(t *testing.T) {
	paint := func(x Text) *image.Gray {
		p := Page{Right: 100, Bottom: 60, Fonts: BookFonts(), Texts: []Text{x}}
		return drawn(t, &p, 144).(*image.Gray)
	}
	up, down := paint(Text{X: 20, Y: 40, Size: 24, Body: "47"}), paint(Text{X: 80, Y: 20, Size: 24, Body: "47", Turned: true})
	ink, other := 0, 0
	for y := range 120 {
		for x := range 200 {
			a, b := int(up.GrayAt(x, y).Y), int(down.GrayAt(199-x, 119-y).Y)
			ink += 255 - a
			other += max(a-b, b-a)
		}
	}
	if ink == 0 || other*50 > ink { // the rasterizer rounds a little otherwise
		t.Errorf("%d of %d units of ink differ", other, ink)
	}
}

// TestSymbolsAndPencil: a picture writes symbols for digits, and prepares blanks alone.
func TestSymbolsAndPencil(t *testing.T) {
	puzzle := parse(t, "..32..1.2....1..")
	letters := strings.Split("ABCD", "")
	count := func(o Options) (texts string, small, shades int) {
		p := New(puzzle, o)
		for _, x := range p.Texts {
			if x.Size == digitSize {
				texts += x.Body
			} else {
				small++
			}
		}
		return texts, small, len(p.Shades)
	}
	for _, test := range []struct {
		o             Options
		texts         string
		small, shades int
	}{
		{Options{}, "32121", 0, 0},
		{Options{Symbols: letters}, "CBABA", 0, 0},
		{Options{Symbols: letters, Pencil: PencilDigits}, "CBABA", 11 * 4, 0},
		{Options{Pencil: PencilBoxes}, "32121", 0, 11 * 2},
		{Options{BoxTint: 10}, "32121", 0, 2},
	} {
		if texts, small, shades := count(test.o); texts != test.texts || small != test.small || shades != test.shades {
			t.Errorf("%+v: %s, %d small texts, %d shades", test.o, texts, small, shades)
		}
	}
}
