package corpus

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"gradoku/internal/boardtest"
)

func FuzzLine(f *testing.F) {
	f.Add(inkala + " # Easy\n" + tiny + "\n")
	f.Add("Grid 01\n" + strings.Join(rowsOf(inkala, 9), "\n") + "\n\n1234\n\n")
	f.Add("+---+---+\n| 1 2 | 3 4 |\n| . . | . . |\n+-----+-----+\n| . . | . . |\n| . . | . . |\n+-----+-----+\n")
	f.Add("1.\n\n.2\n\n\n34\n# x\n*--*\n:::\n")
	f.Add(" é " + inkala + "\x00\n\xff\xfe\n" + inkala[:80])
	fuzz(f, "line")
}

func FuzzCSV(f *testing.F) {
	f.Add("id,puzzle,solution,\n1," + inkala + "," + inkalaIs + ",\n")
	f.Add("puzzle;note\n\"" + tiny + "\";\"a\n\"\"b\"\"\"\n\"\n" + tiny + "\n")
	f.Add("puzzle\tx\ty\n" + tiny + "\t\"\n\"\"\n\t\n\"a\"b\n")
	f.Add("\"é\",givens\n\"\n\n\",\"" + strings.Join(rowsOf(tiny, 4), "\n") + "\"\n")
	fuzz(f, "csv")
}

func FuzzJSONL(f *testing.F) {
	f.Add(`{"puzzle":"` + inkala + `","solution":null,"techniques":{"a":1}}` + "\n")
	f.Add(`{"id":1,"question":"` + tiny + `","answer":"1234341221434321"}` + "\n[]\n{\n")
	f.Add(`{"puzzle":"\u0031` + tiny[1:] + `","":"é\n","puzzle":[]}` + "\n{}{}\n")
	fuzz(f, "jsonl")
}

func FuzzJSON(f *testing.F) {
	f.Add(`[{"puzzle":"` + inkala + `","id":1}, ` + "\n" + `{"puzzle":"` + tiny + `"}]`)
	f.Add(`{"puzzles":[{"puzzleId":1,"givens":"` + inkala + `","techniques":{"a":[1]}}]}`)
	f.Add("{\n \"puzzle\":\n \"" + tiny + "\"\n}\n[\"" + tiny + "\", \"é\\\"\"")
	fuzz(f, "json")
}

func FuzzSDK(f *testing.F) {
	rows := strings.Join(rowsOf(inkala, 9), "\n") + "\n"
	f.Add("#ARuud\n#D x\n#LEasy\n" + rows + "\n[Puzzle]\n" + rows + "[State]\n" + rows)
	f.Add("[Puzzle]\n1|2|.|4\n....\n....\n1.é.\n[Marks]\n1\n\n#U\n12\n")
	fuzz(f, "sdk")
}

func FuzzExchange(f *testing.F) {
	f.Add("00015097c6c3 " + digits(inkala) + "  7.2\n000000000000 " + digits(moler) + "  0.0\n\n# x\n00015097c6c3 ")
	fuzz(f, "exchange")
}

func FuzzHoDoKu(f *testing.F) {
	f.Add(":0003:8:" + inkala + ":::829:\n:0000:x:+" + inkala + ":::\n::\n")
	f.Add(":0600-1x:12:" + strings.Replace(inkala, ".", "+1", 3) + ":112 113:1:2:a:b:c\n:a:b:12é:\n")
	fuzz(f, "hodoku")
}

func FuzzSukaku(f *testing.F) {
	f.Add(strings.Repeat("1.3.", 16) + " # x\n" + strings.Repeat("1...", 16) + "\n" + strings.Repeat("2", 64) + "\n#\n12\n")
	fuzz(f, "sukaku")
}

func FuzzSS(f *testing.F) {
	f.Add("a title\n*-----*\n|1.|.4|\n|..|..|\n|--+--|\n|..|..|\n|2.|.3|\n*-----*\n Simple Sudoku\n")
	f.Add("*---*\n| 12 3 | 4 . |\n| =1 u2 | - 34 |\n|--+--|\n| 1 2 | 3 4 |\n| 12 3 | 4 1234 |\n*---*\n")
	fuzz(f, "ss")
}

func FuzzOpenSudoku(f *testing.F) {
	f.Add(`<?xml version="1.0"?><opensudoku><name>a</name><level>easy</level><game data="` + digits(inkala) + `"/></opensudoku>`)
	f.Add("<opensudoku version=\"2\">\n<folder name=\"é\"><game note='&lt;' data=\"version: 1\n" + strings.Repeat("1|-|0|0|1,2,|1|5|-|1|", 27) + "\"/></folder>")
	f.Add("<opensudoku version=\"2\"><game data=\"version: 2&#10;" + strings.Repeat("0|511||1|", 81) + "\"/></a><!-- x")
	f.Add("<opensudoku2 version=\"3\"><folder folder_name='a'><game cells_data=\"version: 5&#10;" + strings.Repeat("0|511|2|3|1|", 81) + "\" user_note='b'/></folder></opensudoku2>")
	fuzz(f, "opensudoku")
}

