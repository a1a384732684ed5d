package corpus

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadLinks(t *testing.T) {
	const i = "8...~.4../21"
	fp := func(more string) string {
		return packLink(`{"size":4,"grid":[[{"value":1,"given":true},{"value":2},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{"cornerPencilMarks":[3,4]}]]` + more + `}`)
	}
	marks := "1....2.." + strings.Repeat(".", 13*4) + "..34"
	state := "12.............."
	pad := "{cs:50,ce:[[{v:1},,,],[,,,],[,,,],[,,,{v:4}]],re:[[[0,0],[0,1]]],ca:[{v:'title: it\\'s it'},{v:'author: Ada'}]}"
	cases := []struct{ name, line, want string }{
		{"SudokuWiki", "https://www.sudokuwiki.org/sudoku.htm?bd=" + digits(inkala), "1:1 " + i},
		{"with text", "The hard one: http://www.sudokuwiki.org/sudoku.htm?bd=" + digits(inkala) + " (Inkala)", "1:15 " + i + " label=The hard one: (Inkala)"},
		{"its own packing", "https://www.sudokuwiki.org/sudoku.htm?bd=S9B015y2e", "! in.txt:1:1: the link: it holds a saved board in the site's own packing; copy the link with 81 digits"},
		{"f-puzzles", "https://www.f-puzzles.com/?load=" + fp(`,"title":"T","author":"A","ruleset":"R"`), "1:1 1...~..../1 state=" + state + " candidates=" + marks + " title=T author=A rules=R"},
		{"escaped", "https://f-puzzles.com/?load=" + strings.ReplaceAll(fp(""), "=", "%3D"), "1:1 1...~..../1 state=" + state + " candidates=" + marks},
		{"solution", "https://f-puzzles.com/?load=" + fp(`,"solution":[1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1]`), "1:1 1...~..../1 sol=1234~4321/16 state=" + state + " candidates=" + marks},
		{"a variant", "https://f-puzzles.com/?load=" + fp(`,"killercage":[{"cells":["R1C1"]}],"antiknight":true,"negative":[]`), "! in.txt:1:1: the link: it is a variant, with antiknight, killercage; only plain Sudoku is read"},
		{"cut", "https://f-puzzles.com/?load=" + fp("")[:40], "! in.txt:1:1: the link: the packed part is cut off or changed"},
		{"SudokuPad, fpuz", "https://sudokupad.app/fpuz" + fp(""), "1:1 1...~..../1 state=" + state + " candidates=" + marks},
		{"SudokuPad, older", "https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles" + fp(""), "1:1 1...~..../1 state=" + state + " candidates=" + marks},
		{"SudokuPad, its own", "https://sudokupad.app/scf?puzzleid=scl" + packLink(pad), `1:1 1...~...4/2 title=it's it author=Ada`},
		{"SudokuPad, plain", "https://sudokupad.app/scl" + packLink(`{"cells":[[{"value":"1"},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{"value":4}]],"cages":[]}`), "1:1 1...~...4/2"},
		{"SudokuPad, variant", "https://sudokupad.app/scl" + packLink(strings.Replace(pad, "{v:'author", "{ce:[[0,0]],v:'author", 1)), "! in.txt:1:1: the link: it is a variant, with cages; only plain Sudoku is read"},
		{"SudokuPad, short", "https://sudokupad.app/psxczr0jpr", "! in.txt:1:1: the link: it names a puzzle on the site and does not hold it; open it there and copy the long link"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff([]string{c.want}, dump(readString(c.line+"\n"))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadGnome(t *testing.T) {
	// As json-glib draws it.
	game := "{\n  \"difficulty_category\" : \"hard\",\n  \"time_elapsed\" : -1.0,\n  \"cells\" : [\n    {\n      \"position\" : [\n        0,\n        3\n      ],\n" +
		"      \"value\" : 5,\n      \"fixed\" : true,\n      \"earmarks\" : []\n    },\n    {\"position\" : [8, 8], \"value\" : 1, \"fixed\" : false, \"earmarks\" : []},\n" +
		"    {\"position\" : [8, 0], \"value\" : 0, \"fixed\" : false, \"earmarks\" : [2, 9]}\n  ]\n}\n"
	recs := records(t, readString(game+game))
	if len(recs) != 2 || recs[0].Puzzle.String() != "...5"+strings.Repeat(".", 77) || recs[1].Line != 18 {
		t.Fatalf("got %v", recs)
	}
	sets, ok := recs[0].Candidates()
	state, _ := recs[0].Field(State)
	level, _ := recs[0].Field(Level)
	if !ok || sets[72].String() != "29" || state != "...5"+strings.Repeat(".", 76)+"1" || level != "hard" {
		t.Errorf("%v, %q, %q", sets[72], state, level)
	}
	got := dump(readString(strings.Replace(game, "8, 8", "9, 8", 1) + strings.Replace(game, ": 5", ": 50", 1)))
	want := []string{
		"! in.txt:1:1: cell 2 of the saved game is at [9 8]; rows and columns are 0 to 8",
		"! in.txt:18:1: cell 1 of the saved game: there is no digit 50 in a 9x9 puzzle",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
