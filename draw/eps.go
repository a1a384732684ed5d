//go:build !wasm

package draw

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"

	"golang.org/x/image/font/sfnt"
)

// EPS writes a printed page as Encapsulated PostScript (Adobe, EPSF Specification 3.0),
// for page-layout programs: shapes and the outlines of characters, in greys. It refers
// to no font, so it looks the same everywhere.
func (p *Page) EPS(w io.Writer) error {
	if p.Fonts == nil {
		return fmt.Errorf("drawing %q as EPS: EPS supports only printed pages", p.Title)
	}
	out := epsWriter{page: p, ink: -1}
	fmt.Fprintf(&out, "%%!PS-Adobe-3.0 EPSF-3.0\n%%%%BoundingBox: 0 0 %.0f %.0f\n%%%%HiResBoundingBox: 0 0 %s %s\n%%%%Title: (%s)\n%%%%LanguageLevel: 2\n%%%%EndComments\n",
		math.Ceil(p.Right), math.Ceil(p.Bottom), decimal(p.Right), decimal(p.Bottom), plainASCII(p.Title))
	// All names are in a separate dictionary, and the graphics state is restored at the
	// end.
	out.WriteString("60 dict begin gsave\n/m /moveto load def /l /lineto load def /c /curveto load def /h /closepath load def /f /fill load def /g /setgray load def\n")
	// y grows downwards, as on the page.
	fmt.Fprintf(&out, "0 %s translate 1 -1 scale\n", decimal(p.Bottom))
	err := p.characters(func(id string, o outline) {
		fmt.Fprintf(&out, "/%s {\n", id)
		out.path(o)
		out.WriteString("} bind def\n")
	})
	if err != nil {
		return err
	}
	_ = p.paint(painter{ // it never fails
		shades: out.rects,
		arrow:  func(a *Arrow) { a.fill(out.fill) },
		disc:   func(d Disc) { out.fill(unitCircle().placed(d.Radius, d.X, d.Y), d.Fill) },
		star:   func(s *Star) { out.fill(closed(s.corners()...), s.Fill) },
		rules:  out.rects,
		image:  func(*Image) error { return nil }, // no page with an image is written as EPS
		texts:  each(out.text),
	})
	out.WriteString("grestore end\n%%EOF\n")
	_, err = w.Write(out.Bytes())
	return err
}

type epsWriter struct {
	bytes.Buffer
	page *Page
	ink  float64 // the current grey, -1 for none
}

// path writes an outline. PostScript has no quadratic curves; a cubic one with handles at
// two thirds is the same curve.
func (e *epsWriter) path(o outline) {
	var at point
	for i := range o {
		to := o[i].to
		switch o[i].op {
		case sfnt.SegmentOpMoveTo:
			if i > 0 {
				e.WriteString("h\n")
			}
			e.points("m", to[0])
		case sfnt.SegmentOpLineTo:
			e.points("l", to[0])
		case sfnt.SegmentOpQuadTo:
			q, end := to[0], to[1]
			e.points("c", point{(at.x + 2*q.x) / 3, (at.y + 2*q.y) / 3}, point{(end.x + 2*q.x) / 3, (end.y + 2*q.y) / 3}, end)
		case sfnt.SegmentOpCubeTo:
			e.points("c", to[:]...)
		}
		at = to[len(o[i].points())-1]
	}
	if len(o) > 0 {
		e.WriteString("h\n")
	}
}

func (e *epsWriter) points(operator string, points ...point) {
	for _, p := range points {
		fmt.Fprintf(e, "%s %s ", decimal(p.x), decimal(p.y))
	}
	e.WriteString(operator + "\n")
}

// grey sets the grey level to the brightness of a colour.
func (e *epsWriter) grey(c RGB) {
	r, g, b := rgb(c)
	if grey := (0.299*float64(r) + 0.587*float64(g) + 0.114*float64(b)) / 255; grey != e.ink {
		fmt.Fprintf(e, "%s g\n", decimal(grey))
		e.ink = grey
	}
}

func (e *epsWriter) fill(o outline, c RGB) {
	e.grey(c)
	e.path(o)
	e.WriteString("f\n")
}

func (e *epsWriter) rects(rects []Rect) {
	for _, r := range rects {
		e.grey(r.Fill)
		fmt.Fprintf(e, "%s %s %s %s rectfill\n", decimal(r.X), decimal(r.Y), decimal(r.W), decimal(r.H))
	}
}

// text writes each character at its position; first the rim, if there is one.
func (e *epsWriter) text(t *Text) error {
	f := e.page.Fonts.Face(t.Style)
	each := func(paint string) {
		fmt.Fprintf(e, "gsave %s %s translate ", decimal(t.X), decimal(t.Y))
		switch {
		case t.Down:
			e.WriteString("90 rotate ")
		case t.Turned:
			e.WriteString("180 rotate ")
		}
		fmt.Fprintf(e, "%.6f dup scale\n", t.Size/1000)
		for _, r := range t.Body {
			if r != ' ' {
				fmt.Fprintf(e, "%s %s\n", glyphID(t.Style, r), paint)
			}
			fmt.Fprintf(e, "%s 0 translate\n", decimal(f.glyph(r).advance*1000))
		}
		e.WriteString("grestore\n")
	}
	if t.Halo > 0 {
		e.grey(t.Ground)
		each(fmt.Sprintf("%s setlinewidth 1 setlinejoin stroke", decimal(2*t.Halo*1000/t.Size)))
	}
	e.grey(t.Fill)
	each("f")
	return nil
}

// decimal writes a number without superfluous decimals.
func decimal(x float64) string {
	s := strings.TrimRight(fmt.Sprintf("%.3f", x), "0")
	if s = strings.TrimSuffix(s, "."); s == "-0" {
		return "0"
	}
	return s
}

// plainASCII keeps the characters that a PostScript comment may contain.
func plainASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || strings.ContainsRune(`()\`, r) {
			return '_'
		}
		return r
	}, s)
}
