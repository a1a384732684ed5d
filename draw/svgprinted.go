//go:build !wasm

package draw

import (
	"fmt"
	"strconv"

	"golang.org/x/image/font/sfnt"
)

// defs writes the outline of every character of a printed page, in the order in which
// they occur.
func (s *svgWriter) defs(p *Page) error {
	seen := map[string]bool{}
	s.WriteString("<defs>\n")
	for _, t := range p.Texts {
		for _, r := range t.Body {
			id := glyphID(t.Style, r)
			if seen[id] {
				continue
			}
			seen[id] = true
			o, err := p.Fonts.Face(t.Style).outline(r)
			if err != nil {
				return err
			}
			s.printf(`<path id="%s" d="`, id)
			for _, c := range o {
				s.WriteByte([...]byte{sfnt.SegmentOpMoveTo: 'M', sfnt.SegmentOpLineTo: 'L', sfnt.SegmentOpQuadTo: 'Q', sfnt.SegmentOpCubeTo: 'C'}[c.op])
				for _, to := range c.points() {
					s.printf("%v %v ", to.x*1000, to.y*1000)
				}
			}
			s.WriteString("\"/>\n")
		}
	}
	s.WriteString("</defs>\n")
	return nil
}

// glyphID names a character of a face: r31 is the regular 1.
func glyphID(s Style, r rune) string { return fmt.Sprintf("%c%x", "rbi"[s], r) }

// outlines writes the texts of a printed page.
func (s *svgWriter) outlines(p *Page) {
	for _, t := range p.Texts {
		scale := strconv.FormatFloat(t.Size/1000, 'f', 5, 64)
		turn := ""
		if t.Down {
			turn = " rotate(90)"
		} else if t.Turned {
			turn = " rotate(180)"
		}
		s.printf(`<g transform="translate(%v %v)%s scale(%s)"%s%s>`, t.X, t.Y, turn, scale, fill(t.Fill), s.halo(&t, 1000/t.Size))
		f, x := p.Fonts.Face(t.Style), 0.0
		for _, r := range t.Body {
			if r != ' ' {
				s.printf(`<use xlink:href="#%s" x="%v"/>`, glyphID(t.Style, r), x*1000)
			}
			x += f.glyph(r).advance
		}
		s.WriteString("</g>\n")
	}
}

// outline returns the edge of a character; a space has none.
func (f *Face) outline(r rune) (outline, error) {
	segments, err := f.font.LoadGlyph(&f.buf, f.glyph(r).index, f.ppem, nil)
	if err != nil {
		return nil, fmt.Errorf("drawing %q: %w", r, err)
	}
	o := make(outline, len(segments))
	for i, s := range segments {
		o[i].op = s.Op
		for k, a := range s.Args {
			o[i].to[k] = point{float64(a.X) / f.em, float64(a.Y) / f.em}
		}
	}
	return o, nil
}
