package book

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
	"testing"

	"gradoku/draw"
)

// foreignPDF is a PDF of the given objects, the first of which is the catalog.
func foreignPDF(objects ...string) []byte {
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n")
	table := fmt.Sprintf("xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for i, o := range objects {
		table += fmt.Sprintf("%010d 00000 n \n", out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	at := out.Len()
	fmt.Fprintf(&out, "%strailer\n<</Size %d /Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", table, len(objects)+1, at)
	return out.Bytes()
}

// onePage is a PDF with one page that has the given entries, and further objects from number
// 4 on.
func onePage(entries string, objects ...string) []byte {
	return foreignPDF(append([]string{
		"<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 432 648]>>",
		"<</Type /Page /Parent 2 0 R " + entries + ">>",
	}, objects...)...)
}

func streamOf(entries string, data []byte) string {
	return fmt.Sprintf("<<%s /Length %d>>\nstream\n%s\nendstream", entries, len(data), data)
}

func packed(data []byte) []byte {
	var out bytes.Buffer
	z := zlib.NewWriter(&out)
	_, _ = z.Write(data)
	_ = z.Close()
	return out.Bytes()
}

// streamedPDF is a PDF with one page whose tree of pages and page stand in a stream, where
// nearly all programs of today put them. rows has what the table of objects says of itself;
// body stands in the stream before the page.
func streamedPDF(rows, body string) []byte {
	const tree = "<</Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 432 648]>>"
	head := fmt.Sprintf("2 0 3 %08d ", len(tree)+len(body))
	var out bytes.Buffer
	out.WriteString("%PDF-1.5\n")
	at := []int{out.Len()}
	out.WriteString("1 0 obj\n<</Type /Catalog /Pages 2 0 R>>\nendobj\n")
	at = append(at, out.Len())
	fmt.Fprintf(&out, "4 0 obj\n%s\nendobj\n", streamOf(fmt.Sprintf("/Type /ObjStm /N 2 /First %d /Filter /FlateDecode", len(head)), packed([]byte(head+tree+body+"<</Type /Page>>"))))
	at = append(at, out.Len())
	table := fmt.Appendf(nil, "\x00\x00\x00\x00\x01%c%c\x00\x02\x00\x04\x00\x02\x00\x04\x01\x01%c%c\x00", at[0]>>8, at[0]&0xFF, at[1]>>8, at[1]&0xFF)
	fmt.Fprintf(&out, "5 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n", streamOf("/Type /XRef /Root 1 0 R "+rows, table), at[2])
	return out.Bytes()
}

// plainRows says what is so of the rows of streamedPDF.
const plainRows = "/Size 5 /W [1 2 1]"

// TestForeignPages: pages of another PDF stand in a book as they are, and the check takes it.
// Pages of a book of ours have embedded fonts, resources in common, and a tree of pages.
func TestForeignPages(t *testing.T) {
	inner := spec(t, "5x8")
	inner.NoLessons, inner.Title = true, "Another Book"
	own, err := ParsePDF("own.pdf", written(t, laidOut(t, inner, many(2))))
	if err != nil {
		t.Fatal(err)
	}
	s := spec(t, "6x9")
	s.NoLessons, s.Back = true, []*Matter{own}
	b := laidOut(t, s, many(3))
	if len(b.Warnings) != 1 || !strings.Contains(b.Warnings[0], "a page of own.pdf has 5 x 8 in, and those of the book have 6 x 9: it is printed at 112%, in the middle") {
		t.Errorf("%q", b.Warnings)
	}
	file := written(t, b)
	if r := checked(t, file); len(r.Problems) > 0 || len(r.Puzzles) != 3 {
		t.Errorf("%d puzzles, %q", len(r.Puzzles), r.Problems)
	}
	if n := bytes.Count(file, []byte("/Subtype /Form")); n != len(own.forms) {
		t.Errorf("%d forms for %d pages", n, len(own.forms))
	}
	// The fonts of its pages are there once, beside those of the book.
	if n := bytes.Count(file, []byte("/FontFile2")); n > 2*3+1 {
		t.Errorf("%d fonts", n)
	}
	if again := written(t, b); !bytes.Equal(file, again) {
		t.Error("two runs differ")
	}
	s.PDF.Kind = draw.PDFTagged
	if _, err := New(t.Context(), s, many(3)); err == nil || !strings.Contains(err.Error(), "own.pdf: nobody has looked whether pages of another PDF keep to what tagged asks for") {
		t.Errorf("%v", err)
	}
}

// TestForeignRefusals: what cannot be printed as it is, or has no end, is said in a line.
func TestForeignRefusals(t *testing.T) {
	bomb := streamOf("/Filter /FlateDecode", packed(make([]byte, mostContents+2)))
	nested := []string{"[" + strings.Repeat("5 0 R ", 10) + "]"} // ten to the tenth values, if followed
	for i := range 10 {
		nested = append(nested, "["+strings.Repeat(fmt.Sprintf("%d 0 R ", i+6), 10)+"]")
	}
	const usual = "its table of objects is not written as usual: qpdf"
	for _, test := range []struct {
		want string
		file []byte
	}{
		{"it is no PDF", []byte("%PDF-1.4 %%EOF")},
		{"it is no PDF", []byte(strings.Repeat("Dear Anna. ", 40))},
		{"there is no page in it", foreignPDF("<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Kids []>>")},
		{"its tree of pages does not end", foreignPDF("<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Kids [2 0 R]>>")},
		{"its tree of pages does not end", foreignPDF("<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Kids ["+strings.Repeat("2 0 R ", 50)+"]>>")},
		{"it has more than 100 pages", foreignPDF("<</Type /Catalog /Pages 2 0 R>>", "<</MediaBox [0 0 100 100] /Kids ["+strings.Repeat("3 0 R ", 101)+"]>>", "<</Type /Page>>")},
		{"page 1: its size is not that of a page", onePage("/MediaBox [0 0 1 1]")},
		{"page 1: its size is not that of a page", onePage("/MediaBox [0 0 100000 100]")},
		{"page 1: it is shown turned", onePage("/Rotate 90")},
		{"page 1: its units are not points", onePage("/UserUnit 2")},
		{"page 1: it draws with more than 16 MB", onePage("/Contents 4 0 R", bomb)},
		{"unknown filter", onePage("/Contents 4 0 R", streamOf("/Filter /JBIG2Decode", []byte("x")))},
		{"page 1: the font Helvetica is not embedded", onePage("/Resources <</Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>")},
		{"page 1: a part of it stands in another file", onePage("/Resources <</XObject <</X 4 0 R>>>>", streamOf("/F (/etc/passwd)", []byte("x")))},
		{"page 1: a part of it lies outside the file", onePage("/Resources <</XObject <</X 4 0 R>>>>", "<</Length 1000000>>\nstream\nx\nendstream")},
		{"page 1: a part of it lies outside the file", onePage("/Resources <</XObject <</X 4 0 R>>>>", "<</Length -5>>\nstream\nx\nendstream")},
		{"its parts hold each other without end", onePage("/Resources 4 0 R", "<</XObject <</X 5 0 R>>>>", streamOf("/Resources 4 0 R", []byte("x")))},
		{"its parts hold each other without end", onePage("/Resources <</A 4 0 R>>", nested...)},
		{"page 1: what it draws cannot be unpacked: its rows are too long", onePage("/Contents 4 0 R", streamOf("/Filter /FlateDecode /DecodeParms <</Predictor 12 /Columns 100000000000>>", packed([]byte("2"))))},
		{"page 1: what it draws cannot be unpacked: it is packed too often", onePage("/Contents 4 0 R", streamOf("/Filter ["+strings.Repeat("/FlateDecode ", 1000)+"]", packed([]byte("2"))))},
		{"page 5: with the pages before it draws with more than 64 MB", foreignPDF(append([]string{"<</Type /Catalog /Pages 2 0 R>>", "<</MediaBox [0 0 100 100] /Kids [" + strings.Repeat("3 0 R ", 9) + "]>>", "<</Type /Page /Contents 4 0 R>>"},
			streamOf("/Filter /FlateDecode", packed(bytes.Repeat([]byte(" "), mostContents-1))))...)},
		{"one of its parts has more than 4 MB", onePage("/X [" + strings.Repeat("1 ", 1<<21) + "]")},
		{usual, bytes.Replace(onePage(""), []byte("xref\n0 4\n"), []byte("xref\n900000000 4\n"), 1)},
		{usual, bytes.Replace(onePage(""), []byte("/Root 1 0 R"), []byte("/Root 1 0 R /X (startxref) /Prev 9"), 1)},
		{usual, bytes.Replace(onePage(""), []byte("/Root 1 0 R"), []byte("/Root 1 0 R %>>startxref\n/Prev 9"), 1)},
		{usual, bytes.Replace(onePage(""), []byte("/Root 1 0 R"), []byte("/Root 1 0 R /#50rev 9"), 1)},
		{usual, streamedPDF("/Size 400000000000 /W [1 2 1] /Index [0 5]", "")},
		{usual, streamedPDF("/Size 5 /W [1 400000000000 1]", "")},
		{usual, streamedPDF("/Size 5 /W [1 2 1] /Index [900000000 5]", "")},
		{usual, streamedPDF("/Size 5 /#57 [1 400000000000 1] /W [1 2 1]", "")},
		{usual, streamedPDF(plainRows+" /Filter /FlateDecode /DecodeParms <</Predictor 12 /Columns 100000000000>>", "")},
		{"its objects unpack to far more than they are", streamedPDF(plainRows, strings.Repeat(" ", 1<<20))},
		{"its objects unpack to far more than they are", streamedPDF(plainRows, " ("+strings.Repeat("a", 1<<20)+")")},
		{"it cannot be read: ", bytes.Replace(onePage(""), []byte("/Root 1 0 R"), []byte("/Root 1 0 R /Encrypt <<>>"), 1)},
	} {
		m, err := ParsePDF("own.pdf", test.file)
		if err == nil || !strings.HasPrefix(err.Error(), "own.pdf: ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, %v", test.want, m, err)
			continue
		}
		if !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want %q", err, test.want)
		}
	}
}

