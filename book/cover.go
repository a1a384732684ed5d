package book

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/boombuler/barcode/ean"

	"gradoku/board"
	"gradoku/draw"
	"gradoku/internal/text"
)

// Interior is what a cover must fit: a finished book.
type Interior struct {
	Pages         int
	W, H          float64 // of a page, points
	Title, Author string
	Subtitle      string
	Lang          string
	ISBN          string // "" for none
	Printer       string // "" for any
	Paper         string
	Puzzles       int
	Sample        board.Grid // one of the puzzles in disguise, of the most frequent size; zero for none
	Symbols       []string   // in place of the digits, nil for the digits
}

// ReadInterior reads a PDF of this package.
func ReadInterior(r io.ReaderAt, size int64) (*Interior, error) {
	report, err := Check(r, size, nil, 0, "", nil)
	if err != nil {
		return nil, err
	}
	b, err := read(r, size)
	if err != nil {
		return nil, err
	}
	in := &Interior{
		Pages: len(b.pages), W: report.W, H: report.H, Title: b.title, Subtitle: b.Subtitle, ISBN: b.ISBN, Author: b.author, Lang: b.lang,
		Printer: b.Printer, Paper: b.Paper,
		Puzzles: len(report.Puzzles), Symbols: b.Symbols,
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
	return in, nil
}

// CoverSpec says what a cover looks like: first what it has in common with its book, then what
// only a cover has.
type CoverSpec struct {
	Spec              // the trim is that of the interior
	Blurb    string   // Markdown with bold, italic and lists; "" for a sentence on the puzzles
	Colour   draw.RGB // of the whole cover
	Accent   draw.RGB // of the template's bar
	Template string   // one of Templates, "" for the first
	Art      []byte   // a PNG or JPEG below the front; nil for none
	Burst    string   // a separate line on the front: "180 puzzles · large print"
	Spine    float64  // points; 0: by the printer's formula
}

// Cover is a laid-out cover: back, spine and front on one page, with bleed.
type Cover struct {
	Page     draw.Page
	Spine    float64 // points
	Warnings []string

	spec *CoverSpec
	bar  draw.Rect // of the second colour
}

// coverBleed is the bleed that every printer here requires.
const coverBleed = 0.125 * inch

// mostSpine is wider than any book that these printers make: 828 pages of the thickest paper
// are 2.2 inches.
const mostSpine = 3 * inch

// ErrCover is the error for a cover that does not fit its interior.
var ErrCover = errors.New("the cover does not fit the book")

// ErrSpine is the error for a printer that publishes no formula for the width of a spine.
var ErrSpine = errors.New("gives the width of the spine only with its template")

// SpineWidth returns the width of the spine for a paper, by the printer's published formula.
// It is an error if the printer publishes none.
func (p *Printer) SpineWidth(pages int, paper string) (float64, error) {
	per := p.cover.perPage[max(0, slices.Index(Papers, paper))]
	if per == 0 {
		return 0, fmt.Errorf("%s %w", p.Who, ErrSpine)
	}
	return (float64(pages)*per + p.cover.board) * inch, nil
}

// NewCover lays out the cover of a book.
func NewCover(in *Interior, spec CoverSpec) (*Cover, error) {
	trim := Trim{inches(Trim{W: in.W, H: in.H}), in.W, in.H}
	spec.Trim = trim
	if err := spec.Check(); err != nil {
		return nil, err
	}
	printer, err := PrinterByName(spec.Printer)
	if err != nil {
		return nil, err
	}
	if most := printer.MaxPages(trim, spec.Paper); in.Pages > most || in.Pages < printer.Min {
		return nil, fmt.Errorf("%w: it has %d pages of %s inches, but %s binds %d to %d on %s paper", ErrCover, in.Pages, trim.Name, printer.Who, printer.Min, most, cmp.Or(spec.Paper, Papers[0]))
	}
	words, err := WordsFor(spec.Lang, spec.Words)
	if err != nil {
		return nil, err
	}
	if spec.Fonts == nil {
		spec.Fonts = draw.BookFonts()
	}
	if in.ISBN != "" && spec.ISBN != "" && isbn13(in.ISBN) != isbn13(spec.ISBN) {
		return nil, fmt.Errorf("%w: the ISBN of the book is %s, not %s", ErrCover, in.ISBN, spec.ISBN)
	}
	if spec.Blurb == "" {
		spec.Blurb = words.count(in.Puzzles) + "\n\n" + words.Proper
	}
	if err := spec.Fonts.Covers(spec.Title, spec.Subtitle, spec.Author, strings.Join(strings.Fields(spec.Blurb), " "), spec.Burst, "•ISBN 0123456789-", strings.Join(in.Symbols, "")); err != nil {
		return nil, err
	}
	if spec.Spine > mostSpine {
		return nil, fmt.Errorf("%w: a spine of %.3g in is too wide; at most %.3g in is possible", ErrCover, spec.Spine/inch, mostSpine/inch)
	}
	c := &Cover{Spine: spec.Spine, spec: &spec}
	if c.Spine == 0 {
		if c.Spine, err = printer.SpineWidth(in.Pages, spec.Paper); err != nil {
			return nil, err
		}
	}
	c.Page = draw.Page{
		Right: 2*coverBleed + 2*in.W + c.Spine, Bottom: 2*coverBleed + in.H, Fonts: spec.Fonts, Bleed: coverBleed,
		Label: "1", Weights: spec.Lines,
	}
	edge, high := coverBleed+in.W+c.Spine, c.Page.Bottom // of the front
	c.Page.Shades = []draw.Rect{{W: c.Page.Right, H: high, Fill: spec.Colour}}
	if spec.Art != nil {
		w := c.Page.Right - edge
		if c.Page.Ground, err = draw.ReadArt(spec.Art, w/high); err != nil {
			return nil, fmt.Errorf("%w: the art: %w", ErrCover, err)
		}
		art := c.Page.Ground
		art.X, art.W, art.H = edge, w, high
		c.Page.Shades[0].W = edge
		if dots := float64(art.Wide) * inch / w; dots < 200 {
			c.warn("the art has %.0f dots per inch, but print needs 200 to 300", dots)
		}
	}
	const safe = 0.375 * inch // from the trim
	front := area{coverBleed + in.W + c.Spine + safe, coverBleed + safe, in.W - 2*safe, in.H - 2*safe}
	back := area{coverBleed + safe, coverBleed + safe, in.W - 2*safe, in.H - 2*safe}
	i := slices.IndexFunc(templates[:], func(t template) bool { return t.name == cmp.Or(spec.Template, templates[0].name) })
	if i < 0 {
		return nil, fmt.Errorf("there is no template %q: use %s", spec.Template, strings.Join(Templates(), ", "))
	}
	bar := templates[i].bar
	c.bar = draw.Rect{X: edge, Y: bar[0] * high, W: in.W + coverBleed, H: bar[1] * high, Fill: spec.Accent}
	if bar[1] > 0 {
		c.Page.Shades = append(c.Page.Shades, c.bar)
	}
	c.front(&templates[i], front, in)
	if err := c.back(back); err != nil {
		return nil, err
	}
	c.spine(printer, in)
	return c, nil
}

// ground is the colour of the cover at a point.
func (c *Cover) ground(x, y float64) draw.RGB {
	if b := &c.bar; x >= b.X && x < b.X+b.W && y >= b.Y && y < b.Y+b.H {
		return b.Fill
	}
	return c.spec.Colour
}

// ink is the colour for text at a point: black or white, whichever is easier to read there.
func (c *Cover) ink(x, y float64) draw.RGB {
	if ground := c.ground(x, y); contrast(white, ground) >= contrast(0, ground) {
		return white
	}
	return 0
}

// contrast is the ratio of the luminances of two colours, from 1 to 21 (WCAG 2.2).
func contrast(a, b draw.RGB) float64 {
	luminance := func(c draw.RGB) float64 {
		sum := 0.0
		for i, weight := range [...]float64{0.0722, 0.7152, 0.2126} {
			v := float64(c>>(8*i)&0xFF) / 255
			if v <= 0.04045 {
				sum += weight * v / 12.92
			} else {
				sum += weight * math.Pow((v+0.055)/1.055, 2.4)
			}
		}
		return sum
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// template is an arrangement of a front. Heights are fractions of the area within the
// margins, those of the bar fractions of the front with its bleed.
type template struct {
	name          string
	title, puzzle [2]float64 // from and to; no puzzle if both are 0
	burst         float64    // the middle of the separate line
	bar           [2]float64 // in the second colour, from edge to edge: its top and its height, 0 for none
}

// templates are the arrangements, the default first.
var templates = [...]template{
	{name: "classic", title: [2]float64{0, 0.28}, puzzle: [2]float64{0.29, 0.83}, burst: 0.87},
	{name: "band", title: [2]float64{0.02, 0.27}, puzzle: [2]float64{0.33, 0.83}, burst: 0.87, bar: [2]float64{0, 0.31}},
	{name: "foot", title: [2]float64{0.66, 0.88}, puzzle: [2]float64{0.02, 0.53}, burst: 0.575, bar: [2]float64{0.62, 0.38}},
	{name: "plain", title: [2]float64{0.22, 0.55}, burst: 0.70, bar: [2]float64{0.60, 0.012}},
}

// Templates lists the arrangements of a front, the default first.
func Templates() []string { return text.Each(templates[:], func(t template) string { return t.name }) }

// lines writes centred lines from a baseline on, and returns the one after the last.
func (c *Cover) lines(a area, y, size float64, style draw.Style, text string) float64 {
	s := sheet{&c.Page}
	f := s.Fonts.Face(style)
	size = fitting(f, text, a.w, size)
	for _, line := range f.WrapEven(text, a.w/size) {
		w := s.text(a.x+a.w/2, y, size, style, centre, line)
		if c.Page.Ground != nil { // text on a picture needs a label to be readable
			s.Shades = append(s.Shades, draw.Rect{X: a.x + (a.w-w)/2 - size*0.25, Y: y - size*0.9, W: w + size*0.5, H: size * 1.2, Fill: c.ground(a.x+a.w/2, y-size*0.3)})
		}
		s.Texts[len(s.Texts)-1].Fill = c.ink(a.x+a.w/2, y-size*0.3)
		y += size * 1.2
	}
	return y
}

// front lays out title and subtitle, a puzzle on white, a separate line and the author, each
// where the template has it.
func (c *Cover) front(t *template, a area, in *Interior) {
	regular, bold := c.spec.Fonts.Face(draw.Regular), c.spec.Fonts.Face(draw.Bold)
	zone := a.h * (t.title[1] - t.title[0])
	size, subtitle := a.w*0.16, 0.0
	high := func() float64 {
		subtitle = min(size*0.42, a.w*0.06)
		h := float64(len(bold.WrapEven(c.spec.Title, a.w/size))) * size * 1.2
		if c.spec.Subtitle != "" {
			h += float64(len(regular.WrapEven(c.spec.Subtitle, a.w/subtitle))) * subtitle * 1.2
		}
		return h
	}
	for high() > zone && size > 12 {
		size *= 0.94
	}
	y := c.lines(a, a.y+a.h*t.title[0]+size*0.95, size, draw.Bold, c.spec.Title)
	if c.spec.Subtitle != "" {
		c.lines(a, y-size*1.2+size*0.35+subtitle, subtitle, draw.Regular, c.spec.Subtitle)
	}
	if c.spec.Burst != "" {
		size := min(a.w*0.055, a.w*0.92/bold.Width(c.spec.Burst))
		c.lines(a, a.y+a.h*t.burst+size*0.35, size, draw.Bold, c.spec.Burst)
	}
	if c.spec.Author != "" {
		author := min(a.w*0.06, 0.99*a.w/regular.Width(c.spec.Author)) // on one line: it is at the foot
		c.lines(a, a.y+a.h*0.985, author, draw.Regular, c.spec.Author)
	}
	side := min(a.w*0.86, a.h*(t.puzzle[1]-t.puzzle[0]))
	if side < inch || in.Sample.Geometry() == nil {
		return
	}
	rim := side * 0.035
	side -= 2 * rim
	x, top := a.x+(a.w-side)/2, a.y+a.h*(t.puzzle[0]+t.puzzle[1])/2-side/2
	c.Page.Shades = append(c.Page.Shades, draw.Rect{X: x - rim, Y: top - rim, W: side + 2*rim, H: side + 2*rim, Fill: white})
	ornament(sheet{&c.Page}, &in.Sample, in.Symbols, c.spec.BoxTint, x, top, side)
}

// back lays out the blurb at the top and the barcode at the bottom right, next to the spine.
func (c *Cover) back(a area) error {
	s := sheet{&c.Page}
	// The area that printers reserve for the barcode: 2 by 1.2 inches, white.
	const codeW, codeH = 2 * inch, 1.2 * inch
	size := max(9, min(15, a.w/32))
	y := a.y + size*2
	limit := a.y + a.h - codeH - size // without an ISBN the printer's own barcode goes there
	room := 0                         // a cover has no images of its own
	blurb, err := ParseMatter("the text of the back cover", []byte(c.spec.Blurb), func(string) ([]byte, error) { return nil, errors.New("the text of a cover cannot have images") }, &room)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCover, err)
	}
	l := layout{fonts: s.Fonts}
	for i, b := range blurb.blocks {
		size := size
		if b.heading > 0 {
			size *= 1.3
			for i := range b.spans {
				b.spans[i].style = draw.Bold
			}
		}
		indent := float64(b.indent) * size * 1.4
		for k, line := range l.richLines(b.spans, a.w-indent, size) {
			if y > limit {
				return fmt.Errorf("%w: the text of the back cover is too long: there is no room for it from %q on", ErrCover, plainText(line))
			}
			from := len(s.Texts)
			if k == 0 && b.bullet != "" {
				s.text(a.x+indent-size*0.5, y, size, draw.Regular, right, b.bullet)
			}
			l.richText(s, a.x+indent, y, size, line)
			for k := from; k < len(s.Texts); k++ {
				s.Texts[k].Fill = c.ink(a.x, y)
			}
			y += size * 1.45
		}
		if b.indent == 0 || i+1 < len(blurb.blocks) && blurb.blocks[i+1].indent == 0 { // not between the items of a list
			y += size * 0.8
		}
	}
	if c.spec.ISBN == "" {
		return nil
	}
	box := draw.Rect{X: a.x + a.w - codeW, Y: a.y + a.h - codeH, W: codeW, H: codeH, Fill: white}
	s.Shades = append(s.Shades, box)
	return c.barcode(box)
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
	s.modules(code, 0, x0, top, module, 0, func(from int) float64 {
		if guard := from < 3 || from >= n-3 || from >= 45 && from < 50; guard {
			return bottom + 5 - top
		}
		return bottom - top
	})
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

// spine writes title and author down the spine if the printer allows it and they are
// large enough to read.
func (c *Cover) spine(p *Printer, in *Interior) {
	const least = 7.0
	size := min(24, (c.Spine-2*p.cover.spineSafe*inch)*0.85)
	if in.Pages < p.cover.textFrom {
		c.warn("%d pages: %s prints text on the spine only from %d pages on, so the spine has none", in.Pages, p.Who, p.cover.textFrom)
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
	ink := c.ink(x, top)
	s.Texts = append(s.Texts, draw.Text{X: x, Y: top, Size: size, Style: draw.Bold, Fill: ink, Body: c.spec.Title, Down: true})
	if c.spec.Author != "" {
		y := coverBleed + in.H - inch/2 - regular.Width(c.spec.Author)*size
		s.Texts = append(s.Texts, draw.Text{X: x, Y: y, Size: size, Style: draw.Regular, Fill: ink, Body: c.spec.Author, Down: true})
	}
}

func (c *Cover) warn(format string, args ...any) {
	c.Warnings = append(c.Warnings, fmt.Sprintf(format, args...))
}

// PDF writes the cover.
func (c *Cover) PDF(w io.Writer) error {
	doc := draw.Document{
		Title: c.spec.Title, Author: c.spec.Author, Producer: "gradoku " + c.spec.Version, Lang: c.spec.Lang, Keywords: `{"cover":true}`, Pages: []draw.Page{c.Page},
		PDFOptions: c.spec.PDF,
	}
	return doc.PDF(w)
}
