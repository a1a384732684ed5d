package draw

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// The private characters that stand for pictures: so many for each of [SymbolSets], and then those
// of a user. A PDF has them in its font like digits, and a program that reads the book finds each.
const (
	firstPicture = '\uE900'
	setRoom      = 0x20
	firstColour  = firstPicture + 2*setRoom
	ownPicture   = firstPicture + 3*setRoom
)

// colours are the discs in place of 1 to 9: black and seven hues that colour-blind people
// distinguish (Masataka Okabe and Kei Ito, Color Universal Design, 2002), and a plum. Green and blue
// are darker and orange and pink lighter than theirs, so that the lightness of any two (CIE 1976 L*) differs
// by 7 or more, and by 20 or more among the first four, which are also clear in grey.
var colours = [...]RGB{0xF0E442, 0xD55E00, 0x003468, 0x000000, 0x56B4E9, 0x007A59, 0xF5B433, 0xCE7DAA, 0x87316A}

func isColour(r rune) bool { return r >= firstColour && int(r-firstColour) < len(colours) }

// Coloured reports whether texts or symbols have colours in them, which need pages in colour.
func Coloured(texts ...string) bool {
	return slices.ContainsFunc(texts, func(t string) bool { return strings.ContainsFunc(t, isColour) })
}

// inColours splits texts so that each coloured disc, filled with its colour, and each of a user's own
// pictures is a text of its own. In a picture, each is a whole text already.
func (p *Page) inColours() (texts []Text) {
	apart := func(r rune) bool { return isColour(r) || r >= ownPicture && r < ownPicture+setRoom }
	if !slices.ContainsFunc(p.Texts, func(t Text) bool { return strings.ContainsFunc(t.Body, apart) }) {
		return p.Texts
	}
	for _, t := range p.Texts {
		for rest := t.Body; rest != ""; rest = rest[len(t.Body):] {
			part := t
			if r, n := utf8.DecodeRuneInString(rest); apart(r) {
				if part.Body = rest[:n]; isColour(r) {
					part.Fill = colours[r-firstColour]
				}
			} else if part.Body = rest; strings.ContainsFunc(rest, apart) {
				part.Body = rest[:strings.IndexFunc(rest, apart)]
			}
			texts = append(texts, part)
			if t.Body = part.Body; p.Fonts != nil {
				w := p.Fonts.Face(t.Style).Width(part.Body) * t.Size
				if t.Turned {
					w = -w
				}
				t.X += w
			}
		}
	}
	return texts
}
