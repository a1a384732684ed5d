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
	record
	Pages         int
	W, H          float64 // of a page, points
	Title, Author string
	Lang          string
	Puzzles       int
	sizes         []int      // of its puzzles
	Sample        board.Grid // one of the puzzles in disguise, of the most frequent size; zero for none
}

// ReadInterior reads a PDF of this package.
func ReadInterior(r io.ReaderAt, size int64) (*Interior, error) {
	c, err := newChecker(r, size, "")
	if err != nil {
		return nil, err
	}
	c.puzzles()
	report := c.report
	in := &Interior{record: c.record, Pages: report.Pages, W: report.W, H: report.H, Title: c.title, Author: c.author, Lang: c.lang, Puzzles: len(report.Puzzles)}
	var puzzles []*Puzzle
	for _, p := range report.Puzzles {
		if p.Givens.Geometry() == nil { // a separate PDF of solutions
			p.Givens = p.Solution
		}
		if n := p.Givens.Geometry().Size; !slices.Contains(in.sizes, n) {
			in.sizes = append(in.sizes, n)
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
	Spec               // the trim is that of the interior
	Blurb     string   // Markdown with bold, italic and lists; "" for what is in the book
	Colour    draw.RGB // of the whole cover
	Accent    draw.RGB // of the template's bar and of the boxes of the front's puzzle
	Template  string   // one of Templates, "" for the first
	Art       []byte   // a PNG or JPEG below the texts; nil for none
	Burst     string   // a separate line on the front; "" for the levels of the book
	Spine     float64  // points; 0: by the printer's formula
	Case      Trim     // the size of a hardcover's whole cover, as its printer states it; zero for a paperback
	PriceCode string   // the five digits of the small barcode, such as 51299; "" for none
}

// Cover is a laid-out cover: back, spine and front on one page, with bleed.
type Cover struct {
	Page     draw.Page
	Spine    float64 // points
	Warnings []string

	spec   *CoverSpec
	words  *Words
	in     *Interior
	edge   float64   // of the front
	bleed  float64   // what is cut off or folded round the board on the outer sides
	bar    draw.Rect // of the second colour
	whole  bool      // whether art covers more than the front
	levels []string  // the names of the book's levels
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

// hinge is the strip next to the spine in which a hardcover folds, which has no text: 0.394 inches
// at KDP, as others quote its help page "Create a Hardcover Cover".
const hinge = 0.394 * inch

// size sets the size of the sheet, where the front begins and what its outer sides lose. That of a
// hardcover comes from its printer: of three public calculators for KDP's case laminate, no two
// agree on what boards, hinges and spine add to the wrap of 0.591 inches.
func (c *Cover) size(printer *Printer) error {
	in, spec := c.in, c.spec
	if most := printer.MaxPages(spec.Trim, spec.Paper); in.Pages > most || in.Pages < printer.Min {
		return fmt.Errorf("%w: it has %d pages of %s inches, but %s binds %d to %d on %s paper", ErrCover, in.Pages, spec.Trim.Name, printer.Who, printer.Min, most, cmp.Or(spec.Paper, Papers[0]))
	}
	if spec.Spine > mostSpine {
		return fmt.Errorf("%w: a spine of %.3g in is too wide; at most %.3g in is possible", ErrCover, spec.Spine/inch, mostSpine/inch)
	}
	if c.Spine = spec.Spine; c.Spine == 0 { // by the printer's published formula
		per := printer.cover.perPage[max(0, slices.Index(Papers, spec.Paper))]
		if per == 0 {
			return fmt.Errorf("%s %w", printer.Who, ErrSpine)
		}
		c.Spine = (float64(in.Pages)*per + printer.cover.board) * inch
	}
	w, h := 2*coverBleed, 2*coverBleed
	if spec.Case.W > 0 {
		if w, h = spec.Case.W-c.Spine-2*in.W, spec.Case.H-in.H; min(w, h) < inch || max(w, h) > 3*inch {
			return fmt.Errorf("%w: a hardcover of %s inches with a spine of %.3g in is not that of pages of %s inches, which is 1 to 3 inches larger", ErrCover, inches(spec.Case), c.Spine/inch, spec.Trim.Name)
		}
	}
	c.bleed, c.edge = h/2, w/2+in.W+c.Spine
	c.Page.Right, c.Page.Bottom, c.Page.Bleed = c.edge+in.W+w/2, in.H+h, c.bleed
	return nil
}

// NewCover lays out the cover of a book.
func NewCover(in *Interior, spec CoverSpec) (*Cover, error) {
	spec.Trim, spec.Symbols = Trim{inches(Trim{W: in.W, H: in.H}), in.W, in.H}, nil // it shows those of the book
	if err := spec.Check(); err != nil {
		return nil, err
	}
	printer, err := PrinterByName(spec.Printer)
	if err != nil {
		return nil, err
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
	c := &Cover{spec: &spec, words: words, in: in, Page: draw.Page{Fonts: spec.Fonts, Label: "1", Weights: spec.Lines}}
	for _, l := range in.Levels {
		c.levels = append(c.levels, words.Levels[l.ID].Name)
	}
	c.texts()
	if err := spec.Fonts.Covers(spec.Title, spec.Subtitle, spec.Author, strings.Join(strings.Fields(spec.Blurb), " "), spec.Burst, strings.Join(c.levels, ""), c.puzzles(), "•ISBN 0123456789-", strings.Join(in.Symbols, "")); err != nil {
		return nil, err
	}
	if err := c.size(printer); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(templates[:], func(t template) bool { return t.name == cmp.Or(spec.Template, templates[0].name) })
	if i < 0 {
		return nil, fmt.Errorf("there is no template %q: use %s", spec.Template, strings.Join(Templates(), ", "))
	}
	t, wide, high := &templates[i], c.Page.Right-c.edge, c.Page.Bottom
	c.Page.Shades = []draw.Rect{{W: c.Page.Right, H: high, Fill: spec.Colour}}
	if spec.Art != nil {
		if err := c.art(); err != nil {
			return nil, fmt.Errorf("%w: the art: %w", ErrCover, err)
		}
	}
	safe, side := 0.375*inch, c.bleed+0.375*inch // from the trim
	back := area{side, side, c.edge - c.Spine - side - safe, in.H - 2*safe}
	front := area{c.edge + safe, side, wide - side - safe, in.H - 2*safe}
	if spec.Case.W > 0 {
		front.x, front.w, back.w = front.x+hinge, front.w-hinge, back.w-hinge
	}
	c.bar = draw.Rect{X: c.edge, W: wide, H: front.y + t.bar[1]*front.h, Fill: spec.Accent}
	if t.bar[0] > 0 {
		c.bar.Y = front.y + t.bar[0]*front.h
		c.bar.H -= c.bar.Y
	}
	c.Page.Shades = append(c.Page.Shades, c.bar)
	c.front(t, front)
	if err := c.back(back); err != nil {
		return nil, err
	}
	c.spine(printer)
	return c, nil
}

// texts fills in what the spec leaves to the book: the line on the front, and on the back the
// first three of what is true of the book.
func (c *Cover) texts() {
	in, w := c.in, c.words
	if c.spec.Burst == "" {
		var parts []string
		if in.LargePrint {
			parts = append(parts, w.CoverLarge)
		}
		if len(in.sizes) > 1 || len(in.sizes) == 1 && in.sizes[0] != 9 { // buyers expect 9x9
			parts = append(parts, text.Each(in.sizes, sizeText)...)
		}
		symbols := slices.Concat(in.Symbols, in.Pictures)
		switch pictured, _ := draw.Pictured(symbols); {
		case draw.Coloured(symbols...):
			parts = append(parts, w.CoverColours)
		case pictured && symbols[0] == draw.SymbolSet("animals")[0]:
			parts = append(parts, w.CoverAnimals)
		case pictured:
			parts = append(parts, w.CoverPictures)
		}
		if n := len(c.levels); n > 1 {
			parts = append(parts, c.levels[0]+" – "+c.levels[n-1])
		} else if n == 1 {
			parts = append(parts, c.levels[0])
		}
		c.spec.Burst = strings.Join(parts, " · ")
	}
	if c.spec.Blurb != "" {
		return
	}
	list := []string{cmp.Or(in.Proper, w.Proper)}
	for _, part := range []struct {
		is   bool
		text string
	}{{in.Lessons, w.CoverLessons}, {in.Hints, w.CoverHints}, {in.Answers, w.CoverSolutions}} {
		if part.is && len(list) < 3 {
			list = append(list, part.text)
		}
	}
	c.spec.Blurb = "- " + strings.Join(list, "\n- ")
}

// art puts the picture below the whole cover if its proportions are nearer to those of the cover
// than to those of the front, and below the front otherwise.
func (c *Cover) art() (err error) {
	x, high := 0.0, c.Page.Bottom
	front := (c.Page.Right - c.edge) / high
	art, whole, err := draw.ReadArt(c.spec.Art, front, c.Page.Right/high)
	if err != nil {
		return err
	}
	if c.whole = whole; !whole {
		x = c.edge
	}
	w := c.Page.Right - x
	art.X, art.W, art.H = x, w, high
	c.Page.Ground = art
	c.Page.Shades[0].W = x
	if dots := float64(art.Wide) * inch / w; dots < 200 {
		c.warn("the art has %.0f dots per inch, but print needs 200 to 300", dots)
	}
	return nil
}

// puzzles is the word for the puzzles in capitals, as it stands next to their number.
func (c *Cover) puzzles() string {
	before, word, _ := strings.Cut(c.words.count(c.in.Puzzles), fmt.Sprint(c.in.Puzzles))
	return strings.ToUpper(cmp.Or(strings.TrimSpace(word), strings.TrimSpace(before)))
}

// ground is the colour of the cover at a point.
func (c *Cover) ground(x, y float64) draw.RGB {
	if b := &c.bar; x >= b.X && x < b.X+b.W && y >= b.Y && y < b.Y+b.H {
		return b.Fill
	}
	return c.spec.Colour
}

// ink is the colour for text at a point: white where its contrast is at least 4.5 (WCAG 2.2,
// success criterion 1.4.3), else black.
func (c *Cover) ink(x, y float64) draw.RGB {
	if 1.05/(luminance(c.ground(x, y))+0.05) >= 4.5 {
		return white
	}
	return 0
}

// luminance is that of a colour relative to white (WCAG 2.2).
func luminance(c draw.RGB) (sum float64) {
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

// template is an arrangement of a front. Heights are fractions of the area within the margins.
type template struct {
	name          string
	title, number [2]float64 // from and to
	puzzle        bool       // below the number
	author        float64    // its baseline
	bar           [2]float64 // in the second colour, from edge to edge; 0 is the edge of the sheet
}

// templates are the arrangements, the default first.
var templates = [...]template{
	{name: "band", title: [2]float64{0, 0.24}, number: [2]float64{0.365, 0.525}, author: 0.305, puzzle: true, bar: [2]float64{0, 0.335}},
	{name: "plain", title: [2]float64{0.02, 0.32}, number: [2]float64{0.42, 0.85}, author: 0.985, bar: [2]float64{0.352, 0.364}},
}

// Templates lists the arrangements of a front, the default first.
func Templates() []string { return text.Each(templates[:], func(t template) string { return t.name }) }

// line writes a line of text and, on a picture, the label that makes it readable.
func (c *Cover) line(x, y, size float64, style draw.Style, a anchor, text string) {
	s := sheet{&c.Page}
	w := s.text(x, y, size, style, a, text)
	if text == "" {
		return
	}
	t := &s.Texts[len(s.Texts)-1]
	if c.Page.Ground != nil {
		s.Shades = append(s.Shades, draw.Rect{X: t.X - size*0.25, Y: y - size*0.9, W: w + size*0.5, H: size * 1.2, Fill: c.ground(x, y-size*0.3)})
	}
	t.Fill = c.ink(x, y-size*0.3)
}

// front lays out title, subtitle and author, the number of puzzles, a separate line and a
// puzzle, each where the template has it.
func (c *Cover) front(t *template, a area) {
	regular, bold := c.spec.Fonts.Face(draw.Regular), c.spec.Fonts.Face(draw.Bold)
	small := min(a.w, a.h*0.8) * 0.058 // one size for all but title and number: more would look restless
	size, lines, zone := fitting(bold, c.spec.Title, a.w, a.w*0.2), []string{}, a.h*(t.title[1]-t.title[0])
	var subtitle []string
	if c.spec.Subtitle != "" {
		subtitle = regular.WrapEven(c.spec.Subtitle, a.w/small)
	}
	high := func() float64 { return float64(len(lines))*size*1.1 + float64(len(subtitle))*small*1.25 }
	for ; ; size *= 0.95 {
		lines = bold.WrapEven(c.spec.Title, a.w/size)
		if high() < zone || size < 12 {
			break
		}
	}
	y := a.y + a.h*t.title[0] + (zone-high())/2 + size*0.85
	for _, line := range lines {
		c.line(a.x+a.w/2, y, size, draw.Bold, centre, line)
		y += size * 1.1
	}
	for y += small*1.25 - size*0.9; len(subtitle) > 0; y += small * 1.25 {
		c.line(a.x+a.w/2, y, small, draw.Regular, centre, subtitle[0])
		subtitle = subtitle[1:]
	}
	// On one line: it is at the foot of the bar or of the front.
	c.line(a.x+a.w/2, a.y+a.h*t.author, min(small, 0.99*a.w/regular.Width(c.spec.Author)), draw.Regular, centre, c.spec.Author)
	c.number(t, area{a.x, a.y + a.h*t.number[0], a.w, a.h * (t.number[1] - t.number[0])}, small)
	if t.puzzle && c.spec.Art == nil && c.in.Sample.Geometry() != nil {
		c.puzzle(area{a.x, a.y + a.h*(t.number[1]+0.03), a.w, a.h * (0.97 - t.number[1])})
	}
}

// number writes the number of puzzles as large as there is room, the word for them beside or,
// without a puzzle, below it, and the separate line below the word. A cover whose texts say the
// number needs no second one.
func (c *Cover) number(t *template, a area, small float64) {
	bold := c.spec.Fonts.Face(draw.Bold)
	number, word := fmt.Sprint(c.in.Puzzles), c.puzzles()
	small = min(small, 0.99*a.w/max(bold.Width(c.spec.Burst), 1e-9))
	if said := strings.Join([]string{c.spec.Title, c.spec.Subtitle, c.spec.Burst}, " "); c.in.Puzzles < 2 || strings.Contains(said, number) {
		c.line(a.x+a.w/2, a.y+a.h/2+small*0.35, small, draw.Bold, centre, c.spec.Burst)
		return
	}
	const caps = 0.66 // the height of digits and capitals
	if !t.puzzle {
		size := min(a.h*0.62/caps, a.w/bold.Width(number))
		under := min(size*0.3, a.w/bold.Width(word))
		y := a.y + size*caps
		c.line(a.x+a.w/2, y, size, draw.Bold, centre, number)
		y += under * 1.15
		c.line(a.x+a.w/2, y, under, draw.Bold, centre, word)
		c.line(a.x+a.w/2, y+small*1.9, small, draw.Bold, centre, c.spec.Burst)
		return
	}
	gap := small * 0.5
	size := min(a.h/caps, a.w*0.5/bold.Width(number))
	wide := bold.Width(number) * size
	room := a.w - wide - gap
	beside := min(size*0.42, room/bold.Width(word))
	small = min(beside*0.62, room/max(bold.Width(c.spec.Burst), 1e-9))
	x := a.x + (room-max(bold.Width(word)*beside, bold.Width(c.spec.Burst)*small))/2
	foot := a.y + (a.h+size*caps)/2
	if top := c.bar.Y + c.bar.H; c.Page.Ground != nil { // one label for all
		c.Page.Shades = append(c.Page.Shades, draw.Rect{X: c.edge, Y: top, W: c.Page.Right - c.edge, H: foot + size*0.3 - top, Fill: c.spec.Colour})
	}
	c.line(x, foot, size, draw.Bold, left, number)
	if c.spec.Burst == "" { // in the middle of the number's height
		c.line(x+wide+gap, foot-(size-beside)*caps/2, beside, draw.Bold, left, word)
		return
	}
	c.line(x+wide+gap, foot-size*caps+beside*caps, beside, draw.Bold, left, word)
	c.line(x+wide+gap, foot, small, draw.Bold, left, c.spec.Burst)
}

// puzzle draws the sample down to the foot of the front and to its outer side. A picture of 160
// pixels shows few cells: of larger puzzles it has only the upper left part, in lines as wide as
// such a picture needs.
func (c *Cover) puzzle(a area) {
	s, n := sheet{&c.Page}, float64(c.in.Sample.Geometry().Size)
	cell, rim := min(max(a.h/5.5, a.w/7.4), a.h/3.3), a.h*0.03
	if n <= 6 {
		cell = min(a.w, a.h-2*rim) / n
	}
	x, y, tint := a.x+max(rim, (a.w-n*cell)/2), a.y+rim, 0
	if c.in.Sample.Geometry().Classical() { // others have shades of their own
		tint = 20
	}
	s.Shades = append(s.Shades, draw.Rect{X: x - rim, Y: y - rim, W: n*cell + 2*rim, H: n*cell + 2*rim, Fill: white})
	shades, texts := len(s.Shades), len(s.Texts)
	s.Weights = [3]float64{cell * 0.03, cell * 0.1, cell * 0.12}
	ornament(s, &c.in.Sample, c.in.Symbols, tint, x, y, n*cell)
	s.Weights = c.spec.Lines
	for i := range s.Shades[shades:] {
		s.Shades[shades+i].Fill = paled(c.spec.Accent)
	}
	s.Texts = append(s.Texts[:texts], slices.DeleteFunc(s.Texts[texts:], func(t draw.Text) bool { // printers refuse texts that are cut off
		return t.X+cell*0.7 > a.x+a.w+rim || t.Y > a.y+a.h
	})...)
}

// paled is a colour with two thirds of white.
func paled(c draw.RGB) draw.RGB {
	part := func(shift int) draw.RGB { return (c>>shift&0xFF + 2*0xFF) / 3 << shift }
	return part(16) | part(8) | part(0)
}

// back lays out the levels and the blurb at the top, the sample at the bottom left and the
// barcode at the bottom right, next to the spine.
func (c *Cover) back(a area) error {
	s := sheet{&c.Page}
	// The area that printers reserve for the barcode: 2 by 1.2 inches, white. That of the price
	// needs more.
	codeW, codeH := 2*inch, 1.2*inch
	if c.spec.PriceCode != "" {
		codeW += 0.45 * inch
	}
	size := max(9, min(20, a.w/26))
	y := a.y + size*1.5
	limit := a.y + a.h - codeH - size // without an ISBN the printer's own barcode goes there
	room := 0                         // a cover has no images of its own
	blurb, err := ParseMatter("the text of the back cover", []byte(c.spec.Blurb), func(string) ([]byte, error) { return nil, errors.New("the text of a cover cannot have images") }, &room)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCover, err)
	}
	panel := len(s.Shades)
	s.Shades = append(s.Shades, draw.Rect{})
	ink := c.ink(a.x, a.y)
	c.line(a.x, y, size*2, draw.Bold, left, c.words.count(c.in.Puzzles))
	y += size * 2.4
	for i, l := range c.in.Levels {
		w := stars(s, l.ID, a.x, y, size*1.1, ink, c.spec.Colour)
		c.line(a.x+w+size, y, size*1.1, draw.Bold, left, c.levels[i])
		c.line(a.x+a.w, y, size*1.1, draw.Bold, right, c.words.count(l.Puzzles))
		y += size * 1.75
	}
	if len(c.in.Levels) > 0 {
		y += size
	}
	text := area{a.x, a.y, a.w, limit - a.y}
	f, from := &flow{l: &layout{spec: &c.spec.Spec, fonts: s.Fonts}, s: s, page: text, a: text, y: y - size, size: size}, len(s.Texts)
	for i := range blurb.blocks {
		f.block(&blurb.blocks[i])
	}
	if len(f.l.pages) > 0 {
		return fmt.Errorf("%w: the text of the back cover is too long for it", ErrCover)
	}
	for i := range s.Texts[from:] {
		s.Texts[from+i].Fill = ink
	}
	y = f.y
	if pad := size; c.whole {
		s.Shades[panel] = draw.Rect{X: a.x - pad, Y: a.y - pad, W: a.w + 2*pad, H: y - a.y + pad, Fill: c.spec.Colour}
	}
	side := min(a.w-codeW-size, a.y+a.h-y, a.h*0.42)
	if c.in.Sample.Geometry() != nil && side > 1.2*inch {
		rim := side * 0.035
		s.Shades = append(s.Shades, draw.Rect{X: a.x, Y: a.y + a.h - side, W: side, H: side, Fill: white})
		ornament(s, &c.in.Sample, c.in.Symbols, c.spec.BoxTint, a.x+rim, a.y+a.h-side+rim, side-2*rim)
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
	n, wide := code.Bounds().Dx(), 0.0
	price, err := priceModules(c.spec.PriceCode)
	if err != nil {
		return err
	}
	if price != "" { // after 9 modules of quiet zone, itself with 5 of them
		wide = float64(len(price)+9+5-7) * module
	}
	x0 := box.X + (box.W-float64(n+18)*module-wide)/2 + 11*module
	top, bottom := box.Y+16, box.Y+box.H-14
	s.modules(n, darkIn(code, 0), x0, top, module, func(from int) float64 {
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
	x1 := x0 + float64(n+9)*module
	s.modules(len(price), func(i int) bool { return price[i] == '1' }, x1, top+10, module, func(int) float64 { return bottom + 5 - top - 10 })
	for k := range c.spec.PriceCode {
		s.text(x1+(5+float64(k)*9+3.5)*module, top+7, size, draw.Regular, centre, string(c.spec.PriceCode[k]))
	}
	return nil
}

// The modules of the digits in the left half of an EAN-13 with odd parity, and which of the five
// digits of an add-on have even parity, by its check digit (ISO/IEC 15420, tables of number set
// A and of the five-digit add-on).
var (
	oddDigits = [...]string{"0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011"}
	evenOf    = [...][2]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {2, 3}, {3, 4}, {1, 3}, {1, 4}, {2, 4}}
)

// priceModules returns the modules of the five-digit add-on that states a price, such as 51299 for
// 12.99 US dollars: 1 for a bar, 0 for a space. A digit of even parity is one of odd parity
// mirrored, with bars for spaces.
func priceModules(code string) (string, error) {
	if code == "" {
		return "", nil
	}
	if len(code) != 5 || strings.Trim(code, "0123456789") != "" {
		return "", fmt.Errorf("the price code %q is not five digits, such as 51299 for 12.99 US dollars", code)
	}
	check := 0
	for i, weight := range [...]int{3, 9, 3, 9, 3} {
		check += weight * int(code[i]-'0')
	}
	var digits []string
	for i := range code {
		digit := []byte(oddDigits[code[i]-'0'])
		if slices.Contains(evenOf[check%10][:], i) {
			slices.Reverse(digit)
			for k := range digit {
				digit[k] ^= 1 // 0 and 1 change places
			}
		}
		digits = append(digits, string(digit))
	}
	return "01011" + strings.Join(digits, "01"), nil
}

// spine writes title and author down the spine if the printer allows it and they are
// large enough to read.
func (c *Cover) spine(p *Printer) {
	const least = 7.0
	in := c.in
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
	x, top := c.edge-c.Spine/2-size*0.36, c.bleed+inch/2
	ink := c.ink(x, top)
	if c.whole {
		s.Shades = append(s.Shades, draw.Rect{X: c.edge - c.Spine/2 - size*0.6, Y: top - size/2, W: size * 1.2, H: in.H - inch + size, Fill: c.spec.Colour})
	}
	s.Texts = append(s.Texts, draw.Text{X: x, Y: top, Size: size, Style: draw.Bold, Fill: ink, Body: c.spec.Title, Down: true})
	if c.spec.Author != "" {
		y := c.bleed + in.H - inch/2 - regular.Width(c.spec.Author)*size
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
