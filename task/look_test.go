package task

import (
	"errors"
	"os"
	"path/filepath"
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
		"order": book.Orders, "solutions": book.Placements, "openers": book.Openings, "hints": book.HintKinds, "impose": book.Impositions, "paper": book.Papers,
		"for": book.PrinterNames(), "pictures": book.PictureFormats, "pdf": draw.PDFKinds, "condition": draw.PrintConditions,
	} {
		if got := fields[name]; !slices.Equal(got, want) {
			t.Errorf("%s has the choices %v, not %v", name, got, want)
		}
	}
}

// TestPresets: each preset is a style of a book that can be made and of its cover, and says in
// one sentence what it is for. A style file and the options win over it.
func TestPresets(t *testing.T) {
	var names []string
	for _, p := range Presets() {
		names = append(names, p.Name)
		s, err := openStyle("", p.Name, "")
		must(t, err)
		var look Look
		spec := book.Spec{Version: Version}
		if err := errors.Join(s.apply(&look, &spec, nil), look.spec(&spec)); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
		if strings.Count(p.Doc, ".") != 1 || !strings.HasSuffix(p.Doc, ".") || len(s.gives) < 3 || s.values[coverTable] == nil {
			t.Errorf("%s: %q, %v", p.Name, p.Doc, s.gives)
		}
	}
	for _, options := range []any{new(Book), new(BookCover)} {
		for _, f := range bind.Fields(options) {
			if f.Name == "preset" && !slices.Equal(f.Choices, names) {
				t.Errorf("--preset has the choices %v, not %v", f.Choices, names)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "mine.toml")
	must(t, os.WriteFile(path, []byte("preset = \"expert\"\nhints = \"none\"\nwithout = [\"time\"]\nlabels = \"level\"\n[words]\nnotes = \"Mine\"\n[cover]\ncolour = \"FFFFFF\"\n"), 0o666))
	s, err := openStyle(path, "worksheet", "")
	must(t, err)
	look := Look{Design: Design{Labels: "none"}}
	var spec book.Spec
	must(t, s.apply(&look, &spec, nil))
	if look.Labels != "none" || look.Hints != "none" || look.For != "home" || strings.Join(look.Without, " ") != "lessons tick title time" || !strings.Contains(spec.Words, "Mine") {
		t.Errorf("together: %+v, %q", look, spec.Words)
	}
	if cover := s.values[coverTable].(map[string]any); cover["colour"] != "FFFFFF" || cover["template"] != "plain" {
		t.Errorf("the cover: %v", cover)
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
