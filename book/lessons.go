package book

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gradoku/board"
	"gradoku/draw"
	"gradoku/grade"
	"gradoku/hint"
)

// lesson is a family of techniques with pictures of its steps and an exercise.
type lesson struct {
	family   int
	pictures []example
	exercise example
}

// findLessons finds examples for every family that the puzzles need.
func findLessons(puzzles []*Puzzle, sizes []int) []lesson {
	var lessons []lesson
	for i := range families {
		if slices.ContainsFunc(puzzles, func(p *Puzzle) bool { return uses(&p.Grade, i) }) {
			all := examplesFor(families[i].name, sizes)
			last := len(all) - 1
			lessons = append(lessons, lesson{family: i, pictures: all[:last], exercise: all[last]})
		}
	}
	return lessons
}

func uses(g *grade.Grade, family int) bool {
	for i, t := range grade.Techniques() {
		if g.Uses[i] > 0 && t.Lesson == families[family].name {
			return true
		}
	}
	return false
}

// findHints writes a hint for each puzzle about the step at which a reader gets stuck: the
// first step that is harder than a single or, if there is none, the step with the fewest
// alternatives.
func findHints(ctx context.Context, words *Words, puzzles []*Puzzle) ([]string, error) {
	hints := make([]string, len(puzzles))
	var graders grade.Graders
	for n, p := range puzzles {
		geo := p.Givens.Geometry()
		gr := graders.Of(geo)
		gr.Stop = func() bool { return ctx.Err() != nil }
		_, path, choices := gr.PathChoices(&p.Givens)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(path) > 0 {
			hints[n] = words.steps().Sentence(geo, &path[stall(path, choices)])
		}
	}
	return hints, nil
}

// stall returns the index of the step of a path at which a reader gets stuck.
func stall(path []grade.Step, choices []grade.Choice) int {
	const single = 23 // the rating of the hardest single
	if at := slices.IndexFunc(path, func(s grade.Step) bool { return s.Rating > single }); at >= 0 {
		return at
	}
	useful := func(s grade.Step) bool { return s.Technique != "full-house" }
	fewest, at := math.MaxInt, max(0, slices.IndexFunc(path, useful))
	for i, c := range choices { // steps near the end, where everything is forced, are left out
		if n := len(c.Box) + len(c.Line) + len(c.Naked); c.Blanks > len(path)/4 && useful(path[i]) && (n < fewest || n == fewest && path[i].Rating > path[at].Rating) {
			fewest, at = n, i
		}
	}
	return at
}

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
	for i, line := range f.l.fonts.Face(draw.Bold).Wrap(text, f.a.w/size) {
		f.y += size
		f.s.text(f.a.x, f.y, size, draw.Bold, left, line)
		f.s.part(draw.Heading2, len(f.s.Texts)-1, i > 0)
		f.y += size * 0.25
	}
	f.y += size * 0.5
}

// leading is the distance between two lines of running text.
func (f *flow) leading() float64 { return f.l.spec.body() * 1.42 }

// paragraph writes running text, across pages if need be.
func (f *flow) paragraph(text string) {
	size := f.l.spec.body()
	lines := f.l.fonts.Face(draw.Regular).Wrap(text, f.a.w/size)
	for i, line := range lines {
		// No line of a paragraph is left alone, before or after a page break.
		together := 1
		if i == 0 && len(lines) > 1 || i == len(lines)-2 {
			together = 2
		}
		if i == 0 && len(lines) == 3 {
			together = 3
		}
		f.need(f.leading() * float64(together))
		f.s.text(f.a.x, f.y+size, size, draw.Regular, left, line)
		f.s.part(draw.Paragraph, len(f.s.Texts)-1, i > 0)
		f.y += f.leading()
	}
	f.y += size * 1.1
}

