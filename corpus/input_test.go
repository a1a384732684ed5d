package corpus

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"gradoku/internal/boardtest"
)

func gzipped(tb testing.TB, text string) []byte {
	tb.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		tb.Fatal(err)
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func zstdded(tb testing.TB, text string) []byte {
	tb.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		tb.Fatal(err)
	}
	return w.EncodeAll([]byte(text), nil)
}

// Packed or not, whole or byte by byte, a text reads alike.
func TestPacked(t *testing.T) {
	texts := map[string]string{
		"line":  strings.Repeat(inkala+" # a\n"+moler+"\n", 100),
		"csv":   "puzzle,note\n" + strings.Repeat(inkala+",x\n", 100),
		"short": "1",
		"empty": "",
	}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			want := dump(Read("x", strings.NewReader(text)))
			streams := map[string]io.Reader{
				"gz":          bytes.NewReader(gzipped(t, text)),
				"two members": bytes.NewReader(append(gzipped(t, text[:len(text)/2]), gzipped(t, text[len(text)/2:])...)),
				"zst":         bytes.NewReader(zstdded(t, text)),
				"byte":        iotest.OneByteReader(strings.NewReader(text)),
				"gz by byte":  iotest.OneByteReader(bytes.NewReader(gzipped(t, text))),
				"zst by byte": iotest.OneByteReader(bytes.NewReader(zstdded(t, text))),
			}
			for kind, r := range streams {
				if diff := cmp.Diff(want, dump(Read("x", r))); diff != "" {
					t.Errorf("%s: %s", kind, diff)
				}
			}
		})
	}
}

// The many small pieces of a file of tiny gzip members are gathered: its readers look at their
// whole buffer for each.
func TestSmallPieces(t *testing.T) {
	pieces := iotest.OneByteReader(strings.NewReader(strings.Repeat(inkala, 100)))
	n, err := (&bounded{counted{Reader: pieces}, &counted{}}).Read(make([]byte, 5000))
	if n < 4096 || err != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
}

// slowly is a stream on which one line after another comes, and it fails the
// test when it is asked for more than the caller needs.
type slowly struct {
	lines   []string
	allowed int // lines that may be taken
	t       *testing.T
}

func (s *slowly) Read(p []byte) (int, error) {
	if s.allowed == 0 {
		s.t.Error("the reader waits for another line before it gives the puzzle at hand")
		return 0, io.EOF
	}
	if len(s.lines) == 0 {
		return 0, io.EOF
	}
	n := copy(p, s.lines[0])
	s.lines, s.allowed = s.lines[1:], s.allowed-1
	return n, nil
}

// Who sends a line and waits for the answer gets each puzzle with its own line.
func TestLineByLine(t *testing.T) {
	for _, name := range []string{"line", "sdm", "jsonl", "sudokuwiki", "fpuzzles", "sudokupad", "exchange", "hodoku", "sukaku"} {
		f, err := ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		line := write(t, f, Row{Puzzle: inkala})
		s := &slowly{lines: []string{"\n", line, line, line}, t: t, allowed: 2}
		n := 0
		for _, err := range Read(name, s) {
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			n++
			s.allowed = 1
		}
		if n != 3 {
			t.Errorf("%s: %d puzzles", name, n)
		}
	}
	for _, text := range []string{"puzzle,note\n", "note\tpuzzle\n"} {
		row := strings.NewReplacer("puzzle", inkala, "note", "x").Replace(text)
		s := &slowly{lines: []string{text, row, row}, t: t, allowed: 2}
		for _, err := range Read("table", s) {
			if err != nil {
				t.Fatal(err)
			}
			s.allowed = 1
		}
	}
	// A fault is told as soon.
	s := &slowly{lines: []string{inkala[1:] + "\n", inkala + "\n"}, t: t, allowed: 1}
	var got []string
	for _, err := range Read("x", s) {
		got = append(got, fmt.Sprint(err))
		s.allowed = 1
	}
	if want := []string{"x:1:80: too short: 80 cells, a 9x9 puzzle has 81", "<nil>"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// A format is found behind long comments, and lines keep their numbers.
func TestLongComments(t *testing.T) {
	hodoku, _ := ByName("hodoku")
	line := write(t, hodoku, Row{Puzzle: inkala})
	for _, comments := range []int{0, 1112, 12000} { // up to 1 MB
		head := strings.Repeat("# 0123456789 a remark on the technique, as there are many in HoDoKu's library\n", comments)
		for rec, err := range Read("x", strings.NewReader(head+line)) {
			if err != nil || rec.Line != comments+1 || rec.Puzzle.String() != inkala {
				t.Errorf("behind %d comments: line %d, %v", comments, rec.Line, err)
			}
		}
		if got := dump(Read("x", strings.NewReader(head+"Once upon a time\n"))); len(got) != 1 || !strings.Contains(got[0], "does not begin with a puzzle") {
			t.Errorf("prose behind %d comments: %q", comments, got)
		}
	}
}

// What breaks the stream comes last, after everything that was readable.
func TestBrokenStreams(t *testing.T) {
	many := strings.Repeat(inkala+"\n", 20000)
	gz, zst := gzipped(t, many), zstdded(t, many)
	gz[len(gz)-8] ^= 1    // the checksum
	var bomb bytes.Buffer // 80 KB that unpack to 80 MB without a line end
	z := gzip.NewWriter(&bomb)
	if _, err := io.Copy(z, io.LimitReader(zeros{}, 80<<20)); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	unplugged := errors.New("unplugged")
	cases := []struct {
		name string
		r    io.Reader
		good int // lines at least
		want string
	}{
		{"read error at once", iotest.ErrReader(unplugged), 0, "reading x: unplugged"},
		{"read error", io.MultiReader(strings.NewReader(many), iotest.ErrReader(unplugged)), 20000, "reading x, line 20001: unplugged"},
		{"gzip checksum", bytes.NewReader(gz), 19000, "gzip: invalid checksum"},
		{"gzip header", strings.NewReader("\x1f\x8bxxxxxxxxxxxxxxx"), 0, "reading x: gzip: invalid header"},
		{"zstd cut", bytes.NewReader(zst[:len(zst)-3]), 0, "unexpected EOF"},
		{"UTF-16, cut", strings.NewReader("\xff\xfe1\x002"), 0, "reading x: it does not begin with a puzzle, a grid or the header of a table, but with \"1\ufffd\""},
		{"NUL", strings.NewReader("1\x002"), 0, "reading x: byte 2 is NUL: this is not a text file"},
		{"HTML", strings.NewReader("<!doctype html>\n<p>hello</p>\n"), 0, "reading x: it is a web page: copy the grid that the page shows into a text file"},
		{"gzip bomb", &bomb, 0, "reading x: line 1 is longer than 64 MiB: this is not a puzzle file"},
		{"endless line", io.LimitReader(zeros{}, 1<<30), 0, "reading x: line 1 is longer than 64 MiB: this is not a puzzle file"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			good := 0
			var last error
			for _, err := range Read("x", c.r) {
				if last != nil {
					t.Fatalf("%v does not come last", last)
				}
				if err == nil {
					good++
				}
				last = err
			}
			if last == nil || !strings.Contains(last.Error(), c.want) || good < c.good {
				t.Errorf("%d lines, then %v; want %d, %s", good, last, c.good, c.want)
			}
			var bad *LineError
			if errors.As(last, &bad) {
				t.Errorf("%v should not be a *LineError", last)
			}
		})
	}
}

// A few bytes that unpack to endlessly many lines, each of them harmless, end
// with an error as well.
func TestUnpackRatio(t *testing.T) {
	for name, pack := range map[string]func(io.Writer) (io.WriteCloser, error){
		"gz":  func(w io.Writer) (io.WriteCloser, error) { return Pack("a.gz", w) },
		"zst": func(w io.Writer) (io.WriteCloser, error) { return Pack("a.zst", w) },
	} {
		var b bytes.Buffer
		w, err := pack(&b)
		if err != nil {
			t.Fatal(err)
		}
		chunk := []byte(inkala + "\n" + strings.Repeat("#"+strings.Repeat(" ", 4094)+"\n", 1<<8))
		for range 66 {
			if _, err := w.Write(chunk); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		size := b.Len()
		var last error
		for _, err := range Read("x", &b) {
			last = err
		}
		if last == nil || !strings.Contains(last.Error(), "unpack to more than 64 MiB: this is not a puzzle file") {
			t.Errorf("%s, %d bytes: %v", name, size, last)
		}
	}
}

// zeros is an endless text "0000…".
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '0'
	}
	return len(p), nil
}