func FuzzLinks(f *testing.F) {
	grid := `{"size":4,"grid":[[{"value":1,"given":true},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{"centerPencilMarks":[1,2]}]],"title":"x"}`
	f.Add("easy https://f-puzzles.com/?load=" + packLink(grid) + " # é\nhttps://f-puzzles.com/?load=" + packLink(strings.Replace(grid, "{", `{"diagonal-":true,"diagonal+":true,"extraregion":[{"cells":["R1C1"]}],`, 1)) + " # é\nhttps://www.sudokuwiki.org/sudoku.htm?bd=" + inkala)
	f.Add("https://sudokupad.app/scl" + packLink("{ce:[[{v:1},,,],[,,,],[,,,],[,,,{v:4}]],ca:[{v:'title: it\\'s'}]}"))
	f.Add("https://www.sudokuwiki.org/sudoku.htm?bd=S9B" + strings.Repeat("ep0b01", 27) + "\nhttps://www.sudokuwiki.org/sudoku.htm?bd=" + strings.Repeat("vu8104", 27))
	fuzz(f, "fpuzzles")
}

func FuzzShortPad(f *testing.F) {
	f.Add("https://sudokupad.app/scf" + shortDigits(digits(inkala)) + "*tA**b*a*\nhttps://sudokupad.app/scfx*w")
	fuzz(f, "sudokupad")
}

func FuzzISS(f *testing.F) {
	const site = "https://sigh.github.io/Interactive-Sudoku-Solver/?q="
	f.Add(site + ".Shape~4x4.~R1C1_1~R4C4_4.Diagonal~1.Diagonal~-1\n" + site + ".Shape~4x4.Jigsaw~1112132233324444.NoBoxes\n" + site + ".AllDifferent~R1C1~RGCG.Windoku")
	fuzz(f, "iss")
}

func FuzzSolo(f *testing.F) {
	f.Add("4j:d3_2d2_1d,aaa_g___a__a_\n2x2x:1n2\n2x2:1a3c1b2e4 # x\n4x4:16_1a15zzzzzzzzzr\n3x3#1\n9j:zzzc,a\n2x3m4dt:_zj\n")
	fuzz(f, "solo")
}

func FuzzPad(f *testing.F) {
	f.Add("{ce:[[{v:1},,,],[,,,],[,,,],[,,,{v:4}]],ca:[{v:'title: it\\'s'}],s:t}")
	f.Add(`{"cells":[[{"value":"1"},{}],[{},{}]],"cages":[{"cells":[[0,0]]}]}`)
	f.Fuzz(func(_ *testing.T, text string) { padPuzzle(text) })
}

func FuzzMatrix(f *testing.F) {
	f.Add("[1,2,2;\n 1,5,3]\n\n# x\n1 2 10\n9;9;9\n")
	f.Add(strings.Repeat("0,0,0,0,0,0,0,0,0\n", 9) + "1 2\n")
	fuzz(f, "matrix")
}

// fuzz checks a reader with any text.
func fuzz(f *testing.F, name string) {
	format, err := ByName(name)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) { checkReader(t, format, text) })
}

// checkReader checks that a reader, given any text, does not panic, gives places that exist, and
// accepts only what it accepts again after writing it.
func checkReader(t *testing.T, format Format, text string) {
	lines := strings.Count(text, "\n") + strings.Count(text, "\r") + 1
	for rec, err := range format.Read("fuzz", strings.NewReader(text)) {
		var bad *LineError
		line, column := rec.Line, rec.Column
		if errors.As(err, &bad) {
			line, column = bad.Line, bad.Column
		} else if err != nil {
			continue // the stream as a whole
		}
		if line < 1 || line > lines || column < 1 || column > len(text)+1 {
			t.Fatalf("line %d, column %d in a text of %d lines (%v)", line, column, lines, err)
		}
		if err == nil && format.Holds(rec.Puzzle.String()) == nil { // sdm is read as line
			checkAgain(t, format, &rec)
		}
	}
}

// Values of a good text of each format become what no program writes; it is still read as the same format.
func TestStrangeValues(t *testing.T) {
	strange := []string{
		"", "0", "-1", "10", "1e308", "NaN", strings.Repeat("9", 400), "0x1p-1074", "true", "null", "\x00", "\x1b[2J", "\u202e", "é", "=1+1", "<b>", "]]>", "&#0;",
		"\\u0000", "\\", `"`, "'", strings.Repeat("[", 5000), strings.Repeat(`{"a":`, 2000), strings.Repeat("x", 100_000), inkala, inkalaIs, tiny,
	}
	value, n := regexp.MustCompile(`[\w.-]+`), 8
	if *long {
		n = 300
	}
	for _, format := range Formats() {
		t.Run(format.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, 4))
			row := (&Record{Puzzle: boardtest.Parse(t, inkala)}).Row()
			for _, name := range append(format.Carries.Names, Label, "note") {
				if format.Carries.Keeps(name) && name != State && name != Candidates && name != Corners {
					row.Values = append(row.Values, Text(name, "7"))
				}
			}
			text := write(t, format, row, row)
			places := value.FindAllStringIndex(text, -1)
			for range n {
				at := places[rng.IntN(len(places))]
				changed := text[:at[0]] + strange[rng.IntN(len(strange))] + text[at[1]:]
				if got, err := Sniff([]byte(changed)); err == nil && got.Name == format.Name {
					checkReader(t, format, changed)
				}
			}
		})
	}
}

// checkAgain writes a record and reads it back. Fields may differ in what the
// format cannot hold (a NUL in CSV, broken UTF-8 in JSON), grids may not.
func checkAgain(t *testing.T, format Format, rec *Record) {
	row := rec.Row()
	row.Values = nil
	text := write(t, format, row)
	again := records(t, format.Read("again", bytes.NewReader([]byte(text))))
	if len(again) != 1 || again[0].Puzzle != rec.Puzzle || again[0].Solution != rec.Solution && format.Carries.Solution {
		t.Fatalf("%v comes back as %v", rec, again)
	}
}
