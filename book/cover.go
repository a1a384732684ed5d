package book

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/boombuler/barcode/ean"

	"gradoku/board"
	"gradoku/draw"
)

// Interior is what a cover must fit: a finished book.
type Interior struct {
	Pages         int
	W, H          float64 // of a page, points
	Title, Author string
	Lang          string
	ISBN          string // as printed on its copyright page, "" for none
	Puzzles       int
	Sample        board.Grid // of the size of most puzzles, but not one of them; zero for none
	Symbols       []string   // in place of the digits, nil for the digits
}

// ReadInterior reads a PDF of this package.
func ReadInterior(r io.ReaderAt, size int64) (*Interior, error) {
	report, err := Check(r, size, nil, nil)
	if err != nil {
		return nil, err
	}
	b, err := read(r, size)
	if err != nil {
		return nil, err
	}
	in := &Interior{
		Pages: len(b.pages), W: report.W, H: report.H, Title: b.title, Author: b.author, Lang: b.lang,
		Puzzles: len(report.Puzzles), Symbols: b.symbols,
	}
	var puzzles []*Puzzle
	for _, p := range report.Puzzles {
		if p.Givens.Geometry() == nil { // a booklet of solutions
			p.Givens = p.Solution
		}
		if p.Solution.Solves(&p.Givens) {
			puzzles = append(puzzles, &Puzzle{Givens: p.Givens, Solution: p.Solution})
		}
	}
	if len(puzzles) > 0 {
		in.Sample = sampleOf(puzzles)
	}
	for i := range b.pages[:min(8, len(b.pages))] {
		for _, t := range b.pages[i].texts {
			if number, ok := strings.CutPrefix(t.body, "ISBN "); ok && validISBN(number) {
				in.ISBN = number
			}
		}
	}
	return in, nil
}

// CoverSpec says what a cover looks like.
type CoverSpec struct {
	Title, Subtitle, Author string
	ISBN                    string
	Blurb                   string     // paragraphs, separated by empty lines; "" for a sentence on the puzzles
	Colour                  draw.RGB   // of the whole cover
	Printer                 string     // one of PrinterNames
	Paper                   string     // one of Papers, "" for the first
	Spine                   float64    // points; 0: by the printer's formula
	Lines                   [3]float64 // of the grid, as in [Spec]
	BoxTint                 int
	Fonts                   *draw.Fonts
	Lang, Version           string
	Words                   []string // as in [Spec]
	PDF                     draw.PDFOptions
}

// Cover is a laid-out cover: back, spine and front on one page, with bleed.
type Cover struct {
	Page     draw.Page
	Spine    float64 // points
	Warnings []string

	spec *CoverSpec
}

// coverBleed is the bleed that every printer here requires.
const coverBleed = 0.125 * inch

// mostSpine is more than the thickest book here: 828 pages of the thickest paper are 2.2 inches.
const mostSpine = 3 * inch

// ErrCover is the error of a cover that does not fit its interior.
var ErrCover = errors.New("the cover does not fit the book")

// ErrPaper is the error of an unknown paper.
var ErrPaper = errors.New("there is no paper")

// SpineWidth returns the width of the spine with a paper, by the printer's published
// formula; an error if the printer publishes none.
func (p *Printer) SpineWidth(pages int, paper string) (float64, error) {
	i := slices.Index(Papers[:], cmp.Or(paper, Papers[0]))
	if i < 0 {
		return 0, fmt.Errorf("%w %q: use %s", ErrPaper, paper, strings.Join(Papers, ", "))
	}
	per := p.cover.perPage[i]
	if per == 0 {
		return 0, fmt.Errorf("%s gives the width of the spine with its template", p.Who)
	}
	return (float64(pages)*per + p.cover.board) * inch, nil
}