// rules draws the book's first puzzle of a size and its solution, side by side if the digits
// are then large enough. The puzzle is turned and its digits are exchanged, so that nothing is
// given away.
func (f *flow) rules(of int) {
	const gap = 30.0
	size := f.l.spec.body()
	puzzle, solution := disguised(f.l.first(of))
	side := min((f.a.w-gap)/2, 190*f.l.spec.scale(), f.a.h*0.35)
	wide, high, right, down := 2*side+gap, side, side+gap, 0.0
	if f.l.spec.LargePrint && side/float64(of)*digitShare < largeDigit {
		side = min(f.a.w, (f.a.h-gap-size*3)/2, largeDigit/digitShare*float64(of))
		wide, high, right, down = side, 2*side+gap/2, 0, side+gap/2
	}
	if digit := side / float64(of) * digitShare; f.l.spec.LargePrint && digit < largeDigit {
		f.l.warn("the %dx%d example of the rules has digits of %.0f pt, but large print needs at least %.0f pt: use a larger page", of, of, digit, largeDigit)
	}
	f.need(high + size*3)
	cell, x := side/float64(of), f.a.x+(f.a.w-wide)/2
	f.y += 4
	f.s.Place(draw.New(&puzzle, f.l.drawing(draw.Options{})), x, f.y, cell)
	f.s.Place(draw.New(&puzzle, f.l.drawing(draw.Options{Solution: &solution})), x+right, f.y+down, cell)
	f.y += high + size*1.5
	caption := min(size*0.9, f.a.w/f.l.fonts.Face(draw.Italic).Width(f.l.words.Example))
	f.s.text(f.a.x+f.a.w/2, f.y, caption, draw.Italic, centre, f.l.words.Example)
	f.y += size * 1.4
}

// labelsMean explains the stars and the ratings under puzzles, if there are any.
func (l *layout) labelsMean() []string {
	var texts []string
	if slices.Contains(l.spec.Labels, LabelStars) {
		texts = append(texts, l.words.ByLevel)
	}
	if slices.Contains(l.spec.Labels, "rating") {
		texts = append(texts, l.words.RatingText)
	}
	return texts
}

// levels explains the stars and the ratings, if there are any, and with stars each level of
// the book.
func (f *flow) levels() {
	l := f.l
	texts := l.labelsMean()
	one := !slices.ContainsFunc(l.puzzles, func(p *Puzzle) bool { return p.LevelID() != l.puzzles[0].LevelID() })
	if len(texts) == 0 || one && l.simple() { // a scale with one row says nothing to a child
		return
	}
	size := l.spec.body()
	indent := (mostStars + 1) * size
	type row struct {
		level string
		lines [][]span
	}
	var rows []row
	height := size * (3.5 + 2.5*float64(len(texts)))
	for _, level := range grade.LevelIDs() {
		if !slices.Contains(l.spec.Labels, LabelStars) || !slices.ContainsFunc(l.puzzles, func(p *Puzzle) bool { return p.LevelID() == level }) {
			continue
		}
		words := l.words.Levels[level]
		lines := l.richLines([]span{{words.Name, draw.Bold}, {" " + words.Text, draw.Regular}}, f.a.w-indent, size)
		rows = append(rows, row{level, lines})
		height += float64(len(lines))*f.leading() + size*0.3
	}
	f.need(min(height, f.page.h)) // all on one page, if they fit
	f.heading(l.words.HowHard, size*1.25)
	for _, text := range texts {
		f.paragraph(text)
	}
	for _, r := range rows {
		f.need(float64(len(r.lines)) * f.leading())
		l.stars(f.s, r.level, f.a.x, f.y+size, size)
		for _, line := range r.lines {
			l.richText(f.s, f.a.x+indent, f.y+size, size, line)
			f.y += f.leading()
		}
		f.y += size * 0.3
	}
	f.y += size * 0.8
}

