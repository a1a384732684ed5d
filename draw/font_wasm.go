package draw

// In WebAssembly there are pictures and no printed pages: the fonts, and what reads
// them, would be a third of the program. What remains of a font are the advances of
// its characters, so that lines break where they break elsewhere.

// Style chooses one of the faces.
type Style uint8

// The styles.
const (
	Regular Style = iota
	Bold
	Italic
)

// Fonts are what texts are measured by.
type Fonts struct{ face Face }

// Face is one font.
type Face struct{}

type glyph struct{ advance float64 }

// GoFonts returns the default fonts: the Go fonts by Bigelow & Holmes (2016).
func GoFonts() *Fonts { return new(Fonts) }

// Face returns the regular face, the only one.
func (f *Fonts) Face(Style) *Face { return &f.face }

func (f *Face) glyph(r rune) glyph { return glyph{goAdvance(r)} }

// Width returns the advance of a line of text.
func (f *Face) Width(text string) float64 {
	w := 0.0
	for _, r := range text {
		w += goAdvance(r)
	}
	return w
}

func (s *svgWriter) defs(*Page) error { return nil }

func (s *svgWriter) image(*Image) error { return nil }

func (s *svgWriter) outlines(*Page) error { return nil }
