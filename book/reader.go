package book

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"

	"gradoku/draw"

	"github.com/ledongthuc/pdf"
)

// The check reads a PDF with github.com/ledongthuc/pdf, which is based on rsc.io/pdf. This
// library shares nothing with the writer, needs no other module, and gives the operators of
// a page one by one. pdfcpu is more complete but does not report where texts are.

// seenPage is the contents of a page of a PDF; y runs down, as in Page.
type seenPage struct {
	w, h  float64
	texts []seenText
	rects []draw.Rect
	rgb   bool   // whether it has RGB colours
	lacks string // the first text with a character that its font does not have

	images []draw.Rect // where they are
}

// seenText is a run of text with its position.
type seenText struct {
	x, y, w, size float64
	body          string
	turned        bool // upside down: it begins at x and y and runs to the left
}

type seenFont struct {
	name     string
	embedded bool
	decode   func(string) string
	widths   map[int]float64 // by character code, in thousandths of an em
	standard float64         // of codes not in widths
	glyphs   []byte          // two bytes for each code, both 0 where there is no glyph; nil if not known
}

// seenBook is what the check reads from a PDF.
type seenBook struct {
	pages  []seenPage
	fonts  map[string]*seenFont
	front  int // pages with Roman labels
	labels int // numbers that say which pages have which labels
	lang   string
	title  string
	author string
	ours   bool     // whether this program wrote it
	marks  int      // bookmarks
	press  string   // the PDF/X version that it declares, "" for none
	faults []string // requirements of that version that it does not meet

	unpacked int64 // bytes of the contents of its pages
	nodes    int   // pages and branches of their tree

	record
}

// Limits of the contents of a page, of all pages, and of saved states in each other. A page
// of a book has some ten kilobytes and two states.
const (
	mostPage    = 4 << 20
	mostContent = 64 << 20
	mostSaved   = 1000
)

// read opens a PDF. The library panics on many malformed files; that becomes an
// error here.
func read(r io.ReaderAt, size int64) (b *seenBook, err error) {
	defer func() {
		if p := recover(); p != nil {
			b, err = nil, fmt.Errorf("reading the PDF: %s", inALine(p))
		}
	}()
	doc, err := pdf.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("reading the PDF: %s", inALine(err))
	}
	root := doc.Trailer().Key("Root")
	b = &seenBook{
		fonts: map[string]*seenFont{}, lang: root.Key("Lang").RawString(),
		title: doc.Trailer().Key("Info").Key("Title").Text(), author: doc.Trailer().Key("Info").Key("Author").Text(),
		ours: strings.HasPrefix(doc.Trailer().Key("Info").Key("Producer").Text(), "gradoku "),
	}
	_ = json.Unmarshal([]byte(doc.Trailer().Key("Info").Key("Keywords").Text()), &b.record) // no record is like an empty one
	// Arabic from page 0, or two ranges: Roman from there, Arabic from the page named second.
	nums := root.Key("PageLabels").Key("Nums")
	if b.labels = nums.Len(); b.labels == 4 {
		b.front = int(nums.Index(2).Int64())
	}
	for o := root.Key("Outlines").Key("First"); !o.IsNull() && b.marks < 1000; o = o.Key("Next") {
		b.marks++
	}
	b.pressFaults(doc)
	err = b.walk(root.Key("Pages"), root.Key("Pages"), 0)
	return b, err
}

// inALine shortens the library's error about a PDF to one line. The error may quote a whole
// text of the file.
func inALine(said any) string {
	line, _, _ := strings.Cut(fmt.Sprint(said), "\n")
	return fmt.Sprintf("%.200s", line)
}

