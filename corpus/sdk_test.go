package corpus

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadSDK(t *testing.T) {
	const i, m = "8...~.4../21", ".2..~..2./21"
	rows, other := strings.Join(rowsOf(inkala, 9), "\n")+"\n", strings.Join(rowsOf(moler, 9), "\n")+"\n"
	cases := []struct {
		name, text string
		want       []string
	}{
		{"SudoCue", "#ARuud\n#DA random puzzle\n#CJust start\n#B03-08-2006\n#SSudoCue\n#LEasy\n#Uhttp://www.sudocue.net/\n" + rows, []string{
			"8:1 " + i + " author=Ruud description=A random puzzle comment=Just start date=03-08-2006 source=SudoCue level=Easy url=http://www.sudocue.net/",
		}},
		{"SadMan", "[Puzzle]\r\n" + strings.ReplaceAll(rows, "\n", "\r\n"), []string{"2:1 " + i}},
		{"state", "[Puzzle]\n" + rows + "[State]\n" + strings.Replace(rows, ".", "1", 1), []string{"2:1 " + i + " state=" + strings.Replace(inkala, ".", "1", 1)}},
		{"space in a header", "#B 2026-02-04\n" + rows, []string{"2:1 " + i + " date=2026-02-04"}},
		{"bars", "#LEasy\n" + strings.ReplaceAll(rows, "8", "|8|"), []string{"2:1 " + i + " level=Easy"}},
		{"two puzzles", "#LEasy\n" + rows + "#LHard\n" + other, []string{"2:1 " + i + " level=Easy", "12:1 " + m + " level=Hard"}},
		{"two sections", "[Puzzle]\n" + rows + "\n#LHard\n[Puzzle]\n" + other + "[puzzle]\n" + rows, []string{"2:1 " + i, "14:1 " + m + " level=Hard", "24:1 " + i}},
		{"comment", "#LEasy\n# not a header\n" + rows, []string{"3:1 " + i + " level=Easy"}},
		{"another section", "[Puzzle]\n" + rows + "[Marks]\n123\n\n[Puzzle]\n" + other, []string{
			"! in.txt:11:1: the section [Marks] is not supported; only [Puzzle] and [State] are", "2:1 " + i, "15:1 " + m,
		}},
		{"short row", "[Puzzle]\n" + rows[:10] + "123\n" + rows + "\n[Puzzle]\n" + other, []string{
			"! in.txt:3:3: row 2 has 3 cells, but rows of a 9x9 grid have 9 (in the grid that starts on line 2)", "15:1 " + m,
		}},
		{"bad cell", "[Puzzle]\n" + strings.Replace(rows, "8", "?", 1) + "\n[Puzzle]\n" + other, []string{
			"! in.txt:2:1: '?' is neither a digit nor a blank (. 0 * _ x X) (in the grid that starts on line 2)", "13:1 " + m,
		}},
		{"five cells", "[Puzzle]\n12345\n", []string{"! in.txt:2:1: 5 cells on a line are neither a puzzle (9x9 has 81) nor a row of one (4, 6, 9, 12 or 16)"}},
		{"cut", "#LEasy\n" + rows[:50], []string{"! in.txt:6:9: the grid ends after 5 of its 9 rows (in the grid that starts on line 2)"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, dump(readString(c.text))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWriteSDK(t *testing.T) {
	f, _ := ByName("sdk")
	state := strings.Replace(tiny, ".", "2", 1)
	want := "#AAda\n#LHard one\n[Puzzle]\n1.3.\n..1.\n.2..\n...4\n[State]\n123.\n..1.\n.2..\n...4\n\n"
	got := write(t, f, Row{Puzzle: tiny, Values: []Value{Text("level", "Hard\none"), Text("author", "Ada"), Text("state", state)}})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
