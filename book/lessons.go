package book

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gradoku/board"
	"gradoku/draw"
	"gradoku/grade"
	"gradoku/hint"
)

// lesson is a family of techniques with pictures of its steps. If one of them can be an exercise,
// it is the last.
type lesson struct {
	family   string
	pictures []example
	exercise bool
}

func (e *lesson) last() *example { return &e.pictures[len(e.pictures)-1] }

// taught lists the techniques that the book teaches: those that people need for its sections by
// level, those of its other sections, and all that its hints and paths name.
func (l *layout) taught() map[string]bool {
	const hidden = 15 // the rating of what hidden singles solve, although the path for people has naked ones
	taught := map[string]bool{}
	for n, p := range l.puzzles {
		byLevel, listed := p.Technique == "", l.spec.Hints == "path"
		for i, t := range grade.Techniques() {
			if byLevel && p.Grade.Rating <= hidden && p.Grade.Uses[i] > 0 {
				taught[t.ID] = true
			}
		}
		if all := byLevel && p.Grade.Rating > hidden; all || listed {
			for _, s := range l.path(n) {
				if all || !isBare(s.Technique) {
					taught[s.Technique] = true
				}
			}
		}
		taught[p.Technique] = true
		if l.hints != nil {
			taught[l.hints[n].technique] = true
		}
	}
	return taught
}

// findLessons finds examples of the techniques that the book teaches. A book of a variant takes them from its own
// puzzles. Any other takes them from the embedded file, and from its own puzzles if the file lacks a technique.
func (l *layout) findLessons() {
	taught := l.taught()
	for _, family := range families {
		techniques := slices.DeleteFunc(append(grade.Techniques(), grade.Patterns()...), func(t grade.Technique) bool { return t.Lesson != family || !taught[t.ID] })
		if len(techniques) == 0 {
			continue // solving its examples takes time
		}
		var pictures []example
		if l.main.Title() == "" {
			pictures = slices.DeleteFunc(examplesFor(family, l.sizes), func(e example) bool { return !taught[e.step.Technique] })
		}
		for k := range pictures {
			l.disguise(&pictures[k])
		}
		for _, t := range techniques {
			if !shows(pictures, t.ID) {
				pictures = append(pictures, l.ownExamples(t.ID, max(1, 3-len(pictures)))...)
			}
		}
		exercise := len(pictures) - 1 // the last picture whose technique another one also shows
		for exercise > 0 && !shows(pictures[:exercise], pictures[exercise].step.Technique) {
			exercise--
		}
		if exercise > 0 {
			e := pictures[exercise]
			pictures = append(slices.Delete(pictures, exercise, exercise+1), e)
		}
		if len(pictures) > 0 {
			l.lessons = append(l.lessons, lesson{family, pictures, exercise > 0})
		}
	}
}

// rules draws the book's first puzzle of a size and its solution, disguised, side by side if
// the digits are then large enough.
func (f *flow) rules(of int) {
	const gap = 30.0
	size := f.l.spec.body()
	first := f.l.first(of)
	image := disguise(&first.Givens, "")
	puzzle, solution := image.Apply(&first.Givens), image.Apply(&first.Solution)
	share := 0.35
	if f.l.simple && len(f.l.sizes) > 1 { // there is such a drawing for each size
		share = 0.27
	}
	side := min((f.a.w-gap)/2, 190*f.l.spec.scale(), f.a.h*share)
	wide, high, right, down := 2*side+gap, side, side+gap, 0.0
	if f.l.spec.LargePrint && side/float64(of)*digitShare < largeDigit {
		side = min(f.a.w, (f.a.h-gap-size*3)/2, largeDigit/digitShare*float64(of))
		wide, high, right, down = side, 2*side+gap/2, 0, side+gap/2
	}
	f.need(high + size*3)
	cell, x := side/float64(of), f.a.x+(f.a.w-wide)/2
	f.y += 4
	f.s.Place(draw.New(&puzzle, f.l.drawing(draw.Options{})), x, f.y, cell)
	f.s.Place(draw.New(&puzzle, f.l.drawing(draw.Options{Solution: &solution})), x+right, f.y+down, cell)
	f.y += high + size*1.5
	caption := min(f.l.spec.legible(size*0.9), f.a.w/f.l.fonts.Face(draw.Italic).Width(f.l.words.Example))
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
	texts, size := l.labelsMean(), l.spec.body()
	levels := slices.DeleteFunc(grade.LevelIDs(), func(level string) bool {
		return !slices.ContainsFunc(l.puzzles, func(p *Puzzle) bool { return p.LevelID() == level })
	})
	if len(texts) == 0 || len(levels) == 1 && l.simple { // a scale with one row says nothing to a child
		return
	}
	if !slices.Contains(l.spec.Labels, LabelStars) {
		levels = nil
	}
	indent := (mostStars + 1) * size
	lines := func(level string) [][]span {
		words := l.words.Levels[level]
		return l.richLines([]span{{words.Name, draw.Bold}, {" " + l.told(words.Text), draw.Regular}}, f.a.w-indent, size)
	}
	f.need(size * float64(6+2*(len(texts)+len(levels)))) // all on one page, if their texts are short
	f.heading(l.words.HowHard, size*1.25)
	for _, text := range texts {
		f.paragraph(text)
	}
	for _, level := range levels {
		f.need(float64(len(lines(level))) * f.leading())
		stars(f.s, level, f.a.x, f.y+size, size, 0, white)
		f.lines(lines(level), indent, "")
		f.y += size * 0.3
	}
	f.y += size * 0.8
}

