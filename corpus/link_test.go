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
	marks := strings.Repeat(".", 15*4) + "..34"
	state := "12.............."
	pad := "{cs:50,ce:[[{v:1},,,],[,,,],[,,,],[,,,{v:4}]],re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],ca:[{v:'title: it\\'s it'},{v:'author: Ada'}]}"
	cases := []struct{ name, line, want string }{
		{"SudokuWiki", "https://www.sudokuwiki.org/sudoku.htm?bd=" + digits(inkala), "1:1 " + i},
		{"with text", "The hard one: http://www.sudokuwiki.org/sudoku.htm?bd=" + digits(inkala) + " (Inkala)", "1:15 " + i + " label=The hard one: (Inkala)"},
		{"SudokuWiki, position", "https://www.sudokuwiki.org/sudoku.htm?bd=S9B" + "08" + "0b" + "0n" + "00" + strings.Repeat("ep", 77) + " x", "1:1 8...~..../1 label=x state=82" + strings.Repeat(".", 79) +
			" candidates=.......8." + ".2......." + "1.3......" + strings.Repeat(".", 9) + strings.Repeat("123456789", 77)},
		{"SudokuWiki, position of 2023", "https://www.sudokuwiki.org/sudoku.htm?bd=" + "81" + "04" + "0a" + "00" + strings.Repeat("vu", 77), "1:1 8...~..../1 state=82" + strings.Repeat(".", 79) +
			" candidates=.......8." + ".2......." + "1.3......" + strings.Repeat(".", 9) + strings.Repeat("123456789", 77)},
		{"SudokuWiki, all candidates", "https://www.sudokuwiki.org/sudoku.htm?bd=S9B" + strings.Repeat("ep", 81), "1:1 ....~..../0"},
		{"SudokuWiki, no cell", "https://www.sudokuwiki.org/sudoku.htm?bd=S9B" + strings.Repeat("ep", 80) + "zz", `! in.txt:1:1: the link: cell 81 of the position is "zz", which has no meaning`},
		{"SudokuWiki, clue without digit", "https://www.sudokuwiki.org/sudoku.htm?bd=" + strings.Repeat("01", 81), `! in.txt:1:1: the link: cell 1 of the position is "01", which has no meaning`},
		{"SudokuWiki, cut", "https://www.sudokuwiki.org/sudoku.htm?bd=S9B015y2e", "! in.txt:1:1: the link: it holds a board in an unknown packing; copy the link with 81 digits"},
		{"f-puzzles", "https://www.f-puzzles.com/?load=" + fp(`,"title":"T","author":"A","ruleset":"R"`), "1:1 1...~..../1 state=" + state + " corners=" + marks + " title=T author=A rules=R"},
		{"escaped", "https://f-puzzles.com/?load=" + strings.ReplaceAll(fp(""), "=", "%3D"), "1:1 1...~..../1 state=" + state + " corners=" + marks},
		{"solution", "https://f-puzzles.com/?load=" + fp(`,"solution":[1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1]`), "1:1 1...~..../1 sol=1234~4321/16 state=" + state + " corners=" + marks},
		{"a variant", "https://f-puzzles.com/?load=" + fp(`,"killercage":[{"cells":["R1C1"]}],"antiknight":true,"negative":[]`), "! in.txt:1:1: the link: it has rules that gradoku does not support: antiknight, killercage"},
		{"diagonals", "https://f-puzzles.com/?load=" + fp(`,"diagonal-":true,"diagonal+":true,"ruleset":"Both diagonals hold each digit once."`), "1:1 x:1.~..../1 state=x:" + state + " corners=" + marks},
		{"one diagonal", "https://f-puzzles.com/?load=" + fp(`,"diagonal-":true`), "! in.txt:1:1: the link: no variant has the house r1c1 r2c2 r3c3 r4c4"},
		{"an unknown house", "https://f-puzzles.com/?load=" + fp(`,"extraregion":[{"cells":["R1C1","R2C2","R4C3"]}]`), "! in.txt:1:1: the link: no variant has the house r1c1 r2c2 r4c3"},
		{"no such cell", "https://f-puzzles.com/?load=" + fp(`,"extraregion":[{"cells":["R1C5"]}]`), "! in.txt:1:1: the link: there is no cell R1C5 in a 4x4 puzzle"},
		{"disjoint groups", "https://f-puzzles.com/?load=" + fp(`,"disjointgroups":true`), "1:1 disj~..../1 state=disjoint:" + state + " corners=" + marks},
		{"a large region", "https://f-puzzles.com/?load=" + packLink(`{"grid":[[{"region":3},{"region":"3"},{},{}],[{"region":3},{"region":3},{},{}],[{},{},{},{}],[{},{},{},{}]]}`), "! in.txt:1:1: the link: a region of the jigsaw has 8 cells; each must have 4"},
		{"no region", "https://f-puzzles.com/?load=" + packLink(`{"grid":[[{"region":null},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]}`), "! in.txt:1:1: the link: the region of r1c1 is not a number"},
		{"Interactive Sudoku Solver", "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~4x4.~R1C1_1~R4C4_4.Diagonal~1.Diagonal~-1&mode=all x", "1:1 x:1.~...4/2 label=x"},
		{"ISS, regions", "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~4x4.Jigsaw~1112132233324444.NoBoxes", "1:1 jigs~..../0"},
		{"ISS, boxes and regions", "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~4x4.Jigsaw~1112132233324444", "! in.txt:1:1: the link: its rules must have boxes, or NoBoxes and a Jigsaw of all cells"},
		{"ISS, no boxes", "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~4x4.NoBoxes", "! in.txt:1:1: the link: its rules must have boxes, or NoBoxes and a Jigsaw of all cells"},
		{"ISS, candidates", "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.~R1C1_1_2", "! in.txt:1:1: the link: the value of r1c1 is not one digit of a 9x9 puzzle"},
		{"ISS, a cell outside", "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.~R1Ca_1", "! in.txt:1:1: the link: there is no cell R1Ca in a 9x9 puzzle"},
		{"ISS, another rule", "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Cage~3~R1C1~R1C2", "! in.txt:1:1: the link: it has rules that gradoku does not support: Cage~3~R1C1~R1C2"},
		{"ISS, another shape", "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~9x8", "! in.txt:1:1: the link: it has rules that gradoku does not support: the shape 9x8"},
		{"cut", "https://f-puzzles.com/?load=" + fp("")[:40], "! in.txt:1:1: the link: the packed part is truncated or altered"},
		{"SudokuPad, fpuz", "https://sudokupad.app/fpuz" + fp(""), "1:1 1...~..../1 state=" + state + " corners=" + marks},
		{"SudokuPad, older", "https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles" + fp(""), "1:1 1...~..../1 state=" + state + " corners=" + marks},
		{"SudokuPad, its own", "https://sudokupad.app/scf?puzzleid=scl" + packLink(pad), `1:1 1...~...4/2 title=it's it author=Ada`},
		{"SudokuPad, metadata", "https://sudokupad.app/scl" + packLink(strings.Replace(pad[:strings.Index(pad, ",ca:")], "{", `{id:'x',metadata:{t:'it\'s',author:Ada,rules:['a','b'],antiknight:f},`, 1)+"}"), `1:1 1...~...4/2 title=it's author=Ada rules=a b`},
		{"SudokuPad, plain", "https://sudokupad.app/scl" + packLink(`{"cells":[[{"value":"1"},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{"value":4}]],"cages":[]}`), "1:1 1...~...4/2"},
		{"SudokuPad, variant", "https://sudokupad.app/scl" + packLink(strings.Replace(pad, "{v:'author", "{ce:[[0,0]],v:'author", 1)), "! in.txt:1:1: the link: it has rules that gradoku does not support: cages"},
		{"SudokuPad, regions", "https://sudokupad.app/scl" + packLink(`{"cells":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"regions":[[[0,0],[0,1],[0,2],[1,0]],[[0,3],[1,3],[1,2],[2,3]],[[1,1],[2,0],[2,1],[2,2]],[[3,0],[3,1],[3,2],[3,3]]]}`), "1:1 jigs~..../0"},
		{"SudokuPad, no such cell", "https://sudokupad.app/scl" + packLink(`{"cells":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"regions":[[[0,4]]]}`), "! in.txt:1:1: the link: there is no cell [0 4] in a 4x4 puzzle"},
		{"SudokuPad, short", "https://sudokupad.app/scf" + shortDigits(digits(inkala)), "1:1 " + i},
		{"SudokuPad, short and old", "https://sudokupad.app/scf?puzzleid=scf" + shortDigits(digits(inkala)) + "*tA**b%20c*aAda e", "1:1 " + i + " label=e title=A*b c author=Ada"},
		{"SudokuPad, short variant", "https://sudokupad.app/scf" + shortDigits(digits(inkala)) + "*wx", "1:1 x+wi~.4../21"},
		{"SudokuPad, short variant without a star", "https://sudokupad.app/scf" + shortDigits(digits(inkala)) + "x", "1:1 x:8.~.4../21"},
		{"SudokuPad, short and cut", "https://sudokupad.app/scf" + shortDigits(digits(inkala))[:20], "! in.txt:1:1: the link: it holds 66 cells, not 81"},
		{"SudokuPad, short and too long", "https://sudokupad.app/scfoooooooooooook", "! in.txt:1:1: the link: it holds 83 cells, not 81"},
		{"SudokuPad, by name", "https://sudokupad.app/psxczr0jpr", "! in.txt:1:1: the link: it refers to a puzzle on the site but does not contain it; open it there and copy the long link"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff([]string{c.want}, dump(readString(c.line+"\n"))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestShortDigits: the table of the site, and there and back.
func TestShortDigits(t *testing.T) {
	const zeros, short = "110100100010000100000", "1BLVfp"
	if got := shortDigits(zeros); got != short {
		t.Errorf("%s becomes %s, want %s", zeros, got, short)
	}
	for _, long := range []string{zeros, digits(inkala), digits(moler), strings.Repeat("0", 81), "0000001000000"} {
		if got, rest := longDigits(shortDigits(long)+"*t", len(long)); got != long || rest != "*t" {
			t.Errorf("%s comes back as %s, then %q", long, got, rest)
		}
	}
}
