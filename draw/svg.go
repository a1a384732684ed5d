package draw

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
)

// SVG writes a picture as an SVG 1.1 document, shown px pixels wide unless the viewer
// scales it; 0 is for [DefaultCell] pixels a cell.
//
// The texts name font families and so look slightly different in each viewer, but stay
// text, which can be searched and read aloud.
func (p *Page) SVG(w io.Writer, px int) error {
	wide, high := p.Right-p.Left, p.Bottom-p.Top
	out := svgWriter{fonts: p.Drawn}
	px = p.width(px)
	out.printf(`<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%s" viewBox="%v %v %v %v" role="img">
<title>%s</title>
`, px, fmt.Sprintf("%.0f", float64(px)*high/wide), p.Left, p.Top, wide, high, escaped(p.Title))
	if p.Description != "" {
		out.printf("<desc>%s</desc>\n", escaped(p.Description))
	}
	out.printf(`<rect x="%v" y="%v" width="%v" height="%v" fill="%v"/>`+"\n", p.Left, p.Top, wide, high, white)
	if err := p.paint(painter{rects: out.rects, arrow: out.arrow, disc: out.disc, image: out.image, texts: out.texts, lines: out.lines}); err != nil {
		return err
	}
	out.WriteString("</svg>\n")
	_, err := w.Write(out.Bytes())
	return err
}

// svgWriter writes one document. A cell is 100 units wide, so that coordinates are short and
// a viewer that rounds them to two decimals loses nothing.
type svgWriter struct {
	bytes.Buffer
	fonts *Fonts // Drawn of the page
}

// printf formats lengths and colours for SVG.
func (s *svgWriter) printf(format string, args ...any) {
	for i, a := range args {
		switch a := a.(type) {
		case float64:
			args[i] = s.length(a)
		case RGB:
			args[i] = fmt.Sprintf("#%06x", uint32(a))
		}
	}
	fmt.Fprintf(s, format, args...)
}

func (s *svgWriter) length(x float64) string {
	return strconv.FormatFloat(math.Round(x*1e4)/100, 'f', -1, 64)
}

// fill returns the attribute fill; shapes without it are black.
func fill(c RGB) string {
	if c == black {
		return ""
	}
	return fmt.Sprintf(` fill="#%06x"`, uint32(c))
}

func (s *svgWriter) rects(rects []Rect) {
	for _, r := range rects {
		s.printf(`<rect x="%v" y="%v" width="%v" height="%v"%s/>`+"\n", r.X, r.Y, r.W, r.H, fill(r.Fill))
	}
}

func (s *svgWriter) arrow(a *Arrow) {
	dashes := ""
	if d := a.dashes(); d != nil {
		dashes = fmt.Sprintf(` stroke-dasharray="%s %s"`, s.length(d[0]), s.length(d[1]))
	}
	p := a.Arc
	s.printf(`<path d="M%v %vC%v %v %v %v %v %v" fill="none" stroke="%v" stroke-width="%v"%s/>`+"\n",
		p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y, p[3].x, p[3].y, a.Stroke, a.Width, dashes)
	h := a.head()
	s.printf(`<polygon points="%v,%v %v,%v %v,%v" fill="%v"/>`+"\n", h[0].x, h[0].y, h[1].x, h[1].y, h[2].x, h[2].y, a.Stroke)
}

func (s *svgWriter) disc(d Disc) {
	s.printf(`<circle cx="%v" cy="%v" r="%v"%s/>`+"\n", d.X, d.Y, d.Radius, fill(d.Fill))
}

func (s *svgWriter) lines(lines []Line) {
	s.WriteString(`<g stroke-linecap="square">` + "\n")
	for _, l := range lines {
		s.printf(`<line x1="%v" y1="%v" x2="%v" y2="%v" stroke="%v" stroke-width="%v"/>`+"\n",
			l.X0, l.Y0, l.X1, l.Y1, l.Stroke, float64(l.Width)*pen)
	}
	s.WriteString("</g>\n")
}

// svgCapHeight is the height of digits and capitals in em in the requested fonts: Arial
// and Liberation Sans 0.716, Helvetica 0.718. DejaVu Sans, the likely substitute on
// Linux, has 0.729, which moves a digit by half a percent of its cell.
const svgCapHeight = 0.716

// texts writes the texts; consecutive texts of one style share a group
// that states it once. Baselines are computed, since several viewers ignore the
// attribute dominant-baseline or disagree on its meaning.
func (s *svgWriter) texts(texts []Text) error {
	s.WriteString(`<g font-family="Arial, Helvetica, 'Liberation Sans', sans-serif" text-anchor="middle">` + "\n")
	style := ""
	for _, t := range texts {
		weight := "normal"
		if t.Style == Bold {
			weight = "bold"
		}
		if now := fmt.Sprintf(`<g font-size="%s" font-weight="%s" fill="#%06x">`+"\n", s.length(t.Size), weight, uint32(t.Fill)); now != style {
			if style != "" {
				s.WriteString("</g>\n")
			}
			s.WriteString(now)
			style = now
		}
		if Coloured(t.Body) { // no font of a viewer has it
			s.printf(`<circle cx="%v" cy="%v" r="%v"%s/>`+"\n", t.X, t.Y, t.Size*0.525, s.halo(&t))
			continue
		}
		if s.symbol(&t) {
			continue
		}
		s.printf(`<text x="%v" y="%v"%s>%s</text>`+"\n", t.X, t.Y+t.Size*svgCapHeight/2, s.halo(&t), escaped(t.Body))
	}
	if style != "" {
		s.WriteString("</g>\n")
	}
	s.WriteString("</g>\n")
	return nil
}

// halo returns the attributes of a text's rim.
func (s *svgWriter) halo(t *Text) string {
	if t.Halo == 0 {
		return ""
	}
	return fmt.Sprintf(` stroke="#%06x" stroke-width="%s" stroke-linejoin="round" paint-order="stroke"`, uint32(t.Ground), s.length(2*t.Halo))
}

func escaped(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s)) // writing to a buffer never fails
	return b.String()
}
