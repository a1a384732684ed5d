package draw

import (
	"fmt"
	"unicode"
)

// Texts are set character by character from left to right. That is wrong for scripts
// that run from right to left, whose letters join, or whose marks move: they would be
// printed backwards or in pieces, and a user who cannot read them would not notice.
// Setting them needs a shaping engine and fonts embedded by glyph, which fpdf does not
// support, so they are refused.

// shapedScripts are the refused scripts, with the reason.
var shapedScripts = []struct {
	why   string
	names []string
}{
	{"runs from right to left", []string{"Hebrew", "Thaana", "Samaritan"}},
	{"runs from right to left and joins its letters", []string{"Arabic", "Syriac", "Nko", "Mandaic"}},
	{"joins its letters", []string{"Mongolian"}},
	{"places signs above, below and before other characters", []string{
		"Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada",
		"Malayalam", "Sinhala", "Khmer", "Myanmar", "Tibetan", "Thai", "Lao",
	}},
}

// Settable returns a [ScriptError] for a text whose characters cannot be set one after
// another from left to right.
func Settable(text string) error {
	for _, r := range text {
		if r < 0x300 { // where combining marks begin, before all of these scripts
			continue
		}
		for _, s := range shapedScripts {
			for _, name := range s.names {
				if unicode.Is(unicode.Scripts[name], r) {
					return &ScriptError{Text: text, Script: name, Why: s.why}
				}
			}
		}
		switch {
		case unicode.Is(unicode.Mn, r):
			return &ScriptError{Text: text, Script: fmt.Sprintf("the combining mark U+%04X", r), Why: "goes above or below another character; use the composed character"}
		case unicode.Is(unicode.Bidi_Control, r):
			return &ScriptError{Text: text, Script: fmt.Sprintf("U+%04X", r), Why: "changes the direction of a text"}
		}
	}
	return nil
}

// ScriptError explains why a text cannot be set.
type ScriptError struct{ Text, Script, Why string }

func (e *ScriptError) Error() string {
	return fmt.Sprintf("%q cannot be set: %s %s", e.Text, e.Script, e.Why)
}
