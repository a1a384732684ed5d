package corpus

import (
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
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

// No format writes a control character that it was given.
func TestNoCommandsToTerminals(t *testing.T) {
	hostile := "x\x1b[2J\u009b\x07\u202e\x00y"
	row := Row{Puzzle: inkala, Solution: inkalaIs, Values: []Value{Text(Label, hostile), Text(Level, hostile), Text("author", hostile), Text(hostile, "1")}}
	for _, f := range Formats() {
		text := write(t, f, row)
		if i := strings.IndexFunc(text, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' || r == '\u202e' }); i >= 0 {
			t.Errorf("%s writes %q", f.Name, text[i:])
		}
		if f.Carries.Label && !strings.Contains(text, "x") {
			t.Errorf("%s has lost the label: %s", f.Name, text)
		}
	}
	if row.Values[0].text != hostile {
		t.Error("the caller's row has changed")
	}
}

// Nor does an error that quotes a file.
func TestNoCommandsInErrors(t *testing.T) {
	for _, text := range []string{"[Puzzle]\n[\x1b[2J]\n", "https://f-puzzles.com/?load=" + packLink(`{"\u001b[2J":1}`), inkala[:80] + "\x1b\n"} {
		for _, err := range readString(text) {
			if err != nil && strings.IndexFunc(err.Error(), unicode.IsControl) >= 0 {
				t.Errorf("%q", err)
			}
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
		if got := unguarded(Guarded(text)); got != text {
			t.Fatalf("%q comes back as %q", text, got)
		}
	})
	csv, _ := ByName("csv")
	want := "puzzle,solution,label,'=n\n" + tiny + ",,'=1+1,-2\n"
	got := write(t, csv, Row{Puzzle: tiny, Values: []Value{Text(Label, "=1+1"), Text("=n", "-2")}})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"2:1 1.3.~...4/5 label==1+1 =n=-2"}, dump(readString(got))); diff != "" {
		t.Error(diff)
	}
}
