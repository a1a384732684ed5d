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
	name, why string
	table     *unicode.RangeTable
}{
	{"Hebrew", "runs from right to left", unicode.Hebrew},
	{"Arabic", "runs from right to left and joins its letters", unicode.Arabic},
	{"Syriac", "runs from right to left and joins its letters", unicode.Syriac},
	{"Thaana", "runs from right to left", unicode.Thaana},
	{"N’Ko", "runs from right to left and joins its letters", unicode.Nko},
	{"Mandaic", "runs from right to left and joins its letters", unicode.Mandaic},
	{"Samaritan", "runs from right to left", unicode.Samaritan},
	{"Mongolian", "joins its letters", unicode.Mongolian},
	{"Devanagari", indic, unicode.Devanagari},
	{"Bengali", indic, unicode.Bengali},
	{"Gurmukhi", indic, unicode.Gurmukhi},
	{"Gujarati", indic, unicode.Gujarati},
	{"Oriya", indic, unicode.Oriya},
	{"Tamil", indic, unicode.Tamil},
	{"Telugu", indic, unicode.Telugu},
	{"Kannada", indic, unicode.Kannada},
	{"Malayalam", indic, unicode.Malayalam},
	{"Sinhala", indic, unicode.Sinhala},
	{"Khmer", indic, unicode.Khmer},
	{"Myanmar", indic, unicode.Myanmar},
	{"Tibetan", indic, unicode.Tibetan},
	{"Thai", indic, unicode.Thai},
	{"Lao", indic, unicode.Lao},
}

const indic = "places signs above, below and before other characters"

// Settable returns a [ScriptError] for a text whose characters cannot be set one after
// another from left to right.
func Settable(text string) error {
	for _, r := range text {
		if r < 0x300 { // where combining marks begin, before all of these scripts
			continue
		}
		for i := range shapedScripts {
			if s := &shapedScripts[i]; unicode.Is(s.table, r) {
				return &ScriptError{Text: text, Script: s.name, Why: s.why}
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
