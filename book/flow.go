package book

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gradoku/draw"
)

// flow places text and pictures one below the other, over as many pages as needed, in one
// column or several.
type flow struct {
	l    *layout
	s    sheet
	page area    // between the header and the footer
	a    area    // the current column
	y    float64 // where the next text or picture begins
	cols int     // 0 for one
	col  int     // the current column, from 0
	size float64 // of running text, 0 for the book's size
}

const columnGap = 22.0

// chapter begins a part of the book with its heading on a new page.
func (l *layout) chapter(title string) *flow {
	l.begin(title, "", 0)
	return l.headed(title)
}

// headed begins a new page with a heading.
func (l *layout) headed(title string) *flow {
	f := &flow{l: l}
	f.next()
	f.heading(title, l.spec.body()*partHeading)
	return f
}

// next continues at the top of the next column, or of a new page.
func (f *flow) next() {
	if f.col+1 < f.cols {
		f.col++
		f.a.x += f.a.w + columnGap
		f.y = f.a.y
		return
	}
	f.s, f.page = f.l.page()
	f.a, f.y = f.page, f.page.y
	f.split(f.cols)
}

// split divides the rest of the page into columns.
func (f *flow) split(cols int) {
	f.cols, f.col = cols, 0
	if cols > 1 {
		f.a.w = (f.page.w - float64(cols-1)*columnGap) / float64(cols)
	}
	if f.y > f.a.y && f.y < f.a.y+f.a.h { // below a heading
		f.a.h -= f.y - f.a.y
		f.a.y = f.y
	}
	f.y = f.a.y
}

// need moves on to the next column or page unless there is enough room left.
func (f *flow) need(height float64) {
	if f.y+height > f.a.y+f.a.h && f.y > f.a.y {
		f.next()
	}
}

// heading writes a heading, on as many lines as needed, and the gap below it.
func (f *flow) heading(text string, size float64) {
	for _, line := range f.l.fonts.Face(draw.Bold).Wrap(text, f.a.w/size) {
		f.y += size
		f.s.text(f.a.x, f.y, size, draw.Bold, left, line)
		f.y += size * 0.25
	}
	f.y += size * 0.5
}

// body returns the size of running text, and leading the distance between two of its lines.
func (f *flow) body() float64    { return cmp.Or(f.size, f.l.spec.body()) }
func (f *flow) leading() float64 { return f.body() * 1.42 }

// paragraph writes running text, across pages if need be.
func (f *flow) paragraph(text string) {
	var lines [][]span
	for _, line := range f.l.fonts.Face(draw.Regular).Wrap(text, f.a.w/f.body()) {
		lines = append(lines, []span{{line, draw.Regular}})
	}
	f.lines(lines, 0, "")
	f.y += f.body() * 1.1
}

// lines writes the indented lines of a paragraph, with a bullet to the left of the first.
func (f *flow) lines(lines [][]span, indent float64, bullet string) {
	size := f.body()
	for i, line := range lines {
		together := 1 // no line of a paragraph is left alone, before or after a page break
		switch {
		case i == 0 && len(lines) == 3:
			together = 3
		case i == 0 && len(lines) > 1 || i == len(lines)-2:
			together = 2
		}
		if f.need(f.leading() * float64(together)); i == 0 {
			f.s.text(f.a.x+indent-size*0.6, f.y+size, size, draw.Regular, right, bullet)
		}
		f.l.richText(f.s, f.a.x+indent, f.y+size, size, line)
		f.y += f.leading()
	}
}

// gallery is a group of pictures with their captions, below a heading and a text.
type gallery struct {
	words       NamedText // the heading and the text; zero for none
	pictures    []example
	captions    []span   // the text below or beside each picture
	numbers     []string // in bold to the left of the captions; nil for none
	exercise    bool     // whether the last picture is an exercise
	least, most float64  // the smallest and the largest width of the pictures

	pic    float64 // the width of the pictures
	cols   int
	cell   float64 // the width of a column
	indent float64 // the width of the numbers
	beside bool    // whether captions are to the right of their pictures
}

// galleryGap is the gap between pictures side by side, or between a picture and its caption.
const galleryGap = 15.0

