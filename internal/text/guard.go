package text

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Labels come from anywhere, and output ends up in terminals and spreadsheets.
// So two things are made harmless.
//
// Control characters could move a terminal's cursor, rename its window, or
// reverse the direction of the text; they are written as \x1b or \u202e. JSON
// has such escapes itself and reads them back.
//
// A value that begins with = + - @, or with one of these as East Asian keyboards
// type them, is a formula to a spreadsheet ("CSV Injection", OWASP). In tables it
// gets a leading ', which marks text for spreadsheets; the reader removes it
// again. Numbers are not changed.

// Visible writes the control characters of a text as escapes. Tabs and line ends
// stay; each format handles them in its own way. A carriage return by itself is not
// a line end: the text after it would overwrite the line.
func Visible(s string) string {
	if strings.IndexFunc(s, isHostile) < 0 {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case !isHostile(r), r == utf8.RuneError && strings.HasPrefix(s[i:], "\ufffd"), r == '\r' && strings.HasPrefix(s[i:], "\r\n"):
			b.WriteRune(r)
		case r == utf8.RuneError:
			fmt.Fprintf(&b, `\x%02x`, s[i]) // a byte that is not UTF-8: 0x9b alone is a command to some terminals
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// OneLine makes a text from outside, such as a label or a file name, safe for a terminal:
// it keeps to its line and holds no control characters.
func OneLine(s string) string { return lineBreaks.Replace(Visible(s)) }

var lineBreaks = strings.NewReplacer("\n", " ", "\r", " ", "\t", " ")

// VisibleJSON writes the control characters in JSON's strings as escapes that read
// back as the same characters. Encoders leave some of them unescaped.
func VisibleJSON(text []byte) []byte {
	if bytes.IndexFunc(text, isHostileJSON) < 0 {
		return text
	}
	var out []byte
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if isHostileJSON(r) {
			out = fmt.Appendf(out, `\u%04x`, r)
		} else {
			out = append(out, text[:size]...)
		}
		text = text[size:]
	}
	return out
}

// isHostileJSON recognises the control characters that JSON may hold unescaped. Line ends
// are between values, never in a string.
func isHostileJSON(r rune) bool { return r != '\r' && isHostile(r) }

func isHostile(r rune) bool {
	if r >= ' ' && r <= '~' {
		return false
	}
	return unicode.IsControl(r) && r != '\t' && r != '\n' ||
		unicode.Is(unicode.Bidi_Control, r) || r == utf8.RuneError || r == '\u2028' || r == '\u2029'
}

// Guarded puts a ' before a text that a spreadsheet would compute.
func Guarded(s string) string {
	if isFormula(s) {
		return "'" + s
	}
	return s
}

// Unguarded undoes [Guarded].
func Unguarded(s string) string {
	if rest, ok := strings.CutPrefix(s, "'"); ok && isFormula(rest) {
		return rest
	}
	return s
}

// isFormula recognises formulas, guarded or not, so that guarding and
// unguarding undo each other.
func isFormula(s string) bool {
	body := strings.TrimLeft(s, "'")
	first, _ := utf8.DecodeRuneInString(body)
	if !strings.ContainsRune("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20", first) {
		return false
	}
	_, err := strconv.ParseFloat(body, 64)
	return err != nil
}
