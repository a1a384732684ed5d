package draw

import (
	"math"
	"strings"
	"unicode"
)

// Style chooses one of the faces.
type Style uint8

// The styles; a user's font may have one face for all of them.
const (
	Regular Style = iota
	Bold
	Italic
)

// Width returns the advance of a line of text.
func (f *Face) Width(text string) float64 {
	w := 0.0
	for _, r := range text {
		w += f.glyph(r).advance
	}
	return w
}

// Wrap breaks a text into lines at most width em wide: as few lines as possible, and
// as even as possible, so that the last line is not a single word.
func (f *Face) Wrap(text string, width float64) []string {
	p := f.paragraph(text, width)
	lines := p.fold(width)
	if len(lines) < 2 || f.Width(lines[len(lines)-1]) > width/3 {
		return lines
	}
	// Narrower lines push words into the last line. They are narrowed only as far as
	// needed: the paragraph should still fill its column.
	for w := width * 0.98; w > width*0.8; w -= width * 0.02 {
		even := p.fold(w)
		if len(even) > len(lines) {
			break
		}
		lines = even
		if f.Width(lines[len(lines)-1]) > width/3 {
			break
		}
	}
	return lines
}

// WrapEven is Wrap for centred text: all lines as equal as possible.
func (f *Face) WrapEven(text string, width float64) []string {
	p := f.paragraph(text, width)
	lines := p.fold(width)
	for w := width * 0.97; ; w -= width * 0.03 {
		even := p.fold(w)
		if len(even) > len(lines) || w < width*0.3 {
			return lines
		}
		lines = even
	}
}

// Fold breaks a text into lines, each as full as possible. A word that is wider than a
// line gets its own line.
func (f *Face) Fold(text string, width float64) []string {
	return f.paragraph(text, math.Inf(1)).fold(width)
}

// Lines breaks a text without runs of spaces into lines at most width wide, each as full as
// possible, and returns where each begins and ends. advance is the width of a character of
// the text.
func Lines(text []rune, advance func(i int) float64, width float64) [][2]int {
	return newParagraph(text, advance, width).lines(width)
}

// paragraph is a text with the width of each character and the places where lines can end.
type paragraph struct {
	text     []rune
	advances []float64
	ends     []int
}

func (f *Face) paragraph(text string, width float64) *paragraph {
	runes := []rune(strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r != noBreak && r != narrowNoBreak && unicode.IsSpace(r) }), " "))
	return newParagraph(runes, func(i int) float64 { return f.glyph(runes[i]).advance }, width)
}

// newParagraph also lets a line end within a word that is wider than width, so that it does
// not run off the page.
func newParagraph(text []rune, advance func(i int) float64, width float64) *paragraph {
	p := &paragraph{text: text}
	from, at := 0, 0.0
	for i, r := range text {
		w := advance(i)
		p.advances = append(p.advances, w)
		if canEnd := i > 0 && lineCanEnd(text, i); canEnd || i > from && r != ' ' && at+w > width {
			p.ends = append(p.ends, i)
			from, at = i, 0
		}
		at += w
	}
	p.ends = append(p.ends, len(text))
	return p
}

// lines returns where each line begins and ends.
func (p *paragraph) lines(width float64) (lines [][2]int) {
	add := func(from, end int) {
		for end > from && p.text[end-1] == ' ' {
			end--
		}
		lines = append(lines, [2]int{from, end})
	}
	from, start, at := 0, 0, 0.0
	for _, end := range p.ends {
		visible, whole := 0.0, 0.0 // without and with the spaces at the end
		for i := start; i < end; i++ {
			if whole += p.advances[i]; p.text[i] != ' ' {
				visible = whole
			}
		}
		if start > from && at+visible > width {
			add(from, start)
			from, at = start, 0
		}
		start, at = end, at+whole
	}
	add(from, start)
	return lines
}

func (p *paragraph) fold(width float64) (lines []string) {
	for _, at := range p.lines(width) {
		lines = append(lines, string(p.text[at[0]:at[1]]))
	}
	return lines
}

// lineCanEnd reports whether a line may end before the i-th character, i > 0: after spaces,
// and between Chinese and Japanese characters, but not before a closing mark or a joining
// sign, not after an opening mark or a sign of inequality. A line never ends at a no-break space.
func lineCanEnd(text []rune, i int) bool {
	a, b := text[i-1], text[i]
	if a == ' ' {
		before := text[max(0, i-2)]
		return !strings.ContainsRune(spaced+joining, b) && !strings.ContainsRune("«"+joining, before)
	}
	return a == '>' && i > 2 && text[i-2] == '-' ||
		(wide(a) || wide(b)) && b != ' ' && b != noBreak && a != noBreak && !strings.ContainsRune(closing, b) && !strings.ContainsRune(opening, a)
}

// Spaces at which no line ends.
const (
	noBreak       = '\u00A0'
	narrowNoBreak = '\u202F'
)

// Marks that must not begin a line, those of them that may follow a space, marks that
// must not end a line, and signs that must do neither.
const (
	spaced  = ";:!?»%→·–"
	closing = "，。、；：！？）」』】〉》…ーっゃゅょッャュョ.,;:!?)]}»%→·–"
	opening = "（「『【〈《([{«¿¡"
	joining = "≠=×"
)

// wide reports whether r belongs to a script written without spaces.
func wide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFFEF
}
