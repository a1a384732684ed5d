package book

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"

	"golang.org/x/image/font/sfnt"
)

// SVG writes one page, by its index, as an SVG 1.1 document. Texts are outlines,
// each character's once: the page then looks the same everywhere, whatever fonts
// the viewer has. What it says is in its description.
func (b *Book) SVG(w io.Writer, index int) error {
	p := &b.Pages[index]
	var out bytes.Buffer
	fmt.Fprintf(&out, `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="%spt" height="%spt" viewBox="0 0 %s %s" role="img">
<title>%s</title>
`, points(p.W), points(p.H), points(p.W), points(p.H), escaped(b.Spec.Title+", "+p.Label))
	if err := b.defs(&out, p); err != nil {
		return err
	}
	fmt.Fprintf(&out, `<rect width="%s" height="%s" fill="#ffffff"/>`+"\n", points(p.W), points(p.H))
	svgRects(&out, p.Tints)
	for _, d := range p.Discs {
		fmt.Fprintf(&out, `<circle cx="%s" cy="%s" r="%s"/>`+"\n", points(d.X), points(d.Y), points(d.R))
	}
	svgRects(&out, p.Rules)
	for _, t := range p.Texts {
		b.svgText(&out, t)
	}
	out.WriteString("</svg>\n")
	_, err := w.Write(out.Bytes())
	return err
}

// defs writes the outline of every character of the page, in the order in which
// they occur.
func (b *Book) defs(out *bytes.Buffer, p *Page) error {
	seen := map[string]bool{}
	out.WriteString("<defs>\n")
	for _, t := range p.Texts {
		for _, r := range t.Body {
			id := glyphID(t.Style, r)
			if seen[id] {
				continue
			}
			seen[id] = true
			strokes, err := b.Spec.Fonts.face(t.Style).outline(r)
			if err != nil {
				return fmt.Errorf("drawing %q: %w", r, err)
			}
			fmt.Fprintf(out, `<path id="%s" d="`, id)
			for _, s := range strokes {
				out.WriteByte([...]byte{sfnt.SegmentOpMoveTo: 'M', sfnt.SegmentOpLineTo: 'L', sfnt.SegmentOpQuadTo: 'Q', sfnt.SegmentOpCubeTo: 'C'}[s.op])
				for _, a := range s.to[:s.points()] {
					fmt.Fprintf(out, "%s %s ", points(a[0]*1000), points(a[1]*1000))
				}
			}
			out.WriteString("\"/>\n")
		}
	}
	out.WriteString("</defs>\n")
	return nil
}

// glyphID names a character of a face: r31 is the regular 1.
func glyphID(s Style, r rune) string { return fmt.Sprintf("%c%x", "rbi"[s], r) }

func svgRects(out *bytes.Buffer, rects []Rect) {
	for _, r := range rects {
		fill := ""
		if r.Grey > 0 {
			fill = fmt.Sprintf(` fill="#%02[1]x%02[1]x%02[1]x"`, r.level())
		}
		fmt.Fprintf(out, `<rect x="%s" y="%s" width="%s" height="%s"%s/>`+"\n", points(r.X), points(r.Y), points(r.W), points(r.H), fill)
	}
}

func (b *Book) svgText(out *bytes.Buffer, t Text) {
	fill := ""
	if t.White {
		fill = ` fill="#ffffff"`
	}
	scale := strconv.FormatFloat(t.Size/1000, 'f', 5, 64)
	fmt.Fprintf(out, `<g transform="translate(%s %s) scale(%s)"%s>`, points(t.X), points(t.Y), scale, fill)
	f, x := b.Spec.Fonts.face(t.Style), 0.0
	for _, r := range t.Body {
		if r != ' ' {
			fmt.Fprintf(out, `<use xlink:href="#%s" x="%s"/>`, glyphID(t.Style, r), points(x*1000))
		}
		x += f.glyph(r).advance
	}
	out.WriteString("</g>\n")
}

// points writes a length to a hundredth.
func points(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
}

func escaped(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s)) // a buffer takes everything
	return b.String()
}
