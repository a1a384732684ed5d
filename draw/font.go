//go:build !wasm

package draw

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"
	"unicode/utf8"

	"codeberg.org/go-fonts/stix/stix2mathregular"
	"codeberg.org/go-fonts/stix/stix2textbold"
	"codeberg.org/go-fonts/stix/stix2textitalic"
	"codeberg.org/go-fonts/stix/stix2textregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Fonts are the faces that texts are set in. A Fonts caches measurements and must be
// used by one goroutine only.
type Fonts struct {
	faces   [3]*Face           // by Style
	symbols string             // the checksum of the added pictures, see AddSymbols
	images  map[rune][2]*Image // of the added PNG and JPEG pictures, upright and turned
	hued    bool               // whether one of them has colours
	Greyed  bool               // whether one of them has lost its colours
	names   [3]string          // in a PDF, see [Document.PDF]
}

// Face is one font. All its measurements are in em.
type Face struct {
	data      []byte
	font      *sfnt.Font
	rewritten bool // a PDF gets a font made of its outlines, see truetype.go
	buf       sfnt.Buffer
	ppem      fixed.Int26_6 // one pixel per font unit, so that nothing is rounded
	em        float64
	caps      float64 // height of capitals and digits
	glyphs    map[rune]glyph
	pictures  map[rune]outline // see [Fonts.AddSymbols]
	others    *Face            // provides characters that a face with PostScript outlines lacks; nil for none
}

// glyph is everything about one character.
type glyph struct {
	index        sfnt.GlyphIndex // 0 if the font lacks the character
	other        bool            // it comes from [Face.others]
	advance      float64
	inkX0, inkX1 float64 // left and right edge of its ink
}

// GoFonts returns the default fonts: the Go fonts by Bigelow & Holmes (2016), under
// the licence of the Go project.
func GoFonts() *Fonts {
	f := &Fonts{names: [3]string{"xxxgosans", "xxxgosans-bold", "xxxgosans-italic"}}
	for i, ttf := range [...][]byte{goregular.TTF, gobold.TTF, goitalic.TTF} {
		f.faces[i] = must(newFace(ttf))
	}
	return f
}

// BookFonts returns the fonts of printed pages: STIX Two Text (Ross Mills, John Hudson and
// Paul Hanslow for the STI Pub Companies, 2018, SIL Open Font License 1.1), a face for
// running text whose open, sturdy digits keep their shapes in small cells. Arrows, stars,
// card suits and other signs are those of its companion STIX Two Math.
func BookFonts() *Fonts {
	others := must(newFace(stix2mathregular.TTF))
	f := &Fonts{names: [3]string{"xxxstixtwotext", "xxxstixtwotext-bold", "xxxstixtwotext-italic"}}
	for i, otf := range [...][]byte{stix2textregular.TTF, stix2textbold.TTF, stix2textitalic.TTF} {
		f.faces[i] = must(newFace(otf))
		f.faces[i].others = others
	}
	return f
}

// givenFont is the name of a font that the user supplied.
const givenFont = "xxxbook"

// ReadFonts reads OpenType files with TrueType or PostScript outlines. From a
// collection it takes the first font. If bold or italic is nil, the regular font is
// used instead, since not every script has both.
func ReadFonts(regular, bold, italic []byte) (*Fonts, error) {
	r, err := newFace(regular)
	if err != nil {
		return nil, err
	}
	f := &Fonts{faces: [3]*Face{r, r, r}, names: [3]string{givenFont, givenFont, givenFont}}
	for style, data := range [][]byte{Bold: bold, Italic: italic} {
		if data == nil {
			continue
		}
		name := [...]string{Bold: "bold", Italic: "italic"}[style]
		if f.faces[style], err = newFace(data); err != nil {
			return nil, fmt.Errorf("the %s face: %w", name, err)
		}
		f.names[style] = givenFont + "-" + name
	}
	return f, nil
}

// OneFace reports whether bold texts look like regular ones.
func (f *Fonts) OneFace() bool { return f.faces[Bold] == f.faces[Regular] }

func newFace(ttf []byte) (*Face, error) {
	var f *sfnt.Font
	var err error
	collected := bytes.HasPrefix(ttf, []byte("ttcf"))
	if collected {
		var all *sfnt.Collection
		if all, err = sfnt.ParseCollection(ttf); err == nil {
			f, err = all.Font(0)
		}
	} else {
		f, err = sfnt.Parse(ttf)
	}
	if err != nil {
		return nil, fmt.Errorf("it is not an OpenType font: %w", err)
	}
	out := &Face{data: ttf, font: f, rewritten: collected || bytes.HasPrefix(ttf, []byte("OTTO")), em: float64(f.UnitsPerEm()), ppem: fixed.Int26_6(f.UnitsPerEm()), glyphs: map[rune]glyph{}}
	g := out.glyph('8')
	out.caps = 0.72
	if g.index != 0 {
		b, _, err := f.GlyphBounds(&out.buf, g.index, out.ppem, font.HintingNone)
		if err != nil {
			return nil, fmt.Errorf("its digits cannot be read: %w", err)
		}
		out.caps = float64(-b.Min.Y-b.Max.Y) / out.em // a round digit overshoots equally above and below
	}
	return out, nil
}

