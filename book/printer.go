package book

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gradoku/draw"
	"gradoku/internal/text"
)

// Printer is a print-on-demand printer's requirements for the pages of a paperback
// in black on white paper without bleed. Lengths are points.
type Printer struct {
	Name string // on the command line
	Who  string // in messages
	PDF  string // the kind of PDF that it asks for, "" for any

	Outside  float64 // the smallest outside, top and bottom margin
	gutters  []gutter
	Min, Max int // pages
	cream    int // the largest number of pages on cream paper, 0 for Max
	cover    coverRule
	limits   []trimLimit // trims that allow fewer pages than Max
	least    Trim        // the smallest and the largest trim
	most     Trim
}

// Papers are the papers for a book's pages: white, also with standard colour; cream;
// white for premium colour.
var Papers = []string{"white", "cream", "colour"}

// coverRule is what a printer publishes about covers, lengths in inches. perPage is 0 if
// the printer gives the spine of each book in a template instead.
type coverRule struct {
	perPage   [3]float64 // the spine: what a page of each of Papers adds, and the cover's own
	board     float64
	textFrom  int     // pages from which the spine can have text
	spineSafe float64 // the smallest distance of text from the edges of the spine
}

// Cover rules of the printers:
//   - KDP, help page "Create a Paperback Cover" (topic G201953020): a width for each page,
//     nothing for the cover; text on spines from 79 pages, and 0.0625 in from their edges.
//   - Lulu, help page "How is spine width calculated?" of its programming interface, as
//     others quote it: pages / 444 + 0.06 in. Lulu itself does not confirm that this holds for all three papers, nor text on spines from 80 pages: check them with its template.
var (
	kdpCover  = coverRule{[3]float64{0.002252, 0.0025, 0.002347}, 0, 79, 0.0625}
	luluCover = coverRule{[3]float64{1.0 / 444, 1.0 / 444, 1.0 / 444}, 0.06, 80, 0.0625}
)

// gutter is the smallest inside margin up to a number of pages.
type gutter struct {
	pages int
	width float64
}

// trimLimit is the largest number of pages for a trim, or for all trims up to one.
type trimLimit struct {
	w, h  float64 // inches
	pages int
	cream int // of cream paper
}

// printers are the presets, the default first. Printers change their requirements from
// time to time; each row names its source.
var printers = [...]Printer{
	{
		// Limits that nearly all printers below accept: those of the first, without limits
		// on trims.
		Name: "any", Who: "a printer", Outside: 0.25 * inch, gutters: kdpGutters, Min: MinPages, Max: MaxPages, cream: 776, cover: kdpCover,
		least: Trim{W: 3 * inch, H: 4 * inch}, most: Trim{W: 17 * inch, H: 22 * inch},
	},
	{
		// Kindle Direct Publishing, help pages "Set Trim Size, Bleed, and Margins" and
		// "Print Options", black ink, white and cream paper.
		Name: "kdp", Who: "KDP", Outside: 0.25 * inch, gutters: kdpGutters, Min: 24, Max: 828, cream: 776, cover: kdpCover,
		limits: []trimLimit{{8.25, 6, 800, 750}, {8.25, 8.25, 800, 750}, {8.5, 8.5, 590, 550}, {8.5, 11, 590, 550}, {8.27, 11.69, 780, 730}},
		least:  Trim{W: 4 * inch, H: 6 * inch}, most: Trim{W: 8.5 * inch, H: 11.69 * inch},
	},
	{
		// IngramSpark, "File Requirements for Print Books" and File Creation Guide: half
		// an inch on all sides, and an eighth more at the spine.
		Name: "ingram", Who: "IngramSpark", PDF: draw.PDFX1a, Outside: 0.5 * inch, gutters: []gutter{{1200, 0.625 * inch}}, Min: 18, Max: 1200, cover: coverRule{textFrom: 48, spineSafe: 0.0625},
		least: Trim{W: 4 * inch, H: 6 * inch}, most: Trim{W: 8.5 * inch, H: 11.69 * inch},
	},
	{
		// Lulu, Book Creation Guide: a safety margin of half an inch and, at the spine,
		// the gutter addition by the number of pages.
		Name: "lulu", Who: "Lulu", Outside: 0.5 * inch,
		gutters: []gutter{{60, 0.5 * inch}, {150, 0.625 * inch}, {400, 1 * inch}, {600, 1.125 * inch}, {800, 1.25 * inch}}, Min: 32, Max: 800, cover: luluCover,
		least: Trim{W: 4.25 * inch, H: 5.83 * inch}, most: Trim{W: 8.5 * inch, H: 11.69 * inch},
	},
	{
		// A printer at home: any number of pages, stapled or in a binder.
		Name: "home", Who: "a home printer", Outside: 0.25 * inch, gutters: kdpGutters, Min: 1, Max: MaxPages, cover: kdpCover,
		least: Trim{W: 3 * inch, H: 4 * inch}, most: Trim{W: 17 * inch, H: 22 * inch},
	},
}

