package book

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// born is the date in every PDF: a book made twice is the same file.
var born = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// PDF writes the book. Fonts are embedded as far as they are used.
func (b *Book) PDF(w io.Writer) error {
	trim := b.Spec.Trim
	f := fpdf.NewCustom(&fpdf.InitType{
		OrientationStr: "P", UnitStr: "pt", Size: fpdf.SizeType{Wd: trim.W, Ht: trim.H},
	})
	f.SetCreationDate(born)
	f.SetModificationDate(born)
	f.SetCatalogSort(true)
	f.SetMargins(0, 0, 0)
	f.SetAutoPageBreak(false, 0)
	f.SetTitle(b.Spec.Title, true)
	f.SetAuthor(b.Spec.Author, true)
	f.SetSubject(b.ID, true)
	f.SetProducer("gradoku "+b.Spec.Version, true)
	f.SetLang(b.Spec.Lang)
	seen := map[string]bool{}
	for i, name := range b.Spec.Fonts.names {
		if !seen[name] {
			f.AddUTF8FontFromBytes(name, "", b.Spec.Fonts.faces[i].data)
			seen[name] = true
		}
	}
	if err := f.Error(); err != nil {
		return fmt.Errorf("embedding the font: %w", err)
	}
	d := drawing{f: f, fonts: b.Spec.Fonts, links: make([]int, len(b.Pages))}
	for i := range b.Pages {
		d.links[i] = f.AddLink()
	}
	for i := range b.Pages {
		d.page(&b.Pages[i])
		f.SetLink(d.links[i], 0, i+1)
	}
	var out bytes.Buffer
	if err := f.Output(&out); err != nil {
		return fmt.Errorf("writing the PDF: %w", err)
	}
	whole, err := withCatalog(tagged(out.Bytes()), b.catalog())
	if err == nil {
		_, err = w.Write(whole)
	}
	return err
}

// drawing is a PDF in the making.
type drawing struct {
	f     *fpdf.Fpdf
	fonts *Fonts
	links []int
	style Style
	size  float64
	white bool
}

func (d *drawing) page(p *Page) {
	d.f.AddPageFormat("P", fpdf.SizeType{Wd: p.W, Ht: p.H})
	d.f.SetPageBox("trim", 0, 0, p.W, p.H)
	d.size, d.white = 0, false
	d.ink(0)
	for _, m := range p.Marks {
		d.font(Regular, 10)
		d.f.Bookmark(m.Title, m.Level, 0)
	}
	for _, r := range p.Tints {
		d.ink(r.level())
		d.f.Rect(r.X, r.Y, r.W, r.H, "F")
	}
	d.ink(0)
	for _, c := range p.Discs {
		d.f.Circle(c.X, c.Y, c.R, "F")
	}
	for _, r := range p.Rules {
		d.f.Rect(r.X, r.Y, r.W, r.H, "F")
	}
	for _, t := range p.Texts {
		d.font(t.Style, t.Size)
		if t.White != d.white {
			d.f.SetTextColor(whiteIf(t.White), whiteIf(t.White), whiteIf(t.White))
			d.white = t.White
		}
		d.f.Text(t.X, t.Y, t.Body)
	}
	for _, l := range p.Links {
		d.f.Link(l.X, l.Y, l.W, l.H, d.links[l.To])
	}
	if d.white {
		d.f.SetTextColor(0, 0, 0)
	}
}

// ink sets how bright filled shapes are. Grey levels are written as such, never
// as a mix of colours.
func (d *drawing) ink(level uint8) { d.f.SetFillColor(int(level), int(level), int(level)) }

func whiteIf(white bool) int {
	if white {
		return 255
	}
	return 0
}

// font changes the font where it is another than before; a page of digits is
// then hardly more than their places.
func (d *drawing) font(style Style, size float64) {
	if style == d.style && size == d.size {
		return
	}
	d.f.SetFont(d.fonts.names[style], "", size)
	d.style, d.size = style, size
}

// catalog is what fpdf does not write: the names of the pages, as printed, and
// that a window shall show the title.
func (b *Book) catalog() string {
	if b.Front == 0 {
		return "/PageLabels <</Nums [0 <</S /D>>]>>\n/ViewerPreferences <</DisplayDocTitle true>>\n"
	}
	return fmt.Sprintf("/PageLabels <</Nums [0 <</S /r>> %d <</S /D>>]>>\n/ViewerPreferences <</DisplayDocTitle true>>\n", b.Front)
}

// tagged gives the fonts the tag that marks a subset (PDF 32000-1, 9.6.4: six
// capitals and a plus). fpdf embeds subsets but names them as if they were
// whole: "utf8" and the name it was given, which therefore begins with xxx, to
// leave room.
func tagged(pdf []byte) []byte {
	return bytes.ReplaceAll(pdf, []byte("/utf8xxx"), []byte("/GRDOKU+"))
}

// withCatalog adds entries to the catalog of a PDF. It is the last object of
// what fpdf writes, so that only the place of the table after it moves.
func withCatalog(pdf []byte, entries string) ([]byte, error) {
	const catalog, start = "/Type /Catalog\n", "startxref\n"
	at := bytes.LastIndex(pdf, []byte(catalog))
	end := bytes.LastIndex(pdf, []byte(start))
	if at < 0 || end < at || bytes.Count(pdf[at:end], []byte("endobj")) != 1 {
		return nil, fmt.Errorf("writing the PDF: the catalog is not its last object")
	}
	at += len(catalog)
	number, tail, _ := strings.Cut(string(pdf[end+len(start):]), "\n")
	table, err := strconv.Atoi(number)
	if err != nil {
		return nil, fmt.Errorf("writing the PDF: %w", err)
	}
	var out bytes.Buffer
	out.Write(pdf[:at])
	out.WriteString(entries)
	out.Write(pdf[at:end])
	fmt.Fprintf(&out, "%s%d\n%s", start, table+len(entries), tail)
	return out.Bytes(), nil
}