// must unwraps a result that fails only if an embedded font is broken.
func must[T any](v T, err error) T {
	if err != nil {
		panic("draw: an embedded font is broken: " + err.Error())
	}
	return v
}

// Face returns the face of a style.
func (f *Fonts) Face(s Style) *Face { return f.faces[s] }

// Sums returns the SHA-256 of each face in hexadecimal, each followed by a space.
func (f *Fonts) Sums() string {
	sums := f.symbols
	for _, face := range f.faces {
		sums += fmt.Sprintf("%x ", sha256.Sum256(face.data))
	}
	return sums
}

// glyph looks a character up, once.
func (f *Face) glyph(r rune) glyph {
	if g, ok := f.glyphs[r]; ok {
		return g
	}
	var g glyph
	if o := f.picture(r); o != nil {
		least, most := o.bounds()
		g = glyph{index: 1, advance: 1.3, inkX0: least.x, inkX1: most.x}
	} else if index, err := f.font.GlyphIndex(&f.buf, r); err == nil && index != 0 && r <= 0xFFFF { // fpdf supports only the basic multilingual plane
		g.index = index
		if b, advance, err := f.font.GlyphBounds(&f.buf, index, f.ppem, font.HintingNone); err == nil {
			g.advance = float64(advance) / f.em
			g.inkX0, g.inkX1 = float64(b.Min.X)/f.em, float64(b.Max.X)/f.em
		}
	} else if f.others != nil {
		g = f.others.glyph(r)
		g.other = g.index != 0
	}
	f.glyphs[r] = g
	return g
}

// ink returns the left and right edge of the ink of a line of text.
func (f *Face) ink(text string) (x0, x1 float64) {
	w := 0.0
	for i, r := range text {
		g := f.glyph(r)
		if i == 0 {
			x0 = g.inkX0
		}
		x1 = w + g.inkX1
		w += g.advance
	}
	return x0, x1
}

// outline returns the edge of a character; a space has none.
func (f *Face) outline(r rune) (outline, error) {
	if o := f.picture(r); o != nil {
		return o, nil
	}
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

// set calls take with the outline of each character of a text, whose baseline begins at (x, y).
func (f *Face) set(t *Text, x, y float64, take func(outline)) error {
	for _, r := range t.Body {
		o, err := f.outline(r)
		if err != nil {
			return err
		}
		switch o = o.placed(t.Size, x, y); {
		case t.Turned:
			o = o.turned(t.X, t.Y).turned(t.X, t.Y)
		case t.Down:
			o = o.turned(t.X, t.Y)
		}
		take(o)
		x += f.glyph(r).advance * t.Size
	}
	return nil
}

// Missing lists the characters of the texts without a glyph, each once, in order of
// first occurrence.
func (f *Face) Missing(texts ...string) []rune {
	var lacking []rune
	seen := make([]bool, utf8.MaxRune+1) // a map takes ten times as long
	for _, t := range texts {
		for _, r := range t {
			if !seen[r] && f.glyph(r).index == 0 {
				lacking = append(lacking, r)
			}
			seen[r] = true
		}
	}
	return lacking
}

// Covers returns an error that lists the characters of the texts that the fonts lack.
// Missing digits are listed first, since no puzzle can be drawn without them. A text in
// an unsupported script is an error with any font, see [Settable].
func (f *Fonts) Covers(texts ...string) error {
	for _, t := range texts {
		if err := Settable(t); err != nil {
			return err
		}
	}
	for _, face := range f.faces {
		if lacking := face.Missing(append([]string{"123456789"}, texts...)...); len(lacking) > 0 {
			return &CoverageError{lacking}
		}
	}
	return nil
}

// CoverageError lists the characters that a font lacks.
type CoverageError struct{ Runes []rune }

func (e *CoverageError) Error() string {
	const most = 12
	runes, more := e.Runes, ""
	if len(runes) > most {
		runes, more = runes[:most], fmt.Sprintf(" and %d more", len(runes)-most)
	}
	return "the font lacks characters of this book: " + strings.Join(strings.Split(string(runes), ""), " ") + more
}
