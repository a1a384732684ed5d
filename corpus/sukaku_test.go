package corpus

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/board"

	"gradoku/internal/boardtest"
)

// marksOf writes candidates of a puzzle in which the first blank has only some.
func marksOf(puzzle string, first string) string {
	var b strings.Builder
	size := board.ForCells(len(puzzle)).Size
	for _, c := range puzzle {
		set := "123456789"[:size]
		switch {
		case c != '.':
			set = string(c)
		case first != "":
			set, first = first, ""
		}
		for _, d := range "123456789"[:size] {
			if strings.ContainsRune(set, d) {
				b.WriteRune(d)
			} else {
				b.WriteByte('.')
			}
		}
	}
	return b.String()
}

func TestReadSukaku(t *testing.T) {
	full, some := marksOf(inkala, ""), marksOf(inkala, "259")
	cases := []struct {
		name, line string
		want       string
	}{
		{"all digits", full, "1:1 8...~.4../21"},
		{"zeros for blanks", strings.ReplaceAll(full, ".", "0"), "1:1 8...~.4../21"},
		{"some struck out", some, "1:1 8...~.4../21 candidates=" + some},
		{"label", some + " # Easy", "1:1 8...~.4../21 label=Easy candidates=" + some},
		{"digit out of place", strings.Replace(full, "1", "2", 1), "! in.txt:1:1: character 10 of the candidates is '2', where 1 or a blank is expected"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff([]string{c.want}, dump(readString(c.line+"\n"))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Pencil marks come out as sets, from this format and as a column of a table.
func TestCandidates(t *testing.T) {
	for _, text := range []string{marksOf(tiny, "24") + "\n", "puzzle,candidates\n" + tiny + "," + marksOf(tiny, "24") + "\n"} {
		rec := records(t, readString(text))[0]
		sets, ok := rec.Candidates()
		if !ok || len(sets) != 16 || sets[0].String() != "1" || sets[1].String() != "24" || sets[3].String() != "1234" {
			t.Errorf("%v %v in %q", sets, ok, text)
		}
	}
	rec := Record{Puzzle: boardtest.Parse(t, tiny), Fields: []Field{{Candidates, "1234"}}}
	if _, ok := rec.Candidates(); ok {
		t.Error("four characters pass for the candidates of 16 cells")
	}
}

// A saved game keeps its clues in every format of candidates, and where the format has a place
// for them, its digits and pencil marks.
func TestSavedGames(t *testing.T) {
	nine, dots := board.Nine(), strings.Repeat(".", 9)
	g := boardtest.Parse(t, moler)
	all := candidatesOf(&g)
	full := slices.Clone(all) // with naked singles; one candidate less than the clues leave
	for i, set := range full {
		if set.Len() > 3 {
			full[i] &^= set.First().Mask()
			break
		}
	}
	few := make([]board.Digits, nine.Cells)
	entered, at := g, 0
	for i, set := range all {
		if g.At(board.Cell(i)) == 0 && at < 3 {
			if at++; at == 1 {
				entered.Set(board.Cell(i), set.First())
			} else {
				few[i] = set.First().Mask()
			}
		}
	}
	wrong := slices.Clone(full) // every blank has a mark of a clue that it sees
	for i, d := range moler {
		if d == '.' {
			wrong[i] |= g.At(nine.Peers(board.Cell(i))[slices.IndexFunc(nine.Peers(board.Cell(i)), func(c board.Cell) bool { return g.At(c) != 0 })]).Mask()
		}
	}
	for _, c := range []struct {
		name, state string
		marks       []board.Digits
	}{{"full marks", "", full}, {"two marks", "", few}, {"digits entered", entered.String(), few}, {"only digits entered", entered.String(), nil}, {"marks that contradict clues", "", wrong}} {
		row := Row{Puzzle: moler}
		if c.state != "" {
			row.Values = append(row.Values, Text(State, c.state))
		}
		if c.marks != nil {
			text := board.MarksText(c.marks, nine)
			for i := range moler {
				if moler[i] != '.' {
					text = text[:9*i] + dots + text[9*i+9:] // as our own database writes it
				}
			}
			row.Values = append(row.Values, Text(Candidates, text))
		}
		for _, name := range []string{"ss", "sukaku"} {
			f, _ := ByName(name)
			text := write(t, f, row)
			rec := records(t, f.Read("game", strings.NewReader(text)))[0]
			if rec.Puzzle.String() != moler {
				t.Errorf("%s in %s: %v is read as %v\n%s", c.name, name, moler, rec.Puzzle, text)
			}
			if name == "sukaku" {
				if sets, ok := rec.Candidates(); ok && slices.Contains(sets, 0) {
					t.Errorf("%s: a cell without any candidate in %s", c.name, text)
				}
				continue
			}
			if state, _ := rec.Field(State); state != c.state {
				t.Errorf("%s in %s: the state is %q, want %q", c.name, name, state, c.state)
			}
			sets, _ := rec.Candidates()
			for i, set := range c.marks {
				if moler[i] == '.' && (c.state == "" || c.state[i] == '.') && sets[i] != set {
					t.Errorf("%s in %s: cell %d has %v, want %v", c.name, name, i, sets[i], set)
				}
			}
		}
	}
}

// TestReadGroups: rows of clues, placed digits and candidates.
func TestReadGroups(t *testing.T) {
	row := "*---*\n| 2 u5 1 | 38 5 678 | 9 46 3 |\n"
	empty := "| . . . | . . . | . . . |\n"
	state := "251.5.9.3" + strings.Repeat(".", 72)
	recs := records(t, readString(row+strings.Repeat(empty, 8)))
	if len(recs) != 1 || recs[0].Puzzle.String() != "2.1.5.9.3"+strings.Repeat(".", 72) {
		t.Fatalf("got %v", recs)
	}
	if got, _ := recs[0].Field(State); got != state {
		t.Errorf("the state is %q, want %q", got, state)
	}
	if sets, ok := recs[0].Candidates(); !ok || sets[3].String() != "38" || sets[1].String() != "5" || sets[9] != 0 {
		t.Errorf("the candidates are %v", sets)
	}
	cases := []struct {
		name, text string
		want       []string
	}{
		{"short row", row + "| 1 2 |\n", []string{"! in.txt:3:5: row 2 has 2 cells, but rows of a 9x9 grid have 9 (in the grid that starts on line 2)"}},
		{"no digit", row + strings.Replace(empty, ". |", "3? |", 1), []string{"! in.txt:3:7: \"3?\" is neither a digit nor the candidates of a cell (in the grid that starts on line 2)"}},
		{"cut", row + empty, []string{"! in.txt:3:23: the grid ends after 2 of its 9 rows (in the grid that starts on line 2)"}},
		{"placed twice", row + strings.Replace(empty, ". |", "uu5 |", 1), []string{"! in.txt:3:7: \"uu5\" is neither a digit nor the candidates of a cell (in the grid that starts on line 2)"}},
	}
	f, _ := ByName("ss")
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, dump(f.Read("in.txt", strings.NewReader(c.text)))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The two grids that sudopedia shows for Simple Sudoku.
const (
	ssPuzzle = ` *-----------*
 |.3.|4..|...|
 |9.2|8.6|3.1|
 |...|...|.2.|
 |---+---+---|
 |8..|.6.|7..|
 |.6.|2.5|.9.|
 |..3|.4.|..8|
 |---+---+---|
 |.7.|...|...|
 |4.8|9.2|5.6|
 |...|..8|.3.|
 *-----------*
 Simple Sudoku
  Version 4.2n
`
	ssMarks = `*--------------------------------------------------------------------*
| 1567   3      1567   | 4      12579  179    | 689    5678   579    |
| 9      45     2      | 8      57     6      | 3      457    1      |
| 1567   1458   14567  | 1357   13579  1379   | 4689   2      4579   |
|----------------------+----------------------+----------------------|
| 8      12459  1459   | 13     6      139    | 7      145    2345   |
| 17     6      147    | 2      1378   5      | 14     9      34     |
| 1257   1259   3      | 17     4      179    | 126    156    8      |
|----------------------+----------------------+----------------------|
| 12356  7      1569   | 1356   135    134    | 12489  148    249    |
| 4      1      8      | 9      137    2      | 5      17     6      |
| 1256   1259   1569   | 1567   157    8      | 1249   3      2479   |
*--------------------------------------------------------------------*
                           Simple Sudoku
                            Version 4.2n
`
)

func TestReadSS(t *testing.T) {
	// Both grids show one puzzle; the last candidate of a blank is no clue.
	puzzle, marks := records(t, readString(ssPuzzle))[0], records(t, readString(ssMarks))[0]
	if _, ok := marks.Candidates(); ok || marks.Puzzle != puzzle.Puzzle {
		t.Errorf("%v with candidates that say nothing is read as %v", puzzle.Puzzle, &marks)
	}
	struck := records(t, readString(strings.Replace(ssMarks, "1567 ", "156  ", 1)))[0]
	sets, ok := struck.Candidates()
	if !ok || sets[0].String() != "156" || sets[64].String() != "1" || sets[80].String() != "2479" || struck.Puzzle != puzzle.Puzzle {
		t.Errorf("%v has the candidates %v", struck.Puzzle, sets)
	}
	other := strings.NewReplacer("*", ".", "|-", ":-").Replace(ssMarks)
	if got := records(t, readString(other))[0]; got.Puzzle != marks.Puzzle {
		t.Errorf("in HoDoKu's frame it is %v", got.Puzzle)
	}
	cases := []struct {
		name, text string
		want       []string
	}{
		{"puzzle", ssPuzzle, []string{"2:2 .3.4~8.3./28"}},
		{"two, titled", "The first\n" + ssPuzzle + "# The second\n" + ssPuzzle, []string{"3:2 .3.4~8.3./28 label=The first", "19:2 .3.4~8.3./28 label=The second"}},
		{"short row", strings.Replace(ssPuzzle, "|3.1|", "|3.|", 1) + ssPuzzle, []string{
			"! in.txt:3:12: row 2 has 8 cells, but rows of a 9x9 grid have 9 (in the grid that starts on line 2)", "17:2 .3.4~8.3./28",
		}},
		{"cut", ssPuzzle[:60] + "\n\n" + ssPuzzle, []string{"! in.txt:4:13: the grid ends after 3 of its 9 rows (in the grid that starts on line 2)", "8:2 .3.4~8.3./28"}},
		{"text behind", ssPuzzle + "and so on\n", []string{"2:2 .3.4~8.3./28", "! in.txt:16:1: neither a puzzle nor a comment (a comment starts with #)"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, dump(readString(c.text))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWriteSS(t *testing.T) {
	f, _ := ByName("ss")
	marks := Row{Puzzle: tiny, Values: []Value{Text(Label, "a title"), Text(Candidates, marksOf(tiny, "24"))}}
	want := "# a title\n*-----------------------*\n| 1    24   | 3    1234 |\n"
	if got := write(t, f, marks); !strings.HasPrefix(got, want) {
		t.Errorf("got %s, want it to begin with %s", got, want)
	}
	f9 := write(t, f, Row{Puzzle: records(t, readString(ssPuzzle))[0].Puzzle.String()})
	plain := strings.ReplaceAll(strings.Split(ssPuzzle, " Simple")[0], "\n ", "\n")[1:]
	if diff := cmp.Diff(plain+"\n", f9); diff != "" {
		t.Error(diff)
	}
}
