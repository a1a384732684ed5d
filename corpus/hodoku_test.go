package corpus

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gradoku/board"

	"gradoku/internal/boardtest"
)

func TestReadHoDoKu(t *testing.T) {
	placed := strings.Replace(inkala, ".", "+1", 2)
	cases := []struct {
		name, line string
		want       string
	}{
		{"no step", ":0000:x:" + inkala + ":::", "1:9 8...~.4../21"},
		{"a step", ":0003:8:" + inkala + "::829::", "1:9 8...~.4../21 technique=0003 digits=8 eliminations=829"},
		{"placed", ":0000:6:" + placed + ":::663:", "1:9 8...~.4../21 technique=0000 digits=6 state=" + strings.Replace(inkala, "..", "11", 1) + " placements=663"},
		{"all fields", ":0600-1x:12:" + inkala + ":112 213:829:145:a:b", "1:13 8...~.4../21 technique=0600-1x digits=12 deleted=112 213 eliminations=829 placements=145 extra=a:b candidates=" + struckMarks(t)},
		{"deletions that nobody can read", ":0003:8:" + inkala + ":1x2:829::", "1:9 8...~.4../21 technique=0003 digits=8 deleted=1x2 eliminations=829"},
		{"short cells", ":0003:8:" + inkala[:80] + ":::829:", "! in.txt:1:88: too short: 80 cells, a 9x9 puzzle has 81"},
		{"short line", ":0003:8:::\n", "! in.txt:1:9: there is no puzzle: the text has no cell"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff([]string{c.want}, dump(readString(c.line+"\n"))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWriteHoDoKu(t *testing.T) {
	f, _ := ByName("hodoku")
	state := strings.Replace(inkala, ".", "1", 1)
	want := ":0003:8:8+1" + inkala[2:] + "::829::\n:0000:x:" + inkala + "::::\n"
	got := write(t, f,
		Row{Puzzle: inkala, Values: []Value{Text("technique", "0003"), Text("digits", "8"), Text("eliminations", "829"), Text("state", state)}},
		Row{Puzzle: inkala})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	err := f.Write(&strings.Builder{}, seqOf(Row{Puzzle: inkala, Values: []Value{Text("digits", "1:2")}}))
	if err == nil || !strings.Contains(err.Error(), "colon in digits") {
		t.Error(err)
	}
}

// Every line of HoDoKu's own library reads.
func TestHoDoKuLibrary(t *testing.T) {
	f, err := os.Open(boardtest.DataFile(t, "techniques/reglib-dev.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if n := len(records(t, Read("reglib", f))); n != 556 {
		t.Errorf("%d records, want 556", n)
	}
}

// struckMarks are the candidates of inkala without 1 in r1c2 and 2 in r1c3.
func struckMarks(t *testing.T) string {
	g, err := board.Parse(inkala)
	if err != nil {
		t.Fatal(err)
	}
	sets := candidatesOf(&g)
	if !sets[1].Has(1) || !sets[2].Has(2) {
		t.Fatal("the example deletes nothing")
	}
	sets[1] &^= board.Digit(1).Mask()
	sets[2] &^= board.Digit(2).Mask()
	return board.MarksText(sets, board.Nine())
}

// TestHoDoKuKeepsCandidates: a position with candidates is the same after HoDoKu's format,
// whose reader would otherwise find simpler steps first.
func TestHoDoKuKeepsCandidates(t *testing.T) {
	f, _ := ByName("hodoku")
	marks := struckMarks(t)
	line := write(t, f, Row{Puzzle: inkala, Values: []Value{Text(Candidates, marks)}})
	if want := ":0000:x:" + inkala + ":112 213:::\n"; line != want {
		t.Errorf("%q, want %q", line, want)
	}
	rec := records(t, readString(line))[0]
	if got, _ := rec.Field(Candidates); got != marks {
		t.Errorf("the candidates came back as %s", got)
	}
}
