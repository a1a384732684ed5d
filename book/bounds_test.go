package book

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
	"testing"
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

// TestCheckBounds: a PDF that is no book is refused in a line.
func TestCheckBounds(t *testing.T) {
	for _, test := range []struct {
		name, want string
		file       []byte
	}{
		{"nested without end", "nesting", onePage("/Resources " + strings.Repeat("[", 100_000))},
		{"tree of pages in itself", "its tree of pages has no end", foreignPDF("<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Kids ["+strings.Repeat("2 0 R ", 50)+"]>>")},
		{"tree of branches without pages", "its tree of pages has no end", foreignPDF("<</Type /Catalog /Pages 2 0 R>>", "<</Kids ["+strings.Repeat("3 0 R ", 99)+"]>>", "<</Kids ["+strings.Repeat("4 0 R ", 999)+"]>>", "<</Kids []>>")},
		{"packed twice", "is not written like a page", onePage("/Contents 4 0 R", streamOf("/Filter [/FlateDecode /FlateDecode]", packed(packed(make([]byte, 1<<20)))))},
		{"a page without end", "page 1 has more than 4 MiB unpacked", onePage("/Contents 4 0 R", streamOf("/Filter /FlateDecode", packed(make([]byte, 5<<20))))},
		{"widths of more characters than there are", "", onePage("/Contents 4 0 R /Resources <</Font <</F1 <</DescendantFonts [<</W [0 9000000000 1]>>]>>>>>>", streamOf("", []byte("BT /F1 9 Tf (x) Tj ET")))},
	} {
		report, err := Check(bytes.NewReader(test.file), int64(len(test.file)), nil, 0, "", nil)
		switch {
		case test.want == "" && err == nil && len(report.Problems) > 0: // it can be read, and is no book
		case err == nil || test.want == "" || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n"):
			t.Errorf("%s: %v, %v, want %q", test.name, report, err, test.want)
		}
	}
}
