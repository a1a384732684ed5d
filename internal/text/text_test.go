package text

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"strings"
	"testing"
)

func TestGrouped(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 123456: "123,456", 1234567: "1,234,567",
		-1: "-1", -999: "-999", -1000: "-1,000", math.MaxInt64: "9,223,372,036,854,775,807", math.MinInt64: "-9,223,372,036,854,775,808",
	} {
		if got := Grouped(n); got != want {
			t.Errorf("%d is written %s, want %s", n, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 corpora", 1: "1 corpus", 2: "2 corpora", 1000: "1,000 corpora"} {
		if got := Count(n, "corpus", "corpora"); got != want {
			t.Errorf("%d are written %q, want %q", n, got, want)
		}
	}
}

func TestEach(t *testing.T) {
	got := Each([]int{3, 1, 2}, func(n int) string { return Count(n, "cell", "cells") })
	if List(got, "and") != "3 cells, 1 cell and 2 cells" || Each(nil, Quoted) != nil {
		t.Errorf("%q", got)
	}
}

func TestList(t *testing.T) {
	for want, words := range map[string][]string{
		"": nil, "a": {"a"}, "a or b": {"a", "b"}, "a, b or c": {"a", "b", "c"},
	} {
		if got := List(words, "or"); got != want {
			t.Errorf("%q is written %q, want %q", words, got, want)
		}
	}
}

// Embedded is a part of a request, whose name is not in the JSON.
type Embedded struct {
	Depth string `json:"depth"`
}

func TestJSONFault(t *testing.T) {
	var into struct {
		Cells []struct{ Value int }
		Embedded
	}
	for text, want := range map[string]string{
		`[]`:                        "it must be an object, not a JSON array",
		`{"Cells":7}`:               "Cells must be a list, not a JSON number",
		`{"Cells":[{"Value":"7"}]}`: "Cells.Value must be a whole number, not a JSON string",
		`{"Cells":[{"Value":1.` + strings.Repeat("0", 100) + `1}]}`: "Cells.Value must be a whole number, not a JSON number 1.0000000000000000000000000000000",
		`{"depth":5}`: "depth must be a string, not a JSON number",
		`{`:           "it is not JSON at byte 1: unexpected end of JSON input",
	} {
		if err := JSONFault(json.Unmarshal([]byte(text), &into)); err == nil || err.Error() != want {
			t.Errorf("%.40s: %v, want %s", text, err, want)
		}
	}
	for text, want := range map[string]string{" ": "it is empty", `{"Cells":`: "it ends early"} {
		if err := JSONFault(json.NewDecoder(strings.NewReader(text)).Decode(&into)); err == nil || err.Error() != want {
			t.Errorf("%q from a stream: %v, want %s", text, err, want)
		}
	}
}

// TestFileError: what the operating system has against a file is said as people say it, and
// can still be tested for.
func TestFileError(t *testing.T) {
	_, missing := os.Open("no/such.txt")
	denied := fmt.Errorf("reading: %w", &fs.PathError{Op: "open", Path: "a b", Err: fs.ErrPermission})
	for _, c := range []struct {
		err  error
		want string
		is   error
	}{
		{missing, `there is no file "no/such.txt"`, fs.ErrNotExist},
		{denied, `"a b" cannot be read: permission denied`, fs.ErrPermission},
		{io.ErrUnexpectedEOF, "unexpected EOF", io.ErrUnexpectedEOF},
	} {
		if got := FileError(FileError(c.err)); got.Error() != c.want || !errors.Is(got, c.is) {
			t.Errorf("%v becomes %v", c.err, got)
		}
	}
}
