//go:build !wasm

package draw

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// fpdf writes pages, fonts, bookmarks and links. A press needs
// further objects and further entries in existing objects; both are added to the
// bytes that fpdf has written. (pdfcpu could do it too, but it would read and write
// every object, and the binary would have 64 MB instead of 55. An incremental update,
// ISO 32000-1, 7.5.6, would leave the old objects in the file, which some readers do
// not handle.)

// pdfFile is the output of fpdf, split into its objects.
type pdfFile struct {
	head    []byte
	objects [][]byte // complete, from "7 0 obj" to "endobj"; the first has number 1
	order   []int    // object numbers, in the order of the file
	trailer string   // entries of the trailer
}

// cutPDF splits a file by its cross-reference table, which has lines of 20 bytes (ISO
// 32000-1, 7.5.4).
func cutPDF(pdf []byte) (*pdfFile, error) {
	const first, line = "xref\n0 ", 20
	broken := errors.New("writing the PDF: its cross-reference table cannot be read")
	_, tail, ok := bytes.Cut(pdf[max(0, len(pdf)-60):], []byte("startxref\n"))
	number, _, _ := strings.Cut(string(tail), "\n")
	at, err := strconv.Atoi(number)
	if !ok || err != nil || at > len(pdf) || !bytes.HasPrefix(pdf[at:], []byte(first)) {
		return nil, broken
	}
	count, table, _ := strings.Cut(string(pdf[at+len(first):]), "\n")
	n, err := strconv.Atoi(count)
	if err != nil || len(table) < n*line {
		return nil, broken
	}
	_, trailer, _ := strings.Cut(table[n*line:], "<<\n")
	f := &pdfFile{objects: make([][]byte, n-1)}
	f.trailer, _, ok = strings.Cut(trailer, ">>\n")
	starts := make([]int, n)
	for i := 1; i < n && ok; i++ {
		starts[i], err = strconv.Atoi(table[i*line : i*line+10])
		ok = err == nil && bytes.HasPrefix(pdf[min(starts[i], len(pdf)):], fmt.Appendf(nil, "%d 0 obj\n", i))
		f.order = append(f.order, i)
	}
	if !ok {
		return nil, broken
	}
	slices.SortFunc(f.order, func(a, b int) int { return starts[a] - starts[b] })
	f.head = pdf[:starts[f.order[0]]]
	for k, i := range f.order {
		end := at
		if k+1 < len(f.order) {
			end = starts[f.order[k+1]]
		}
		f.objects[i-1] = pdf[starts[i]:end]
	}
	return f, nil
}

// catalog is the number of the last object; the information dictionary is the one before it.
func (f *pdfFile) catalog() int {
	_, root, _ := strings.Cut(f.trailer, "/Root ")
	number, _, _ := strings.Cut(root, " ")
	n, _ := strconv.Atoi(number) // cutPDF has checked that it is a number
	return n
}

// insert adds entries to an object, after a text that occurs in it exactly once.
func (f *pdfFile) insert(number int, after, entries string) {
	o := f.objects[number-1]
	at := bytes.Index(o, []byte(after)) + len(after)
	f.objects[number-1] = slices.Concat(o[:at], []byte(entries), o[at:])
}

// add adds an object and returns its number.
func (f *pdfFile) add(format string, args ...any) int {
	n := len(f.objects) + 1
	f.objects = append(f.objects, fmt.Appendf(nil, "%d 0 obj\n%s\nendobj\n", n, fmt.Sprintf(format, args...)))
	f.order = append(f.order, n)
	return n
}

func (f *pdfFile) stream(entries string, data []byte) int {
	return f.add("<<%s /Length %d>>\nstream\n%s\nendstream", entries, len(data), data)
}

func (f *pdfFile) bytes() []byte {
	var out bytes.Buffer
	out.Write(f.head)
	starts := make([]int, len(f.objects)+1)
	for _, i := range f.order {
		starts[i] = out.Len()
		out.Write(f.objects[i-1])
	}
	table := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(starts))
	for _, at := range starts[1:] {
		fmt.Fprintf(&out, "%010d 00000 n \n", at)
	}
	_, rest, _ := strings.Cut(f.trailer, "\n") // the first entry is the size
	fmt.Fprintf(&out, "trailer\n<<\n/Size %d\n%s>>\nstartxref\n%d\n%%%%EOF\n", len(starts), rest, table)
	return out.Bytes()
}
