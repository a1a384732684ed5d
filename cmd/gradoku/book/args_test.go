package book

import (
	"testing"

	"gradoku/book"
)

// FuzzBookArguments: every reader of an argument refuses a text or makes of it
// something that the argument can mean.
func FuzzBookArguments(f *testing.F) {
	for _, seed := range []string{"4x4=6,9x9=2", "16x16=2", "2", "0", "9x9", "6x9", "170x240mm", "a4", "", "-", ",", "9223372036854775808"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if counts, err := perPage(text); err == nil && text != "" && len(counts) == 0 {
			t.Errorf("per page %q is nothing", text)
		}
		if trim, err := book.ParseTrim(text); err == nil && (trim.W <= 0 || trim.H <= 0) {
			t.Errorf("trim %q is %+v", text, trim)
		}
	})
}