const (
	leastDigit = 6.0  // the size of the smallest readable candidates and coordinates
	ringShare  = 0.52 // the size of a digit in a ring, as a share of a cell
)

// labelRoom returns the room for coordinates at the left and the top of a picture: a share of a cell,
// but at least a given width.
func (l *layout) labelRoom() (share, least float64) {
	if l.simple {
		return 0, 0
	}
	row, _ := l.words.steps().Labels(8, 8)
	return 0.62, (l.fonts.Face(draw.Regular).Width(row) + 0.5) * l.spec.legible(leastDigit)
}

// cellOf returns the width of a cell in a picture with n rows and columns.
func (l *layout) cellOf(n, pic float64) float64 {
	share, least := l.labelRoom()
	return min(pic/(n+share), (pic-least)/n)
}

// teach writes the lessons, whose pictures all have one size.
func (f *flow) teach() {
	var list []*gallery
	least := min(150, (f.a.w-galleryGap)/2)
	if f.l.simple { // two side by side fill most of a page
		least = 0.4 * min(f.a.w, f.page.h*0.8)
	}
	own := func(e *lesson) float64 { return f.l.leastWidth(e.last(), f.a.w) }
	for i := range f.l.lessons {
		if width := own(&f.l.lessons[i]); width <= f.a.w { // others are left out, and must not widen these
			least = max(least, width)
		}
	}
	for i := range f.l.lessons {
		e := &f.l.lessons[i]
		least := max(least, own(e))
		g, high := f.fit(e, least, f.page.h)
		if rest := f.rest() - f.leading(); i == 0 && high > rest { // a shorter lesson may fit below the text before it
			first := *e
			if short, high := f.fit(&first, least, rest); high <= rest {
				*e, g = first, short
			}
		}
		if math.IsInf(high, 1) {
			f.l.warn("a page of %s has no room for the lesson \"%s\", which is left out", f.l.spec.Trim.Name, g.words.Name)
			e.exercise = false
			continue
		}
		list = append(list, g)
	}
	f.galleries(list...)
}

// fit arranges a lesson, without some of its pictures if the given height has no room for them.
func (f *flow) fit(e *lesson, least, room float64) (g *gallery, high float64) {
	g = f.lesson(e, least)
	for high = f.arrange(g); high > room && e.shorten(); high = f.arrange(g) {
		g = f.lesson(e, least)
	}
	return g, high
}

// shorten leaves out a picture of a lesson for which a page has no room: an example of a technique that
// another one shows, else the exercise if there are several examples. It returns false if there is no such picture.
func (e *lesson) shorten() bool {
	examples := e.pictures
	if e.exercise {
		examples = examples[:len(examples)-1]
	}
	for i := range examples {
		if shows(examples[:i], examples[i].step.Technique) {
			e.pictures = slices.Concat(e.pictures[:i], e.pictures[i+1:])
			return true
		}
	}
	if !e.exercise || len(examples) == 1 {
		return false
	}
	e.pictures, e.exercise = examples, false
	return true
}

