//go:build !wasm

package draw

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/sfnt"
)

// born is the date in a PDF that has no other: a document made twice is the same file.
var born = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// Document is a document of printed pages, which all use the fonts of the first.
type Document struct {
	Title, Author, Subject, Producer, Lang string

	Keywords string    // "" for none
	Date     time.Time // of the document, zero for none

	Pages []Page
	Front int // number of pages with Roman numerals; the others start again at 1

	PDFOptions
}

// PDF writes a document. Only the used part of each font is embedded.
func (doc *Document) PDF(w io.Writer) (err error) {
	if err := doc.Check(); err != nil {
		return err
	}
	first := &doc.Pages[0]
	defer func() {
		if first.Fonts.names[Regular] != givenFont {
			return
		}
		if p := recover(); p != nil { // the library panics on many malformed fonts
			err = fmt.Errorf("embedding the font: it is damaged: %v", p)
		}
	}()
	d := pdfWriter{
		Fpdf:  fpdf.NewCustom(&fpdf.InitType{OrientationStr: "P", UnitStr: "pt", Size: fpdf.SizeType{Wd: first.Right, Ht: first.Bottom}}),
		fonts: first.Fonts, links: make([]int, len(doc.Pages)), options: &doc.PDFOptions,
	}
	d.SetCreationDate(cmp.Or(doc.Date, born))
	d.SetModificationDate(cmp.Or(doc.Date, born))
	d.SetCatalogSort(true)
	d.SetMargins(0, 0, 0)
	d.SetAutoPageBreak(false, 0)
	d.SetTitle(doc.Title, true)
	d.SetAuthor(doc.Author, true)
	d.SetSubject(doc.Subject, true)
	d.SetProducer(doc.Producer, true)
	if doc.Keywords != "" {
		d.SetKeywords(doc.Keywords, true)
	}
	d.SetLang(doc.Lang)
	used := usedRunes(doc.Pages, d.fonts)
	for i, name := range d.fonts.names { // one file may be several faces
		if face := d.fonts.faces[i]; !slices.Contains(d.fonts.names[:i], name) {
			ttf, err := face.trueType(used[face])
			if err != nil {
				return err
			}
			d.AddUTF8FontFromBytes(name, "", ttf)
		}
	}
	if err := d.Error(); err != nil {
		return fmt.Errorf("embedding the font: %w", err)
	}
	for i := range d.links {
		d.links[i] = d.AddLink()
	}
	for i := range doc.Pages {
		if err := d.page(&doc.Pages[i]); err != nil {
			return err
		}
		d.SetLink(d.links[i], 0, i+1)
	}
	var out bytes.Buffer
	if err := d.Output(&out); err != nil {
		return fmt.Errorf("writing the PDF: %w", err)
	}
	// fpdf does not write page labels, nor the option that shows the title in the
	// window.
	labels := "0 <</S /D>>"
	if doc.Front > 0 {
		labels = fmt.Sprintf("0 <</S /r>> %d <</S /D>>", doc.Front)
	}
	// Fonts get the tag that marks a subset (PDF 32000-1, 9.6.4: six capitals and a
	// plus). fpdf embeds subsets but names them like complete fonts: "utf8" plus the
	// given name. The given name begins with xxx to reserve space for the tag.
	named := bytes.ReplaceAll(out.Bytes(), []byte("/utf8xxx"), []byte("/GRDOKU+"))
	f, err := cutPDF(named)
	if err != nil {
		return err
	}
	f.insert(f.catalog(), "/Type /Catalog\n", "/PageLabels <</Nums ["+labels+"]>>\n/ViewerPreferences <</DisplayDocTitle true>>\n")
	if doc.press() {
		doc.pressReady(f)
	}
	_, err = w.Write(f.bytes())
	return err
}

type pdfWriter struct {
	*fpdf.Fpdf
	fonts   *Fonts
	links   []int
	options *PDFOptions

	ink, text RGB // current colours of shapes and of texts
	style     Style
	size      float64
}

func (d *pdfWriter) page(p *Page) error {
	d.AddPageFormat("P", fpdf.SizeType{Wd: p.Right, Ht: p.Bottom})
	d.SetPageBox("trim", p.Bleed, p.Bleed, p.Right-2*p.Bleed, p.Bottom-2*p.Bleed)
	d.size, d.text = 0, black
	d.setInk(black)
	for _, m := range p.Marks {
		d.font(Regular, 10)
		d.Bookmark(m.Title, m.Level, 0)
	}
	err := p.paint(painter{rects: d.rects, arrow: d.arrow, disc: d.disc, star: d.star, image: d.image, texts: d.texts})
	for _, l := range p.Links {
		if d.options.press() { // PDF/X has nothing that is not printed
			break
		}
		d.Link(l.X, l.Y, l.W, l.H, d.links[l.To])
	}
	d.textColour(black)
	return err
}

func (d *pdfWriter) rects(rects []Rect) {
	for _, r := range rects {
		d.fill(r.Fill)
		d.Rect(r.X, r.Y, r.W, r.H, "F")
	}
}