// disguised rotates a puzzle by half a turn and exchanges its digits. This maps the houses of
// every variant to themselves, except for jigsaws, whose layout is rotated too.
func disguised(p *Puzzle) (puzzle, solution board.Grid) {
	geo := p.Givens.Geometry()
	if layout := []byte(geo.Variant.Layout()); len(layout) > 0 {
		slices.Reverse(layout)
		geo = must(must(geo.Variant.WithLayout(string(layout))).On(geo.Size))
	}
	puzzle, solution = board.NewGrid(geo), board.NewGrid(geo)
	for i := range geo.Cells {
		from, to := board.Cell(i), board.Cell(geo.Cells-1-i)
		solution.Set(to, board.Digit(geo.Size+1)-p.Solution.At(from))
		if p.Givens.At(from) != 0 {
			puzzle.Set(to, solution.At(to))
		}
	}
	return puzzle, solution
}

// The side of the smallest readable drawing, and the size of its smallest readable
// candidates and coordinates.
const (
	leastPicture = 100.0
	leastDigit   = 6.0
)

// labelRoom is the space for coordinates at the left and the top of a picture, in cells.
const labelRoom = 0.62

// caption is the text that belongs to a picture of a lesson.
type caption struct {
	text  string
	style draw.Style
}

// lesson writes a lesson: a text, and below it its pictures with their captions, as many in a
// row as remain readable. The last picture is the exercise. The text is on one page with the
// first row.
func (f *flow) lesson(e *lesson) {
	l, size := f.l, f.l.spec.body()
	words, steps := l.words.Lessons[families[e.family].name], l.lessonWords(e)
	bare := families[e.family].bare
	all := append(slices.Clone(e.pictures), e.exercise)
	captions := make([]caption, len(all))
	name := words.Name
	if !l.simple() {
		for i := range e.pictures {
			captions[i] = caption{steps.SentenceOn(&all[i].board, &all[i].step), draw.Italic}
		}
		name = steps.TechniqueName(e.exercise.technique)
	}
	captions[len(all)-1] = caption{fill(l.words.NowYou, "technique", name, "page", l.label(l.last.answers)), draw.Bold}

	n := float64(e.exercise.puzzle.Geometry().Size)
	least, most := (n+labelRoom)*leastDigit/draw.CandidateSize(e.exercise.puzzle.Geometry()), 250*max(0.6, n/9)
	if bare {
		least = (n + labelRoom) * leastDigit / draw.LabelSize
	}
	if l.spec.LargePrint {
		most = f.a.w
		least = min(f.a.w, least*1.5)
	}
	least = max(leastPicture, least)
	g, ok := f.galleryOf(captions, least, max(least, min(most, f.a.w)))
	if !ok {
		l.warn("a page of %s has no room for the lesson \"%s\", which is left out", l.spec.Trim.Name, words.Name)
		return
	}
	heading := size * 1.15
	text := heading*1.75 + float64(l.lines(f.a.w, size, draw.Regular, words.Text)+1)*f.leading() + size
	if over := text + f.high(&g, 0) - f.page.h; over > 0 && g.pic-over >= least { // make the pictures smaller, so that they stay on the page of their text
		g.pic -= over
	}
	if f.need(text + f.high(&g, 0)); text+f.high(&g, 0) > f.page.h {
		f.need(text)
	}
	l.entry(f.s, words.Name)
	f.y += size * 0.9
	f.heading(words.Name, heading)
	f.paragraph(words.Text)
	small := size * captionSize
	for from := 0; from < len(all); from += g.cols {
		f.need(f.high(&g, from))
		for k := from; k < min(from+g.cols, len(all)); k++ {
			x := f.a.x + float64(k-from)*(g.cell+galleryGap)
			at, textX, textY := x, x, f.y+g.pic+small*1.5
			switch {
			case g.side:
				textX, textY = x+g.pic+galleryGap, f.y+labelRoom*g.pic/(n+labelRoom)+small
			case g.cols == 1:
				at += (f.a.w - g.pic) / 2
			}
			l.drawExample(f.s, &all[k], bare, k == len(all)-1, at, f.y, g.pic)
			f.s.column(textX, textY, g.column(), small, small*1.4, captions[k].style, captions[k].text)
		}
		f.y += f.high(&g, from)
	}
}

