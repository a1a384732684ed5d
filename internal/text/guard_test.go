package text

import (
	"testing"

	"pgregory.net/rapid"
)

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"Easy, 7.2 é 好":         "Easy, 7.2 é 好",
		"\x1b]0;owned\x07":      `\x1b]0;owned\x07`,
		"a\x00b\x7f":            `a\x00b\x7f`,
		"\u009b31m":             `\x9b31m`,
		"\x9b31m":               `\x9b31m`,
		"abc\u202edcba":         `abc\u202edcba`,
		"tab\tand\nline":        "tab\tand\nline",
		"a broken \ufffd stays": "a broken \ufffd stays",
	} {
		if got := Visible(text); got != want {
			t.Errorf("%q gives %q, want %q", text, got, want)
		}
	}
}

func TestFormulas(t *testing.T) {
	for text, want := range map[string]string{
		"=HYPERLINK(\"http://x\")": "'=HYPERLINK(\"http://x\")",
		"+1+cmd|' /C calc'!A0":     "'+1+cmd|' /C calc'!A0",
		"@SUM(1)":                  "'@SUM(1)",
		"-x":                       "'-x",
		"\t=1":                     "'\t=1",
		"\n=1":                     "'\n=1",
		"＝1+1":                     "'＝1+1",
		"＠SUM(1)":                  "'＠SUM(1)",
		"'－x":                      "''－x",
		"\xff=1":                   "\xff=1",
		"-7.2":                     "-7.2",
		"+3":                       "+3",
		"'tis easy":                "'tis easy",
		"'=1":                      "''=1",
		"":                         "",
	} {
		if got := Guarded(text); got != want {
			t.Errorf("%q gives %q, want %q", text, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[-'=+@＝＠\t\n 1a.]{0,5}`).Draw(t, "text")
		if got := Unguarded(Guarded(text)); got != text {
			t.Fatalf("%q comes back as %q", text, got)
		}
	})
}
