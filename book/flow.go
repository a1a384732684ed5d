package book

import (
	"cmp"
	"math"

	"gradoku/draw"
)

// flow places text and pictures one below the other, over as many pages as needed, in one
// column or several.
type flow struct {
	l    *layout
	s    sheet
	page area    // between head and foot
	a    area    // of the column
	y    float64 // where the next text or picture begins
	cols int     // 0 for one
	col  int     // the current column, from 0
	size float64 // of running text, 0 for that of the book
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

// split sets the rest of the page in columns.
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

// need continues at the next column or page unless there is enough room left.
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

// body is the size of running text, leading the distance between two of its lines.
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

// lines writes the lines of a paragraph from an indentation on, with a bullet to the left of the first.
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

// gallery is an arrangement of pictures with their captions below them, or beside them.
type gallery struct {
	pictures []example
	captions []span   // the text of each
	numbers  []string // in bold to the left of the captions; nil for none
	bare     bool     // see drawExample
	exercise bool     // whether the last picture is an exercise

	cols   int
	cell   float64 // the width of a column
	pic    float64 // the width of a picture
	left   float64 // the part of it before the board, for coordinates
	beside bool    // whether captions are beside their pictures, in one column
}

// galleryGap is the gap between pictures.
const galleryGap = 20.0

// illustrated writes a heading and a text, and below them pictures with their captions, whose
// widths are from a least to a greatest. It returns false if no page has room for a picture.
// The text is on one page with the first row of pictures, if these remain readable there.
func (f *flow) illustrated(words NamedText, g *gallery, least, most float64) bool {
	l, size := f.l, f.l.spec.body()
	heading := size * 1.15
	text := heading*1.75 + float64(l.lines(f.a.w, size, draw.Regular, words.Text)+1)*f.leading() + size
	if f.fit(g, text, least, most); g.pic < least-0.01 {
		return false
	}
	for _, room := range []float64{f.a.y + f.a.h - f.y, f.page.h} { // of this page, or else of the next
		if over := text + f.high(g, 0) - room; g.pic-max(0, over) >= least*1.05 || room == f.page.h && g.pic-over >= least {
			g.pic -= max(0, over)
			break
		}
	}
	wide := f.page.w > f.page.h && g.cols > 1 && len(g.pictures) > 2 // then the first picture is beside the text
	high := text + f.high(g, 0)
	if high > f.page.h && !wide { // the pictures are on pages of their own
		high = text
	}
	if f.need(high); wide && f.y > f.page.y {
		f.next()
	}
	l.entry(f.s, words.Name)
	if side := min(f.page.h, f.page.w*0.5); wide {
		l.drawExample(f.s, &g.pictures[0], g.bare, false, f.page.x+f.page.w-side, f.page.y, side)
		f.a.w -= side + 2*galleryGap
	}
	f.y += size * 0.9
	f.heading(words.Name, heading)
	f.paragraph(words.Text)
	if wide {
		f.s.column(f.a.x, f.y+size, f.a.w, size, f.leading(), g.captions[0].style, g.captions[0].text)
		g.pictures, g.captions = g.pictures[1:], g.captions[1:]
		f.next()
	}
	f.rows(g)
	return true
}

// rows draws the pictures of a gallery with their captions, and returns the page of each.
func (f *flow) rows(g *gallery) (pages []int) {
	size := f.l.spec.body()
	for from := 0; from < len(g.pictures); from += g.cols {
		f.need(f.high(g, from))
		for k := from; k < min(from+g.cols, len(g.pictures)); k++ {
			x := f.a.x + float64(k-from)*(g.cell+galleryGap)
			at, y := x+g.left*g.pic, g.pic+size*1.4
			if g.beside {
				at, y = x+g.pic+galleryGap, size*2
			}
			f.l.drawExample(f.s, &g.pictures[k], g.bare, g.exercise && k == len(g.pictures)-1, x, f.y, g.pic)
			if g.numbers != nil {
				f.s.text(at, f.y+y, size, draw.Bold, left, g.numbers[k])
			}
			width, indent := f.captionWidth(g)
			f.s.column(at+indent, f.y+y, width, size, f.leading(), g.captions[k].style, g.captions[k].text)
			pages = append(pages, len(f.l.pages)-1)
		}
		f.y += f.high(g, from)
	}
	return pages
}

// captionWidth returns the width of captions, which begin where the boards do, and that of their numbers.
func (f *flow) captionWidth(g *gallery) (width, numbers float64) {
	for _, number := range g.numbers {
		numbers = max(numbers, f.l.fonts.Face(draw.Bold).Width(number+" ")*f.l.spec.body())
	}
	if width = g.cell - g.left*g.cell; g.beside {
		width = g.cell - g.pic - galleryGap
	}
	return width - numbers, numbers
}

// high returns the height of the row of pictures that begins at index from.
func (f *flow) high(g *gallery, from int) float64 {
	size, lines := f.l.spec.body(), min(2, len(g.numbers)) // a number is not close above the next board
	width, _ := f.captionWidth(g)
	for _, c := range g.captions[from:min(from+g.cols, len(g.captions))] {
		lines = max(lines, f.l.lines(width, size, c.style, c.text))
	}
	text := float64(lines) * f.leading()
	if g.beside {
		return max(g.pic, text+size) + size*1.6
	}
	return g.pic + text + size*1.6
}

// fit arranges pictures, as many in a row as are large enough. They are smaller than the
// greatest width if the page with the text, or else the next page, then has a further row: no
// page should have a single picture and much white. Where it cannot have two, a picture is as
// wide as the text.
func (f *flow) fit(g *gallery, text, least, most float64) {
	like, narrow := max(least, 0.6*most), 11*f.l.spec.body() // of a caption
	g.cols = max(1, min(len(g.pictures), int((f.a.w+galleryGap)/(max(least, 0.8*most)+galleryGap))))
	g.cell = (f.a.w - float64(g.cols-1)*galleryGap) / float64(g.cols)
	g.beside = g.cols == 1 && !f.l.spec.LargePrint && f.a.w-like-galleryGap >= narrow && g.captions[0].text != ""
	g.pic, g.left = 0, f.l.coordinates()/(float64(g.pictures[0].puzzle.Geometry().Size)+labelRoom)
	below, texts, all, room := 0.0, 0.0, 0.0, f.page.h-text
	for from := 0; from < len(g.pictures); from += g.cols {
		high := f.l.spec.body() * 1.6
		if !g.beside {
			high = f.high(g, from)
		}
		below, texts, all = max(below, high), texts+high, all+1
	}
	switch {
	case g.beside:
		most = min(most, f.a.w-galleryGap-narrow)
	case g.cols == 1 && 2*(least+below) > f.page.h:
		most = f.a.w
	}
	g.pic = min(g.cell, most, f.page.h-below)
	if all*like+texts <= room { // everything on one page
		g.pic = min(g.pic, (room-texts)/all)
		return
	}
	if room < 2*(like+below) {
		room = f.page.h
	}
	if rows := min(all, math.Floor(room/(like+below))); rows*(g.pic+below) > room {
		g.pic = room/rows - below
	}
}
