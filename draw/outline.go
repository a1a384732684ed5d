package draw

import (
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// point is a point of an outline; y grows downwards.
type point struct{ x, y float64 }

// curve is one piece of an outline: a move, a line, or a Bézier curve. Of to,
// as many points are used as the op has arguments; the last of them is the end.
type curve struct {
	op sfnt.SegmentOp
	to [3]point
}

// points returns the points in use.
func (c *curve) points() []point {
	return c.to[:[...]int{
		sfnt.SegmentOpMoveTo: 1, sfnt.SegmentOpLineTo: 1, sfnt.SegmentOpQuadTo: 2, sfnt.SegmentOpCubeTo: 3,
	}[c.op]]
}

// outline is the edge of a shape: closed contours, one after another.
type outline []curve

// bounds returns the corners of a box that holds the outline. It is the box of
// the control points; the digits of the Go fonts have points at their extremes,
// so that for them it is the ink's own.
func (o outline) bounds() (least, most point) {
	least, most = point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for i := range o {
		for _, p := range o[i].points() {
			least = point{min(least.x, p.x), min(least.y, p.y)}
			most = point{max(most.x, p.x), max(most.y, p.y)}
		}
	}
	return least, most
}

// placed returns the outline enlarged and then moved.
func (o outline) placed(scale, dx, dy float64) outline {
	out := make(outline, len(o))
	for i, c := range o {
		for k, p := range c.to {
			c.to[k] = point{p.x*scale + dx, p.y*scale + dy}
		}
		out[i] = c
	}
	return out
}

// unitCircle is the circle of radius 1 about (0,0), as four Bézier curves.
func unitCircle() outline {
	const k = 0.5523 // the handles' length, at which no point is off by more than 0.03 %
	cubic := func(a, b, c point) curve { return curve{sfnt.SegmentOpCubeTo, [3]point{a, b, c}} }
	return outline{
		{sfnt.SegmentOpMoveTo, [3]point{{1, 0}}},
		cubic(point{1, k}, point{k, 1}, point{0, 1}),
		cubic(point{-k, 1}, point{-1, k}, point{-1, 0}),
		cubic(point{-1, -k}, point{-k, -1}, point{0, -1}),
		cubic(point{k, -1}, point{1, -k}, point{1, 0}),
	}
}

// face is a font, measured in em.
type face struct {
	font *sfnt.Font
	buf  sfnt.Buffer
	ppem fixed.Int26_6 // with one pixel per font unit nothing is ever rounded
	em   float64
}

// newFace reads one of the embedded fonts.
func newFace(ttf []byte) *face {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		panic("draw: an embedded font is broken: " + err.Error())
	}
	return &face{font: f, ppem: fixed.Int26_6(f.UnitsPerEm()), em: float64(f.UnitsPerEm())}
}

// must unwraps what only fails for a broken font.
func must[T any](v T, err error) T {
	if err != nil {
		panic("draw: an embedded font is broken: " + err.Error())
	}
	return v
}

// capHeight is the height of capitals, which is also that of the digits.
func (f *face) capHeight() float64 {
	m := must(f.font.Metrics(&f.buf, f.ppem, font.HintingNone))
	return float64(m.CapHeight) / f.em
}

// width is how far a line of text moves on.
func (f *face) width(text string) float64 {
	w := 0.0
	for _, r := range text {
		w += f.advance(must(f.font.GlyphIndex(&f.buf, r)))
	}
	return w
}

func (f *face) advance(g sfnt.GlyphIndex) float64 {
	return float64(must(f.font.GlyphAdvance(&f.buf, g, f.ppem, font.HintingNone))) / f.em
}

// text returns the outline of a line of text that starts at (0,0), on the
// baseline. A character that the font lacks gives the font's empty box.
func (f *face) text(text string) outline {
	var o outline
	x := 0.0
	for _, r := range text {
		g := must(f.font.GlyphIndex(&f.buf, r))
		for _, s := range must(f.font.LoadGlyph(&f.buf, g, f.ppem, nil)) {
			c := curve{op: s.Op}
			for k, a := range s.Args {
				c.to[k] = point{x + float64(a.X)/f.em, float64(a.Y) / f.em}
			}
			o = append(o, c)
		}
		x += f.advance(g)
	}
	return o
}
