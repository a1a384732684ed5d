package book

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

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
	Accent    draw.RGB // of the front's band or disc and of the boxes of its puzzle
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
	edge   float64  // where the front begins
	bleed  float64  // what is cut off or folded round the board on the outer sides
	band   float64  // the lower edge of the band in the second colour, 0 for none
	solid  float64  // the height above which no art is seen
	whole  bool     // whether art covers more than the front
	levels []string // the names of the book's levels
}

// coverBleed is the bleed that every printer here requires.
const coverBleed = 0.125 * inch

// mostSpine is wider than any book that these printers make: 828 pages of the thickest paper
// are 2.2 inches.
const mostSpine = 3 * inch

// palette has pairs of colours for covers, Colour and Accent: one for each level, which the level with
// the most puzzles selects, and one for each other kind of book.
var palette = [...][2]draw.RGB{
	{0x2E7D5B, 0xF6D55C}, // gentle
	{0x1F4E79, 0xF2B705}, // easy
	{0x5B2C83, 0x9FE0CF}, // medium
	{0xA3201D, 0xFFE3A3}, // hard
	{0x2B3A42, 0xFF8A3D}, // expert
	{0x151515, 0xD7263D}, // extreme
	{0xFFC83D, 0x1B7F79}, // for children
	{0x7A1F2B, 0xF4E3C1}, // in large print
	{0x86317A, 0xC9EE8E}, // of variants
	{0x0B6E99, 0xC4E6F7}, // without levels
}

// Palette is the number of pairs of colours for covers.
const Palette = len(palette)

// Colours returns pair n of the palette, counted from 1, or for 0 the pair that suits the book. Later
// volumes of a series get other pairs.
func (in *Interior) Colours(n int) (colour, accent draw.RGB) {
	pictured, _ := draw.Pictured(slices.Concat(in.Symbols, in.Pictures))
	switch {
	case n > 0:
	case pictured || len(in.sizes) > 0 && slices.Max(in.sizes) <= 6:
		n = 7
	case in.LargePrint:
		n = 8
	case in.Variants != nil:
		n = 9
	case len(in.Levels) == 0:
		n = 10
	default:
		n = starsOf(slices.MaxFunc(in.Levels, func(a, b LevelCount) int { return a.Puzzles - b.Puzzles }).ID)
	}
	const step = 3 // shares no factor with the number of pairs, so ten volumes differ
	pair := palette[(max(1, n)-1+step*max(0, in.Volume-1))%Palette]
	return pair[0], pair[1]
}

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
	t, wide := &templates[i], c.Page.Right-c.edge
	c.Page.Shades = []draw.Rect{{W: c.Page.Right, H: c.Page.Bottom, Fill: spec.Colour}}
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
	if t.band > 0 {
		c.band = front.y + t.band*front.h
		c.solid = c.band
	}
	c.paint()
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
		var variants []string
		for _, text := range in.Variants {
			v, err := board.ParseVariant(text) // a file altered by hand may name an unknown variant
			if err == nil && !v.IsZero() && !slices.Contains(variants, w.variant(v.Title()).Name) {
				variants = append(variants, w.variant(v.Title()).Name)
			}
		}
		parts = append(parts, variants...)
		switch n := len(c.levels); {
		case variants != nil: // the back has the levels
		case n > 1:
			parts = append(parts, c.levels[0]+" – "+c.levels[n-1])
		case n == 1:
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

// paint draws what is below all texts: the lines of a large grid where there is no art, and the
// band. They span the whole cover, because a fold can be an eighth of an inch from its place.
func (c *Cover) paint() {
	line, cell := mixed(c.spec.Colour, c.ink(0, c.Page.Bottom), 0.06), c.in.W/9
	rule := func(i int) float64 { return cell * (0.03 + 0.05*float64(1-min(1, i%3))) }
	if c.Page.Ground == nil {
		for i := 0; float64(i)*cell < c.Page.Right; i++ {
			c.Page.Shades = append(c.Page.Shades, draw.Rect{X: float64(i) * cell, W: rule(i), H: c.Page.Bottom, Fill: line})
		}
		for i := 0; c.band+float64(i)*cell < c.Page.Bottom; i++ {
			c.Page.Shades = append(c.Page.Shades, draw.Rect{Y: c.band + float64(i)*cell, W: c.Page.Right, H: rule(i), Fill: line})
		}
	}
	if c.band > 0 {
		c.Page.Shades = append(c.Page.Shades, draw.Rect{W: c.Page.Right, H: c.band, Fill: c.spec.Accent})
	}
}

// art puts the picture below the whole cover if its proportions are nearer to those of the cover
// than to those of the front, and below the front otherwise.
func (c *Cover) art() (err error) {
	x, high := 0.0, c.Page.Bottom
	fade := min(inch/8, c.Spine/4) // across the fold, but not under the text of the spine
	front := (c.Page.Right - c.edge + fade) / high
	art, whole, err := draw.ReadArt(c.spec.Art, front, c.Page.Right/high)
	if err != nil {
		return err
	}
	if c.whole = whole; !whole {
		x = c.edge - fade
		for i := range len(art.Pixels) / 4 { // the outermost part fades into the cover's colour
			if to := float64(i%art.Wide) / float64(art.Wide) * (c.Page.Right - x) / fade; to < 1 {
				p := art.Pixels[4*i:]
				mix := mixed(c.spec.Colour, draw.RGB(p[0])<<16|draw.RGB(p[1])<<8|draw.RGB(p[2]), to)
				p[0], p[1], p[2] = byte(mix>>16), byte(mix>>8), byte(mix)
			}
		}
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
	for _, d := range slices.Backward(c.Page.Discs) {
		if math.Hypot(x-d.X, y-d.Y) < d.Radius {
			return d.Fill
		}
	}
	if y < c.band {
		return c.spec.Accent
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
