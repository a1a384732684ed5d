package draw

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gradoku/hint"
)

// spoken is what poppler reads out of a tagged PDF.
func spoken(t testing.TB, pdf []byte) string {
	t.Helper()
	if _, err := exec.LookPath("pdfinfo"); err != nil {
		t.Skip("poppler-utils is not installed")
	}
	path := filepath.Join(t.TempDir(), "in.pdf")
	if err := os.WriteFile(path, pdf, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("pdfinfo", "-struct-text", path).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestTagged: texts are read in the order of the parts, each part as one, with blanks
// between lines; what is in no part is a paragraph, and artifacts are not read.
func TestTagged(t *testing.T) {
	german, err := hint.LanguageByName("de")
	if err != nil {
		t.Fatal(err)
	}
	p := Page{Right: 300, Bottom: 400, Fonts: BookFonts(), Title: "A page", Label: "1"}
	for i, body := range []string{"running head", "1", "A heading", "two lines", "of text", "(alone)"} {
		p.Texts = append(p.Texts, Text{X: 30, Y: 20 + 12*float64(i), Size: 10, Body: body})
	}
	p.Parts = []Part{
		{Kind: Artifact, From: 0, To: 2},
		{Kind: Heading1, From: 2, To: 3},
		{Kind: Paragraph, From: 3, To: 5},
	}
	p.Place(New(parse(t, royle), Options{Language: german, Alt: true}), 30, 150, 20)
	number := len(p.Texts)
	p.Texts = append(p.Texts, Text{X: 30, Y: 140, Size: 10, Body: "12"}, Text{X: 30, Y: 390, Size: 10, Body: "after the grid"})
	p.Parts = slices.Insert(p.Parts, len(p.Parts)-1, Part{Kind: Heading3, From: number, To: number + 1})
	doc := document(t, PDFOptions{Kind: PDFTagged})
	doc.Pages = []Page{p, {Right: 300, Bottom: 400, Fonts: p.Fonts}, everything(t)}
	doc.Pages[2].Links = nil
	pdf := pdfOf(t, doc)
	text := plainText(t, pdf)
	for _, want := range []string{
		"/Marked true", "/StructParents 2", "/Tabs /S", "/Lang (en)",
		"/Alt (Z1: S2 2, S5 3, S8 4; Z2: S1 6, S9 3; Z3: S3 4, S7 5; Z4: S4 8, S6 6; Z5: S1 8, S5 1, S9 6; Z6: S4 7, S6 5; Z7: S3 7, S7 6; Z8: S1 4, S9 8; Z9: S2 3, S5 4, S8 2)",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("it has no %q", want)
		}
	}
	if begun, ended := strings.Count(text, " BDC\n")+strings.Count(text, " BMC\n"), strings.Count(text, "EMC\n"); begun != ended {
		t.Errorf("%d runs begin, %d end", begun, ended)
	}
	got := spoken(t, pdf)
	want := `^Document
  H1 \(block\)
    "A heading"
  P \(block\)
    "two lines of text"
  P \(block\)
    "\(alone\)"
  H3 \(block\)
    "12"
  Figure:
     /BBox \[30 70 210 250\]
    "[1-9]{21}"
  P \(block\)
    "after the grid"
  Figure:`
	if !regexp.MustCompile(want).MatchString(got) || strings.Contains(got, "running") {
		t.Errorf("it is read as\n%s", got)
	}
}

// TestAlt: a full row is told without its columns, an empty one not at all.
func TestAlt(t *testing.T) {
	for _, test := range []struct{ puzzle, want string }{
		{"1234........4321", "r1: 1 2 3 4; r4: 4 3 2 1"},
		{"1..4............", "r1: c1 1, c4 4"},
		{"................", ""},
	} {
		if got := New(parse(t, test.puzzle), Options{Alt: true}).Alt; got != test.want {
			t.Errorf("%s: %q, want %q", test.puzzle, got, test.want)
		}
	}
}

// TestPDFText: texts beyond ASCII, and beyond 16 bits.
func TestPDFText(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`a (b) \`, `(a \(b\) \\)`},
		{"Ü", "<FEFF00DC>"},
		{"9×9 𝟗", "<FEFF" + "0039" + "00D7" + "0039" + "0020" + "D835DFD7>"},
	} {
		if got := pdfText(test.text); got != test.want {
			t.Errorf("%q is %s, want %s", test.text, got, test.want)
		}
	}
}
