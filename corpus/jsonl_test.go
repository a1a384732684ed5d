package corpus

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadJSONL(t *testing.T) {
	const i = "8...~.4../21"
	object := func(format string, args ...any) string { return fmt.Sprintf(format, args...) }
	cases := []struct {
		name, text string
		want       []string
	}{
		{"puzzle", object(`{"puzzle":"%s"}`, inkala), []string{"1:12 " + i}},
		{"any order", object(`{"id":7,"Solution":"%s","level":"Hard","givens":"%s","ok":true}`, inkalaIs, digits(inkala)), []string{
			"1:129 " + i + " sol=8127~8452/81 id=7 level=Hard ok=true",
		}},
		{"null", object(`{"puzzle":"%s","solution":null,"level":null}`, inkala), []string{"1:12 " + i + " level="}},
		{"numbers as written", object(`{"puzzle":"%s","a":1.50,"b":-1e3}`, inkala), []string{"1:12 " + i + " a=1.50 b=-1e3"}},
		{"nested", object(`{"techniques":{"x":1, "y":[2]},"puzzle":"%s"}`, inkala), []string{"1:42 " + i + ` techniques={"x":1, "y":[2]}`}},
		{"escapes", object(`{"puzzle":"%s","label":"\u00e9\n\"x\""}`, inkala), []string{"1:12 " + i + " label=é\n\"x\""}},
		{"escaped puzzle", object(`{"puzzle":"\u0038%s"}`, inkala[1:]), []string{"1:12 " + i}},
		{"drawn", object(`{"puzzle":"%s"}`, strings.Join(rowsOf(inkala, 9), `\n`)), []string{"1:12 " + i}},
		{"blank lines and CRLF", object("\r\n{\"puzzle\":\"%s\"}\r\n\r\n", inkala), []string{"2:12 " + i}},
		{"name twice", object(`{"puzzle":"%s","puzzle":"x"}`, inkala), []string{"1:12 " + i + " puzzle=x"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, dump(readString(c.text))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestJSONLErrors(t *testing.T) {
	cases := []struct{ name, line, want string }{
		{"array", `[1,2]`, "in.txt:2:1: the line is not a JSON object: it must begin with {"},
		{"bare puzzle", inkala, "in.txt:2:1: the line is not a JSON object: it must begin with {"},
		{"no puzzle", `{"id":1}`, "in.txt:2:1: the object has no puzzle: a key must be called puzzle, quizzes, quiz, question, sudoku, sudoku puzzle, givens, grid, board"},
		{"empty", `{}`, "in.txt:2:1: the object has no puzzle: a key must be called puzzle, quizzes, quiz, question, sudoku, sudoku puzzle, givens, grid, board"},
		{"cut", `{"puzzle":"` + inkala, "in.txt:2:92: not JSON: unexpected end of JSON input"},
		{"cut behind value", `{"puzzle":"` + inkala + `"`, "in.txt:2:93: not JSON: unexpected end of JSON input"},
		{"no colon", `{"id" 1}`, "in.txt:2:7: not JSON: invalid character '1' after object key"},
		{"bad value", `{"id":+1}`, "in.txt:2:7: not JSON: invalid character '+' looking for beginning of value"},
		{"text behind", `{"puzzle":"` + inkala + `"} x`, "in.txt:2:96: not JSON: invalid character 'x' after top-level value"},
		{"two objects", `{"puzzle":"` + inkala + `"}{}`, "in.txt:2:95: not JSON: invalid character '{' after top-level value"},
		{"short puzzle", `{"id":"é","puzzle":"` + inkala[:80] + `"}`, "in.txt:2:100: too short: 80 cells, a 9x9 puzzle has 81"},
		{"bad character", `{"puzzle":"8?` + inkala[2:] + `"}`, "in.txt:2:13: '?' is neither a digit nor a blank (. 0 * _ x X)"},
		{"bad character behind escape", `{"puzzle":"\u0038?` + inkala[2:] + `"}`, "in.txt:2:12: '?' is neither a digit nor a blank (. 0 * _ x X)"},
		{"number", `{"puzzle":12}`, "in.txt:2:12: too short: 2 cells, a 9x9 puzzle has 81"},
		{"list", `{"puzzle":["8"]}`, "in.txt:2:11: '[' is neither a digit nor a blank (. 0 * _ x X)"},
		{"deep", `{"puzzle":` + strings.Repeat("[", 20000), "in.txt:2:10010: not JSON: invalid character '[' exceeded max depth"},
		{"solution", `{"puzzle":"` + inkala + `","solution":"` + inkala + `"}`, "in.txt:2:107: the solution has 60 blank cells"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			lead := `{"puzzle":"` + moler + `"}` + "\n"
			want := []string{"1:12 .2..~..2./21", "! " + c.want, "3:12 .2..~..2./21"}
			if diff := cmp.Diff(want, dump(readString(lead+c.line+"\n"+lead))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWriteJSONL(t *testing.T) {
	f, _ := ByName("jsonl")
	want := `{"puzzle":"` + inkala + `","solution":"` + inkalaIs + `","id":7,"clues":21,"letter_fitted":"G","rating":10.7,` +
		`"pearl":null,"minimal":true,"solved_by_logic":false,"techniques":{"naked_single":12,"hidden_single":3}}` + "\n" +
		`{"puzzle":"` + moler + `","solution":null,"label":"<\"é\n>","t":-0.5}` + "\n"
	rows := []Row{gradeRow(), {Puzzle: moler, Values: []Value{Text("label", "<\"é\n>"), Tenths("t", -5)}}}
	got := write(t, f, rows...)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for line := range strings.Lines(got) {
		if !json.Valid([]byte(line)) {
			t.Errorf("not JSON: %s", line)
		}
	}
}

func TestValueString(t *testing.T) {
	got := []string{}
	for _, v := range gradeRow().Values {
		got = append(got, v.Name+" "+v.String())
	}
	want := []string{
		"id 7", "clues 21", "letter_fitted G", "rating 10.7", "pearl ", "minimal true", "solved_by_logic false",
		"techniques naked_single=12;hidden_single=3",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestJSONKeepsTypes: what is a number, a word or an object in one JSON file is
// one in the next, and the same text in tables.
func TestJSONKeepsTypes(t *testing.T) {
	const object = `{"puzzle":"` + tiny + `","solution":null,"a":1,"b":"1","c":-2.50e3,"d":true,"e":null,"f":"","g":{"h":[1,"x\u202e "]},"label":"l"}` + "\n"
	spaced := strings.Replace(object, `{"h":[1,`, `{ "h": [1, `, 1)
	rows := func(text string) []Row {
		var all []Row
		for _, rec := range records(t, readString(text)) {
			all = append(all, rec.Row())
		}
		return all
	}
	for _, name := range []string{"jsonl", "json"} {
		f, err := ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := write(t, f, rows(spaced)...); !strings.Contains(got, strings.TrimSuffix(object, "\n")) {
			t.Errorf("%s: %s", name, got)
		}
	}
	f, err := ByName("tsv")
	if err != nil {
		t.Fatal(err)
	}
	if got := write(t, f, rows(object)...); !strings.Contains(got, "\t1\t1\t-2.50e3\ttrue\t\t\t") {
		t.Errorf("tsv: %s", got)
	}
}
