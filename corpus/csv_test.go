package corpus

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadCSV(t *testing.T) {
	const i, m = "8...~.4../21", ".2..~..2./21"
	inkala0, tall := digits(inkala), strings.Join(rowsOf(inkala, 9), "\n")
	cases := []struct {
		name, text string
		want       []string
	}{
		{"one column", "puzzle\n" + inkala + "\n" + moler, []string{"2:1 " + i, "3:1 " + m}},
		{"Kaggle, a million", "quizzes,solutions\n" + inkala0 + "," + inkalaIs + "\n", []string{"2:1 " + i + " sol=8127~8452/81"}},
		{"Kaggle, three million", "id,puzzle,solution,clues,difficulty\n1," + inkala + "," + inkalaIs + ",21,4.6\n", []string{
			"2:3 " + i + " sol=8127~8452/81 id=1 clues=21 difficulty=4.6",
		}},
		{"extreme", "source,question,answer,rating\npuzzles0_kaggle," + inkala + "," + inkalaIs + ",7\n", []string{
			"2:17 " + i + " sol=8127~8452/81 source=puzzles0_kaggle rating=7",
		}},
		{"QQWing", "Puzzle,Solution,Givens,Guesses,Difficulty,\n" + inkala + "," + inkalaIs + ",21,5,Expert,\n", []string{
			"2:1 " + i + " sol=8127~8452/81 Givens=21 Guesses=5 Difficulty=Expert",
		}},
		{"tabs", "puzzle\tse\tw\r\n" + inkala + "\t10.7\t17\r\n", []string{"2:1 " + i + " se=10.7 w=17"}},
		{"semicolons", "Name;Givens;Rating\nInkala;" + inkala + ";10,7\n", []string{"2:8 " + i + " Name=Inkala Rating=10,7"}},
		{"quotes", `"puzzle","note"` + "\n" + `"` + inkala + `","said ""hard"", and is"` + "\n", []string{"2:2 " + i + ` note=said "hard", and is`}},
		{"quotes over lines", "note,puzzle\n\"two\nlines\"," + inkala + "\n," + moler, []string{"3:8 " + i + " note=two\nlines", "4:2 " + m + " note="}},
		{"drawn in a value", "puzzle,id\n\"" + tall + "\",1\n" + moler + ",2\n", []string{"2:2 " + i + " id=1", "11:1 " + m + " id=2"}},
		{"spaces", " puzzle , id \n" + inkala + ",  1 \n", []string{"2:1 " + i + " id=  1 "}},
		{"missing columns", "puzzle,a,b\n" + inkala + "\n" + moler + ",1\n", []string{"2:1 " + i + " a= b=", "3:1 " + m + " a=1 b="}},
		{"blank lines and comments above", "# source: x\n\npuzzle,a\n\n" + inkala + ",1\n\n", []string{"5:1 " + i + " a=1"}},
		{"byte order mark", "\xef\xbb\xbfpuzzle,a\n" + inkala + ",1\n", []string{"2:1 " + i + " a=1"}},
		{"no solution yet", "puzzle,solution\n" + inkala + ",\n", []string{"2:1 " + i}},
		{"not ASCII", "níveau,puzzle\nmédio," + inkala, []string{"2:7 " + i + " níveau=médio"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, dump(readString(c.text))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCSVErrors(t *testing.T) {
	bad := strings.Replace(inkala, "3", "?", 1) // column 12
	cases := []struct {
		name, line string
		want       []string
	}{
		{"empty puzzle", ",a,,", []string{"in.txt:2:1: there is no puzzle: the text has no cell"}},
		{"short", inkala[:80] + ",a,,", []string{"in.txt:2:80: too short: 80 cells, a 9x9 puzzle has 81"}},
		{"bad character", bad + ",a,,", []string{"in.txt:2:12: '?' is neither a digit nor a blank (. 0 * _ x X)"}},
		{"bad character in quotes", `"` + bad + `",a,,`, []string{"in.txt:2:13: '?' is neither a digit nor a blank (. 0 * _ x X)"}},
		{"short solution", inkala + ",a," + inkalaIs[:80] + ",", []string{"in.txt:2:164: in the solution: too short: 80 cells, a 9x9 puzzle has 81"}},
		{"small solution", inkala + ",a,1234341221434321,", []string{"in.txt:2:85: the solution has 16 cells, but the puzzle has 81"}},
		{"solution with blanks", inkala + ",a," + inkala + ",", []string{"in.txt:2:85: the solution has 60 blank cells"}},
		{"too many values", inkala + ",a,,,b", []string{`in.txt:2:87: the header has no name for the value "b"`}},
		{"value without a name", inkala + ",a,,b", []string{`in.txt:2:86: the header has no name for the value "b"`}},
		{"stray quote", inkala + `,5" x,,`, []string{"in.txt:2:84: the quote that opens here is never closed"}},
		{"quote not closed", inkala + `,"x,,`, []string{"in.txt:2:83: the quote that opens here is never closed"}},
		{"text behind quote", inkala + `,"x"y,,`, []string{"in.txt:2:85: there is a quote in the middle of a value"}},
		{"two stray quotes", inkala + `,5" 6",,`, []string{"in.txt:2:84: there is a quote in the middle of a value"}},
		{"endless line", strings.Repeat("1", maxLine+5), []string{"in.txt:2:1: the line is longer than 1048576 bytes"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			want := []string{"3:1 .2..~..2./21 note=b"}
			for i := len(c.want) - 1; i >= 0; i-- {
				want = append([]string{"! " + c.want[i]}, want...)
			}
			got := dump(readString("puzzle,note,solution,\n" + c.line + "\n" + moler + ",b,,\n"))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A quote that never closes costs its own line, not the lines behind it, and a
// fault behind a value of several lines is found in its line.
func TestCSVPlaces(t *testing.T) {
	text := "note,puzzle\n" +
		"\"open," + inkala + "\n" +
		"b," + moler + "\n" +
		"\"two\nlines\"," + inkala[:80] + "\n" +
		"\"c\",\"" + inkala[:9] + "\n.?\"\n" +
		"d," + moler + "\n"
	want := []string{
		"! in.txt:2:1: the quote that opens here is never closed",
		"3:3 .2..~..2./21 note=b",
		"! in.txt:5:87: too short: 80 cells, a 9x9 puzzle has 81",
		"! in.txt:7:2: '?' is neither a digit nor a blank (. 0 * _ x X)",
		"8:3 .2..~..2./21 note=d",
	}
	if diff := cmp.Diff(want, dump(readString(text))); diff != "" {
		t.Error(diff)
	}
}

func TestCSVWithoutPuzzles(t *testing.T) {
	f, _ := ByName("csv")
	want := []string{"! x.csv:1:1: the header names no puzzle column: " +
		"one must be called puzzle, quizzes, quiz, question, sudoku, sudoku puzzle, givens, grid, board"}
	got := dump(f.Read("x.csv", strings.NewReader("name,age\nAda,36\n")))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// gradeRow has a value of every kind, in the order of a grade.
func gradeRow() Row {
	return Row{
		Puzzle: inkala, Solution: inkalaIs,
		Values: []Value{
			Int("id", 7), Int("clues", 21), Text("letter_fitted", "G"), Tenths("rating", 107), Null("pearl"),
			Bool("minimal", true), Bool("solved_by_logic", false),
			Counts("techniques", []Count{{"naked_single", 12}, {"hidden_single", 3}}),
		},
	}
}

func TestWriteCSV(t *testing.T) {
	f, _ := ByName("csv")
	want := "puzzle,solution,id,clues,letter_fitted,rating,pearl,minimal,solved_by_logic,techniques\n" +
		inkala + "," + inkalaIs + ",7,21,G,10.7,,true,false,naked_single=12;hidden_single=3\n" +
		moler + ",,8,,,,,,,\n"
	got := write(t, f, gradeRow(), Row{Puzzle: moler, Values: []Value{Int("id", 8)}})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := write(t, f); got != "puzzle,solution\n" {
		t.Errorf("no rows give %q", got)
	}
}

func TestWriteErrors(t *testing.T) {
	broken := errors.New("the database is gone")
	csv, _ := ByName("csv")
	sdm, _ := ByName("sdm")
	then := func(row Row, err error) iter.Seq2[Row, error] {
		return func(yield func(Row, error) bool) {
			_ = yield(Row{Puzzle: moler}, nil) && yield(row, err)
		}
	}
	cases := []struct {
		name   string
		format Format
		rows   iter.Seq2[Row, error]
		want   string
	}{
		{"row fails", csv, then(Row{}, broken), "the database is gone"},
		{"new column", csv, then(gradeRow(), nil), `puzzle 2 has a value "id", which none of the first 1 has: name the columns`},
		{"size", sdm, then(Row{Puzzle: tiny}, nil), "writing sdm: the format cannot hold a 4x4 puzzle"},
		{"no puzzle", sdm, then(Row{Puzzle: "12"}, nil), "writing sdm: a row has 2 cells, which is not a puzzle"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var b bytes.Buffer
			err := c.format.Write(&b, c.rows)
			if err == nil || err.Error() != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
			if n := len(dump(Read("b", &b))); n != 1 {
				t.Errorf("%d rows before the error were written, want 1", n)
			}
		})
	}
	for _, f := range Formats() {
		rows := func(yield func(Row, error) bool) {
			for yield(Row{Puzzle: inkala}, nil) {
			}
		}
		if err := f.Write(fullDisk{}, rows); !errors.Is(err, errFull) {
			t.Errorf("%s on a full disk: %v", f.Name, err)
		}
	}
}

var errFull = errors.New("no space left on device")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// TestManyValues: what a line says about its puzzle is bounded in every format with names,
// and reading goes on after it.
func TestManyValues(t *testing.T) {
	var cells, pairs []byte
	for i := range maxValues {
		cells = fmt.Appendf(cells, ",c%d", i)
		pairs = fmt.Appendf(pairs, `,"c%d":1`, i)
	}
	names, values, members := "puzzle"+string(cells), inkala+strings.Repeat(",1", maxValues), string(pairs)
	fault := fmt.Sprintf("there are %d values; a puzzle may have at most %d", maxValues+1, maxValues)
	for name, text := range map[string]string{
		"csv":   names + "\n" + values + "\n" + values + "\n",
		"jsonl": strings.Repeat(`{"puzzle":"`+inkala+`"`+members+"}\n", 2),
		"json":  "[" + strings.Repeat(`{"puzzle":"`+inkala+`"`+members+"},\n", 2) + "]",
	} {
		faults := 0
		for _, err := range Read(name, strings.NewReader(text)) {
			if err == nil || !strings.Contains(err.Error(), fault) || len(err.Error()) > 200 {
				t.Errorf("%s: %.300v, want %q", name, err, fault)
			}
			faults++
		}
		if faults != 2 {
			t.Errorf("%s: %d faults, want one for each of 2 lines", name, faults)
		}
	}
	fewer := func(s string) string { return s[:strings.LastIndexByte(s, ',')] }
	for rec, err := range Read("csv", strings.NewReader(fewer(names)+"\n"+fewer(values)+"\n")) {
		if err != nil || len(rec.Fields) != maxValues-1 {
			t.Errorf("%d values: %d fields, %v", maxValues, len(rec.Fields), err)
		}
	}
}