// gallery is an arrangement of the pictures of a lesson with their captions.
type gallery struct {
	captions []caption
	cols     int
	cell     float64 // the width of a column of pictures
	pic      float64 // the width of a picture
	side     bool    // whether captions are on the right of their pictures and not below
}

// galleryGap is the gap between pictures. captionSize is the size of captions, relative to
// that of the text.
const (
	galleryGap  = 20.0
	captionSize = 0.92
)

func (g *gallery) column() float64 {
	if g.side {
		return g.cell - galleryGap - g.pic
	}
	return g.cell
}

// high returns the height of the row of pictures that begins at index from.
func (f *flow) high(g *gallery, from int) float64 {
	small, h := f.l.spec.body()*captionSize, 0.0
	for _, c := range g.captions[from:min(from+g.cols, len(g.captions))] {
		lines := float64(f.l.lines(g.column(), small, c.style, c.text)) * small * 1.4
		if g.side {
			h = max(h, lines, g.pic)
		} else {
			h = max(h, g.pic+lines+small*0.7)
		}
	}
	return h + f.l.spec.body()
}

// galleryOf returns the best arrangement that fits the page, with pictures from a least to a
// greatest width. Best are several pictures in a row, then the same with the smallest
// pictures, then each picture with its caption on the right. On a page with room for only
// one column of pictures, captions are on the right if they fit there.
func (f *flow) galleryOf(captions []caption, least, most float64) (gallery, bool) {
	cols := max(1, min(len(captions), int((f.a.w+galleryGap)/(max(least, 0.8*most)+galleryGap))))
	cell := (f.a.w - float64(cols-1)*galleryGap) / float64(cols)
	below := func(pic float64) gallery { return gallery{captions, cols, cell, pic, false} }
	beside := func(pic float64) gallery { return gallery{captions, 1, f.a.w, pic, true} }
	list := []gallery{below(min(cell, most)), below(min(cell, least))}
	if f.a.w >= least+galleryGap+100 && !f.l.spec.LargePrint && !f.l.simple() {
		if cols == 1 {
			list = slices.Insert(list, 0, beside(max(least, min(most, f.a.w-galleryGap-130))))
		}
		list = append(list, beside(least))
	}
	i := slices.IndexFunc(list, func(g gallery) bool {
		for from := 0; from < len(captions); from += g.cols {
			if f.high(&g, from) > f.page.h {
				return false
			}
		}
		return g.pic >= least-0.01
	})
	if i < 0 {
		return gallery{}, false
	}
	return list[i], true
}

// lessonWords returns the words of a lesson's steps: with the symbols of the book if its
// puzzles have the size of the lesson's.
func (l *layout) lessonWords(e *lesson) *hint.Language {
	if l.own(&e.exercise) {
		return l.words.steps()
	}
	plain := *l.words
	plain.symbols = nil
	return plain.steps()
}

// simple reports whether the book is for children: its puzzles are small, and none needs
// candidates. The lessons of such a book name no cells.
func (l *layout) simple() bool {
	return l.sizes[len(l.sizes)-1] <= 6 && !slices.ContainsFunc(l.lessons, func(e lesson) bool { return !families[e.family].bare })
}

// own reports whether an example has one of the book's sizes.
func (l *layout) own(e *example) bool { return slices.Contains(l.sizes, e.puzzle.Geometry().Size) }

// white is the colour of a digit on a disc.
const white = draw.RGB(0xFFFFFF)

