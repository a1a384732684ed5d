package book

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"gradoku/internal/golden"
)

// TestGolden pins the bytes of a book, a sheet and a cover by their hashes. Who changes
// what is printed writes the golden file anew, and knows that he has.
func TestGolden(t *testing.T) {
	var got strings.Builder
	hash := func(name string, pdf []byte) { fmt.Fprintf(&got, "%s %x\n", name, sha256.Sum256(pdf)) }
	s := spec(t, "6x9")
	s.Hints = "crux"
	interior := written(t, laidOut(t, s, sections(4, 4, 6, 9)))
	hash("book", interior)
	german := spec(t, "8.5x11")
	german.Lang, german.LargePrint, german.NoLessons, german.Labels = "de", true, true, []string{"stars"}
	hash("large print", written(t, laidOut(t, german, sections(6, 9))))
	sheet, err := Sheet(Spec{Title: "For the train", Trim: trim(t, "A4"), Lang: "en", Labels: []string{"rating"}, Version: "1.0"}, made()[9][:6], true)
	if err != nil {
		t.Fatal(err)
	}
	hash("sheet", written(t, sheet))
	in := readBy(t, interior, ReadInterior)
	cover, err := NewCover(in, coverSpec())
	if err != nil {
		t.Fatal(err)
	}
	hash("cover", written(t, cover))
	golden.Check(t, "testdata/golden.txt", got.String())
}
