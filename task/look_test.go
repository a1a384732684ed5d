package task

import (
	"slices"
	"strings"
	"testing"

	"gradoku/book"
	"gradoku/draw"
	"gradoku/hint"
	"gradoku/internal/bind"
)

// TestChoices: the choices that tags list are those that there are.
func TestChoices(t *testing.T) {
	fields, docs := map[string][]string{}, map[string]string{}
	for _, options := range []any{new(Sheet), new(Book), new(Fine)} {
		for _, f := range bind.Fields(options) {
			fields[f.Name] = f.Choices
			docs[f.Name] += f.Doc
		}
	}
	for name, want := range map[string][]string{"lang": hint.Languages(), "trim": book.TrimNames(), "paper": book.TrimNames()} {
		if !strings.Contains(docs[name], ": "+strings.Join(want, ", ")) {
			t.Errorf("the help of %s does not list %v", name, want)
		}
	}
	for name, want := range map[string][]string{
		"order": book.Orders, "solutions": book.Placements, "openers": book.Openings,
		"printer": book.PrinterNames(), "pictures": book.PictureFormats, "pdf": draw.PDFKinds, "condition": draw.PrintConditions,
	} {
		if got := fields[name]; !slices.Equal(got, want) {
			t.Errorf("%s has the choices %v, not %v", name, got, want)
		}
	}
}

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
