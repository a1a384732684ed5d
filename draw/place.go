//go:build !wasm

package draw

import "slices"

// origin returns where the baseline of a picture's text begins. The ink is centred, not
// the advance: otherwise a 1 would look shifted. All digits of a row share one
// baseline.
func (f *Face) origin(t *Text) (x, y float64) {
	x0, x1 := f.ink(t.Body)
	middle := f.caps / 2
	if pictured, _ := Pictured([]string{t.Body}); pictured {
		middle = pictureMiddle
	}
	return t.X - t.Size*(x0+x1)/2, t.Y + t.Size*middle
}

// Grown is the factor by which [Page.Place] enlarges texts, so that digits are as high as in
// pictures.
func (f *Face) Grown() float64 { return min(1.15, max(1, svgCapHeight/f.caps)) }

// thinnest is the width, in points, of the thinnest arrow, and of what lines round boxes are
// measured by; hair is that of the thinnest line between cells.
const (
	thinnest = 0.5
	hair     = 0.35
)

// inks are the greys of shades on a printed page: 24, 9 and 16% ink, and 45% for digits
// and boxes that prepare candidates. Of other colours, greys stay and the rest become black.
var inks = map[RGB]RGB{amber: 0xC2C2C2, paleAmber: 0xE8E8E8, paleBlue: 0xD6D6D6, paleVermilion: 0xD0D0D0, white: white, pale: pale, strike: pale, mist: mist}

// ink is the grey of a shade on a printed page.
func ink(c RGB) RGB {
	if grey, ok := inks[c]; ok || c%0x010101 != 0 {
		return grey
	}
	return c
}

// Impose puts what is on a printed page on another one, without links and bookmarks: its upper
// left corner at (x, y), scaled. A scale of -1 turns it upside down.
func (p *Page) Impose(page *Page, x, y, scale float64) {
	at := func(r Rect) Rect {
		w, h := r.W*scale, r.H*scale
		return Rect{x + r.X*scale + min(0, w), y + r.Y*scale + min(0, h), max(w, -w), max(h, -h), r.Fill}
	}
	for _, r := range page.Shades {
		p.Shades = append(p.Shades, at(r))
	}
	for _, r := range page.Rules {
		p.Rules = append(p.Rules, at(r))
	}
	for _, a := range page.Arrows {
		p.Arrows = append(p.Arrows, a.placed(scale, x, y))
	}
	for _, d := range page.Discs {
		p.Discs = append(p.Discs, Disc{x + d.X*scale, y + d.Y*scale, d.Radius * scale, d.Fill})
	}
	for _, s := range page.Stars {
		p.Stars = append(p.Stars, Star{x + s.X*scale, y + s.Y*scale, s.Radius * scale, s.Fill})
	}
	for _, m := range page.Images {
		m.X, m.Y, m.W, m.H = x+m.X*scale, y+m.Y*scale, m.W*scale, m.H*scale
		p.Images = append(p.Images, m)
	}
	for _, t := range page.Texts {
		t.X, t.Y, t.Size, t.Halo, t.Turned = x+t.X*scale, y+t.Y*scale, t.Size*max(scale, -scale), t.Halo*max(scale, -scale), t.Turned != (scale < 0)
		p.Texts = append(p.Texts, t)
	}
}

// Place puts a picture on a printed page: the grid's upper left corner at (x, y), its
// cells the given number of points wide.
func (p *Page) Place(picture *Page, x, y, cell float64) {
	// The widths of lines between cells, around boxes and of the outline. Boxes must be
	// visible at a glance, so their lines are several times as wide as those
	// between cells.
	thin := min(1.1, max(thinnest, cell*0.022))
	weights := [3]float64{min(0.45, max(hair, cell*0.012)), max(1.1, thin*2.6), max(1.4, thin*3.2)}
	for i, w := range p.Weights {
		if w > 0 {
			weights[i] = w
		}
	}
	reasoned := slices.ContainsFunc(picture.Shades, func(r Rect) bool { return r.Fill == paleAmber })
	for _, r := range picture.Shades {
		fill := ink(r.Fill)
		if r.Fill == mist && reasoned { // the houses that justify a step have nearly the same grey
			fill = 0xF1F1F1
		}
		p.Shades = append(p.Shades, Rect{x + r.X*cell, y + r.Y*cell, r.W * cell, r.H * cell, fill})
	}
	for _, a := range picture.Arrows {
		a = a.placed(cell, x, y)
		a.Width, a.Stroke = max(thinnest, a.Width), inks[a.Stroke]
		p.Arrows = append(p.Arrows, a)
	}
	for _, d := range picture.Discs {
		p.Discs = append(p.Discs, Disc{x + d.X*cell, y + d.Y*cell, d.Radius * cell, inks[d.Fill]})
	}
	for _, l := range picture.Lines {
		width := weights[l.Width-1]
		p.Rules = append(p.Rules, Rect{
			x + l.X0*cell - width/2, y + l.Y0*cell - width/2,
			(l.X1-l.X0)*cell + width, (l.Y1-l.Y0)*cell + width, inks[l.Stroke],
		})
	}
	for _, t := range picture.Texts {
		t.X, t.Y, t.Size, t.Fill = x+t.X*cell, y+t.Y*cell, t.Size*cell*p.Fonts.Face(t.Style).Grown(), inks[t.Fill]
		t.Halo, t.Ground = t.Halo*cell, inks[t.Ground]
		t.X, t.Y = p.Fonts.Face(t.Style).origin(&t)
		p.Texts = append(p.Texts, t)
	}
}
