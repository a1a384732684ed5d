package corpus

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What version 1.5.0 of the original makes of some texts.
var lzVectors = map[string]string{
	"":                 "Q===",
	"a":                "IZA=",
	"hello hello é ★":  "BYUwNmD2AEoTBL6hQMiA",
	"aaaaaaaaaaaaaaaa": "IY1/EA==",
	"{\"size\":9,\"grid\":[[{\"value\":5,\"given\":true},{},{}],[{},{},{\"value\":7,\"given\":true}]],\"title\":\"Ünï 𝄞\"}":                                              "N4IgzglgXgpiBcBOANCA5gJwgEwQbT1ADcBDAGwFc54BWVNCImAOwQBcMqBfZYHvgLrJC/fiFKVqAdnqMW7TjC4ChINhDZlqIADvMA9wAJALBuA8XZBcgA==",
	"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..": "BwOj4hmA2CwdjAThAJnAVnIuIAsGO4AjOJCRNKCMFmKSCuHmNbmDLjiumHSEQgFBIBiHL1K1WhUZCwQA",
}

func TestLZString(t *testing.T) {
	if got, want := growing(10)+"=", packLink(strings.Repeat("a", 55)); strings.TrimRight(got, "=") != strings.TrimRight(want, "=") {
		t.Errorf("growing packs %s, packLink %s", got, want)
	}
	for text, packed := range lzVectors {
		if got := packLink(text); got != packed {
			t.Errorf("%.20q is packed as %s, want %s", text, got, packed)
		}
		if got, err := unpackLink(packed); err != nil || got != text {
			t.Errorf("%s is unpacked as %.40q, %v", packed, got, err)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.StringMatching(`[ab{}"\[\]:,0-9é€𝄞]{0,200}`), rapid.String()).Draw(t, "text")
		if got, err := unpackLink(packLink(text)); err != nil || got != strings.ToValidUTF8(text, "\ufffd") {
			t.Fatalf("%q comes back as %q, %v", text, got, err)
		}
	})
}

// A cut or changed text is an error, and a short one that stands for an endless
// one ends.
func TestLZStringBroken(t *testing.T) {
	packed := packLink(strings.Repeat(inkala, 3))
	for i := range len(packed) - 8 {
		if _, err := unpackLink(packed[:i]); err == nil {
			t.Errorf("cut after %d of %d it unpacks", i, len(packed))
		}
	}
	if _, err := unpackLink("!!!!"); err == nil {
		t.Error("!!!! unpacks")
	}
	phrases := 1
	for phrases*(phrases+1)/2 <= maxLine {
		phrases++
	}
	if text, err := unpackLink(growing(phrases - 1)); err != nil || len(text) > maxLine || strings.Trim(text, "a") != "" {
		t.Errorf("just below the limit: %d bytes, %v", len(text), err)
	}
	if _, err := unpackLink(growing(phrases)); err == nil {
		t.Error("there is no limit")
	}
}

// growing packs a text that has only the letter a: each phrase is the previous one and another a.
// packLink packs such a text in the same way, but takes seconds.
func growing(phrases int) string {
	w := lzWriter{known: 2, fresh: map[string]bool{"\x00a": true}}
	for w.phrase("\x00a"); phrases > 1; phrases-- {
		w.code(w.known)
		w.known++
	}
	w.code(2)
	w.write(0, 6-w.n)
	return string(w.out)
}

func FuzzLink(f *testing.F) {
	f.Add("BYUwNmD2AEoTBL6hQMiA")
	f.Fuzz(func(t *testing.T, text string) {
		if got, err := unpackLink(text); err == nil && len(got) > 8*maxLine {
			t.Errorf("%d bytes", len(got))
		}
	})
}
