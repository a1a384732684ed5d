package study

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"gradoku/grade"
)

// caseLines are cases of a library in its format: one found, one of a technique that
// gradoku does not have, one that has to fail, and one that is wrong.
const (
	skyscraperCase = ":0400:5:" + blank + ":522 523 524 525 526 527 529 562 563 564 565 566 567 568:519 539 548 558::"
	blank          = "........." + "........." + "........." + "........." + "........." + "........." + "........." + "........." + "........."
	unknownCase    = ":0902-1:5:5...........................................................................9....:::511:"
	nakedCase      = ":0003:1:.2345678.........................................................................:::111 919:"
	failingCase    = ":0003-x:1:.2345678.........................................................................:::111:"
)

func read(t *testing.T, text string) (Library, error) {
	t.Helper()
	return ReadLibrary(context.Background(), "lib", strings.NewReader(text))
}

func TestLibrary(t *testing.T) {
	text := "# comment\n\n" + strings.Join([]string{skyscraperCase, unknownCase, nakedCase, failingCase}, "\n") + "\n"
	l, err := read(t, text)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][2]int{"0400": {1, 1}, "0902": {1, 0}, "0003": {2, 1}}
	for _, row := range l.Techniques {
		if want[row.Code] != [2]int{row.Cases, row.Found} {
			t.Errorf("%s: %d cases, %d found", row.Code, row.Cases, row.Found)
		}
		if (row.IDs == nil) != (row.Code == "0902") {
			t.Errorf("%s: ours are %v", row.Code, row.IDs)
		}
		delete(want, row.Code)
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
	if len(l.Missed) != 1 || l.Missed[0].Line != 5 || l.Missed[0].Missed != "r1c1=1 r1c9=9" {
		t.Errorf("missed %+v", l.Missed)
	}
}

func TestLibraryErrors(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"nonsense", "lib:1: not a line of a library"},
		{":0400:3:123:::", "lib:1: the grid: "},
		{":0400:3:" + strings.Repeat(".", 16) + ":::", "lib:1: the grid is not 9x9"},
		{":0400:3:11" + strings.Repeat(".", 79) + ":::", "lib:1: the grid: digit 1 appears twice"},
		{":0400:3:" + strings.Repeat(".", 81) + ":61::", `"61" is not a digit, a row and a column`},
		{":0400:3:" + strings.Repeat(".", 81) + "::610:", `"610" is not a digit, a row and a column`},
		{":0400:3:" + strings.Repeat(".", 81) + ":::6a1", `"6a1" is not a digit, a row and a column`},
	} {
		if _, err := read(t, c.line); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.line, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := ReadLibrary(ctx, "lib", strings.NewReader(nakedCase)); err == nil {
		t.Error("went on after it was told to stop")
	}
}

// TestLibraryCodes: every code has a name, and what is said to be ours is.
func TestLibraryCodes(t *testing.T) {
	for code, row := range libraryCodes {
		if row.Name == "" || row.Cases+row.Found > 0 {
			t.Errorf("%s: %+v", code, row)
		}
		for _, id := range row.IDs {
			if _, err := grade.TechniqueByID(id); err != nil {
				t.Errorf("%s: %v", code, err)
			}
		}
	}
}

// TestRegressionLibrary: every case of HoDoKu's library is found, but for those
// whose row says why not.
func TestRegressionLibrary(t *testing.T) {
	dir := os.Getenv("GRADOKU_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "data")
	}
	f, err := os.Open(filepath.Join(dir, "techniques", "reglib-dev.txt"))
	if err != nil {
		t.Skipf("no library to compare with: %v", err)
	}
	defer f.Close()
	l, err := ReadLibrary(context.Background(), f.Name(), f)
	if err != nil {
		t.Fatal(err)
	}
	cases := 0
	for _, row := range l.Techniques {
		cases += row.Cases
		if row.Name == "" {
			t.Errorf("code %s has no name", row.Code)
		}
		if row.IDs != nil && row.Found < row.Cases && row.Note == "" {
			t.Errorf("%s %s: %d of %d", row.Code, row.Name, row.Found, row.Cases)
		}
	}
	if cases < 400 {
		t.Errorf("only %d cases", cases)
	}
}

// TestLibraryLineTooLong: a file without line ends is told apart by its place.
func TestLibraryLineTooLong(t *testing.T) {
	text := nakedCase + "\n" + strings.Repeat("5", 1<<17)
	_, err := ReadLibrary(context.Background(), "lib.txt", strings.NewReader(text))
	if err == nil || err.Error() != "lib.txt:2: longer than any line of a library" {
		t.Errorf("got %v", err)
	}
	_, err = ReadLibrary(context.Background(), "lib.txt", iotest.ErrReader(errors.New("unplugged")))
	if err == nil || err.Error() != "reading lib.txt: unplugged" {
		t.Errorf("got %v", err)
	}
}

func FuzzParseLibrary(f *testing.F) {
	for _, line := range []string{nakedCase, failingCase, unknownCase, "::::::", ":0400-x:3:..::1 2:"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		c, err := parseLibrary(line)
		if err != nil {
			return
		}
		for _, e := range c.expected {
			if e.Digit < 1 || e.Digit > 9 || e.Cell > 80 {
				t.Fatalf("%q: %+v", line, e)
			}
		}
	})
}