// NewCover lays out the cover of a book.
func NewCover(in *Interior, spec CoverSpec) (*Cover, error) {
	printer, err := PrinterByName(spec.Printer)
	if err != nil {
		return nil, err
	}
	trim := Trim{inches(Trim{W: in.W, H: in.H}), in.W, in.H}
	if err := printer.accepts(trim, 0, 0); err != nil {
		return nil, err
	}
	if most := printer.MaxPages(trim); in.Pages > most || in.Pages < printer.Min {
		return nil, fmt.Errorf("%w: it has %d pages of %s inches, and %s binds %d to %d", ErrCover, in.Pages, trim.Name, printer.Who, printer.Min, most)
	}
	words, err := wordsWith(spec.Lang, spec.Words)
	if err != nil {
		return nil, err
	}
	if err := checkTint(spec.BoxTint); err != nil {
		return nil, err
	}
	if spec.Fonts == nil {
		spec.Fonts = draw.BookFonts()
	}
	if err := spec.PDF.Check(); err != nil {
		return nil, err
	}
	if err := shortEnough("title", spec.Title, "subtitle", spec.Subtitle, "author", spec.Author); err != nil {
		return nil, err
	}
	if spec.ISBN != "" && !validISBN(spec.ISBN) {
		return nil, fmt.Errorf("%w: %s does not have 10 or 13 digits, or its check digit is wrong", ErrISBN, spec.ISBN)
	}
	if in.ISBN != "" && spec.ISBN != "" && isbn13(in.ISBN) != isbn13(spec.ISBN) {
		return nil, fmt.Errorf("%w: the ISBN of the book is %s, not %s", ErrCover, in.ISBN, spec.ISBN)
	}
	if spec.Blurb == "" {
		spec.Blurb = words.count(in.Puzzles) + "\n\n" + words.Proper
	}
	if err := spec.Fonts.Covers(spec.Title, spec.Subtitle, spec.Author, strings.Join(strings.Fields(spec.Blurb), " "), "ISBN 0123456789-", strings.Join(in.Symbols, "")); err != nil {
		return nil, err
	}
	if spec.Spine > mostSpine {
		return nil, fmt.Errorf("%w: no book has a spine of %.3g in; %.3g is the most", ErrCover, spec.Spine/inch, mostSpine/inch)
	}
	c := &Cover{Spine: spec.Spine, spec: &spec}
	if c.Spine == 0 {
		if c.Spine, err = printer.SpineWidth(in.Pages, spec.Paper); err != nil {
			return nil, err
		}
	}
	c.Page = draw.Page{
		Right: 2*coverBleed + 2*in.W + c.Spine, Bottom: 2*coverBleed + in.H, Fonts: spec.Fonts, Bleed: coverBleed,
		Title: spec.Title, Label: "1", Weights: spec.Lines,
	}
	c.Page.Shades = []draw.Rect{{X: 0, Y: 0, W: c.Page.Right, H: c.Page.Bottom, Fill: spec.Colour}}
	const safe = 0.375 * inch // from the trim
	front := area{coverBleed + in.W + c.Spine + safe, coverBleed + safe, in.W - 2*safe, in.H - 2*safe}
	back := area{coverBleed + safe, coverBleed + safe, in.W - 2*safe, in.H - 2*safe}
	c.front(front, in)
	if err := c.back(back); err != nil {
		return nil, err
	}
	c.spine(printer, in)
	return c, nil
}

// ink is the colour of text on the cover: white on a dark cover, black on a light one.
func (c *Cover) ink() draw.RGB {
	r, g, b := float64(c.spec.Colour>>16&0xFF), float64(c.spec.Colour>>8&0xFF), float64(c.spec.Colour&0xFF)
	if 0.299*r+0.587*g+0.114*b < 140 {
		return white
	}
	return 0
}

// lines writes centred lines from a baseline on, and returns the one after the last.
func (c *Cover) lines(a area, y, size float64, style draw.Style, text string) float64 {
	s := sheet{&c.Page}
	f := s.Fonts.Face(style)
	for _, word := range strings.Fields(text) {
		if w := f.Width(word) * size; w > a.w {
			size *= a.w / w
		}
	}
	for _, line := range f.WrapEven(text, a.w/size) {
		s.text(a.x+a.w/2, y, size, style, centre, line)
		s.Texts[len(s.Texts)-1].Fill = c.ink()
		y += size * 1.2
	}
	return y
}

