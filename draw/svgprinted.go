//go:build !wasm

package draw

import (
	"encoding/base64"
	"strconv"

	"golang.org/x/image/font/sfnt"
)

// defs writes the outline of every character of a printed page.
func (s *svgWriter) defs(p *Page) error {
	s.WriteString("<defs>\n")
	err := p.characters(func(id string, o outline) {
		s.printf(`<path id="%s" d="`, id)
		for _, c := range o {
			s.WriteByte([...]byte{sfnt.SegmentOpMoveTo: 'M', sfnt.SegmentOpLineTo: 'L', sfnt.SegmentOpQuadTo: 'Q', sfnt.SegmentOpCubeTo: 'C'}[c.op])
			for _, to := range c.points() {
				s.printf("%v %v ", to.x, to.y)
			}
		}
		s.WriteString("\"/>\n")
	})
	s.WriteString("</defs>\n")
	return err
}

func (s *svgWriter) image(m *Image) error {
	file, err := m.png()
	if err != nil {
		return err
	}
	s.printf(`<image x="%v" y="%v" width="%v" height="%v" preserveAspectRatio="none" xlink:href="data:image/png;base64,`, m.X, m.Y, m.W, m.H)
	s.WriteString(base64.StdEncoding.EncodeToString(file) + "\"/>\n")
	return nil
}

func (s *svgWriter) outlines(p *Page) error {
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
	return nil
}
