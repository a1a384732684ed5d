package book

import (
	"cmp"
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
	l.begin(title, "")
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

	cols   int
	cell   float64 // the width of a column
	indent float64 // the width of the numbers
	beside bool    // whether captions are to the right of their pictures
}

// galleryGap is the gap between pictures side by side, or between a picture and its caption.
const galleryGap = 15.0

// arrange chooses the number of columns and the place of the captions with which a gallery is lowest
// when its pictures have the least width. It returns false if a page has no room for a row.
func (f *flow) arrange(g *gallery) bool {
	best := math.Inf(1)
	for cols := range len(g.pictures) {
		if f.arranged(*g, cols+1, false).cell < g.least {
			break // nor will more columns fit
		}
		for _, beside := range [...]bool{false, true} {
			try := f.arranged(*g, cols+1, beside)
			if f.widest(&try) < g.least {
				continue
			}
			rows, fits := try.rows(), true
			high := f.total(rows, 0)
			for i := range rows {
				rows[i].text = false
				fits = fits && f.high(&rows[i], g.least) <= f.page.h
			}
			if fits && high < best {
				*g, best = try, high
			}
		}
	}
	return !math.IsInf(best, 1)
}

// arranged returns a gallery with a number of columns.
func (f *flow) arranged(g gallery, cols int, beside bool) gallery {
	g.cols, g.beside = cols, beside
	g.cell, g.indent = (f.page.w-float64(cols-1)*galleryGap)/float64(cols), 0
	for _, number := range g.numbers {
		g.indent = max(g.indent, f.l.fonts.Face(draw.Bold).Width(number+" ")*f.l.spec.body())
	}
	return g
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

// rows returns the rows of a gallery. A gallery without pictures has one row, its text.
func (g *gallery) rows() []galleryRow {
	rows := []galleryRow{{g, 0, min(g.cols, len(g.pictures)), g.words.Name != ""}}
	for from := g.cols; from < len(g.pictures); from += g.cols {
		rows = append(rows, galleryRow{g, from, min(from+g.cols, len(g.pictures)), false})
	}
	return rows
}

// excerpt returns a gallery with only some rows, which come from one gallery.
func excerpt(rows []galleryRow) *gallery {
	first, last := rows[0], rows[len(rows)-1]
	g := *first.gallery
	g.exercise = g.exercise && last.to == len(g.pictures)
	g.pictures, g.captions = g.pictures[first.from:last.to], g.captions[first.from:last.to]
	if g.numbers != nil {
		g.numbers = g.numbers[first.from:last.to]
	}
	if !first.text {
		g.words = NamedText{}
	}
	return &g
}

// high returns the height of a row with pictures of the given width.
func (f *flow) high(r *galleryRow, pic float64) (high float64) {
	size := f.l.spec.body()
	if r.text {
		heading, lines := size*1.15, f.l.lines(f.a.w, size, draw.Regular, r.words.Text)
		high = heading*(float64(f.l.lines(f.a.w, heading, draw.Bold, r.words.Name))*1.25+0.5) + float64(lines)*f.leading() + size*1.1
	}
	if r.from == r.to {
		return high
	}
	lines := min(2, len(r.numbers)) // keeps a number from being close to the board below it
	width := f.captionWidth(r.gallery, pic)
	for _, c := range r.captions[r.from:r.to] {
		if c.text != "" {
			lines = max(lines, f.l.lines(width, size, c.style, c.text))
		}
	}
	text := float64(lines) * f.leading()
	if r.beside {
		return high + max(pic, text+size)
	}
	return high + pic + text + 0.4*size*min(1, text)
}

// grown returns the width of a row's pictures, enlarged by a share of what is possible.
func (f *flow) grown(r *galleryRow, share float64) float64 {
	return r.least + share*(f.widest(r.gallery)-r.least)
}

// galleries writes arranged galleries one below the other and returns the page of each picture. The
// text of a gallery is on one page with its first row, if a page has room for both.
func (f *flow) galleries(list ...*gallery) (pages []int) {
	var rows []galleryRow
	for _, g := range list {
		own := g.rows()
		if own[0].text && f.high(&own[0], g.least) > f.page.h {
			rows = append(rows, galleryRow{gallery: g, text: true})
			own[0].text = false
		}
		rows = append(rows, own...)
	}
	for share := 1.0; len(rows) > 0; {
		n := 1
		for n < len(rows) && f.total(rows[:n+1], 0) <= f.rest() {
			n++
		}
		if f.total(rows[:n], 0) > f.rest() && f.y > f.page.y {
			f.next()
			continue
		}
		share = f.fill(rows[:n], share, n == len(rows))
		for _, r := range rows[:n] {
			pages = append(pages, slices.Repeat([]int{len(f.l.pages) - 1}, r.to-r.from)...)
		}
		if rows = rows[n:]; len(rows) > 0 {
			f.next()
		}
	}
	return pages
}

// rest returns the height left on the page.
func (f *flow) rest() float64 { return f.a.y + f.a.h - f.y }

// total returns the height of rows with pictures enlarged by a share of what is possible.
func (f *flow) total(rows []galleryRow, share float64) (high float64) {
	if f.y > f.page.y {
		high = f.leading()
	}
	for i := range rows {
		high += f.high(&rows[i], f.grown(&rows[i], share)) + f.leading()
	}
	return high - f.leading()
}

// fill writes the rows of a page and returns the share by which their pictures are enlarged. It is the
// same for all and grows in steps, so that widths on two pages are equal or clearly different. The
// remaining height goes between the rows, but the last page looks like the one before it.
func (f *flow) fill(rows []galleryRow, before float64, last bool) float64 {
	rows, share := f.filling(rows)
	gap := f.leading()
	if last {
		share = min(share, before)
	} else if len(rows) > 1 {
		gap += min(3*f.leading(), (f.rest()-f.total(rows, share))/float64(len(rows)-1))
	}
	if f.y > f.page.y {
		f.y += f.leading()
	}
	for i := range rows {
		f.row(&rows[i], f.grown(&rows[i], share))
		f.y += gap
	}
	f.y -= gap
	return share
}

// filling returns the rows of a page and the share by which their pictures can be enlarged. If the
// rows fill little of the page, it uses the arrangement that fills most.
func (f *flow) filling(rows []galleryRow) (best []galleryRow, share float64) {
	const steps, enough = 8, 0.85
	most := 0.0
	tries := [][]galleryRow{rows}
	if rows[0].numbers == nil { // but hints look the same on all pages
		tries = append(tries, f.rearranged(rows, 1, true), f.rearranged(rows, 1, false), f.rearranged(rows, 2, false))
	}
	for i, try := range tries {
		grown := 1.0
		for grown > 0 && f.total(try, grown) > f.rest() {
			grown -= 1.0 / steps
		}
		used := f.total(try, grown)
		if i == 0 || used <= f.rest() && used > most && most < enough*f.rest() {
			best, share, most = try, grown, used
		}
	}
	return best, share
}

// rearranged returns the rows of a page, arranged in at most a number of columns, with captions to
// the right of the pictures or below them, where that is possible.
func (f *flow) rearranged(rows []galleryRow, cols int, beside bool) (all []galleryRow) {
	for from, end := 0, 0; from < len(rows); from = end {
		for end < len(rows) && rows[end].gallery == rows[from].gallery {
			end++
		}
		g := excerpt(rows[from:end])
		if try := f.arranged(*g, max(1, min(cols, len(g.pictures))), beside); f.widest(&try) >= g.least {
			g = &try
		}
		all = append(all, g.rows()...)
	}
	return all
}

// row writes a row: the text above it, its pictures with the given width, and their captions.
func (f *flow) row(r *galleryRow, pic float64) {
	size, end := f.l.spec.body(), f.y+f.high(r, pic)
	if r.text {
		f.l.entry(f.s, r.words.Name)
		f.heading(r.words.Name, size*1.15)
		f.paragraph(r.words.Text)
	}
	if r.from == r.to {
		return
	}
	width := f.captionWidth(r.gallery, pic)
	for k := r.from; k < r.to; k++ {
		at := f.a.x + float64(k-r.from)*(r.cell+galleryGap)
		f.l.drawExample(f.s, &r.pictures[k], r.exercise && k == len(r.pictures)-1, at, f.y, pic)
		x, y := at+f.boardAt(r.gallery, pic), f.y+pic+size*1.2
		if r.beside {
			x, y = at+pic+galleryGap, f.y+size*2
		}
		if r.numbers != nil {
			f.s.text(x, y, size, draw.Bold, left, r.numbers[k])
		}
		f.s.column(x+r.indent, y, width, size, f.leading(), r.captions[k].style, left, r.captions[k].text)
	}
	f.y = end
}
