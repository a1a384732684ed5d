package draw

import (
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
	pieces := f.cut(Pieces(text), width)
	lines := f.fold(pieces, width)
	if len(lines) < 2 || f.Width(lines[len(lines)-1]) > width/3 {
		return lines
	}
	// Narrower lines push words into the last line. They are narrowed only as far as
	// needed: the paragraph should still fill its column.
	for w := width * 0.98; w > width*0.8; w -= width * 0.02 {
		even := f.fold(pieces, w)
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
	pieces := f.cut(Pieces(text), width)
	lines := f.fold(pieces, width)
	for w := width * 0.97; ; w -= width * 0.03 {
		even := f.fold(pieces, w)
		if len(even) > len(lines) || w < width*0.3 {
			return lines
		}
		lines = even
	}
}

// cut breaks pieces that are too long for a line at the line's end, so that a very long
// word does not run off the page.
func (f *Face) cut(pieces []string, width float64) []string {
	var out []string
	for _, p := range pieces {
		from, at := 0, 0.0
		for i, r := range p {
			w := f.glyph(r).advance
			if i > from && r != ' ' && at+w > width {
				out = append(out, p[from:i])
				from, at = i, 0
			}
			at += w
		}
		out = append(out, p[from:])
	}
	return out
}

// Fold breaks a text into lines, each as full as possible. A word that is wider than a
// line gets its own line.
func (f *Face) Fold(text string, width float64) []string {
	return f.fold(Pieces(text), width)
}

func (f *Face) fold(pieces []string, width float64) []string { return foldBy(f.Width, pieces, width) }

func foldBy(measure func(string) float64, pieces []string, width float64) []string {
	var lines []string
	line, at := "", 0.0
	for _, p := range pieces {
		w := measure(strings.TrimRight(p, " "))
		if line != "" && at+w > width {
			lines = append(lines, strings.TrimRight(line, " "))
			line, at = "", 0
		}
		line += p
		at += measure(p)
	}
	return append(lines, strings.TrimRight(line, " "))
}

// Pieces splits a text where a line may end: after spaces, and between Chinese and
// Japanese characters, but not before a closing mark or a joining sign, not after an
// opening mark or a sign of inequality, and not within brackets around a few words. A
// line never ends at a no-break space.
func Pieces(text string) []string {
	var pieces []string
	start := 0
	runes := []rune(strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r != noBreak && r != narrowNoBreak && unicode.IsSpace(r) }), " "))
	for i := 1; i < len(runes); i++ {
		a, b := runes[i-1], runes[i]
		switch {
		case a == ' ':
			if before := runes[max(0, i-2)]; strings.ContainsRune(spaced+joining, b) || strings.ContainsRune("«"+joining, before) || inBrackets(runes, i) {
				continue
			}
		case a == '>' && i > 2 && runes[i-2] == '-':
		case (wide(a) || wide(b)) && b != ' ' && b != noBreak && a != noBreak && !strings.ContainsRune(closing, b) && !strings.ContainsRune(opening, a):
		default:
			continue
		}
		pieces = append(pieces, string(runes[start:i]))
		start = i
	}
	return append(pieces, string(runes[start:]))
}

// inBrackets reports whether a place in a text is within round brackets around at most
// fewInBrackets characters.
func inBrackets(runes []rune, at int) bool {
	from, to := at-1, at
	for ; from >= 0 && at-from <= fewInBrackets && runes[from] != '('; from-- {
		if runes[from] == ')' {
			return false
		}
	}
	for ; to < len(runes) && to-from <= fewInBrackets && runes[to] != ')'; to++ {
	}
	return from >= 0 && to < len(runes) && runes[from] == '(' && runes[to] == ')' && to-from-1 <= fewInBrackets
}

// fewInBrackets is the length of a list of three cells: (r2c1, r2c2, r2c3).
const fewInBrackets = 16

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