// walk reads a branch of the tree of pages; a page inherits values from the
// branches above.
func (b *seenBook) walk(node, above pdf.Value, depth int) error {
	if b.nodes++; depth > 20 || b.nodes > 8*MaxPages {
		return fmt.Errorf("reading the PDF: its tree of pages has no end")
	}
	kids := node.Key("Kids")
	if kids.IsNull() {
		return b.page(node, above)
	}
	for i := range kids.Len() {
		if err := b.walk(kids.Index(i), node, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func inherited(node, above pdf.Value, key string) pdf.Value {
	if v := node.Key(key); !v.IsNull() {
		return v
	}
	return above.Key(key)
}

func (b *seenBook) page(node, above pdf.Value) error {
	box := inherited(node, above, "MediaBox")
	p := seenPage{
		w: box.Index(2).Float64() - box.Index(0).Float64(),
		h: box.Index(3).Float64() - box.Index(1).Float64(),
	}
	fonts := inherited(node, above, "Resources").Key("Font")
	for _, name := range fonts.Keys() {
		if b.fonts[name] == nil {
			b.fonts[name] = readFont(fonts.Key(name))
		}
	}
	err := b.content(&p, node.Key("Contents"), inherited(node, above, "Resources"))
	if b.press != "" {
		b.pressPageFaults(node, &p)
	}
	b.pages = append(b.pages, p)
	return err
}

// content follows the operators that a book uses.
func (b *seenBook) content(p *seenPage, stream, resources pdf.Value) error {
	if stream.IsNull() {
		return nil
	}
	if stream.Kind() != pdf.Stream || stream.Key("Filter").Kind() == pdf.Array {
		return fmt.Errorf("reading the PDF: page %d is not written like a page of a gradoku book", len(b.pages)+1)
	}
	n, err := io.Copy(io.Discard, io.LimitReader(stream.Reader(), mostPage))
	if err != nil { // the interpreter would take an error for the end
		return fmt.Errorf("reading the PDF: page %d cannot be unpacked: %w", len(b.pages)+1, err)
	}
	if b.unpacked += n; n == mostPage || b.unpacked > mostContent {
		return fmt.Errorf("reading the PDF: page %d has more than %d MiB unpacked, or all pages more than %d", len(b.pages)+1, mostPage>>20, mostContent>>20)
	}
	var font *seenFont
	var size, x, y float64
	var trouble error
	at, saved := upright, []matrix{}
	pdf.Interpret(stream, func(stk *pdf.Stack, op string) {
		args := make([]pdf.Value, stk.Len())
		for i := len(args) - 1; i >= 0; i-- {
			args[i] = stk.Pop()
		}
		number := func(i int) float64 { return args[i].Float64() }
		switch {
		case op == "q" && len(saved) < mostSaved:
			saved = append(saved, at)
		case op == "Q" && len(saved) > 0:
			at, saved = saved[len(saved)-1], saved[:len(saved)-1]
		case op == "cm" && len(args) == 6:
			at = matrix{number(0), number(1), number(2), number(3), number(4), number(5)}.then(at)
		case op == "re" && len(args) == 4 && at == upright:
			p.rects = append(p.rects, rectangle(number(0), p.h-number(1), number(2), -number(3)))
		case op == "Tf" && len(args) == 2:
			font, size = b.fonts[args[0].Name()], number(1)
		case op == "BT":
			x, y = 0, 0
		case op == "Td" && len(args) == 2:
			x, y = x+number(0), y+number(1)
		case op == "Tj" && len(args) == 1 && font != nil && (at == upright || at.halfTurn()):
			raw := strings.TrimSuffix(args[0].RawString(), "\x00 ") // a space at the end adds no width
			if p.lacks == "" && font.lacks(raw) {
				p.lacks = font.decode(raw)
			}
			tx, ty := at.point(x, y)
			p.texts = append(p.texts, seenText{tx, p.h - ty, font.width(raw) * size / 1000, size, font.decode(raw), at != upright})
		case op == "rg" || op == "RG":
			p.rgb = true
		case op == "Do" && len(args) == 1 && at[1] == 0 && at[2] == 0 && resources.Key("XObject").Key(args[0].Name()).Key("Subtype").Name() == "Image":
			p.images = append(p.images, rectangle(at[4], p.h-at[5], at[0], -at[3]))
		case op == "Tj" && font == nil: // without a font there is nothing to see
		case b.Cover: // the text on its spine is turned, and is not checked
		case op == "Do" || op == "Tj" || op == "re" || op == "Tm" || op == "TJ" || op == "'" || op == "\"":
			trouble = fmt.Errorf("reading the PDF: page %d uses %q in a way that no gradoku book does", len(b.pages)+1, op)
		}
	})
	return trouble
}

// matrix maps points as the operator cm does: x' = a x + c y + e, y' = b x + d y + f.
type matrix [6]float64

var upright = matrix{1, 0, 0, 1, 0, 0}

// then returns the map that does m first and n after it.
func (m matrix) then(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

func (m matrix) point(x, y float64) (float64, float64) {
	return m[0]*x + m[2]*y + m[4], m[1]*x + m[3]*y + m[5]
}

// halfTurn reports whether the map turns a page upside down without changing
// sizes.
func (m matrix) halfTurn() bool { return m[0] == -1 && m[1] == 0 && m[2] == 0 && m[3] == -1 }

// rectangle returns the rectangle whatever the signs of its sides.
func rectangle(x, y, w, h float64) draw.Rect {
	return draw.Rect{X: min(x, x+w), Y: min(y, y+h), W: math.Abs(w), H: math.Abs(h)}
}

func readFont(v pdf.Value) *seenFont {
	below := v.Key("DescendantFonts").Index(0)
	f := &seenFont{
		name:     strings.TrimPrefix(v.Key("BaseFont").Name(), "/"),
		embedded: !below.Key("FontDescriptor").Key("FontFile2").IsNull(),
		decode:   func(raw string) string { return raw },
		widths:   map[int]float64{}, standard: 1000,
	}
	if dw := below.Key("DW"); !dw.IsNull() {
		f.standard = dw.Float64()
	}
	if m := below.Key("CIDToGIDMap"); m.Kind() == pdf.Stream {
		// If the map cannot be read, no glyph counts as missing; otherwise all pages would seem
		// unreadable.
		f.glyphs, _ = io.ReadAll(io.LimitReader(m.Reader(), 1<<17))
	}
	if m := v.Key("ToUnicode"); m.Kind() == pdf.Stream {
		if text, err := io.ReadAll(io.LimitReader(m.Reader(), 1<<16)); err == nil && identity.Match(text) {
			f.decode = func(raw string) string { return string(utf16.Decode(codesOf(raw))) }
		}
	}
	// Runs of two forms: "first [w w w]" and "first last w".
	for w, i := below.Key("W"), 0; i+1 < w.Len(); {
		first := int(w.Index(i).Int64())
		if list := w.Index(i + 1); list.Kind() == pdf.Array {
			for k := range list.Len() {
				f.widths[first+k] = list.Index(k).Float64()
			}
			i += 2
			continue
		}
		for c := max(0, first); c <= min(0xFFFF, int(w.Index(i+1).Int64())); c++ {
			f.widths[c] = w.Index(i + 2).Float64()
		}
		i += 3
	}
	return f
}

// identity matches a font's map to Unicode in which codes are characters, as in every book.
// The library increments only the last byte in such a range, so it reads Hebrew as Latin.
var identity = regexp.MustCompile(`(?i)<0000>\s*<FFFF>\s*<0000>`)

// codesOf returns the two-byte codes of a text.
func codesOf(raw string) (codes []uint16) {
	for i := 0; i+1 < len(raw); i += 2 {
		codes = append(codes, uint16(raw[i])<<8|uint16(raw[i+1]))
	}
	return codes
}

// lacks reports whether the font has no glyph for one of the two-byte codes. A blank needs
// none.
func (f *seenFont) lacks(raw string) bool {
	return f.glyphs != nil && slices.ContainsFunc(codesOf(raw), func(c uint16) bool {
		at := 2 * int(c)
		return c != ' ' && c != 0xA0 && (at+1 >= len(f.glyphs) || f.glyphs[at] == 0 && f.glyphs[at+1] == 0)
	})
}

// width adds up the widths of two-byte codes, in thousandths of an em.
func (f *seenFont) width(raw string) float64 {
	total := 0.0
	for _, c := range codesOf(raw) {
		w, ok := f.widths[int(c)]
		if !ok {
			w = f.standard
		}
		total += w
	}
	return total
}
