package corpus

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/board"
)

func TestReadLine(t *testing.T) {
	const i, m = "8...~.4../21", ".2..~..2./21"
	cases := []struct {
		name, text string
		want       []string
	}{
		{"two", inkala + "\n" + moler + "\n", []string{"1:1 " + i, "2:1 " + m}},
		{"no line end", inkala, []string{"1:1 " + i}},
		{"CRLF", inkala + "\r\n" + moler + "\r\n", []string{"1:1 " + i, "2:1 " + m}},
		{"zeros", digits(inkala) + " x\n", []string{"1:1 " + i + " label=x"}},
		{"stars", strings.ReplaceAll(inkala, ".", "*"), []string{"1:1 " + i}},
		{"comments and blank lines", "# top\n\n" + inkala + "\n  \n#\n" + moler + "\n#end", []string{"3:1 " + i, "6:1 " + m}},
		{"label behind #", inkala + " #Easy\n", []string{"1:1 " + i + " label=Easy"}},
		{"label behind # #", inkala + " # # Easy\n", []string{"1:1 " + i + " label=# Easy"}},
		{"label behind space", inkala + "  7.2  \n", []string{"1:1 " + i + " label=7.2"}},
		{"label behind comma", inkala + ",1,2", []string{"1:1 " + i + " label=1,2"}},
		{"label behind tab", inkala + "\t126732;", []string{"1:1 " + i + " label=126732;"}},
		{"label with parentheses", inkala + " # l2 (10) s", []string{"1:1 " + i + " label=l2 (10) s"}},
		{"label not ASCII", inkala + " 很难", []string{"1:1 " + i + " label=很难"}},
		{"empty label", inkala + " #  \n", []string{"1:1 " + i}},
		{"indented", "  " + inkala + " a", []string{"1:3 " + i + " label=a"}},
		{"4x4", tiny + "\n" + tiny + " b", []string{"1:1 1.3.~...4/5", "2:1 1.3.~...4/5 label=b"}},
		{"6x6", strings.Repeat("1.....", 6), []string{"1:1 1...~..../6"}},
		{"12x12", strings.Repeat("c1..........", 12), []string{"1:1 C1..~..../24"}},
		{"16x16", strings.Repeat("G1..............", 16), []string{"1:1 G1..~..../32"}},
		{"cells apart", strings.Join(strings.Split(inkala, ""), " "), []string{"1:1 " + i}},
		{"rows apart", strings.Join(rowsOf(inkala, 9), "|") + " # hard", []string{"1:1 " + i + " label=hard"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, dump(readString(c.text))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// rowsOf cuts a puzzle into rows of n cells.
func rowsOf(puzzle string, n int) []string {
	var rows []string
	for ; puzzle != ""; puzzle = puzzle[n:] {
		rows = append(rows, puzzle[:n])
	}
	return rows
}

// A line that is wrong is reported with its place, and the next one is read.
func TestLineErrors(t *testing.T) {
	at := func(n int, s string) string { return inkala[:n] + s + inkala[n+1:] }
	cases := []struct{ name, line, want string }{
		{"80 cells", inkala[:80], "in.txt:2:80: too short: 80 cells, a 9x9 puzzle has 81"},
		{"82 cells", inkala + "5", "in.txt:2:82: too long: 82 cells, a 9x9 puzzle has 81"},
		{"80 cells and a label", inkala[:80] + " # x", "in.txt:2:80: too short: 80 cells, a 9x9 puzzle has 81"},
		{"bad character", at(40, "?"), "in.txt:2:41: '?' is neither a digit nor a blank (. 0 * _ x X)"},
		{"bad letter", at(0, "q"), "in.txt:2:1: 'q' is neither a digit nor a blank (. 0 * _ x X)"},
		{"bad first character and indent", "  " + at(0, "q"), "in.txt:2:3: 'q' is neither a digit nor a blank (. 0 * _ x X)"},
		{"bad rune", at(4, "é"), "in.txt:2:5: 'é' is neither a digit nor a blank (. 0 * _ x X)"},
		{"bad character behind a rune", at(4, "é")[:20] + "?" + inkala, "in.txt:2:5: 'é' is neither a digit nor a blank (. 0 * _ x X)"},
		{"digit too large", at(9, "A"), "in.txt:2:10: digit A is too large for a 9x9 puzzle"},
		{"NUL", at(7, "\x00"), "in.txt:2:8: there is a NUL byte in the text"},
		{"number before", "17 " + inkala, "in.txt:2:4: there is text before the puzzle: a label must follow the puzzle"},
		{"hash before", "00015097c6c3 " + digits(inkala) + "  7.2", "in.txt:2:14: there is text before the puzzle: a label must follow the puzzle"},
		{"number and colon before", "17:" + inkala, "in.txt:2:4: there is text before the puzzle: a label must follow the puzzle"},
		{"no variant", "x%d:" + inkala, `in.txt:2:1: there is no variant "x%d": use ` + strings.Join(board.Variant{}.Choices(), ", ") + ", or several joined with +; gradoku makes no puzzles with cages or sums (killer), and none of several grids (samurai)"},
		{"no variant, a long name", strings.Repeat("x", 1000) + ":" + inkala, `in.txt:2:1: there is no variant "` + strings.Repeat("x", 40) + `": use ` + strings.Join(board.Variant{}.Choices(), ", ") + ", or several joined with +; gradoku makes no puzzles with cages or sums (killer), and none of several grids (samurai)"},
		{"prose", "A line of prose about nothing", "in.txt:2:1: neither a puzzle nor a comment (a comment starts with #)"},
		{"statistics", "Number of Givens: 21", "in.txt:2:1: these are QQWing's statistics for the puzzle above; to read them too, run QQWing with --csv"},
		{"section", "[Puzzle]", "in.txt:2:1: neither a puzzle nor a comment (a comment starts with #)"},
		{"half a row", "12345", "in.txt:2:1: 5 cells on a line are neither a puzzle (9x9 has 81) nor a row of one (4, 6, 9, 12 or 16)"},
		{"half a 4x4", "1234123412341", "in.txt:2:1: 13 cells on a line are neither a puzzle (9x9 has 81) nor a row of one (4, 6, 9, 12 or 16)"},
		{"40 cells", inkala[:40], "in.txt:2:37: too long: 40 cells, a 6x6 puzzle has 36"},
		{"spaced, bad character", strings.Join(strings.Split(at(3, "?"), ""), " "), "in.txt:2:7: '?' is neither a digit nor a blank (. 0 * _ x X)"},
		{"endless line", strings.Repeat("1", maxLine+5), "in.txt:2:1: the line is longer than 1048576 bytes"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			// NUL in the first bytes means a file that is no text at all.
			lead := "#" + strings.Repeat("-", headSize) + "\n"
			want := []string{"! " + c.want, "3:1 .2..~..2./21"}
			line, _ := ByName("line") // some look like another format
			if diff := cmp.Diff(want, dump(line.Read("in.txt", strings.NewReader(lead+c.line+"\n"+moler+"\n")))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// In a file of 4x4 puzzles a line with a large digit is a slip, not the first
// row of a 16x16 grid.
func TestTinySlip(t *testing.T) {
	want := []string{
		"1:1 1.3.~...4/5",
		"! in.txt:2:2: digit 7 is too large for a 4x4 puzzle",
		"! in.txt:3:15: too short: 15 cells, a 4x4 puzzle has 16",
		"4:1 1.3.~...4/5",
	}
	got := dump(readString(tiny + "\n1" + "7" + tiny[2:] + "\n" + tiny[1:] + "\n" + tiny + "\n"))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestReadText(t *testing.T) {
	cases := []struct {
		name, text string
		want       []string
	}{
		{"line", inkala, []string{"1:1 8...~.4../21"}},
		{"drawn", strings.Join(rowsOf(inkala, 9), "\n"), []string{"1:1 8...~.4../21"}},
		{"an object", `{"puzzle":"` + inkala + `"}`, []string{"1:12 8...~.4../21"}},
		{"an ID", "2x2:1a3c1b2e4", []string{"1:1 1.3.~...4/5"}},
		{"short", "123", []string{"! argument 1, character 1: 3 cells on a line are neither a puzzle (9x9 has 81) nor a row of one (4, 6, 9, 12 or 16)"}},
		{"empty", "", []string{"! argument 1, character 1: there is no puzzle in it"}},
		{"only a comment", "# x", []string{"! argument 1, character 1: there is no puzzle in it"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, dump(ReadText("argument 1", c.text))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWriteLine(t *testing.T) {
	rows := []Row{
		{Puzzle: inkala, Values: []Value{Int("clues", 21)}},
		{Puzzle: moler, Values: []Value{Text("label", "two\r\nlines\n")}},
		{Puzzle: tiny, Values: []Value{Text("label", " \n")}},
		{Puzzle: tiny, Values: []Value{Text("label", "# x")}},
	}
	line, sdm := inkala+"\n"+moler+" # two lines\n"+tiny+"\n"+tiny+" # # x\n", digits(inkala)+"\n"+digits(moler)+"\n"
	f, _ := ByName("line")
	if diff := cmp.Diff(line, write(t, f, rows...)); diff != "" {
		t.Error(diff)
	}
	f, _ = ByName("sdm")
	if diff := cmp.Diff(sdm, write(t, f, rows[:2]...)); diff != "" {
		t.Error(diff)
	}
}

// The table of cell values and the separators must say what board says.
func TestCellsAgreeWithBoard(t *testing.T) {
	for c := range 256 {
		r := rune(c)
		g, err := parse(strings.Repeat(".", 255) + string(r))
		isCell := err == nil
		n := count(string(r))
		if isCell != (n.cells == 1) {
			t.Errorf("%q: board says cell %v, count %+v", r, isCell, n)
		}
		if isCell && uint8(g.At(255)) != cellValues[c] {
			t.Errorf("%q: board says %v, the table %d", r, g.At(255), cellValues[c])
		}
		_, err = parse(strings.Repeat(".", 256) + string(r))
		if r != '\n' && r != '\r' && !isCell && (err == nil) != (n.marks() == 0) {
			t.Errorf("%q: board says separator %v, count %+v", r, err == nil, n)
		}
	}
}