var kdpGutters = []gutter{{150, 0.375 * inch}, {300, 0.5 * inch}, {500, 0.625 * inch}, {700, 0.75 * inch}, {MaxPages, 0.875 * inch}}

// Limits of binding, if no printer is named. Fewer than MinPages can be printed at
// home.
const (
	MinPages = 24
	MaxPages = 828
)

// PrinterNames lists the presets, the default first.
func PrinterNames() []string {
	return text.Each(printers[:], func(p Printer) string { return p.Name })
}

// PrinterByName returns a preset; "" is the default.
func PrinterByName(name string) (*Printer, error) {
	i := slices.IndexFunc(printers[:], func(p Printer) bool { return name == "" || strings.EqualFold(p.Name, name) })
	if i < 0 {
		return nil, fmt.Errorf("there is no printer %q: use %s", name, strings.Join(PrinterNames(), ", "))
	}
	return &printers[i], nil
}

// Gutter returns the smallest inside margin for a book with this many pages.
func (p *Printer) Gutter(pages int) float64 {
	for _, g := range p.gutters {
		if pages <= g.pages {
			return g.width
		}
	}
	return p.gutters[len(p.gutters)-1].width
}

// MaxPages returns the largest number of pages for a book of a trim on one of [Papers]; ""
// is the first. Cream paper is thicker.
func (p *Printer) MaxPages(t Trim, paper string) int {
	most := trimLimit{pages: p.Max, cream: cmp.Or(p.cream, p.Max)}
	for _, l := range p.limits {
		if math.Abs(t.W-l.w*inch) < 0.005*inch && math.Abs(t.H-l.h*inch) < 0.005*inch {
			most = l
		}
	}
	if paper == Papers[1] {
		return most.cream
	}
	return most.pages
}

// ErrMargin is the error for margins that no printer or reader would accept.
var ErrMargin = errors.New("the margins cannot be printed")

// accepts refuses a trim that the printer does not offer, and margins below its minimum.
// It refuses an inside margin only if it is too narrow for any book.
func (p *Printer) accepts(t Trim, margin, gutter float64) error {
	const slack = 0.005 * inch // A4 is 8.27 by 11.69 inches, nearly
	switch {
	case t.W < p.least.W-slack || t.H < p.least.H-slack || t.W > p.most.W+slack || t.H > p.most.H+slack:
		return fmt.Errorf("%s does not print pages of %s; use %s to %s inches", p.Who, t.Name, inches(p.least), inches(p.most))
	case margin != 0 && margin < p.Outside:
		return fmt.Errorf("%w: the margin is %.3f in, but %s requires %.3f in", ErrMargin, margin/inch, p.Who, p.Outside/inch)
	case gutter != 0 && gutter < p.gutters[0].width:
		return fmt.Errorf("%w: the gutter is %.3f in, but %s requires at least %.3f in", ErrMargin, gutter/inch, p.Who, p.gutters[0].width/inch)
	case max(margin, gutter) > 0.3*t.W:
		return fmt.Errorf("%w: margins of %.3f in leave too little of a page %.3f in wide", ErrMargin, max(margin, gutter)/inch, t.W/inch)
	}
	return nil
}

func inches(t Trim) string { return fmt.Sprintf("%.4gx%.4g", t.W/inch, t.H/inch) }
