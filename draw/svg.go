package draw

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
)

// SVG writes the page as an SVG 1.1 document, shown px pixels wide unless the
// viewer scales it; 0 is the default width.
//
// Texts name fonts by family and so look a little different from place to
// place, but stay text, to be searched and read aloud. Their baselines are
// computed: the attribute dominant-baseline would do it, but several viewers
// ignore it or disagree on what it means.
func (p *Page) SVG(w io.Writer, px int) error {
	var b bytes.Buffer
	wide, high := p.Right-p.Left, p.Bottom-p.Top
	px = p.width(px)
	fmt.Fprintf(&b, `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%.0f" viewBox="%s %s %s %s" role="img">
<title>%s</title>
<desc>%s</desc>
`, px, float64(px)*high/wide, units(p.Left), units(p.Top), units(wide), units(high),
		escaped(p.Title), escaped(p.Description))
	svgRect(&b, Rect{p.Left, p.Top, p.Right, p.Bottom, white})
	for _, r := range p.Rects {
		svgRect(&b, r)
	}
	for i := range p.Arrows {
		svgArrow(&b, &p.Arrows[i])
	}
	for _, d := range p.Discs {
		fmt.Fprintf(&b, `<circle cx="%s" cy="%s" r="%s" fill="%s"/>`+"\n", units(d.X), units(d.Y), units(d.Radius), colour(d.Fill))
	}
	svgTexts(&b, p.Texts)
	b.WriteString(`<g stroke-linecap="square">` + "\n")
	for _, l := range p.Lines {
		fmt.Fprintf(&b, `<line x1="%s" y1="%s" x2="%s" y2="%s" stroke="%s" stroke-width="%s"/>`+"\n",
			units(l.X0), units(l.Y0), units(l.X1), units(l.Y1), colour(l.Stroke), units(float64(l.Width)*p.Pen))
	}
	b.WriteString("</g>\n</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

func svgRect(b *bytes.Buffer, r Rect) {
	fmt.Fprintf(b, `<rect x="%s" y="%s" width="%s" height="%s" fill="%s"/>`+"\n",
		units(r.X0), units(r.Y0), units(r.X1-r.X0), units(r.Y1-r.Y0), colour(r.Fill))
}

func svgArrow(b *bytes.Buffer, a *Arrow) {
	dashes := ""
	if a.Dashed {
		dashes = fmt.Sprintf(` stroke-dasharray="%s %s"`, units(dash), units(gap))
	}
	x, y := a.neck()
	fmt.Fprintf(b, `<path d="M%s %sQ%s %s %s %s" fill="none" stroke="%s" stroke-width="%s"%s/>`+"\n",
		units(a.X0), units(a.Y0), units(a.CX), units(a.CY), units(x), units(y), colour(a.Stroke), units(arrowWidth), dashes)
	b.WriteString(`<polygon points="`)
	for i, p := range a.head() {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(units(p.x) + "," + units(p.y))
	}
	fmt.Fprintf(b, `" fill="%s"/>`+"\n", colour(a.Stroke))
}

// svgCapHeight is the height of digits and capitals in em, of the fonts that
// are asked for: Arial, Liberation Sans 0.716, Helvetica 0.718. DejaVu Sans, the
// likely substitute on Linux, has 0.729, which moves a digit by half a percent
// of its cell.
const svgCapHeight = 0.716

// svgTexts writes the texts; neighbours of one style share a group that says it
// once.
func svgTexts(b *bytes.Buffer, texts []Text) {
	b.WriteString(`<g font-family="Arial, Helvetica, 'Liberation Sans', sans-serif" text-anchor="middle">` + "\n")
	style := ""
	for _, t := range texts {
		if s := svgStyle(t); s != style {
			if style != "" {
				b.WriteString("</g>\n")
			}
			b.WriteString(s)
			style = s
		}
		fmt.Fprintf(b, `<text x="%s" y="%s">%s</text>`+"\n", units(t.X), units(t.Y+t.Size*svgCapHeight/2), escaped(t.Body))
	}
	if style != "" {
		b.WriteString("</g>\n")
	}
	b.WriteString("</g>\n")
}

func svgStyle(t Text) string {
	weight := "normal"
	if t.Bold {
		weight = "bold"
	}
	return fmt.Sprintf(`<g font-size="%s" font-weight="%s" fill="%s">`+"\n", units(t.Size), weight, colour(t.Fill))
}

// units writes a length. A cell is 100 units wide, so that coordinates are short
// and a viewer that rounds them to two decimals loses nothing.
func units(x float64) string {
	return strconv.FormatFloat(math.Round(x*1e4)/1e2, 'f', -1, 64)
}

func colour(c RGB) string { return fmt.Sprintf("#%06x", uint32(c)) }

func escaped(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s)) // a buffer takes everything
	return b.String()
}