// front: title, subtitle, the puzzle of the title page on white, the author.
func (c *Cover) front(a area, in *Interior) {
	size := a.w * 0.14
	for lines := 99; lines > 3 && size > 12; size *= 0.94 {
		lines = len(c.spec.Fonts.Face(draw.Bold).WrapEven(c.spec.Title, a.w/size))
	}
	y := c.lines(a, a.y+size*1.1, size, draw.Bold, c.spec.Title)
	if c.spec.Subtitle != "" {
		y = c.lines(a, y-size*0.45, size*0.42, draw.Regular, c.spec.Subtitle)
	}
	foot := a.y + a.h
	if c.spec.Author != "" {
		author := min(size*0.45, a.w/c.spec.Fonts.Face(draw.Regular).Width(c.spec.Author))
		c.lines(a, foot-author*0.4, author, draw.Regular, c.spec.Author)
		foot -= author * 1.8
	}
	side := min(a.w*0.82, foot-y-size*0.3)
	if side < inch || in.Sample.Geometry() == nil {
		return
	}
	x, top := a.x+(a.w-side)/2, y+(foot-y-side)/2
	rim := side * 0.035
	c.Page.Shades = append(c.Page.Shades, draw.Rect{X: x - rim, Y: top - rim, W: side + 2*rim, H: side + 2*rim, Fill: white})
	ornament(sheet{&c.Page}, &in.Sample, in.Symbols, c.spec.BoxTint, x, top, side)
}

// back: the blurb above, the barcode below on the right, beside the spine.
func (c *Cover) back(a area) error {
	s := sheet{&c.Page}
	// The area that printers reserve for the barcode: 2 by 1.2 inches, white.
	const codeW, codeH = 2 * inch, 1.2 * inch
	size := max(9, min(15, a.w/32))
	y := a.y + size*2
	limit := a.y + a.h
	if c.spec.ISBN != "" {
		limit -= codeH + size
	}
	for _, paragraph := range paragraphs(c.spec.Blurb) {
		for _, line := range s.Fonts.Face(draw.Regular).Wrap(paragraph, a.w/size) {
			if y > limit {
				return fmt.Errorf("%w: the text of the back is too long: it fits up to, not including, %q", ErrCover, line)
			}
			s.text(a.x, y, size, draw.Regular, left, line)
			s.Texts[len(s.Texts)-1].Fill = c.ink()
			y += size * 1.45
		}
		y += size * 0.8
	}
	if c.spec.ISBN == "" {
		return nil
	}
	box := draw.Rect{X: a.x + a.w - codeW, Y: a.y + a.h - codeH, W: codeW, H: codeH, Fill: white}
	s.Shades = append(s.Shades, box)
	return c.barcode(box)
}

var emptyLine = regexp.MustCompile(`\n\s*\n`)

// paragraphs cuts a text at its empty lines.
func paragraphs(text string) []string {
	var list []string
	for _, p := range emptyLine.Split(text, -1) {
		if p = strings.Join(strings.Fields(p), " "); p != "" {
			list = append(list, p)
		}
	}
	return list
}

// barcode draws an EAN-13 at its nominal size (ISO/IEC 15420: a module of 0.33 mm, quiet
// zones of 11 and 7 modules), its bars cut to the height of the box.
func (c *Cover) barcode(box draw.Rect) error {
	digits := isbn13(c.spec.ISBN)
	code, err := ean.Encode(digits)
	if err != nil {
		return fmt.Errorf("making the barcode: %w", err)
	}
	s := sheet{&c.Page}
	const module = 0.33 * mm
	size := 9.5
	n := code.Bounds().Dx()
	x0 := box.X + (box.W-float64(n+18)*module)/2 + 11*module
	top, bottom := box.Y+16, box.Y+box.H-14
	isBar := func(i int) bool { r, _, _, _ := code.At(i, 0).RGBA(); return r < 0x8000 }
	for i := 0; i < n; i++ {
		if !isBar(i) {
			continue
		}
		from := i
		for i+1 < n && isBar(i+1) {
			i++
		}
		end := bottom
		if guard := from < 3 || from >= n-3 || from >= 45 && from < 50; guard {
			end += 5
		}
		s.Rules = append(s.Rules, draw.Rect{X: x0 + float64(from)*module, Y: top, W: float64(i-from+1) * module, H: end - top})
	}
	s.text(x0+float64(n)*module/2, box.Y+11, 8, draw.Regular, centre, "ISBN "+c.spec.ISBN)
	under := bottom + size*0.86
	s.text(x0-3*module, under, size, draw.Regular, right, digits[:1])
	for half, from := range []float64{3, 50} {
		for k := range 6 {
			s.text(x0+(from+float64(k)*7+3.5)*module, under, size, draw.Regular, centre, string(digits[1+half*6+k]))
		}
	}
	return nil
}

