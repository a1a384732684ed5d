//go:build !wasm

package draw

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansitalic"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Style chooses one of the faces.
type Style uint8

// The styles; a font given by the user may have one face for all of them.
const (
	Regular Style = iota
	Bold
	Italic
)

// Fonts are the faces that texts are set in. A Fonts is a workspace that remembers
// what it measured: it serves one goroutine.
type Fonts struct {
	faces [3]*Face  // by Style
	names [3]string // in a PDF, see [Document.PDF]
}

// Face is one font. All its measures are in em.
type Face struct {
	data       []byte
	font       *sfnt.Font
	postScript bool // outlines that fpdf does not embed, see truetype.go
	buf        sfnt.Buffer
	ppem       fixed.Int26_6 // with one pixel per font unit nothing is ever rounded
	em         float64
	caps       float64 // height of capitals and digits
	glyphs     map[rune]glyph
}

// glyph is everything about one character.
type glyph struct {
	index        sfnt.GlyphIndex // 0 when the font lacks the character
	advance      float64
	inkX0, inkX1 float64 // where its ink begins and ends
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

// BookFonts returns the fonts of printed pages: Liberation Sans (Steve Matteson and Red Hat,
// 2007, SIL Open Font License 1.1). It has plain zeros, which nobody takes for eights or
// for something struck through, and dashes longer than its hyphen; the Go fonts have
// neither.
func BookFonts() *Fonts {
	f := &Fonts{names: [3]string{"xxxliberationsans", "xxxliberationsans-bold", "xxxliberationsans-italic"}}
	for i, ttf := range [...][]byte{liberationsansregular.TTF, liberationsansbold.TTF, liberationsansitalic.TTF} {
		f.faces[i] = must(newFace(ttf))
	}
	return f
}

// givenFont names a font that somebody gave.
const givenFont = "xxxbook"

// ReadFonts reads OpenType files, with TrueType or PostScript outlines; of a collection it
// takes the first font. Without a bold or an italic font (nil), the regular one serves:
// not every script has both.
func ReadFonts(regular, bold, italic []byte) (*Fonts, error) {
	r, err := newFace(regular)
	if err != nil {
		return nil, err
	}
	f := &Fonts{faces: [3]*Face{r, r, r}, names: [3]string{givenFont, givenFont, givenFont}}
	for _, other := range []struct {
		style Style
		data  []byte
		name  string
	}{{Bold, bold, "bold"}, {Italic, italic, "italic"}} {
		if other.data == nil {
			continue
		}
		if f.faces[other.style], err = newFace(other.data); err != nil {
			return nil, fmt.Errorf("the %s face: %w", other.name, err)
		}
		f.names[other.style] = givenFont + "-" + other.name
	}
	return f, nil
}

// OneFace reports whether bold texts look like regular ones.
func (f *Fonts) OneFace() bool { return f.faces[Bold] == f.faces[Regular] }

func newFace(ttf []byte) (*Face, error) {
	if bytes.HasPrefix(ttf, []byte("ttcf")) {
		var err error
		if ttf, err = firstOf(ttf); err != nil {
			return nil, err
		}
	}
	f, err := sfnt.Parse(ttf)
	if err != nil {
		return nil, fmt.Errorf("it is not an OpenType font: %w", err)
	}
	out := &Face{data: ttf, font: f, postScript: bytes.HasPrefix(ttf, []byte("OTTO")), em: float64(f.UnitsPerEm()), ppem: fixed.Int26_6(f.UnitsPerEm()), glyphs: map[rune]glyph{}}
	g := out.glyph('8')
	out.caps = 0.72
	if g.index != 0 {
		b, _, err := f.GlyphBounds(&out.buf, g.index, out.ppem, font.HintingNone)
		if err != nil {
			return nil, fmt.Errorf("its digits cannot be read: %w", err)
		}
		out.caps = float64(-b.Min.Y-b.Max.Y) / out.em // a round digit overshoots as much above as below
	}
	return out, nil
}

// errCollection reports a collection that is cut short or contradicts itself.
var errCollection = errors.New("it is a broken collection of fonts")

// firstOf takes the first font out of a TrueType collection, as a file of its
// own. Most Chinese and Japanese fonts of operating systems come as collections,
// which fpdf does not read. (ISO/IEC 14496-22, Open Font Format, chapter 4:
// a collection is a list of table directories over shared tables.)
//
//	"ttcf" version(4) count(4) offset(4)...    directory: sfnt(4) tables(2) ...(6)
//	                                           each table: tag(4) sum(4) offset(4) length(4)
func firstOf(ttc []byte) ([]byte, error) {
	const header, entry = 12, 16
	if len(ttc) < 16 {
		return nil, errCollection
	}
	at := int64(binary.BigEndian.Uint32(ttc[12:]))
	if at+header > int64(len(ttc)) {
		return nil, errCollection
	}
	n := int64(binary.BigEndian.Uint16(ttc[at+4:]))
	end := header + entry*n
	if at+end > int64(len(ttc)) {
		return nil, errCollection
	}
	font := append([]byte(nil), ttc[at:at+end]...)
	for i := range n {
		e := font[header+entry*i:]
		from, size := int64(binary.BigEndian.Uint32(e[8:])), int64(binary.BigEndian.Uint32(e[12:]))
		if from+size > int64(len(ttc)) {
			return nil, errCollection
		}
		binary.BigEndian.PutUint32(e[8:], uint32(len(font)))
		font = append(font, ttc[from:from+size]...)
		for len(font)%4 != 0 {
			font = append(font, 0)
		}
	}
	return font, nil
}

// must unwraps a result that fails only for a broken font.
func must[T any](v T, err error) T {
	if err != nil {
		panic("draw: an embedded font is broken: " + err.Error())
	}
	return v
}

// Face returns the face of a style.
func (f *Fonts) Face(s Style) *Face { return f.faces[s] }

// Sums returns the SHA-256 of each face in hexadecimal, each with a blank after it.
func (f *Fonts) Sums() string {
	sums := ""
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
	// fpdf knows the characters of the basic plane alone.
	if index, err := f.font.GlyphIndex(&f.buf, r); err == nil && index != 0 && r <= 0xFFFF {
		g.index = index
		if b, advance, err := f.font.GlyphBounds(&f.buf, index, f.ppem, font.HintingNone); err == nil {
			g.advance = float64(advance) / f.em
			g.inkX0, g.inkX1 = float64(b.Min.X)/f.em, float64(b.Max.X)/f.em
		}
	}
	f.glyphs[r] = g
	return g
}

// Width returns the advance of a line of text.
func (f *Face) Width(text string) float64 {
	w := 0.0
	for _, r := range text {
		w += f.glyph(r).advance
	}
	return w
}

// ink returns where the ink of a line of text begins and ends.
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

// Missing lists the characters of the texts that have no glyph, each once, in the
// order in which they occur.
func (f *Face) Missing(texts ...string) []rune {
	var lacking []rune
	seen := map[rune]bool{}
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

// Covers returns an error that names the characters of the texts that the fonts
// cannot show. Digits come first: without them nothing can be drawn. A text in a script
// that cannot be set is an error with any font, see [Settable].
func (f *Fonts) Covers(texts ...string) error {
	for _, t := range texts {
		if err := Settable(t); err != nil {
			return err
		}
	}
	for _, face := range f.faces {
		if lacking := face.Missing("123456789"); len(lacking) > 0 {
			return &CoverageError{Digits: true, Runes: lacking}
		}
		if lacking := face.Missing(texts...); len(lacking) > 0 {
			return &CoverageError{Runes: lacking}
		}
	}
	return nil
}

// CoverageError says which characters a font lacks.
type CoverageError struct {
	Digits bool // digits are among them
	Runes  []rune
}

func (e *CoverageError) Error() string {
	if e.Digits {
		return "the font has no digits: it lacks " + someRunes(e.Runes)
	}
	return "the font lacks characters of this book: " + someRunes(e.Runes)
}

// someRunes writes the first few characters.
func someRunes(runes []rune) string {
	const most = 12
	more := ""
	if len(runes) > most {
		more = fmt.Sprintf(" and %d more", len(runes)-most)
		runes = runes[:most]
	}
	return strings.Join(strings.Split(string(runes), ""), " ") + more
}
