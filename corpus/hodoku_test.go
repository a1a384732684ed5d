package corpus

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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
		{"all fields", ":0600-1x:12:" + inkala + ":112 113:829:145:a:b", "1:13 8...~.4../21 technique=0600-1x digits=12 deleted=112 113 eliminations=829 placements=145 extra=a:b"},
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
	f, err := os.Open(dataFile(t, "techniques/reglib-dev.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if n := len(records(t, Read("reglib", f))); n != 556 {
		t.Errorf("%d records, want 556", n)
	}
}