// shows reports whether one of the pictures shows a technique.
func shows(pictures []example, technique string) bool {
	return slices.ContainsFunc(pictures, func(e example) bool { return e.step.Technique == technique })
}

// lesson returns the pictures and the words of a lesson, with pictures of at least the given width.
func (f *flow) lesson(e *lesson, least float64) *gallery {
	l, technique := f.l, e.last().step.Technique
	g := gallery{words: l.aboutLesson(e), pictures: e.pictures, captions: make([]span, len(e.pictures)), exercise: e.exercise}
	geo, name := e.last().puzzle.Geometry(), g.words.Name
	if !l.simple {
		for i := range e.pictures {
			g.captions[i] = span{l.sentence(&e.pictures[i]), draw.Italic}
		}
		name = l.words.steps().TechniqueOn(geo, technique)
	}
	if e.exercise {
		g.captions[len(g.captions)-1] = span{fill(l.words.NowYou, "technique", name, "page", l.label(l.last.answers)), draw.Bold}
	}
	most := 250 * max(0.6, float64(geo.Size)/9)
	switch {
	case l.spec.LargePrint:
		most = f.a.w
	case l.simple:
		most = f.a.w / 2
	}
	g.least, g.most = least, max(least, most)
	return &g
}

// aboutLesson is the text of a lesson. It names the techniques as captions, exercises and hints
// do.
func (l *layout) aboutLesson(e *lesson) NamedText {
	if kids := l.words.Kids[e.family]; l.simple {
		return NamedText{kids.Name, l.told(kids.Text)}
	}
	var names []string
	for _, p := range e.pictures {
		if name := l.words.steps().TechniqueOn(p.puzzle.Geometry(), p.step.Technique); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return NamedText{strings.Join(names, " · "), l.told(l.words.Lessons[e.family])}
}

// leastWidth returns the width of an example's smallest picture in which its candidates or, if it has
// none, its digits are readable. In large print they are as large as other text if there is room.
func (l *layout) leastWidth(e *example, room float64) float64 {
	geo := e.puzzle.Geometry()
	grown := min(l.fonts.Face(draw.Regular).Grown(), l.fonts.Face(draw.Bold).Grown())
	cell := l.spec.legible(leastDigit) / (draw.CandidateSize(geo) * grown)
	if e.bare() {
		cell = max(likedSolution, l.spec.legible(0)/(digitShare*grown))
	}
	if l.simple {
		cell = max(cell, l.spec.legible(0)/(ringShare*grown))
	}
	share, labels := l.labelRoom()
	least := float64(geo.Size)*cell + max(share*cell, labels)
	if l.spec.LargePrint {
		return min(room, least)
	}
	return least
}

// forChildren reports whether the book is for children: its puzzles are small, singles solve all of
// them, and it prints no whole paths, which have to name cells. Its texts name none.
func (l *layout) forChildren() bool {
	if l.sizes[len(l.sizes)-1] > 6 || l.spec.Hints == "path" {
		return false
	}
	for n := range l.puzzles {
		if crux(l.path(n)) >= 0 {
			return false
		}
	}
	return true
}

// sentence explains the step of an example, with the symbols of the book if it has puzzles of this size. In a book for
// children, the signs in the picture explain it, and the sentence is the name of the lesson.
func (l *layout) sentence(e *example) string {
	steps := l.words.steps()
	if l.simple {
		return l.words.Kids[lessonOf(e.step.Technique)].Name + strings.TrimSpace(steps.FullStop)
	}
	if !l.own(e) {
		steps = steps.WithSymbols(nil)
	}
	return steps.SentenceOn(&e.board, &e.step)
}

// bare reports whether an example is drawn without candidates.
func (e *example) bare() bool { return e.step.Technique == "" || isBare(e.step.Technique) }

// own reports whether the size of an example is one of the book's sizes.
func (l *layout) own(e *example) bool { return slices.Contains(l.sizes, e.puzzle.Geometry().Size) }

// white is the colour of a digit on a disc.
const white = draw.RGB(0xFFFFFF)

// drawExample draws an example with coordinates, pic wide and high. It shows the step, but
// only the position for an exercise.
func (l *layout) drawExample(s sheet, e *example, exercise bool, x, y, pic float64) {
	n := float64(e.puzzle.Geometry().Size)
	cell := l.cellOf(n, pic)
	room := pic - n*cell // for coordinates
	o := l.drawing(draw.Options{Coordinates: !l.simple, On: &e.board})
	if !l.own(e) {
		o.Symbols = nil
	}
	shown := !exercise && e.step.Technique != ""
	if shown {
		l.showStep(e, &o)
	}
	p := draw.New(&e.puzzle, o)
	if shown && e.bare() {
		l.showPlacement(p, e, draw.Symbol(o.Symbols, e.step.Place.Digit))
	}
	l.adaptTexts(p, e, room/cell, l.spec.legible(leastDigit)/cell/l.fonts.Face(draw.Regular).Grown())
	s.Place(p, x+room, y+room, cell)
}

// showStep makes a picture show the step of its example, with its reasons.
func (l *layout) showStep(e *example, o *draw.Options) {
	step := e.step
	if why, suffice := hint.Reasons(&e.board, &step); suffice && step.Technique != "full-house" {
		o.Reasons = why
	}
	if e.bare() && len(step.Houses) == 0 { // a naked single: the excluded digits are in all three houses
		step.Houses = e.puzzle.Geometry().HousesOf(step.Place.Cell)
	}
	if lessonOf(step.Technique) == "wing" {
		o.Names = []string{l.words.Pivot, l.words.Wing, l.words.Wing}
	}
	o.Path = []grade.Step{step}
}

// showPlacement draws the digit that a single places, in white on a disc. For children it is in a ring,
// because a picture on a disc would be white, unlike the other pictures.
func (l *layout) showPlacement(p *draw.Page, e *example, digit string) {
	x, y := middle(e, e.step.Place.Cell)
	p.Discs = []draw.Disc{{X: x, Y: y, Radius: 0.40}}
	placed := draw.Text{X: x, Y: y, Size: digitShare, Style: draw.Bold, Fill: white, Body: digit}
	if l.simple {
		p.Discs = []draw.Disc{{X: x, Y: y, Radius: 0.46}, {X: x, Y: y, Radius: 0.41, Fill: white}}
		placed.Size, placed.Fill = ringShare, 0
	}
	p.Texts = append(p.Texts, placed)
}

// middle returns the centre of a cell.
func middle(e *example, c board.Cell) (x, y float64) {
	geo := e.puzzle.Geometry()
	return float64(geo.Col(c)) + 0.5, float64(geo.Row(c)) + 0.5
}

// adaptTexts leaves out the texts that the picture of an example does not need, gives coordinates and
// crosses at least the given size, and writes the numbers of its houses into their cells.
func (l *layout) adaptTexts(p *draw.Page, e *example, room, least float64) {
	geo := e.puzzle.Geometry()
	p.Texts = slices.DeleteFunc(p.Texts, func(t draw.Text) bool {
		sentence := t.Y > float64(geo.Size) // written next to the picture instead
		candidate := t.X > 0 && t.Y > 0 && t.Size <= draw.CandidateSize(geo)
		name := t.Style == draw.Italic && t.Size < least
		return sentence || name || e.bare() && candidate
	})
	for i := range p.Texts {
		t := &p.Texts[i]
		if t.X < 0 || t.Y < 0 || t.Body == "×" {
			t.Size = max(t.Size, least)
		}
		if t.X < 0 {
			t.X = -room / 2
		} else if t.Y < 0 {
			t.Y = -room / 2
		}
	}
	for i := range geo.Cells { // not with a board.Cell: 16x16 has 256 cells, and its largest value is 255
		c := board.Cell(i)
		var numbers []string
		for _, h := range geo.HousesOf(c) {
			if slices.Contains(e.numbered, h) {
				numbers = append(numbers, fmt.Sprint(geo.Index(h)+1))
			}
		}
		if x, y := middle(e, c); numbers != nil {
			p.Texts = append(p.Texts, draw.Text{X: x, Y: y, Size: max(0.4, least), Body: strings.Join(numbers, " ")})
		}
	}
}
