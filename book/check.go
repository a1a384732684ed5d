package book

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"gradoku/board"
	"gradoku/draw"
	"gradoku/internal/text"
	"gradoku/solve"
)

// Report is the result of checking a PDF.
type Report struct {
	Pages    int
	W, H     float64   // of a page, in points
	Puzzles  []Checked // in the order of their numbers
	Problems []string  // empty if the book is correct
	Answers  bool      // whether solutions were found
	Compared bool      // with a database
}

// Checked is a puzzle as printed.
type Checked struct {
	Number           int
	Page, AnswerPage int // from 1
	Givens, Solution board.Grid
	page, back       string // the references, as printed; several are separated by spaces
}

// Known looks a puzzle up by the key of its canonical form. It returns the puzzle's givens
// and solution as they are stored, or false.
type Known func(canon [16]byte) (givens, solution string, ok bool, err error)

// Check opens a PDF of this package and looks for faults that a reader or a printer would
// notice. answers is a separate PDF with the solutions, nil for none. printer names the one
// that sets the limits for margins and pages; "" is the one that the book was made for. known may be nil. An error
// means that the file cannot be read; problems of the book are in the report.
func Check(r io.ReaderAt, size int64, answers io.ReaderAt, answersSize int64, printer string, known Known) (*Report, error) {
	c, err := newChecker(r, size, printer)
	if err != nil {
		return nil, err
	}
	c.report.Compared = known != nil
	if isPuzzle := func(p *Checked) bool { return p.Page != 0 }; len(c.at) > 0 && !slices.ContainsFunc(slices.Collect(maps.Values(c.at)), isPuzzle) {
		return nil, &OtherPDF{"these are the solutions of a book", "check them together with the book: gradoku book check BOOK.pdf --solutions-file FILE.pdf"}
	}
	if answers != nil {
		second := *c
		if second.seenBook, err = readBook(answers, answersSize); err != nil {
			return nil, fmt.Errorf("the solutions: %w", err)
		}
		second.where, c.separate = "the solutions, ", true
		second.look()
	}
	c.puzzles()
	if err := c.compare(known); err != nil {
		return nil, err
	}
	return c.report, nil
}

// OtherPDF is the error for a PDF that this program made but that does not have the pages of a book.
type OtherPDF struct{ What, Advice string }

func (e *OtherPDF) Error() string { return e.What }

// readBook reads the pages of a book, and refuses other PDFs of this program.
func readBook(r io.ReaderAt, size int64) (*seenBook, error) {
	b, err := read(r, size)
	switch {
	case err != nil:
		return nil, err
	case b.Cover:
		return nil, &OtherPDF{"this is the cover of a book", "name the PDF of its pages"}
	case b.Impose != "":
		return nil, &OtherPDF{fmt.Sprintf("these are sheets for printing at home (--impose %s), with two pages on each", b.Impose), "gradoku checked the book before it put the pages on sheets; make it without --impose to check the PDF of its pages"}
	case b.ours && b.front == 0 && b.marks == 0:
		return nil, &OtherPDF{"this is a sheet, not a book", "name a PDF that gradoku book made"}
	}
	return b, nil
}

// newChecker reads a book and examines its pages.
func newChecker(r io.ReaderAt, size int64, printer string) (*checker, error) {
	b, err := readBook(r, size)
	if err != nil {
		return nil, err
	}
	limits, err := PrinterByName(cmp.Or(printer, b.Printer))
	if err != nil {
		return nil, err
	}
	c := &checker{seenBook: b, printer: limits, report: &Report{Pages: len(b.pages)}, at: map[int]*Checked{}}
	if len(b.pages) > 0 {
		c.report.W, c.report.H = b.pages[0].w, b.pages[0].h
	}
	c.look()
	return c, nil
}

type checker struct {
	*seenBook
	printer  *Printer
	report   *Report
	at       map[int]*Checked // by number
	separate bool             // whether they are in a separate file
	where    string           // which file, as a prefix of its problems
}

// look checks all pages of one file.
func (c *checker) look() {
	c.document()
	for i := range c.pages {
		c.scripts(i)
		c.margins(i)
		found := findGrids(&c.pages[i])
		c.overlaps(i, found)
		c.grids(i, &c.pages[i], found)
		if back := c.pages[i].turnedBack(); len(back.texts) > 0 {
			c.grids(i, back, findGrids(back))
		}
	}
}

