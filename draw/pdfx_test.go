package draw

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// everything is a printed page with everything that a page can have.
func everything(t testing.TB) Page {
	t.Helper()
	puzzle := parse(t, xyWing)
	p := Page{Right: 300, Bottom: 400, Fonts: BookFonts(), Title: "A page", Label: "1"}
	p.Place(New(puzzle, Options{Path: path(t, puzzle)[:4], Coordinates: true}), 30, 30, 24)
	p.Texts = append(p.Texts, Text{X: 30, Y: 300, Size: 12, Body: "A (text)", Halo: 1, Ground: 0xE8E8E8}, Text{X: 30, Y: 320, Size: 12, Style: Bold, Body: "down", Down: true})
	p.Stars = append(p.Stars, Star{X: 100, Y: 330, Radius: 5})
	p.Links = append(p.Links, Link{X: 30, Y: 290, W: 50, H: 12, To: 1})
	p.Marks = append(p.Marks, Mark{Title: "A part"})
	return p
}

// document is a document of two pages.
func document(t testing.TB, o PDFOptions) *Document {
	t.Helper()
	return &Document{Title: "Été (1)", Author: "J & D", Producer: "test", Lang: "en", Pages: []Page{everything(t), everything(t)}, Front: 1, PDFOptions: o}
}

func pdfOf(t testing.TB, doc *Document) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := doc.PDF(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// plainText is a PDF with its streams unpacked, as qpdf writes it, which is also checked by
// it.
func plainText(t testing.TB, pdf []byte) string {
	t.Helper()
	if _, err := exec.LookPath("qpdf"); err != nil {
		t.Skip("qpdf is not installed")
	}
	in := filepath.Join(t.TempDir(), "in.pdf")
	if err := os.WriteFile(in, pdf, 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("qpdf", "--check", in).CombinedOutput(); err != nil {
		t.Errorf("qpdf --check: %s", out)
	}
	out, err := exec.Command("qpdf", "--qdf", "--object-streams=disable", in, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestPress: what PDF/X asks for is there, what it forbids is not: colours other than
// black and four inks, and links.
func TestPress(t *testing.T) {
	for _, test := range []struct {
		name    string
		options PDFOptions
		want    []string
	}{
		{"x1a", PDFOptions{Kind: PDFX1a}, []string{
			"%PDF-1.3", "/GTS_PDFXVersion (PDF/X-1:2001)", "/GTS_PDFXConformance (PDF/X-1a:2001)", "(CGATS TR 001)",
		}},
		{"x1a for a press of its own", PDFOptions{Kind: PDFX1a, Condition: "FOGRA52"}, []string{
			"(FOGRA52)", "/RegistryName (http://www.color.org)",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			doc := document(t, test.options)
			doc.Pages[1].Bleed = 9
			doc.Pages[1].Shades = append(doc.Pages[1].Shades, Rect{X: 20, Y: 350, W: 20, H: 20, Fill: 0x1F4E79})
			pdf := pdfOf(t, doc)
			if !bytes.Equal(pdf, pdfOf(t, doc)) {
				t.Error("the same document is not the same file")
			}
			text := plainText(t, pdf)
			for _, want := range append(test.want, "/Trapped /False", "/ID [", "/GTS_PDFX\n", "/TrimBox", "/BleedBox", "/Subtype /XML",
				"J &amp; D", "Été (1)</rdf:li>", "0.744 0.355 0.000 0.525 k") {
				if !strings.Contains(text, want) {
					t.Errorf("it has no %q", want)
				}
			}
			if found := regexp.MustCompile(`(?m) (rg|RG|gs)$|/Annots|/DeviceRGB|/Transparency|/A <<`).FindString(text); found != "" {
				t.Errorf("it has %q", found)
			}
			if !regexp.MustCompile(`/TrimBox \[\s+9.00\s+9.00\s+291.00\s+391.00\s+\]`).MatchString(text) {
				t.Error("the trim box is not within the bleed")
			}
		})
	}
}

// TestPlainPDF: nothing of that is in a plain one, which keeps its links.
func TestPlainPDF(t *testing.T) {
	text := plainText(t, pdfOf(t, document(t, PDFOptions{})))
	for _, want := range []string{"/Annots", "/PageLabels"} {
		if !strings.Contains(text, want) {
			t.Errorf("it has no %q", want)
		}
	}
	for _, not := range []string{"GTS_PDFX", "/OutputIntents", "/StructTreeRoot", "BDC"} {
		if strings.Contains(text, not) {
			t.Errorf("it has %q", not)
		}
	}
}

// TestInks: no mix takes more ink than a printer allows, and black stays alone.
func TestInks(t *testing.T) {
	for _, test := range []struct {
		colour RGB
		want   string
	}{
		{black, "0.000 g"},
		{white, "1.000 g"},
		{0x808080, "0.502 g"},
		{0xFF0000, "0.000 1.000 1.000 0.000 k"},
		{0x010000, "0.000 0.702 0.702 0.996 k"},
	} {
		if got := pressColour(test.colour); got != test.want {
			t.Errorf("%06X is %s, want %s", uint32(test.colour), got, test.want)
		}
	}
	for c := RGB(0); c < 1<<24; c += 0x01030B {
		var ink [4]float64
		if n, _ := fmt.Sscanf(pressColour(c), "%f %f %f %f k", &ink[0], &ink[1], &ink[2], &ink[3]); n == 4 && ink[0]+ink[1]+ink[2]+ink[3] > mostInk+0.002 {
			t.Errorf("%06X takes too much: %v", uint32(c), ink)
		}
	}
}

// TestPDFOptions: contradictions are refused, each in words.
func TestPDFOptions(t *testing.T) {
	for _, test := range []struct {
		options PDFOptions
		want    string
	}{
		{PDFOptions{}, ""},
		{PDFOptions{Condition: "FOGRA39"}, "belong to PDF/X"},
	} {
		if err := test.options.Check(); (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v, want %q", test.options, err, test.want)
		}
	}
}

// TestCutPDF: a broken table of objects is an error.
func TestCutPDF(t *testing.T) {
	pdf := pdfOf(t, document(t, PDFOptions{}))
	f, err := cutPDF(pdf)
	if err != nil || !bytes.Equal(f.bytes(), pdf) {
		t.Errorf("cut and put together it is another file: %v", err)
	}
	at := bytes.LastIndex(pdf, []byte("xref\n0 "))
	for name, broken := range map[string][]byte{
		"empty": nil, "text": []byte("text"), "half": pdf[:len(pdf)/2], "no count": bytes.Replace(pdf, []byte("xref\n0 "), []byte("xref\nx "), 1),
		"wrong place": append(bytes.Clone(pdf[:at+40]), bytes.Replace(pdf[at+40:], []byte("000000"), []byte("000009"), 1)...),
		"no number":   append(bytes.Clone(pdf[:at+40]), bytes.Replace(pdf[at+40:], []byte("\n0"), []byte("\nx"), 1)...),
	} {
		if _, err := cutPDF(broken); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
