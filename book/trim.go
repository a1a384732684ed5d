package book

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"gradoku/internal/text"
)

// Inch and millimetre in points.
const (
	inch = 72.0
	mm   = inch / 25.4
)

// Trim is the size of the paper after cutting, in points.
type Trim struct {
	Name string
	W, H float64
}

// trims are the sizes known by name. Any other is given by its measurements.
var trims = [...]Trim{
	{"8.5x11", 8.5 * inch, 11 * inch},
	{"letter", 8.5 * inch, 11 * inch},
	{"8x10", 8 * inch, 10 * inch},
	{"7x10", 7 * inch, 10 * inch},
	{"6x9", 6 * inch, 9 * inch},
	{"5x8", 5 * inch, 8 * inch},
	{"5.5x8.5", 5.5 * inch, 8.5 * inch},
	{"A4", 210 * mm, 297 * mm},
	{"A5", 148 * mm, 210 * mm},
}

// TrimNames lists the sizes known by name.
func TrimNames() []string { return text.Each(trims[:], func(t Trim) string { return t.Name }) }

// ParseTrim reads a name, or width and height such as 7.5x9.25, in inches
// unless mm or cm follows.
func ParseTrim(s string) (Trim, error) {
	s = strings.ReplaceAll(s, " ", "")
	for _, t := range trims {
		if strings.EqualFold(t.Name, s) {
			return t, nil
		}
	}
	t, ok := ParseSize(s)
	switch {
	case !ok:
		return Trim{}, fmt.Errorf("there is no page size %q: use %s, or measures such as 7.5x9.25 or 170x240mm",
			s, strings.Join(TrimNames(), ", "))
	case t.W < 3*inch || t.H < 4*inch || t.W > 17*inch || t.H > 22*inch:
		return Trim{}, fmt.Errorf("a page of %s cannot be printed: use 3x4 to 17x22 inches", s)
	}
	return t, nil
}

// ParseSize reads width and height such as 7.5x9.25, in inches unless mm or cm follows.
func ParseSize(s string) (t Trim, ok bool) {
	w, h, _ := strings.Cut(strings.ToLower(s), "x")
	wide, err1 := ParseLength(w + strings.TrimLeft(h, "0123456789."))
	high, err2 := ParseLength(h)
	return Trim{s, wide, high}, err1 == nil && err2 == nil
}

// ParseLength reads a margin: inches unless mm, cm or pt follows. It returns points.
func ParseLength(s string) (float64, error) {
	m := lengths.FindStringSubmatch(strings.ToLower(strings.TrimSpace(s)))
	if m == nil {
		return 0, fmt.Errorf("%q is not a length: write inches, as in 0.5, or 12mm", s)
	}
	x, err := strconv.ParseFloat(m[1], 64)
	if err != nil || x <= 0 || x > 1000 {
		return 0, fmt.Errorf("%q is not a length above 0", s)
	}
	return x * map[string]float64{"": inch, "in": inch, "mm": mm, "cm": 10 * mm, "pt": 1}[m[2]], nil
}

var lengths = regexp.MustCompile(`^([0-9.]+)(in|mm|cm|pt)?$`)

// frame has all margins of the pages of a book.
type frame struct {
	trim            Trim
	inside, outside float64
	top, bottom     float64 // of the running head and of the page number
	head, foot      float64 // their height, with the gap to the content
}

// newFrame sets the margins for a number of pages. Margins that are not given grow with the
// paper up to half an inch on letter, so that a small page is not all margin. The inside
// margin is wider than the outside, since part of it disappears in the fold. All are at least
// what the printer requires.
func newFrame(s *Spec, p *Printer, pages int) (frame, error) {
	t, scale := s.Trim, s.scale()
	edge := s.Margin
	if edge == 0 {
		edge = max(p.Outside, min(0.5*inch, max(0.36*inch, t.W*0.06)))
	}
	least, inside := p.Gutter(pages), s.Gutter
	switch {
	case inside == 0 && s.Impose == Impositions[0]: // loose sheets have no fold: grids are in the middle
		edge = max(least, edge)
		inside = edge
	case inside == 0:
		inside = max(least, edge+min(0.125*inch, t.W*0.02))
	case inside < least:
		return frame{}, fmt.Errorf("%w: the gutter is %.3f in, but with %d pages %s requires %.3f in", ErrMargin, inside/inch, pages, p.Who, least/inch)
	case inside < edge:
		return frame{}, fmt.Errorf("%w: the gutter is %.3f in, narrower than the outside margin of %.3f", ErrMargin, inside/inch, edge/inch)
	}
	return frame{
		trim: t, inside: inside, outside: edge, top: edge,
		bottom: max(edge, p.Outside+3*scale), // the last line of text is on it and reaches below
		head:   22 * scale, foot: 22 * scale,
	}, nil
}

// area is a rectangle to lay things out in.
type area struct{ x, y, w, h float64 }

// hair is how far the lines of a grid at the edge of the content extend beyond that edge.
const hair = 1.8

// content is the area between the margins of a page; the first page of a book
// is a right-hand one, index 0.
func (f frame) content(index int) area {
	a := area{y: f.top + f.head, w: f.trim.W - f.inside - f.outside - 2*hair, h: f.trim.H - f.top - f.bottom - f.head - f.foot}
	if isRecto(index) {
		a.x = f.inside + hair
	} else {
		a.x = f.outside + hair
	}
	return a
}

// isRecto reports whether a page is on the right when the book is open.
func isRecto(index int) bool { return index%2 == 0 }