func (c *checker) complain(format string, args ...any) {
	c.report.Problems = append(c.report.Problems, c.where+fmt.Sprintf(format, args...))
}

// document checks what concerns the file as a whole.
func (c *checker) document() {
	n := len(c.pages)
	if n%2 != 0 {
		c.complain("%d pages: the number must be even", n)
	}
	if most := c.printer.MaxPages(Trim{W: c.report.W, H: c.report.H}, c.Paper); n > most {
		c.complain("%d pages: %s binds at most %d", n, c.printer.Who, most)
	}
	c.report.Problems = append(c.report.Problems, c.faults...)
	for i := range c.pages {
		if c.pages[i].w != c.pages[0].w || c.pages[i].h != c.pages[0].h {
			c.complain("page %d differs in size from page 1", i+1)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(c.fonts)) {
		if f := c.fonts[key]; !f.embedded {
			c.complain("font %s is not embedded", f.name)
		}
	}
	for _, missing := range []struct {
		is   bool
		what string
	}{{c.lang == "", "language"}, {c.title == "", "title"}, {c.labels == 0, "page labels"}, {c.marks == 0, "bookmarks"}} {
		if missing.is {
			c.complain("the document has no %s", missing.what)
		}
	}
}

// scripts looks for text that is printed in the wrong order, or that cannot be seen.
func (c *checker) scripts(i int) {
	if lacks := c.pages[i].lacks; lacks != "" {
		c.complain("page %d: the font lacks a character of %q", i+1, lacks)
	}
	for _, t := range c.pages[i].texts {
		if err := draw.Settable(t.body); err != nil {
			c.complain("page %d: %v", i+1, err)
			return
		}
	}
}

// slack is the tolerance for rounding in a PDF, in points.
const slack = 0.02

// margins checks that nothing on a page is too near an edge.
func (c *checker) margins(i int) {
	p := &c.pages[i]
	inside, minOutside := c.printer.Gutter(len(c.pages)), c.printer.Outside
	least, most := inside, p.w-minOutside
	if !isRecto(i) {
		least, most = minOutside, p.w-inside
	}
	within := func(x0, y0, x1, y1 float64) bool {
		return x0 >= least-slack && x1 <= most+slack && y0 >= minOutside-slack && y1 <= p.h-minOutside+slack
	}
	for _, t := range p.texts {
		x0, y0, x1, y1 := t.x, t.y-0.75*t.size, t.x+t.w, t.y+0.2*t.size
		if t.turned {
			x0, y0, x1, y1 = t.x-t.w, t.y-0.2*t.size, t.x, t.y+0.75*t.size
		}
		if !within(x0, y0, x1, y1) {
			c.complain("page %d: the text %q is in the margin", i+1, t.body)
			return
		}
	}
	outside := func(r draw.Rect) bool { return !within(r.X, r.Y, r.X+r.W, r.Y+r.H) }
	switch {
	case slices.ContainsFunc(p.rects, outside):
		c.complain("page %d: a line is in the margin", i+1)
	case slices.ContainsFunc(p.images, outside):
		c.complain("page %d: an image is in the margin", i+1)
	}
}

// overlaps checks that no text is printed over another or across the lines of a grid.
func (c *checker) overlaps(i int, grids []seenGrid) {
	p := &c.pages[i]
	type ink struct {
		x0, y0, x1, y1 float64
		body           string
	}
	var inks []ink
	for _, t := range p.texts {
		x, y, edge := t.x, t.y, 0.06*t.size // ink does not fill its box
		if t.turned {
			x, y = t.x-t.w, t.y+0.6*t.size
		}
		if strings.TrimSpace(t.body) != "" {
			inks = append(inks, ink{x + edge, y - 0.6*t.size, x + t.w - edge, y - 0.05*t.size, t.body})
		}
	}
	slices.SortFunc(inks, func(a, b ink) int { return cmp.Compare(a.y0, b.y0) })
	for k, a := range inks {
		for _, b := range inks[k+1:] {
			if b.y0 >= a.y1 {
				break
			}
			if a.x0 < b.x1 && b.x0 < a.x1 {
				c.complain("page %d: the texts %q and %q overlap", i+1, a.body, b.body)
				return
			}
		}
	}
	for _, g := range grids {
		side := g.cell * float64(g.geo.Size)
		for _, a := range inks {
			if a.x1-a.x0 > g.cell && a.x0 < g.x+side && a.x1 > g.x && a.y0 < g.y+side && a.y1 > g.y {
				c.complain("page %d: the text %q runs into a grid", i+1, a.body)
				return
			}
		}
	}
}

// turnedBack returns what is upside down on a page, as a reader who turns the book sees it.
func (p *seenPage) turnedBack() *seenPage {
	back := &seenPage{w: p.w, h: p.h}
	for _, t := range p.texts {
		if t.turned {
			t.x, t.y = p.w-t.x, p.h-t.y
			back.texts = append(back.texts, t)
		}
	}
	for _, r := range p.rects {
		r.X, r.Y = p.w-r.X-r.W, p.h-r.Y-r.H
		back.rects = append(back.rects, r)
	}
	return back
}

// grids reads the numbered grids of a page, or of the same page upside down.
func (c *checker) grids(i int, page *seenPage, all []seenGrid) {
	turned := page != &c.pages[i]
	for _, g := range all {
		number, ref, ok := g.caption(page, all, turned)
		if !ok {
			continue // a drawing in the text
		}
		if ref == "" && !turned {
			ref = c.footReference(i)
		}
		if geo, err := c.variantOf(number).On(g.geo.Size); err == nil {
			g.geo = geo
		}
		grid, problem := g.read(page, slices.Concat(c.Symbols, c.Pictures), turned)
		if problem != "" {
			c.complain("page %d, puzzle %d: %s", i+1, number, problem)
			continue
		}
		p := c.at[number]
		if p == nil {
			p = &Checked{Number: number}
			c.at[number] = p
		}
		page, place, reference := &p.Page, &p.Givens, &p.page
		if grid.Full() {
			page, place, reference = &p.AnswerPage, &p.Solution, &p.back
		}
		if *page != 0 {
			c.complain("page %d: the number %d is already used on page %d", i+1, number, *page)
		}
		*page, *place, *reference = i+1, grid, ref
	}
}

// footReference reads the page references at the foot of a page, next to its own number,
// separated by spaces.
func (c *checker) footReference(i int) string {
	p, lowest := &c.pages[i], 0.0
	for _, t := range p.texts {
		if !t.turned {
			lowest = max(lowest, t.y)
		}
	}
	var pages []string
	for _, t := range p.texts {
		if !t.turned && t.y > lowest-1 && t.body != pageLabel(i, c.front) {
			pages = append(pages, digitsIn(t.body))
		}
	}
	return strings.Join(pages, " ")
}

func digitsIn(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsDigit(r) }), "")
}

