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
		stars(f.s, r.level, f.a.x, f.y+size, size, 0, white)
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

// lesson writes a lesson. Its last picture is the exercise.
func (f *flow) lesson(e *lesson) {
	l := f.l
	words, steps := l.words.Lessons[families[e.family].name], l.lessonWords(e)
	g := gallery{pictures: append(slices.Clone(e.pictures), e.exercise), bare: families[e.family].bare, exercise: true}
	g.captions = make([]caption, len(g.pictures))
	name := words.Name
	if !l.simple() {
		for i := range e.pictures {
			g.captions[i] = caption{steps.SentenceOn(&e.pictures[i].board, &e.pictures[i].step), draw.Italic}
		}
		name = steps.TechniqueName(e.exercise.technique)
	}
	g.captions[len(e.pictures)] = caption{fill(l.words.NowYou, "technique", name, "page", l.label(l.last.answers)), draw.Bold}
	geo := e.exercise.puzzle.Geometry()
	n := float64(geo.Size)
	least, most := (n+labelRoom)*leastDigit/draw.CandidateSize(geo), 250*max(0.6, n/9)
	if g.bare {
		least = (n + labelRoom) * leastDigit / draw.LabelSize
	}
	if l.spec.LargePrint {
		least, most = min(f.a.w, least*1.5), f.a.w
	}
	if least = max(leastPicture, least); !f.illustrated(words, &g, least, max(least, most)) {
		l.warn("a page of %s has no room for the lesson \"%s\", which is left out", l.spec.Trim.Name, words.Name)
	}
}

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
		if over := text + f.high(g, 0) - room; g.pic-max(0, over) >= least*1.2 || room == f.page.h && g.pic-over >= least {
			g.pic -= max(0, over)
			break
		}
	}
	if f.need(text + f.high(g, 0)); text+f.high(g, 0) > f.page.h {
		f.need(text)
	}
	l.entry(f.s, words.Name)
	f.y += size * 0.9
	f.heading(words.Name, heading)
	f.paragraph(words.Text)
	for from := 0; from < len(g.pictures); from += g.cols {
		f.need(f.high(g, from))
		for k := from; k < min(from+g.cols, len(g.pictures)); k++ {
			x, inset := f.a.x+float64(k-from)*(g.cell+galleryGap), 0.0
			if g.cols == 1 {
				inset = (g.cell - g.pic) / 2
			}
			l.drawExample(f.s, &g.pictures[k], g.bare, g.exercise && k == len(g.pictures)-1, x+inset, f.y, g.pic)
			f.s.column(x, f.y+g.pic+size*1.4, g.cell, size, f.leading(), g.captions[k].style, g.captions[k].text)
		}
		f.y += f.high(g, from)
	}
	return true
}

// gallery is an arrangement of pictures with their captions below them.
type gallery struct {
	pictures []example
	captions []caption
	bare     bool // see drawExample
	exercise bool // whether the last picture is an exercise

	cols int
	cell float64 // the width of a column
	pic  float64 // the width of a picture
}

// galleryGap is the gap between pictures.
const galleryGap = 20.0

// high returns the height of the row of pictures that begins at index from.
func (f *flow) high(g *gallery, from int) float64 {
	size, lines := f.l.spec.body(), 0
	for _, c := range g.captions[from:min(from+g.cols, len(g.captions))] {
		lines = max(lines, f.l.lines(g.cell, size, c.style, c.text))
	}
	return g.pic + float64(lines)*f.leading() + size*1.6
}

// fit arranges pictures, as many in a row as are large enough. They are smaller than the
// greatest width if the page with the text, or else the next page, then has a further row: no
// page should have a single picture and much white.
func (f *flow) fit(g *gallery, text, least, most float64) {
	like := max(least, 0.6*most)
	g.cols = max(1, min(len(g.pictures), int((f.a.w+galleryGap)/(max(least, 0.8*most)+galleryGap))))
	g.cell = (f.a.w - float64(g.cols-1)*galleryGap) / float64(g.cols)
	below, all, room := 0.0, 0.0, f.page.h-text
	for from := 0; from < len(g.pictures); from += g.cols {
		below, all = max(below, f.high(g, from)), all+1
	}
	if room < 2*(like+below) {
		room = f.page.h
	}
	g.pic = min(g.cell, most, f.page.h-below)
	if rows := min(all, math.Floor(room/(like+below))); rows*(g.pic+below) > room {
		g.pic = room/rows - below
	}
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
