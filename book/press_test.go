package book

import (
	"bytes"
	"strings"
	"testing"

	"gradoku/draw"
)

// TestCheckPress: a PDF/X is in order, and whatever it lacks is found. Faults have as many
// bytes as what they replace, so that the table of objects stays right.
func TestCheckPress(t *testing.T) {
	s := spec(t, "6x9")
	s.PDF.Kind, s.BoxTint, s.Labels = draw.PDFX1a, 15, []string{LabelStars}
	good := written(t, laidOut(t, s, sections(6, 9)))
	for _, test := range []struct{ name, from, to, want string }{
		{"nothing", "", "", ""},
		{"no condition", "/GTS_PDFX ", "/GTS_PDFY ", "the printing condition is not named"},
		{"no ID", "/ID [", "/IX [", "the document has no ID"},
		{"not trapped", "/Trapped /False", "/Trapped /Maybe", "whether it is trapped"},
		{"no trim", "/TrimBox", "/TrimBux", "has no trim box within a bleed box"},
		{"bleed within the trim", "/BleedBox [0 0", "/BleedBox [9 9", "has no trim box within a bleed box"},
		{"transparency", "/Resources 2 0 R\n", "/Group<</S/T>>  \n", "has transparency"},
	} {
		if !bytes.Contains(good, []byte(test.from)) {
			t.Fatalf("it has no %q", test.from)
		}
		r := checked(t, bytes.ReplaceAll(good, []byte(test.from), []byte(test.to)))
		if got := strings.Join(r.Problems, "\n"); (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestCheckPressPage: links and colours of a screen on a page of a PDF/X are found.
func TestCheckPressPage(t *testing.T) {
	s := spec(t, "6x9")
	b := laidOut(t, s, sections(6, 9))
	b.Pages[4].Shades = append(b.Pages[4].Shades, draw.Rect{X: 100, Y: 100, W: 10, H: 10, Fill: 0xFF0000})
	plain := written(t, b)
	b.Spec.PDF.Kind = draw.PDFX1a
	press := written(t, b)
	if r := checked(t, press); len(r.Problems) > 0 {
		t.Errorf("its colours are those of a press: %q", r.Problems)
	}
	// A plain file that says it is a PDF/X.
	claim := []byte("/GTS_PDFXConformance(PDF/X-1a:2001)")
	subject := plain[bytes.Index(plain, []byte("/Subject ")):]
	end := bytes.Index(subject, []byte("/CreationDate"))
	for len(claim) < end {
		claim = append(claim, ' ')
	}
	if len(claim) > end {
		t.Fatalf("no room for it in %q", subject[:end])
	}
	copy(subject, claim)
	got := strings.Join(checked(t, plain).Problems, "\n")
	for _, want := range []string{"page 5 has colours other than those of a press", "has links", "no trim box within", "no ID"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
}