// TestForeignTables: what other programs write is read, objects in streams and bytes in texts
// of the trailer among it.
func TestForeignTables(t *testing.T) {
	for _, file := range [][]byte{
		streamedPDF(plainRows, " "),
		bytes.Replace(onePage(""), []byte("/Root 1 0 R"), []byte("/ID [(\\)%#41(startxref)) (/Prev)] /Root 1 0 R"), 1),
	} {
		m, err := ParsePDF("own.pdf", file)
		if err != nil || len(m.forms) != 1 || m.forms[0].Wide != 432 {
			t.Errorf("%v, %v", m, err)
		}
	}
}

// TestEndlessTable: a table of objects that goes on with itself ends.
func TestEndlessTable(t *testing.T) {
	file := onePage("")
	at := bytes.LastIndex(file, []byte("xref\n0"))
	file = bytes.Replace(file, []byte("/Root 1 0 R"), fmt.Appendf(nil, "/Root 1 0 R /Prev %d", at), 1)
	if _, err := ParsePDF("own.pdf", file); err == nil || !strings.Contains(err.Error(), "its table of objects is not written as usual") {
		t.Errorf("%v", err)
	}
}

// FuzzParsePDF: a PDF from anywhere is refused, or can be printed and read.
func FuzzParsePDF(f *testing.F) {
	f.Add(onePage("/Contents 4 0 R", streamOf("", []byte("0 0 9 9 re f"))))
	f.Add(onePage("/Contents [4 0 R] /Resources <</ColorSpace <</C [/ICCBased 4 0 R]>>>>", streamOf("/Filter /FlateDecode", packed([]byte("/C cs")))))
	f.Add(streamedPDF(plainRows, " "))
	f.Fuzz(func(t *testing.T, file []byte) {
		m, err := ParsePDF("own.pdf", file)
		if err != nil {
			return
		}
		s := spec(t, "6x9")
		s.NoLessons, s.Back = true, []*Matter{m}
		if r := checked(t, written(t, laidOut(t, s, many(1)))); len(r.Problems) > 0 {
			t.Errorf("%q", r.Problems)
		}
	})
}

