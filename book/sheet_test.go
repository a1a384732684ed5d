package book

import (
	"bytes"
	"strings"
	"testing"

	"gradoku/draw"
)

// TestSheet: a sheet says which rules its variants have, keeps its title on the paper, and
// puts as many solutions on a page as are legible.
func TestSheet(t *testing.T) {
	variants := ofVariants()
	for _, test := range []struct {
		name    string
		puzzles []Puzzle
		title   string
		answers bool
		pages   int
		want    []string // in the texts of the first page
	}{
		{"one variant", variants[4:5], "", false, 1, []string{"Disjoint Groups: The cells at the same place in all boxes, such as the nine top left corners, also hold"}},
		{"several", []Puzzle{variants[4], variants[1], variants[9]}, "For the train", false, 1, []string{"Disjoint Groups: ", "Windoku: ", "Windoku", "Classic"}},
		{"all", variants, "", true, 6, []string{"X-Sudoku: ", "Jigsaw: "}},
		{"a long title", made()[9][:1], strings.Repeat("Wonderful ", 20), false, 1, nil},
		{"many solutions", made()[9][:12], "", true, 3, nil},
	} {
		b, err := Sheet(Spec{Title: test.title, Trim: trim(t, "letter"), Lang: "en", Labels: []string{"level"}}, test.puzzles, test.answers)
		if err != nil {
			t.Fatal(err)
		}
		if len(b.Pages) != test.pages {
			t.Errorf("%s: %d pages, not %d", test.name, len(b.Pages), test.pages)
		}
		if key := strings.Join(texts(b, len(b.Pages)-1), " "); test.answers != strings.Contains(key, "Solutions") {
			t.Errorf("%s: the last page says %s", test.name, key)
		}
		said := ""
		for _, x := range b.Pages[0].Texts {
			if end := x.X + b.Spec.Fonts.Face(x.Style).Width(x.Body)*x.Size; x.X < 0.5*inch-slack || end > 8*inch+slack {
				t.Errorf("%s: %q is from %v to %v", test.name, x.Body, x.X, end)
			}
			if x.Size < leastLabel {
				t.Errorf("%s: %q has %.1f points", test.name, x.Body, x.Size)
			}
			said += x.Body
		}
		for _, want := range test.want {
			if !strings.Contains(said, want) {
				t.Errorf("%s: no %q in %q", test.name, want, said)
			}
		}
		var pdf bytes.Buffer
		doc := draw.Document{Title: "Sheet", Producer: "gradoku 1", Lang: "en", Pages: b.Pages}
		if err := doc.PDF(&pdf); err != nil {
			t.Fatal(err)
		}
		if _, err := Check(bytes.NewReader(pdf.Bytes()), int64(pdf.Len()), nil, 0, "", nil); err == nil || err.Error() != "this is a sheet, not a book" {
			t.Errorf("%s: checked as a book: %v", test.name, err)
		}
	}
}