// isbn13 returns the 13 digits of a valid ISBN.
func isbn13(isbn string) string {
	s := strings.NewReplacer("-", "", " ", "").Replace(isbn)
	if len(s) == 13 {
		return s
	}
	s = "978" + s[:9]
	sum := 0
	for i, r := range []byte(s) {
		sum += int(r-'0') * (1 + i%2*2)
	}
	return s + fmt.Sprint((10-sum%10)%10)
}

// spine writes title and author down the spine if the printer allows it and they are
// large enough to read.
func (c *Cover) spine(p *Printer, in *Interior) {
	const least = 7.0
	size := min(24, (c.Spine-2*p.cover.spineSafe*inch)*0.85)
	if in.Pages < p.cover.textFrom {
		c.warn("%d pages: %s prints text on the spine from %d on, so there is none", in.Pages, p.Who, p.cover.textFrom)
		return
	}
	if size < least {
		c.warn("the spine is %.3f in wide, too narrow for text", c.Spine/inch)
		return
	}
	s := sheet{&c.Page}
	bold, regular := s.Fonts.Face(draw.Bold), s.Fonts.Face(draw.Regular)
	room := in.H - inch
	for ; bold.Width(c.spec.Title)*size+regular.Width(c.spec.Author)*size+size*2 > room; size *= 0.95 {
		if size < least {
			c.warn("the title and the author are too long for the spine, so it has no text")
			return
		}
	}
	// The baseline of text that reads downwards is on its left.
	x, top := coverBleed+in.W+c.Spine/2-size*0.36, coverBleed+inch/2
	s.Texts = append(s.Texts, draw.Text{X: x, Y: top, Size: size, Style: draw.Bold, Fill: c.ink(), Body: c.spec.Title, Down: true})
	if c.spec.Author != "" {
		y := coverBleed + in.H - inch/2 - regular.Width(c.spec.Author)*size
		s.Texts = append(s.Texts, draw.Text{X: x, Y: y, Size: size, Style: draw.Regular, Fill: c.ink(), Body: c.spec.Author, Down: true})
	}
}

func (c *Cover) warn(format string, args ...any) {
	c.Warnings = append(c.Warnings, fmt.Sprintf(format, args...))
}

// PDF writes the cover.
func (c *Cover) PDF(w io.Writer) error {
	doc := draw.Document{
		Title: c.spec.Title, Author: c.spec.Author, Producer: "gradoku " + c.spec.Version, Lang: c.spec.Lang, Pages: []draw.Page{c.Page},
		PDFOptions: c.spec.PDF,
	}
	return doc.PDF(w)
}

// Fits returns an error if a cover's PDF does not fit a book: it must have the size
// that the book's pages and paper require.
func (in *Interior) Fits(r io.ReaderAt, size int64, spine float64) error {
	b, err := read(r, size)
	if err != nil && b == nil {
		return err
	}
	w, h := 2*coverBleed+2*in.W+spine, 2*coverBleed+in.H
	if len(b.pages) != 1 || math.Abs(b.pages[0].w-w) > 0.02 || math.Abs(b.pages[0].h-h) > 0.02 {
		return fmt.Errorf("%w: it is not one page of %.3f by %.3f in", ErrCover, w/inch, h/inch)
	}
	return nil
}