// puzzles checks that numbers run from the first without a gap, that every puzzle is
// proper and has its own solution in print, and that both refer to each other.
func (c *checker) puzzles() {
	if len(c.at) == 0 {
		c.complain("there is no puzzle in it")
		return
	}
	for _, p := range c.at {
		c.report.Answers = c.report.Answers || p.AnswerPage != 0
	}
	first := slices.Min(slices.Collect(maps.Keys(c.at))) // volumes of a series continue the numbers
	for n := first; n < first+len(c.at); n++ {
		p := c.at[n]
		switch {
		case p == nil:
			c.complain("puzzle %d is missing: %d puzzles were found", n, len(c.at))
			return
		case p.Page == 0:
			c.complain("puzzle %d is missing: only its solution is there", n)
		case c.report.Answers && p.AnswerPage == 0:
			c.complain("the solution of puzzle %d is missing", n)
		default:
			c.one(p)
		}
		c.report.Puzzles = append(c.report.Puzzles, *p)
	}
}

// one checks a puzzle and its printed solution; in a book without solutions it solves it.
func (c *checker) one(p *Checked) {
	where := fmt.Sprintf("puzzle %d (page %d)", p.Number, p.Page)
	if c.report.Answers {
		where = fmt.Sprintf("puzzle %d (pages %d and %d)", p.Number, p.Page, p.AnswerPage)
	}
	if c.report.Answers && p.Givens.Geometry() != p.Solution.Geometry() {
		c.complain("%s: the solution differs in size", where)
		return
	}
	if err := p.Givens.Check(); err != nil {
		c.complain("%s: %v", where, err)
		return
	}
	switch r := solve.Count(&p.Givens, 2); {
	case r.Solutions == 0:
		c.complain("%s has no solution", where)
	case !r.Unique():
		c.complain("%s has several solutions", where)
	case !c.report.Answers:
		p.Solution = r.First
	case r.First != p.Solution:
		c.complain("%s: the printed solution is not that of the puzzle", where)
	}
	if !c.report.Answers {
		if p.page != "" {
			c.complain("%s refers to page %s, but there are no solutions", where, p.page)
		}
		return
	}
	if c.separate {
		if p.page != "" {
			c.complain("%s: the puzzle refers to page %s, but its solution is in a separate file", where, p.page)
		}
	} else if want := pageLabel(p.AnswerPage-1, c.front); !slices.Contains(strings.Fields(p.page), want) && (p.page != "" || p.Page != p.AnswerPage) {
		c.complain("%s: the puzzle refers to page %s, but its solution is on page %s", where, text.List(strings.Fields(p.page), "or"), want)
	} else if p.Page == p.AnswerPage && p.back == "" { // both are on one page
		return
	}
	if want := pageLabel(p.Page-1, c.front); p.back != want {
		c.complain("%s: the solution refers to page %s, but its puzzle is on page %s", where, p.back, want)
	}
}

