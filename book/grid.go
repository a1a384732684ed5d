package book

import (
	"gradoku/draw"
)

// pens are the line weights of one grid, in points: between cells, round boxes,
// outline.
type pens [3]float64

// pensFor derives them from the cell. What a box is must be seen at a glance, so
// its line is two to three times as heavy as the one between cells; no line is
// thinner than half a point, which every press can hold.
func pensFor(cell float64) pens {
	thin := min(1.1, max(0.5, cell*0.022))
	return pens{thin, max(1.1, thin*2.6), max(1.4, thin*3.2)}
}

// white is the only colour of package draw that is not ink here.
const white = draw.RGB(0xFFFFFF)

// greys are the shares of ink for the shades of package draw. What is not listed
// is black: this is printed with one ink.
var greys = map[draw.RGB]float64{0xFFD97A: 0.24, 0xFFF3CF: 0.09, 0xCFE4F5: 0.16}

// grid draws a picture of package draw with its upper left corner at (x, y).
// keep says which of its texts are wanted, nil for all.
func (s sheet) grid(p *draw.Page, x, y, cell float64, keep func(draw.Text) bool) {
	weights := pensFor(cell)
	for _, r := range p.Rects {
		s.Tints = append(s.Tints, Rect{x + r.X0*cell, y + r.Y0*cell, (r.X1 - r.X0) * cell, (r.Y1 - r.Y0) * cell, greys[r.Fill]})
	}
	for _, d := range p.Discs {
		s.Discs = append(s.Discs, Disc{x + d.X*cell, y + d.Y*cell, d.Radius * cell})
	}
	for _, l := range p.Lines {
		s.line(l, x, y, cell, weights[l.Width-1])
	}
	for _, t := range p.Texts {
		if keep == nil || keep(t) {
			s.digit(t, x, y, cell)
		}
	}
}

// line draws a level or an upright line; its ends are square and reach half the
// weight beyond, so that corners are full.
func (s sheet) line(l draw.Line, x, y, cell, weight float64) {
	s.Rules = append(s.Rules, Rect{
		X: x + l.X0*cell - weight/2, Y: y + l.Y0*cell - weight/2,
		W: (l.X1-l.X0)*cell + weight, H: (l.Y1-l.Y0)*cell + weight,
	})
}

// digit writes a text whose ink stands in the middle, where the eye wants it: by
// its advance a 1 would look shifted.
func (s sheet) digit(t draw.Text, x, y, cell float64) {
	style := Regular
	if t.Bold {
		style = Bold
	}
	f, size := s.fonts.face(style), t.Size*cell
	x0, x1 := f.ink(t.Body)
	s.Texts = append(s.Texts, Text{
		X: x + t.X*cell - size*(x0+x1)/2, Y: y + t.Y*cell + size*f.caps/2,
		Size: size, Style: style, White: t.Fill == white, Body: t.Body,
	})
}
