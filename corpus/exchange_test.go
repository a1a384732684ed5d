package corpus

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadExchange(t *testing.T) {
	// The first record of the bank's diabolical.txt.
	const record = "00015097c6c3 083020090000800100029300008000098700070060000006740000300006980002005000010030540  7.2"
	cases := []struct {
		name, line string
		want       string
	}{
		{"a record", record, "3:14 .83.~.54./28 sha1=00015097c6c3 rating=7.2"},
		{"high rating", record[:95] + "10.3", "3:14 .83.~.54./28 sha1=00015097c6c3 rating=10.3"},
		{"not rated", record[:95] + " 0.0", "3:14 .83.~.54./28 sha1=00015097c6c3"},
		{"short", record[:98], "! in.txt:3:1: not a record of 12 hex digits, a space, 81 digits, a space and a rating of 4 characters"},
		{"bad cell", strings.Replace(record, " 08", " ?8", 1), "! in.txt:3:14: '?' is neither a digit nor a blank (. 0 * _ x X)"},
		{"bad rating", record[:95] + "hard", `! in.txt:3:96: "hard" is not a rating`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			good := "2:14 .83.~.54./28 sha1=00015097c6c3 rating=7.2"
			if diff := cmp.Diff([]string{good, c.want}, dump(readString("# comment\n"+record+"\n"+c.line+"\n"))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWriteExchange(t *testing.T) {
	f, _ := ByName("exchange")
	got := write(t, f, Row{Puzzle: inkala, Values: []Value{Tenths("rating", 107)}}, Row{Puzzle: inkala, Values: []Value{Text("sha1", "00015097c6c3")}})
	want := "013e0577e6d7 " + digits(inkala) + " 10.7\n00015097c6c3 " + digits(inkala) + "  0.0\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(want) != 200 {
		t.Errorf("two records have %d bytes", len(want))
	}
	err := f.Write(&strings.Builder{}, seqOf(Row{Puzzle: inkala, Values: []Value{Text("rating", "hard")}}))
	if err == nil || err.Error() != `writing exchange: the rating "hard" is not a number from 0.0 to 99.9` {
		t.Error(err)
	}
}