// compare checks that the puzzles are in the database, and all different.
func (c *checker) compare(known Known) error {
	seen := map[string]int{}
	var z board.Canonicalizer
	for i := range c.report.Puzzles {
		p := &c.report.Puzzles[i]
		if p.Page == 0 || c.report.Answers && p.AnswerPage == 0 || !p.Solution.Solves(&p.Givens) {
			continue // reported already
		}
		key := z.Key(&p.Givens, &p.Solution)
		small := p.Givens.Geometry().Size == 4 // of which a book may have several images
		printed := string(key[:])
		if small {
			printed = Pattern(&p.Givens)
		}
		if other := seen[printed]; other != 0 {
			c.complain("puzzles %d and %d are the same", other, p.Number)
		}
		seen[printed] = p.Number
		if known == nil {
			continue
		}
		givens, solution, ok, err := known(key)
		switch {
		case err != nil:
			return err
		case !ok:
			c.complain("puzzle %d (page %d) is not in the database", p.Number, p.Page)
		case !small && (givens != p.Givens.String() || solution != p.Solution.String()):
			c.complain("puzzle %d (page %d) is in the database in a different form", p.Number, p.Page)
		}
	}
	return nil
}

// Pattern writes a puzzle with its digits numbered in the order in which they come, so that it is
// the same for puzzles that differ only in their digits.
func Pattern(puzzle *board.Grid) string {
	g, numbers := *puzzle, map[board.Digit]board.Digit{}
	for i, d := range puzzle.Digits() {
		if d != 0 {
			if numbers[d] == 0 {
				numbers[d] = board.Digit(len(numbers) + 1)
			}
			g.Set(board.Cell(i), numbers[d])
		}
	}
	return g.String()
}

// seenGrid is a grid found by its lines.
type seenGrid struct {
	geo        *board.Geometry
	x, y, cell float64
}

// lineGroup is a set of parallel lines that begin and end at the same positions.
type lineGroup struct {
	from, to float64
	at       []float64 // where they are, across their direction
}

// findGrids finds N+1 horizontal lines of one width, equally spaced, that are crossed by
// the same number of vertical lines.
func findGrids(p *seenPage) []seenGrid {
	var across, down []lineGroup
	for _, r := range p.rects {
		switch {
		case r.W >= 20 && r.H < 6:
			across = addLine(across, r.X, r.X+r.W, r.Y+r.H/2)
		case r.H >= 20 && r.W < 6:
			down = addLine(down, r.Y, r.Y+r.H, r.X+r.W/2)
		}
	}
	var grids []seenGrid
	for _, g := range across {
		slices.Sort(g.at)
		for i := 0; i+1 < len(g.at); i++ {
			cell := g.at[i+1] - g.at[i]
			geo, err := board.ForSize(int(math.Round((g.to - g.from) / cell)))
			if err != nil || !regular(g.at[i:], cell, geo.Size) {
				continue
			}
			top, bottom := g.at[i], g.at[i+geo.Size]
			if x, ok := crossing(down, top, bottom, g.from, g.to, geo.Size); ok {
				grids = append(grids, seenGrid{geo, x, top, cell})
				i += geo.Size
			}
		}
	}
	return grids
}

