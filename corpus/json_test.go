package corpus

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadJSON(t *testing.T) {
	const i, m = "8...~.4../21", ".2..~..2./21"
	cases := []struct {
		name, text string
		want       []string
	}{
		{"objects", "[\n{\"puzzle\":\"" + inkala + "\",\"id\":1},\n {\"id\":2,\"puzzle\":\"" + moler + "\"}\n]\n", []string{"2:12 " + i + " id=1", "3:20 " + m + " id=2"}},
		{"one line", `[{"puzzle":"` + inkala + `"},{"puzzle":"` + moler + `"}]`, []string{"1:13 " + i, "1:108 " + m}},
		{"texts", "[\"" + inkala + "\",\n\"" + moler + "\"]", []string{"1:3 " + i, "2:2 " + m}},
		{"member", `{"puzzles":[{"puzzleId":1,"difficulty":16.46,"givens":"` + inkala + `","techniques":{"Naked Singles":48}}]}`, []string{
			"1:56 " + i + ` puzzleId=1 difficulty=16.46 techniques={"Naked Singles":48}`,
		}},
		{"over lines", "{\n  \"puzzle\": \"" + inkala + "\",\n  \"id\": 1\n}\n{\n  \"puzzle\": \"" + moler + "\"\n}\n", []string{"2:14 " + i + " id=1", "6:14 " + m}},
		{"a bad one", "[\n{\"puzzle\":\"" + inkala[:80] + "\"},\n{\"id\":7},\n{\"puzzle\":\"" + moler + "\"}\n]", []string{
			"! in.txt:2:91: too short: 80 cells, a 9x9 puzzle has 81",
			"! in.txt:3:1: the object has no puzzle: a key must be called " + strings.Join(puzzleNames, ", "),
			"4:12 " + m,
		}},
		{"a bad text", "[\"1é\",\n\"" + moler + "\"]", []string{"! in.txt:1:4: 'é' is neither a digit nor a blank (. 0 * _ x X)", "2:2 " + m}},
		{"no JSON inside", "[{\"puzzle\" \"x\"},\n\"" + moler + "\"]", []string{
			"! in.txt:1:12: not JSON: invalid character '\"' after object key", "2:2 " + m,
		}},
		{"numbers", "[\"" + moler + "\", 7]", []string{
			"1:3 " + m, "! in.txt:1:87: '7' where a puzzle should begin: a list must contain objects or strings",
		}},
		{"cut in a value", "[\"" + moler + "\",\n {\"puzzle\": \"" + moler, []string{"1:3 " + m, "! in.txt:2:2: the file ends inside the value that begins here"}},
		{"cut between values", "[\"" + moler + "\",", []string{"1:3 " + m, "! in.txt:1:85: the list ends without its ]"}},
		{"nothing", "[]\n", nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, dump(readString(c.text))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// What never ends costs an error and not the machine: neither an object nor the
// brackets in it.
func TestEndlessJSON(t *testing.T) {
	for _, start := range []string{`[{"puzzle":"`, `[{"puzzle":` + strings.Repeat("[", 1<<21), "[" + strings.Repeat(`{"a":`, 1<<20)} {
		got := dump(readString(start + strings.Repeat("0", 2*maxLine)))
		want := []string{"! reading in.txt: the value that begins on line 1, column 2 is longer than 1048576 bytes: this is not a list of puzzles"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%.20s: %s", start, diff)
		}
	}
}

func TestWriteJSON(t *testing.T) {
	f, _ := ByName("json")
	want := "[\n{\"puzzle\":\"" + inkala + "\",\"solution\":null,\"rating\":10.7},\n{\"puzzle\":\"" + moler + "\",\"solution\":null}\n]\n"
	got := write(t, f, Row{Puzzle: inkala, Values: []Value{Tenths("rating", 107)}}, Row{Puzzle: moler})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := write(t, f); got != "[\n]\n" {
		t.Errorf("no rows give %q", got)
	}
}
