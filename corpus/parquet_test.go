//go:build parquet

package corpus

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
)

// asParquet writes rows and returns what a reader finds: a line for the types
// of the columns, then one for each row.
func asParquet(t *testing.T, rows iter.Seq2[Row, error]) (string, error) {
	t.Helper()
	f, err := Parquet()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Write(&b, rows); err != nil {
		return "", err
	}
	r := parquet.NewReader(bytes.NewReader(b.Bytes()))
	defer r.Close()
	var out strings.Builder
	for _, field := range r.Schema().Fields() {
		fmt.Fprintf(&out, "%s:%s ", field.Name(), field.Type())
	}
	out.WriteByte('\n')
	row := make([]parquet.Row, 1)
	for {
		n, err := r.ReadRows(row)
		if n == 1 {
			for _, v := range row[0] {
				fmt.Fprintf(&out, "%v|", v)
			}
			out.WriteByte('\n')
		}
		if err == io.EOF {
			return out.String(), nil
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestParquet(t *testing.T) {
	counts := Counts("techniques", []Count{{"full-house", 3}, {"x-wing", 1}})
	got, err := asParquet(t, seqOf(
		Row{Puzzle: moler, Values: []Value{Null("z"), Int("clues", 21), Tenths("rating", 12), Bool("minimal", true), Int("clues", 1), Text("a,b", "ä\x1b"), counts, Int("mixed", 1), Null("never")}},
		Row{Puzzle: inkala, Solution: inkalaIs, Values: []Value{Tenths("z", 72), Int("clues", 22), Int("rating", 7), Bool("minimal", false), Null("clues"), Text("a,b", ""), Null("techniques"), Text("mixed", "x"), Null("never")}},
	))
	if err != nil {
		t.Fatal(err)
	}
	want := "puzzle:STRING solution:STRING z:DOUBLE clues:INT(64,true) rating:DOUBLE minimal:BOOLEAN clues_2:INT(64,true) a,b:STRING techniques:STRING mixed:STRING never:STRING \n" +
		moler + "|<null>|<null>|21|1.2|true|1|ä\\x1b|full-house=3;x-wing=1|1|<null>|\n" +
		inkala + "|" + inkalaIs + "|7.2|22|7|false|<null>||<null>|x|<null>|\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, err := asParquet(t, seqOf()); err != nil || got != "puzzle:STRING solution:STRING \n" {
		t.Errorf("no puzzles: %q, %v", got, err)
	}
}

// TestParquetRowGroups: more rows than are looked at and than a group holds.
func TestParquetRowGroups(t *testing.T) {
	const n = parquetGroup + 10
	got, err := asParquet(t, func(yield func(Row, error) bool) {
		for i := range n {
			if !yield(Row{Puzzle: "1...............", Values: []Value{Int("id", i)}}, nil) {
				return
			}
		}
	})
	if err != nil || strings.Count(got, "\n") != n+1 || !strings.HasSuffix(got, fmt.Sprintf("|%d|\n", n-1)) {
		t.Errorf("%d lines, %v", strings.Count(got, "\n"), err)
	}
}

func TestParquetErrors(t *testing.T) {
	late := func(yield func(Row, error) bool) {
		for i := range alignAhead + 1 {
			v := Int("id", i)
			if i == alignAhead {
				v = Text("id", "x")
			}
			if !yield(Row{Puzzle: "1...............", Values: []Value{v}}, nil) {
				return
			}
		}
	}
	broken := errors.New("broken")
	for want, rows := range map[string]iter.Seq2[Row, error]{
		`puzzle 4097 has id "x", but the first`: late,
		`puzzle 2 has a value "b", but in its place the first has "a"`: seqOf(
			Row{Puzzle: moler, Values: []Value{Int("a", 1)}}, Row{Puzzle: moler, Values: []Value{Int("b", 1)}}),
		"puzzle 2 has 0 values": seqOf(Row{Puzzle: moler, Values: []Value{Int("a", 1)}}, Row{Puzzle: moler}),
		"broken":                func(yield func(Row, error) bool) { yield(Row{}, broken) },
	} {
		if _, err := asParquet(t, rows); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// TestReadParquet: what is written comes back, numbers as numbers; a row that is
// wrong is told by its number, and the next one follows.
func TestReadParquet(t *testing.T) {
	f, err := Parquet()
	if err != nil {
		t.Fatal(err)
	}
	rows := []Row{
		{Puzzle: moler, Values: []Value{Int("clues", 21), Tenths("rating", 12), Bool("minimal", true), Text("a,b", "ä\n1")}},
		{Puzzle: inkala, Solution: inkalaIs, Values: []Value{Int("clues", 22), Null("rating"), Bool("minimal", false), Text("a,b", "")}},
		{Puzzle: "short", Values: []Value{Int("clues", 0), Null("rating"), Null("minimal"), Null("a,b")}},
		{Puzzle: moler, Values: []Value{Null("clues"), Null("rating"), Null("minimal"), Null("a,b")}},
	}
	var b bytes.Buffer
	if err := f.write(bufio.NewWriterSize(&b, 1), seqOf(rows...)); err != nil {
		t.Fatal(err)
	}
	var got []string
	for rec, err := range ReadParquet("x.parquet", bytes.NewReader(b.Bytes()), int64(b.Len())) {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		row := rec.Row()
		got = append(got, fmt.Sprintf("%d %s", rec.Line, row.AppendJSON(nil)))
	}
	want := []string{
		`1 {"puzzle":"` + moler + `","solution":null,"clues":21,"rating":1.2,"minimal":true,"a,b":"ä\n1"}`,
		`2 {"puzzle":"` + inkala + `","solution":"` + inkalaIs + `","clues":22,"rating":null,"minimal":false,"a,b":""}`,
		"x.parquet:3:1: 's' is neither a digit nor a blank (. 0 * _ x X)",
		`4 {"puzzle":"` + moler + `","solution":null,"clues":null,"rating":null,"minimal":null,"a,b":null}`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestParquetBounds: for some files the library would make room without end.
func TestParquetBounds(t *testing.T) {
	var packed bytes.Buffer
	type row struct {
		Puzzle string `parquet:"puzzle"`
	}
	w := parquet.NewGenericWriter[row](&packed, parquet.Compression(&parquet.Lz4Raw))
	if _, err := w.Write([]row{{moler}}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		"PAR1" + strings.Repeat("x", 100) + "\xff\xff\xff\xffPAR1": "its footer is longer than the file",
		packed.String(): "it is compressed with LZ4, which is not supported",
	} {
		n := 0
		for _, err := range ReadParquet("x", strings.NewReader(file), int64(len(file))) {
			if n++; err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %q", err, want)
			}
		}
		if n != 1 {
			t.Errorf("%q: %d errors", want, n)
		}
	}
}

// FuzzReadParquet: no damage to a file ends the program.
func FuzzReadParquet(f *testing.F) {
	format, err := Parquet()
	if err != nil {
		f.Fatal(err)
	}
	var b bytes.Buffer
	if err := format.Write(&b, seqOf(Row{Puzzle: moler, Values: []Value{Int("clues", 21), Text("a", "b")}})); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	for i := 0; i < b.Len(); i += 7 {
		bad := bytes.Clone(b.Bytes())
		bad[i] ^= 0x41
		f.Add(bad)
	}
	f.Fuzz(func(_ *testing.T, text []byte) {
		for range ReadParquet("x", bytes.NewReader(text), int64(len(text))) {
		}
	})
}