// arrange chooses the number of columns and the place of the captions with which a gallery is lowest
// when its pictures have the least width. It returns this height, which is infinite if a page has no
// room for a row.
func (f *flow) arrange(g *gallery) (lowest float64) {
	lowest = math.Inf(1)
	g.pic = g.least
	for cols := 1; cols <= len(g.pictures) && f.arranged(g, cols, false).cell >= g.least; cols++ {
		for _, beside := range [...]bool{false, true} {
			try := f.arranged(g, cols, beside)
			rows := try.rows()
			high, fits := f.total(rows), f.widest(&try) >= g.least
			for _, r := range rows {
				r.text = false
				fits = fits && f.high(&r) <= f.page.h
			}
			if fits && high < lowest {
				*g, lowest = try, high
			}
		}
	}
	return lowest
}

// arranged returns a gallery with a number of columns.
func (f *flow) arranged(g *gallery, cols int, beside bool) gallery {
	try := *g
	try.cols, try.beside = cols, beside
	try.cell, try.indent = (f.page.w-float64(cols-1)*galleryGap)/float64(cols), 0
	if g.numbers != nil {
		try.indent = f.l.fonts.Face(draw.Bold).Width(fmt.Sprint(f.l.no(len(f.l.puzzles)-1), " ")) * f.l.spec.body()
	}
	return try
}

// widest returns the largest width of pictures at which captions have room for eleven full-width
// letters. Captions below a single column have room in any case.
func (f *flow) widest(g *gallery) float64 {
	narrow := 11 * f.l.spec.body()
	if g.beside {
		return min(g.most, g.cell-galleryGap-narrow)
	}
	if g.cols > 1 && g.captions[0].text != "" && f.captionWidth(g, g.cell) < narrow {
		return 0
	}
	return min(g.most, g.cell)
}

// captionWidth returns the width of the captions next to pictures of a given width.
func (f *flow) captionWidth(g *gallery, pic float64) float64 {
	if g.beside {
		return g.cell - pic - galleryGap - g.indent
	}
	return g.cell - f.boardAt(g, pic) - g.indent
}

// boardAt returns the distance from a picture's left edge to its board.
func (f *flow) boardAt(g *gallery, pic float64) float64 {
	n := float64(g.pictures[0].puzzle.Geometry().Size)
	return pic - n*f.l.cellOf(n, pic)
}

// galleryRow is a row of a gallery's pictures. The first row has the heading and the text above it.
type galleryRow struct {
	*gallery
	from, to int  // the indices of its pictures
	text     bool // whether the heading and the text are above them
}

// rows returns the rows of a gallery.
func (g *gallery) rows() (rows []galleryRow) {
	for from := 0; from < len(g.pictures); from += g.cols {
		rows = append(rows, galleryRow{g, from, min(from+g.cols, len(g.pictures)), from == 0 && g.words.Name != ""})
	}
	return rows
}

// blocks returns the rows of a gallery in groups, each of which is on one page: all rows if a page has room
// for them and they are not hints, otherwise single rows, with the text above the first one if a page has room for both.
func (f *flow) blocks(g *gallery) (blocks [][]galleryRow) {
	rows := g.rows()
	if g.numbers == nil && f.total(rows) <= f.page.h {
		return [][]galleryRow{rows}
	}
	if rows[0].text && f.high(&rows[0]) > f.page.h {
		blocks = [][]galleryRow{{{gallery: g, text: true}}}
		rows[0].text = false
	}
	for _, r := range rows {
		blocks = append(blocks, []galleryRow{r})
	}
	return blocks
}

// high returns the height of a row.
func (f *flow) high(r *galleryRow) (high float64) {
	size := f.l.spec.body()
	if r.text {
		heading, lines := size*1.15, f.l.lines(f.a.w, size, draw.Regular, r.words.Text)
		high = heading*(float64(f.l.lines(f.a.w, heading, draw.Bold, r.words.Name))*1.25+0.5) + float64(lines)*f.leading() + size*1.1
	}
	if r.from == r.to {
		return high
	}
	lines := min(2, len(r.numbers)) // keeps a number from being close to the board below it
	width := f.captionWidth(r.gallery, r.pic)
	for _, c := range r.captions[r.from:r.to] {
		if c.text != "" {
			lines = max(lines, f.l.lines(width, size, c.style, c.text))
		}
	}
	text := float64(lines) * f.leading()
	if r.beside {
		return high + max(r.pic, text+size)
	}
	return high + r.pic + text + 0.6*size*min(1, text)
}

// total returns the height of rows one below the other, with the gaps between them.
func (f *flow) total(rows []galleryRow) (high float64) {
	for i := range rows {
		high += f.high(&rows[i]) + f.rowGap()
	}
	return high - f.rowGap()
}

// rowGap returns the smallest gap between two rows.
func (f *flow) rowGap() float64 { return 0.7 * f.leading() }

