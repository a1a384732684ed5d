package draw

import (
	"fmt"
	"unicode"
)

// Texts are set as their characters come, from left to right. That is wrong for scripts
// that run from right to left, whose letters join, or whose marks change place, and
// would be printed backwards or torn apart without anybody noticing who cannot read
// them. Setting them takes a shaping engine and fonts embedded by glyph, which fpdf
// does not do; so they are refused.

// shapedScripts are those scripts, with the reason.
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

const indic = "puts signs over, under and before others"

// Settable returns a [ScriptError] for a text whose characters cannot be set one after
// another from left to right.
func Settable(text string) error {
	for _, r := range text {
		for i := range shapedScripts {
			if s := &shapedScripts[i]; unicode.Is(s.table, r) {
				return &ScriptError{Text: text, Script: s.name, Why: s.why}
			}
		}
		switch {
		case unicode.Is(unicode.Mn, r):
			return &ScriptError{Text: text, Script: fmt.Sprintf("the combining mark U+%04X", r), Why: "goes over or under another character; write the composed character"}
		case unicode.Is(unicode.Bidi_Control, r):
			return &ScriptError{Text: text, Script: fmt.Sprintf("U+%04X", r), Why: "changes the direction of a text"}
		}
	}
	return nil
}

// ScriptError says why a text cannot be set.
type ScriptError struct{ Text, Script, Why string }

func (e *ScriptError) Error() string {
	return fmt.Sprintf("%q cannot be set: %s %s", e.Text, e.Script, e.Why)
}
