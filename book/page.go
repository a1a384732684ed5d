package book

import (
	"fmt"
	"strings"

	"github.com/boombuler/barcode"

	"gradoku/draw"
)

// anchor says which point of a text is given.
type anchor uint8

const (
	left anchor = iota
	centre
	right
)

// sheet is a page that is being laid out.
type sheet struct{ *draw.Page }

// text writes one line and returns its width.
func (s sheet) text(x, y, size float64, style draw.Style, a anchor, body string) float64 {
	if body == "" {
		return 0
	}
	w := s.Fonts.Face(style).Width(body) * size
	switch a {
	case centre:
		x -= w / 2
	case right:
		x -= w
	}
	s.Texts = append(s.Texts, draw.Text{X: x, Y: y, Size: size, Style: style, Body: body})
	return w
}

// column writes wrapped text, about x or to the right of it, from the baseline y of its first line
// on, and returns the baseline after the last.
func (s sheet) column(x, y, width, size, leading float64, style draw.Style, a anchor, text string) float64 {
	wrap := s.Fonts.Face(style).Wrap
	if a == centre {
		wrap = s.Fonts.Face(style).WrapEven
	}
	for _, line := range wrap(text, width/size) {
		s.text(x, y, size, style, a, line)
		y += leading
	}
	return y
}

// rule draws a horizontal line of the given width, centred at y.
func (s sheet) rule(x0, x1, y, width float64) {
	s.Rules = append(s.Rules, draw.Rect{X: x0, Y: y - width/2, W: x1 - x0, H: width})
}

// box draws an empty square to tick.
func (s sheet) box(x, y, side, width float64) {
	s.Rules = append(s.Rules,
		draw.Rect{X: x, Y: y, W: side, H: width}, draw.Rect{X: x, Y: y + side - width, W: side, H: width},
		draw.Rect{X: x, Y: y, W: width, H: side}, draw.Rect{X: x + side - width, Y: y, W: width, H: side})
}

// modules draws the dark ones of n modules of a barcode, each run of them as one rectangle.
// height returns the height of the run that begins at a module.
func (s sheet) modules(n int, dark func(i int) bool, x, y, module float64, height func(from int) float64) {
	for i := 0; i < n; i++ {
		from := i
		for i < n && dark(i) {
			i++
		}
		if i > from {
			s.Rules = append(s.Rules, draw.Rect{X: x + float64(from)*module, Y: y, W: float64(i-from) * module, H: height(from)})
		}
	}
}

// darkIn tells which modules of a row of a barcode are dark.
func darkIn(code barcode.Barcode, row int) func(i int) bool {
	return func(i int) bool { r, _, _, _ := code.At(i, row).RGBA(); return r < 0x8000 }
}

// link makes the area of a text line lead to a page.
func (s sheet) link(x, y, w, size float64, to int) {
	s.Links = append(s.Links, draw.Link{X: x, Y: y - size, W: w, H: size * 1.3, To: to})
}

// pageLabel writes the number of a page, in Roman numerals before the first puzzle's page.
func pageLabel(index, front int) string {
	n := index + 1
	if index >= front {
		return fmt.Sprint(n - front)
	}
	var b strings.Builder
	for _, d := range [...]struct {
		value int
		text  string
	}{{100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"}, {10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}} {
		for n >= d.value {
			b.WriteString(d.text)
			n -= d.value
		}
	}
	return b.String()
}