// galleries writes arranged galleries one below the other and returns the page of each picture. All
// pictures have one width, the largest that takes no more pages than the least width, except where
// the least width of a gallery is larger.
func (f *flow) galleries(list ...*gallery) (on []int) {
	const steps = 8
	var blocks [][]galleryRow
	least, widest := math.Inf(1), math.Inf(1)
	for _, g := range list {
		blocks = append(blocks, f.blocks(g)...)
		least, widest = min(least, g.least), min(widest, f.widest(g))
	}
	divide := func(step int) [][]galleryRow {
		for _, g := range list {
			g.pic = max(g.least, least+(widest-least)*float64(step)/steps)
		}
		return f.paginate(blocks)
	}
	fewest, pages := len(divide(0)), divide(steps)
	for step := steps - 1; len(pages) != fewest; step-- {
		pages = divide(step)
	}
	for i, rows := range pages {
		switch {
		case i > 0 && rows == nil:
			f.l.blank()
			continue
		case i > 0:
			f.next()
		case f.y > f.page.y:
			f.y += f.leading()
		}
		rows = f.inColumn(rows)
		gap := f.rowGap()
		if n := len(rows) - 1; n > 0 { // the rest of the page widens the gaps, up to a limit
			gap += min(2*f.leading(), (f.rest()-f.total(rows))/float64(n))
		}
		for k := range rows {
			f.row(&rows[k])
			f.y += gap
			on = append(on, slices.Repeat([]int{len(f.l.pages) - 1}, rows[k].to-rows[k].from)...)
		}
		if rows != nil {
			f.y -= gap
		}
	}
	return on
}

// inColumn returns rows with one picture in each, next to its caption, if the rows of a page are one whole gallery,
// not of hints, and the page has room. Otherwise it returns the rows unchanged.
func (f *flow) inColumn(rows []galleryRow) []galleryRow {
	if rows == nil || rows[0].numbers != nil || rows[0].from > 0 || rows[len(rows)-1].gallery != rows[0].gallery || rows[len(rows)-1].to < len(rows[0].pictures) {
		return rows
	}
	g := f.arranged(rows[0].gallery, 1, true)
	if column := g.rows(); f.widest(&g) >= g.pic && f.total(column) <= f.rest() {
		return column
	}
	return rows
}

// rest returns the height left on the page.
func (f *flow) rest() float64 { return f.a.y + f.a.h - f.y }

// paginate divides blocks among pages, the first of which is the current one. A lesson that needs a second
// page for its exercise begins on the left, so that both are seen together. It returns nil if a block is
// higher than a page.
func (f *flow) paginate(blocks [][]galleryRow) [][]galleryRow {
	pages, rest := [][]galleryRow{nil}, f.rest()
	if f.y > f.page.y {
		rest -= f.leading()
	}
	for _, block := range blocks {
		high := f.total(block)
		if first := block[0]; high > rest {
			if first.exercise && first.from == 0 && block[len(block)-1].to < len(first.pictures) && isRecto(len(f.l.pages)-1+len(pages)) {
				pages = append(pages, nil)
			}
			pages, rest = append(pages, nil), f.page.h
		}
		if high > rest && block[0].to > 0 { // a text without pictures continues on the next page
			return nil
		}
		last := len(pages) - 1
		pages[last], rest = append(pages[last], block...), rest-high-f.rowGap()
	}
	return pages
}

// row writes a row: the text above it, its pictures, and their captions.
func (f *flow) row(r *galleryRow) {
	size, end := f.l.spec.body(), f.y+f.high(r)
	if r.text {
		f.l.entry(f.s, r.words.Name)
		f.heading(r.words.Name, size*1.15)
		f.paragraph(r.words.Text)
	}
	for k := r.from; k < r.to; k++ {
		at := f.a.x + float64(k-r.from)*(r.cell+galleryGap)
		f.l.drawExample(f.s, &r.pictures[k], r.exercise && k == len(r.pictures)-1, at, f.y, r.pic)
		x, y := at+f.boardAt(r.gallery, r.pic), f.y+r.pic+size*1.4
		if r.beside {
			x, y = at+r.pic+galleryGap, f.y+size*2
		}
		if r.numbers != nil {
			f.s.text(x, y, size, draw.Bold, left, r.numbers[k])
		}
		f.s.column(x+r.indent, y, f.captionWidth(r.gallery, r.pic), size, f.leading(), r.captions[k].style, left, r.captions[k].text)
	}
	f.y = end
}
