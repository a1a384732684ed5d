package draw

// In WebAssembly there are pictures but no printed pages: the fonts and the code that
// reads them would be a third of the program. Only the advances of characters are kept,
// so that lines break at the same places as in other builds.

// Fonts measure texts.
type Fonts struct{ face Face }

// Pictured reports whether symbols are pictures, which only printed pages have.
func Pictured([]string) (pictured, own bool) { return false, false }

func (p *Page) symbolImage(*Text) *Image { return nil }

func (s *svgWriter) symbol(*Text) bool { return false }

func (s *svgWriter) image(*Image) error { return nil }

// Face is one font.
type Face struct{}

type glyph struct{ advance float64 }

// GoFonts returns the default fonts: the Go fonts by Bigelow & Holmes (2016).
func GoFonts() *Fonts { return new(Fonts) }

// Face returns the regular face, the only one.
func (f *Fonts) Face(Style) *Face { return &f.face }

func (f *Face) glyph(r rune) glyph { return glyph{goAdvances()[r]} }