// A reader stops when its caller does, whatever it was about to report.
func TestStop(t *testing.T) {
	texts := []string{
		inkala + "\n" + moler + "\n",
		"bad line one\n\nbad line two\n" + inkala,
		"Title\n" + boardtest.Parse(t, inkala).String()[:9] + "\n" + inkala + "\n" + moler,
		"puzzle,a\n" + inkala + "\n\"" + inkala + "\",1\n?,1\n" + inkala + ",1,2,3\n",
		`{"puzzle":"` + inkala + `"}` + "\n{\n{}\n",
		"#\n" + inkala + "\n" + strings.Repeat("1", maxLine) + "\n" + inkala,
		strings.Join(rowsOf(inkala, 9)[:3], "\n") + "\n\n" + strings.Join(rowsOf(inkala, 9), "\n") + "\n12\n",
	}
	for _, text := range texts {
		all := dump(readString(text))
		for n := range all {
			got := 0
			for range readString(text) {
				if got++; got > n {
					break
				}
			}
			if got != n+1 {
				t.Errorf("stopped after %d of %d in %.20q", got, n+1, text)
			}
		}
	}
}

// repeated is a text of n lines that is never in memory as a whole.
func repeated(line string, n int) io.Reader {
	chunk := strings.Repeat(line, 1000)
	readers := make([]io.Reader, n/1000)
	for i := range readers {
		readers[i] = strings.NewReader(chunk)
	}
	return io.MultiReader(readers...)
}

var long = boardtest.Long

// A hundred thousand lines leave no more behind than a few.
func TestConstantMemory(t *testing.T) {
	if !*long {
		t.Skip("needs -long: a measured heap")
	}
	const lines, limit = 100_000, 4 << 20
	cases := map[string]string{
		"line":  inkala + " # Easy\n",
		"csv":   inkala + ",puzzle,1\n",
		"jsonl": `{"puzzle":"` + inkala + `","id":1}` + "\n",
		"bad":   inkala[:70] + "\n",
	}
	for name, line := range cases {
		t.Run(name, func(t *testing.T) {
			r := repeated(line, lines)
			if name == "csv" {
				r = io.MultiReader(strings.NewReader("puzzle,a,b\n"), r)
			}
			before, most, n := heap(), uint64(0), 0
			for range Read(name, r) {
				if n++; n%20_000 == 0 {
					most = max(most, heap())
				}
			}
			if n != lines {
				t.Errorf("%d lines read, want %d", n, lines)
			}
			if most > before+limit {
				t.Errorf("%d bytes in use after %d lines", most-before, lines)
			}
		})
	}
}

// heap is what is in use once the garbage is gone.
func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