func (d *pdfWriter) disc(c Disc) {
	d.fill(c.Fill)
	d.Circle(c.X, c.Y, c.Radius, "F")
}

func (d *pdfWriter) star(s *Star) {
	d.fill(s.Fill)
	d.polygon(s.corners())
}

// image embeds an image once, even if pages show it several times.
func (d *pdfWriter) image(m *Image) error {
	name := m.key()
	if m.Colour && d.options.press() {
		return errors.New("an image in red, green and blue cannot be in PDF/X")
	}
	options := fpdf.ImageOptions{ImageType: "PNG"}
	if d.GetImageInfo(name) == nil {
		file, err := m.png()
		if err != nil {
			return err
		}
		d.RegisterImageOptionsReader(name, options, bytes.NewReader(file))
	}
	d.ImageOptions(name, m.X, m.Y, m.W, m.H, false, options, 0, "")
	return nil
}

func (d *pdfWriter) texts(texts []Text) error {
	d.fill(black) // most texts are black: fpdf repeats the colour with each text whose colour is not that of the shapes
	for i := range texts {
		t := &texts[i]
		if t.Halo > 0 {
			if err := d.halo(t); err != nil {
				return err
			}
		}
		d.font(t.Style, t.Size)
		d.textColour(t.Fill)
		image := d.fonts.imageOf(t) != nil
		if image { // the text below it can be read and searched
			d.SetTextRenderingMode(3)
		}
		if t.Down || t.Turned {
			angle := -90.0
			if t.Turned {
				angle = 180
			}
			d.TransformBegin()
			d.TransformRotate(angle, t.X, t.Y)
			d.Text(t.X, t.Y, t.Body)
			d.TransformEnd()
		} else {
			d.Text(t.X, t.Y, t.Body)
		}
		if image {
			d.SetTextRenderingMode(0)
		}
	}
	return nil
}

func (d *pdfWriter) arrow(a *Arrow) {
	d.stroke(a.Stroke)
	d.SetLineWidth(a.Width)
	d.SetDashPattern(a.dashes(), 0)
	p := a.Arc
	d.CurveBezierCubic(p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y, p[3].x, p[3].y, "D")
	d.fill(a.Stroke)
	head := a.head()
	d.polygon(head[:])
}

func (d *pdfWriter) polygon(corners []point) {
	var points []fpdf.PointType
	for _, p := range corners {
		points = append(points, fpdf.PointType{X: p.x, Y: p.y})
	}
	d.Polygon(points, "F")
}

// halo draws the rim of a text along the outlines of its characters. If the rim were text
// too, searching and copying would find the text twice.
func (d *pdfWriter) halo(t *Text) error {
	d.fill(t.Ground)
	d.stroke(t.Ground)
	d.SetLineWidth(2 * t.Halo)
	d.SetDashPattern(nil, 0)
	d.SetLineJoinStyle("round")
	return d.fonts.Face(t.Style).set(t, t.X, t.Y, func(o outline) {
		for i, c := range o {
			to := c.to
			switch c.op {
			case sfnt.SegmentOpMoveTo:
				if i > 0 {
					d.ClosePath()
				}
				d.MoveTo(to[0].x, to[0].y)
			case sfnt.SegmentOpLineTo:
				d.LineTo(to[0].x, to[0].y)
			case sfnt.SegmentOpQuadTo:
				d.CurveTo(to[0].x, to[0].y, to[1].x, to[1].y)
			case sfnt.SegmentOpCubeTo:
				d.CurveBezierCubicTo(to[0].x, to[0].y, to[1].x, to[1].y, to[2].x, to[2].y)
			}
		}
		d.ClosePath()
		d.DrawPath("DF")
	})
}

// setInk sets the colour of filled shapes. Greys are written as grey, never as a mix of
// colours.
func (d *pdfWriter) setInk(c RGB) {
	if d.options.press() {
		d.RawWriteStr(pressColour(c))
	} else {
		d.SetFillColor(rgb(c))
	}
	d.ink = c
}

func (d *pdfWriter) stroke(c RGB) {
	if d.options.press() { // operators for lines are those for shapes in capitals
		d.RawWriteStr(strings.ToUpper(pressColour(c)))
	} else {
		d.SetDrawColor(rgb(c))
	}
}

// fill and the next two functions write only changes, so a page of digits is little
// more than their positions.
func (d *pdfWriter) fill(c RGB) {
	if c != d.ink {
		d.setInk(c)
	}
}

func (d *pdfWriter) textColour(c RGB) {
	if d.options.press() { // colours of texts and of shapes
		d.fill(c)
	} else if c != d.text {
		d.SetTextColor(rgb(c))
		d.text = c
	}
}

func (d *pdfWriter) font(style Style, size float64) {
	if style != d.style || size != d.size {
		d.SetFont(d.fonts.names[style], "", size)
		d.style, d.size = style, size
	}
}

func rgb(c RGB) (red, green, blue int) { return int(c >> 16 & 0xFF), int(c >> 8 & 0xFF), int(c & 0xFF) }