// TestCheckBounds: a PDF that is made to take any time or memory is refused in a line, and
// quickly: what it would bring is neither followed nor unpacked.
func TestCheckBounds(t *testing.T) {
	table := func(file []byte, old, by string) []byte { return bytes.Replace(file, []byte(old), []byte(by), 1) }
	plain := onePage("")
	at := bytes.LastIndex(plain, []byte("xref\n0"))
	stream := foreignPDF("<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Kids []>>",
		streamOf("/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode", packed(make([]byte, 1<<24))))
	draws := func(text string, times int) []byte {
		return onePage("/Contents 4 0 R", streamOf("/Filter /FlateDecode", packed(bytes.Repeat([]byte(text), times))))
	}
	for _, test := range []struct {
		name, want string
		file       []byte
	}{
		{"endless chain of tables", "no table of its objects", table(plain, "/Root 1 0 R", fmt.Sprintf("/Root 1 0 R /Prev %d", at))},
		{"chain under another spelling", "no table of its objects", table(plain, "/Root 1 0 R", fmt.Sprintf("/Root 1 0 R /Pr#65v %d", at))},
		{"table of more objects than the file has bytes", "no table of its objects", table(plain, "xref\n0 4\n", "xref\n0 400000000\n")},
		{"table that begins far away", "no table of its objects", table(plain, "xref\n0 4\n", "xref\n900000000 4\n")},
		{"objects in a stream", "no table of its objects", table(stream, fmt.Sprintf("startxref\n%d", bytes.LastIndex(stream, []byte("xref\n0"))), fmt.Sprintf("startxref\n%d", bytes.Index(stream, []byte("3 0 obj"))))},
		{"nested without end", "nesting", onePage("/Resources " + strings.Repeat("[", 100_000))},
		{"endless array", "one of its parts has more than 4 MB", onePage("/X [" + strings.Repeat("1 ", 1<<21) + "]")},
		{"tree of pages in itself", "its tree of pages does not end", foreignPDF("<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Kids ["+strings.Repeat("2 0 R ", 50)+"]>>")},
		{"branches without pages", "refer to each other too often", foreignPDF("<</Type /Catalog /Pages 2 0 R>>", "<</Kids ["+strings.Repeat("3 0 R ", 3000)+"]>>", "<</Kids ["+strings.Repeat("4 0 R ", 3000)+"]>>", "<</Kids []>>")},
		{"page that unpacks to much", "draws more than", draws("0 0 9 9 re f\n", 1<<22/12)},
		{"pages that unpack to much together", "draws more than", foreignPDF("<</Type /Catalog /Pages 2 0 R>>", "<</Kids ["+strings.Repeat("3 0 R ", 50)+"]>>",
			"<</Type /Page /Contents 4 0 R>>", streamOf("/Filter /FlateDecode", packed(bytes.Repeat([]byte(" "), 1<<21))))},
		{"page whose rows are longer than the memory", "page 1 cannot be unpacked: its rows are too long", onePage("/Contents 4 0 R", streamOf("/Filter /FlateDecode /DecodeParms <</Predictor 12 /Columns 100000000000>>", packed([]byte("2"))))},
		{"packed twice", "is written as in no book", onePage("/Contents 4 0 R", streamOf("/Filter [/FlateDecode /FlateDecode]", packed(packed(make([]byte, 1<<20)))))},
		{"many lines", "has more lines or texts", draws("0 0 9 9 re\n", 4_000)},
		{"widths of more characters than there are", "", onePage("/Contents 4 0 R /Resources <</Font <</F1 <</DescendantFonts [<</W [0 9000000000 1]>>]>>>>>>", streamOf("", []byte("BT /F1 9 Tf (x) Tj ET")))},
	} {
		report, err := Check(bytes.NewReader(test.file), int64(len(test.file)), nil, nil)
		switch {
		case test.want == "" && err == nil && len(report.Problems) > 0: // it can be read, and is no book
		case err == nil || test.want == "" || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n"):
			t.Errorf("%s: %v, %v, want %q", test.name, report, err, test.want)
		}
	}
}