// drawExample draws an example with coordinates, pic wide and high. It shows the step, or
// for an exercise only the position.
func (l *layout) drawExample(s sheet, e *example, bare, exercise bool, x, y, pic float64) {
	geo := e.puzzle.Geometry()
	n := float64(geo.Size)
	cell := pic / (n + labelRoom)
	step := e.step
	o := l.drawing(draw.Options{Coordinates: !l.simple(), On: &e.board})
	if !l.own(e) {
		o.Symbols = nil
	}
	if !exercise {
		why, suffice := hint.Reasons(&e.board, &step)
		if suffice && step.Technique != "full-house" {
			o.Reasons = why
		}
		if bare && len(step.Houses) == 0 { // a naked single: the excluded digits are in all three houses
			step.Houses = geo.HousesOf(step.Place.Cell)
		}
		if families[familyOf(step.Technique)].name == "wing" {
			o.Names = []string{l.words.Pivot, l.words.Wing, l.words.Wing}
		}
		o.Path = []grade.Step{step}
	}
	p := draw.New(&e.puzzle, o)
	if bare && !exercise {
		c := step.Place.Cell
		mx, my := float64(geo.Col(c))+0.5, float64(geo.Row(c))+0.5
		p.Discs = []draw.Disc{{X: mx, Y: my, Radius: 0.40}}
		p.Texts = append(p.Texts, draw.Text{X: mx, Y: my, Size: 0.6, Style: draw.Bold, Fill: white, Body: draw.Symbol(o.Symbols, step.Place.Digit)})
	}
	p.Texts = slices.DeleteFunc(p.Texts, func(t draw.Text) bool {
		sentence := t.Y > n // written next to the picture instead
		candidate := t.X > 0 && t.Y > 0 && t.Size <= 0.5
		return sentence || bare && candidate
	})
	s.Place(p, x+labelRoom*cell, y+labelRoom*cell, cell)
}

// answerPage lists the steps that the exercises of the lessons ask for.
func (l *layout) answerPage() {
	if len(l.lessons) == 0 {
		return
	}
	l.now.answers = len(l.pages)
	f := l.chapter(l.words.Answers)
	for i := range l.lessons {
		e := &l.lessons[i]
		if l.simple() {
			pic := min(160*l.spec.scale(), f.a.w)
			f.need(pic + l.spec.body()*4)
			f.heading(l.words.Lessons[families[e.family].name].Name, l.spec.body()*1.15)
			l.drawExample(f.s, &e.exercise, true, false, f.a.x, f.y, pic)
			f.y += pic + l.spec.body()
			continue
		}
		f.paragraph(l.lessonWords(e).SentenceOn(&e.exercise.board, &e.exercise.step))
	}
}

// hintPages lists the hints, with the number of the puzzle as a hanging label
// on the left.
func (l *layout) hintPages() {
	if !l.spec.Hints {
		return
	}
	l.toRecto()
	l.now.hint = make([]int, len(l.puzzles))
	f, size := l.chapter(l.words.Hints), l.spec.body()
	f.paragraph(l.words.HintsText)
	f.y += size * 0.5
	if f.a.w >= 400 && !l.spec.LargePrint {
		f.split(2)
	}
	small := size * 0.92
	indent := l.fonts.Face(draw.Bold).Width(fmt.Sprint(l.no(len(l.puzzles)-1)))*small + small
	for n, hint := range l.hints {
		rows := l.lines(f.a.w-indent, small, draw.Regular, hint)
		f.need(float64(rows)*small*1.4 + small*0.5)
		l.now.hint[n] = len(l.pages) - 1
		f.y += small
		w := f.s.text(f.a.x+indent-small*0.7, f.y, small, draw.Bold, right, fmt.Sprint(l.no(n)))
		f.s.link(f.a.x+indent-small*0.7-w, f.y, w, small, l.last.puzzle[n])
		f.y = f.s.column(f.a.x+indent, f.y, f.a.w-indent, small, small*1.4, draw.Regular, hint) - small*0.55
	}
}
