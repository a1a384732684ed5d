package book

import (
	"strings"
	"unicode"
)

// wrap breaks a text into lines at most width em wide: as few lines as can be,
// and these as even as can be, so that no last word stands alone.
func (f *face) wrap(text string, width float64) []string {
	pieces := f.cut(breakable(text), width)
	lines := f.fold(pieces, width)
	if len(lines) < 2 || f.width(lines[len(lines)-1]) > width/3 {
		return lines
	}
	// Narrower lines push words down to the last one. Only as far as it takes:
	// the paragraph should still fill its column.
	for w := width * 0.98; w > width*0.8; w -= width * 0.02 {
		even := f.fold(pieces, w)
		if len(even) > len(lines) {
			break
		}
		lines = even
		if f.width(lines[len(lines)-1]) > width/3 {
			break
		}
	}
	return lines
}

// wrapEven is wrap for centred text: all lines as equal as can be.
func (f *face) wrapEven(text string, width float64) []string {
	pieces := f.cut(breakable(text), width)
	lines := f.fold(pieces, width)
	for w := width * 0.97; ; w -= width * 0.03 {
		even := f.fold(pieces, w)
		if len(even) > len(lines) || w < width*0.3 {
			return lines
		}
		lines = even
	}
}

// cut breaks pieces that no line has room for, wherever the line ends: an endless
// word must not run off the page.
func (f *face) cut(pieces []string, width float64) []string {
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

// fold fills one line after another, each as far as it goes. A piece that is
// wider than a line gets one of its own.
func (f *face) fold(pieces []string, width float64) []string {
	var lines []string
	line, at := "", 0.0
	for _, p := range pieces {
		w := f.width(strings.TrimRight(p, " "))
		if line != "" && at+w > width {
			lines = append(lines, strings.TrimRight(line, " "))
			line, at = "", 0
		}
		line += p
		at += f.width(p)
	}
	return append(lines, strings.TrimRight(line, " "))
}

// breakable cuts a text where a line may end: after spaces, after the arrows of
// a chain, and between Chinese and Japanese characters, but not before a closing
// mark nor after an opening one.
func breakable(text string) []string {
	var pieces []string
	start := 0
	runes := []rune(strings.Join(strings.Fields(text), " "))
	for i := 1; i < len(runes); i++ {
		a, b := runes[i-1], runes[i]
		switch {
		case a == ' ':
		case a == '>' && i > 2 && runes[i-2] == '-':
		case (wide(a) || wide(b)) && b != ' ' && !strings.ContainsRune(closing, b) && !strings.ContainsRune("（「", a):
		default:
			continue
		}
		pieces = append(pieces, string(runes[start:i]))
		start = i
	}
	return append(pieces, string(runes[start:]))
}

// closing are the marks that must not begin a line.
const closing = "，。、；：！？）」ーっゃゅょッャュョ.,;:!?)"

// wide reports whether r belongs to a script that is set without spaces.
func wide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFFEF
}

// column writes wrapped text from the baseline y of its first line on, and
// returns the baseline after the last.
func (s sheet) column(x, y, width, size, leading float64, style Style, text string) float64 {
	for _, line := range s.fonts.face(style).wrap(text, width/size) {
		s.text(x, y, size, style, left, line)
		y += leading
	}
	return y
}

// lines is the number of lines that column will write.
func (f *Fonts) lines(width, size float64, style Style, text string) int {
	return len(f.face(style).wrap(text, width/size))
}

// roman writes a page number before the first puzzle.
func roman(n int) string {
	var b strings.Builder
	for _, d := range [...]struct {
		value int
		text  string
	}{{100, "c"}, {90, "xc"}, {50, "l"}, {40, "xl"}, {10, "x"}, {9, "ix"}, {5, "v"}, {4, "iv"}, {1, "i"}} {
		for n >= d.value {
			b.WriteString(d.text)
			n -= d.value
		}
	}
	return b.String()
}
