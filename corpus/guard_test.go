package corpus

import (
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

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

// A formula in a table is a text, and comes back as it was.
func TestFormulas(t *testing.T) {
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
