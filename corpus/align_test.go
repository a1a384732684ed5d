package corpus

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAligned(t *testing.T) {
	rows := []Row{
		{Puzzle: tiny},
		{Puzzle: tiny, Values: []Value{Text("b", "1"), Text("b", "2")}},
		{Puzzle: tiny, Values: []Value{Text("a", "3"), Text("b", "4")}},
	}
	csv, _ := ByName("csv")
	for _, c := range []struct {
		name    string
		columns []string
		want    string
	}{
		{"as they come", nil, "puzzle,solution,b,b,a\nP,,,,\nP,,1,2,\nP,,4,,3\n"},
		{"chosen", []string{"a", "c"}, "puzzle,solution,a,c\nP,,,\nP,,,\nP,,3,\n"},
	} {
		var b strings.Builder
		if err := csv.Write(&b, Aligned(seqOf(rows...), c.columns)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.ReplaceAll(c.want, "P", tiny), b.String()); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// A name that comes late is an error, behind all that came before.
func TestAlignedLate(t *testing.T) {
	rows := make([]Row, alignAhead+2)
	for i := range rows {
		rows[i] = Row{Puzzle: tiny, Values: []Value{Int("n", i)}}
	}
	rows[alignAhead].Values = append(rows[alignAhead].Values, Text("late", "x"))
	n := 0
	var last error
	for _, err := range Aligned(seqOf(rows...), nil) {
		if last = err; err == nil {
			n++
		} else {
			break
		}
	}
	want := fmt.Sprintf(`puzzle %d has a value "late", which none of the first %d has: name the columns`, alignAhead+1, alignAhead)
	if n != alignAhead || last == nil || last.Error() != want {
		t.Errorf("%d rows, then %v; want %d, %s", n, last, alignAhead, want)
	}
}

// Rows of a megabyte each are not held by the thousand.
func TestAlignedLong(t *testing.T) {
	taken := 0
	rows := func(yield func(Row, error) bool) {
		for yield(Row{Puzzle: tiny, Values: []Value{Text("note", strings.Repeat("x", 1<<20))}}, nil) {
			taken++
		}
	}
	for range Aligned(rows, nil) {
		break
	}
	if taken > heldBytes>>20 {
		t.Errorf("%d rows of a megabyte were read ahead", taken)
	}
}

// The time for fifty thousand columns, with different names or all with one name, grows
// with their number and not with its square, which would be minutes.
func TestAlignedWide(t *testing.T) {
	one, different := make([]Value, 50_000), make([]Value, 50_000)
	for i := range one {
		one[i], different[i] = Int("n", i), Int(fmt.Sprint(i), i)
	}
	for _, values := range [][]Value{one, different} {
		short := Row{Puzzle: tiny, Values: values[1:]}
		for row, err := range Aligned(seqOf(Row{Puzzle: tiny, Values: values}, short), nil) {
			if err != nil || len(row.Values) != len(values) {
				t.Errorf("%d values, %v", len(row.Values), err)
			}
		}
	}
}

func TestPack(t *testing.T) {
	for _, path := range []string{"a.csv", "a.csv.gz", "a.csv.ZST", ".gz"} {
		var b bytes.Buffer
		w, err := Pack(path, &b)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(inkala + "\n")); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		_, packing := Packing(path)
		if plain := b.String() == inkala+"\n"; plain != (packing == "") {
			t.Errorf("%s is packed as %q, its text plain: %v", path, packing, plain)
		}
		if n := len(records(t, Read(path, &b))); n != 1 {
			t.Errorf("%s gives %d puzzles", path, n)
		}
	}
}