// reach is how far the ends of a grid's lines may differ: half of the outline's extra
// width.
const reach = 2.5

func addLine(groups []lineGroup, from, to, at float64) []lineGroup {
	for i := range groups {
		if math.Abs(groups[i].from-from) < reach && math.Abs(groups[i].to-to) < reach {
			groups[i].at = append(groups[i].at, at)
			return groups
		}
	}
	return append(groups, lineGroup{from, to, []float64{at}})
}

// regular reports whether the first n+1 lines are one cell apart.
func regular(at []float64, cell float64, n int) bool {
	for k := range n {
		if k+1 >= len(at) || math.Abs(at[k+1]-at[k]-cell) > 0.1 {
			return false
		}
	}
	return true
}

// crossing looks for n+1 vertical lines of the grid and returns the leftmost.
func crossing(down []lineGroup, top, bottom, left, right float64, n int) (float64, bool) {
	for _, g := range down {
		if math.Abs(g.from-top) > reach || math.Abs(g.to-bottom) > reach {
			continue
		}
		at := slices.DeleteFunc(slices.Clone(g.at), func(x float64) bool { return x <= left-reach || x >= right+reach })
		slices.Sort(at)
		if len(at) == n+1 {
			return at[0], true
		}
	}
	return 0, false
}

// holds reports whether a point lies in the grid.
func (g *seenGrid) holds(x, y float64) bool {
	side := g.cell * float64(g.geo.Size)
	return x > g.x && x < g.x+side && y > g.y && y < g.y+side
}

// caption reads the number over the left corner of a grid and the page over its right
// corner. A grid without them is a drawing. It uses only text that is upside down, or only
// text that is not, as turned says.
func (g *seenGrid) caption(p *seenPage, all []seenGrid, turned bool) (number int, page string, ok bool) {
	end := g.x + g.cell*float64(g.geo.Size)
	const room = 24 // more than the height of the text over a grid
	for _, t := range p.texts {
		if t.turned != turned || t.y > g.y || t.y < g.y-room || slices.ContainsFunc(all, func(o seenGrid) bool { return o.holds(t.x+t.w/2, t.y) }) {
			continue
		}
		switch {
		case math.Abs(t.x-g.x) < 3:
			if n, err := strconv.Atoi(t.body); err == nil {
				number = n
			}
		case math.Abs(t.x+t.w-end) < 3:
			page = digitsIn(t.body)
		}
	}
	return number, page, number > 0
}

// pencilled is the size of the largest candidate that can be printed in a blank, in cells.
const pencilled = 0.5

// read assigns each symbol to the cell it is in.
func (g *seenGrid) read(p *seenPage, symbols []string, turned bool) (grid board.Grid, problem string) {
	grid = board.NewGrid(g.geo)
	for _, t := range p.texts {
		if t.turned != turned || t.size < pencilled*g.cell {
			continue
		}
		col := int(math.Floor((t.x + t.w/2 - g.x) / g.cell))
		row := int(math.Floor((t.y - 0.36*t.size - g.y) / g.cell))
		if col < 0 || row < 0 || col >= g.geo.Size || row >= g.geo.Size {
			continue
		}
		cell := g.geo.CellAt(row, col)
		d := digitOf(t.body, symbols)
		switch {
		case d == 0 || int(d) > g.geo.Size:
			return grid, fmt.Sprintf("%q in %s is not a digit of the puzzle", t.body, g.geo.CellName(cell))
		case grid.At(cell) != 0:
			return grid, fmt.Sprintf("there are two digits in %s", g.geo.CellName(cell))
		}
		grid.Set(cell, d)
	}
	return grid, ""
}

// digitOf reads 1 to 9 and A to G, or one of other symbols; 0 for anything else.
func digitOf(s string, symbols []string) board.Digit {
	for d := board.Digit(1); d <= board.MaxSize && symbols == nil; d++ {
		if d.String() == s {
			return d
		}
	}
	return board.Digit(slices.Index(symbols, s) + 1)
}
