package corpus

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadMatrix(t *testing.T) {
	matrix, err := ByName("matrix")
	if err != nil {
		t.Fatal(err)
	}
	inkalaList := write(t, matrix, Row{Puzzle: inkala})
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"list", inkalaList, []string{"1:1 " + inkala}},
		{"spaces", strings.ReplaceAll(inkalaList, ",", " "), []string{"1:1 " + inkala}},
		{"MATLAB", "[" + strings.ReplaceAll(strings.TrimSpace(inkalaList), "\n", ";\n") + "]", []string{"1:1 " + inkala}},
		{"one line", "[" + strings.ReplaceAll(strings.TrimSpace(inkalaList), "\n", ";") + "]", []string{"1:1 " + inkala}},
		{"two, and a comment", "# first\n" + inkalaList + "\n\n1 1 5\n", []string{"2:1 " + inkala, "26:1 5" + strings.Repeat(".", 80)}},
		{"zeros", strings.Repeat("0,0,0,0,0,0,0,0,0\n", 9), []string{"1:1 " + strings.Repeat(".", 81)}},
		{"a digit too large", "1 1 5\n1 2 10\n\n2 2 2\n", []string{
			"! x:2:5: Entries must be integers from 1 to 9: entry 3 of row 2 is 10", "4:1 " + strings.Repeat(".", 10) + "2" + strings.Repeat(".", 70),
		}},
		{"another shape", "1 1 5\n1 2\n", []string{"! x:2:1: The input matrix must be N-by-3 or 9-by-9: row 1 has 3 entries, row 2 has 2"}},
		{"two columns", "1 5\n2 3\n", []string{"! x:1:1: The input matrix must be N-by-3 or 9-by-9: row 1 has 2 entries"}},
		{"as MATLAB has it", "B = [" + strings.ReplaceAll(strings.TrimSpace(inkalaList), "\n", ";\n") + "];\n", []string{"1:1 " + inkala}},
		{"a word", "1 1 5\n1 2 b\n", []string{`! x:2:5: "b" is not a number`}},
		{"no end", strings.Repeat("1 1 5\n", 100), []string{"! x:1:1: a list of clues can have at most 81 clues, but this one has more"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for rec, err := range Read("x", strings.NewReader(c.text)) {
				if err != nil {
					got = append(got, "! "+err.Error())
					continue
				}
				got = append(got, fmt.Sprintf("%d:%d %v", rec.Line, rec.Column, rec.Puzzle))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestIsMatrix(t *testing.T) {
	for text, want := range map[string]bool{
		"1 2 2\n": true, "1,2,2;": true, "[1, 2, 2;": true, "0,2,0,0,3,0,0,4,0\n": false,
		"0 2 0 0 3 0 0 4 0\n": false, // a row of a grid, which line reads
		"B = [1,2,2;\n":       true, " clues=[ 1 2 2": true, "B = 5\n": false,
		"1 5\n2 3\n": true, "1,2\n": true, "1 2 | 3 4\n": false, "1 2 3 4\n": false,
		"12 3 4\n": false, "12 34\n": false, "a,b,c\n": false, "": false, inkala: false,
	} {
		if got := isMatrix(string(firstLine([]byte(text)))); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestReadTextMatrix(t *testing.T) {
	for rec, err := range ReadText("argument 1", "[1,1,5;1,2,6]") {
		if err != nil || rec.Puzzle.Clues() != 2 {
			t.Errorf("%v, %v", rec.Puzzle, err)
		}
	}
}
