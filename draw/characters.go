//go:build !wasm

package draw

import "fmt"

// outline returns the edge of a character; a space has none.
func (f *Face) outline(r rune) (outline, error) {
	if f.glyph(r).other {
		return f.others.outline(r)
	}
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

// set calls take with the outline of each character of a text and its position on the
// baseline, in the units of the size.
func (f *Face) set(t *Text, x float64, take func(o outline, x float64)) error {
	for _, r := range t.Body {
		o, err := f.outline(r)
		if err != nil {
			return err
		}
		take(o, x)
		x += f.glyph(r).advance * t.Size
	}
	return nil
}

// characters calls take once for each distinct character of a page's texts, in order of
// first occurrence, with its name and its outline in thousandths of an em.
func (p *Page) characters(take func(id string, o outline)) error {
	seen := map[string]bool{}
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
			take(id, o.placed(1000, 0, 0))
		}
	}
	return nil
}

// glyphID is the name of a character of a face: r31 is the regular 1.
func glyphID(s Style, r rune) string { return fmt.Sprintf("%c%x", "rbi"[s], r) }
