package book

import (
	"fmt"
	"slices"
	"strings"

	"gradoku/board"
	"gradoku/draw"
	"gradoku/grade"
	"gradoku/hint"
	"gradoku/solve"
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

// findLessons finds examples of the techniques that the book teaches. A book of a variant has steps of its own
// puzzles; any other has those of the file, and its own for techniques that the file does not have.
func (l *layout) findLessons() {
	taught := l.taught()
	of := func(pictures []example, technique string) bool {
		return slices.ContainsFunc(pictures, func(e example) bool { return e.step.Technique == technique })
	}
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
			if !of(pictures, t.ID) {
				pictures = append(pictures, l.ownExamples(t.ID, max(1, 3-len(pictures)))...)
			}
		}
		exercise := len(pictures) - 1 // the last picture whose technique another one also shows
		for exercise > 0 && !of(pictures[:exercise], pictures[exercise].step.Technique) {
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

// rules draws the book's first puzzle of a size and its solution, side by side if the digits
// are then large enough. The puzzle is turned and its digits are exchanged, so that nothing is
// given away.
func (f *flow) rules(of int) {
	const gap = 30.0
	size := f.l.spec.body()
	first := f.l.first(of)
	puzzle, solution := disguised(&first.Givens), disguised(&first.Solution)
	if first.variant() != "" && f.l.boxed() { // a classical puzzle shows nothing that these rules do not explain
		if list := examplesOf("hidden-single", of); len(list) > 0 {
			puzzle = list[0].puzzle
			solution = solve.Count(&puzzle, 2).First
		}
	}
	side := min((f.a.w-gap)/2, 190*f.l.spec.scale(), f.a.h*0.35)
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
	height := size * (3.5 + 2.5*float64(len(texts)))
	for _, level := range levels {
		height += float64(len(lines(level)))*f.leading() + size*0.3
	}
	f.need(min(height, f.page.h)) // all on one page, if they fit
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

// The side of the smallest readable drawing, and the size of its smallest readable
// candidates and coordinates.
const (
	leastPicture = 100.0
	leastDigit   = 6.0
)

// labelRoom is the space for coordinates at the left and the top of a picture, in cells.
const labelRoom = 0.62

// coordinates is this space in the pictures of the book.
func (l *layout) coordinates() float64 {
	if l.simple {
		return 0
	}
	return labelRoom
}

// lesson writes a lesson.
func (f *flow) lesson(e *lesson) {
	l, words, technique := f.l, f.l.aboutLesson(e), e.last().step.Technique
	g := gallery{pictures: e.pictures, captions: make([]span, len(e.pictures)), bare: isBare(technique), exercise: e.exercise}
	geo, name := e.last().puzzle.Geometry(), words.Name
	if !l.simple {
		for i := range e.pictures {
			g.captions[i] = span{l.sentence(&e.pictures[i]), draw.Italic}
		}
		name = l.words.steps().TechniqueOn(geo, technique)
	}
	if e.exercise {
		g.captions[len(g.captions)-1] = span{fill(l.words.NowYou, "technique", name, "page", l.label(l.last.answers)), draw.Bold}
	}
	least, most := l.leastWidth(geo, f.a.w, g.bare), 250*max(0.6, float64(geo.Size)/9)
	switch {
	case l.spec.LargePrint:
		least, most = min(f.a.w, least), f.a.w
	case l.simple: // two in a row, so that a lesson fills its page
		least, most = max(least, 0.4*min(f.a.w, f.page.h*0.8)), f.a.w/2
	}
	if least = max(leastPicture, least); !f.illustrated(words, &g, least, max(least, most)) {
		l.warn("a page of %s has no room for the lesson \"%s\", which is left out", l.spec.Trim.Name, words.Name)
	}
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

// leastWidth is the width of the smallest picture with readable candidates or, if it is bare, with
// readable coordinates. In large print, candidates are as large as other text if the page allows.
func (l *layout) leastWidth(geo *board.Geometry, room float64, bare bool) float64 {
	share := draw.CandidateSize(geo)
	if bare {
		share = draw.LabelSize
	}
	cells := float64(geo.Size) + labelRoom
	least := cells * leastDigit * l.spec.scale() / share
	if l.spec.LargePrint && !bare {
		least = max(least, min(room, cells*largeDigit/(share*l.fonts.Face(draw.Bold).Grown())))
	}
	return least
}

// forChildren reports whether the book is for children: its puzzles are small, and singles solve all of
// them. The texts of such a book name no cells, which only whole paths require.
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

// sentence explains the step of an example, with the symbols of the book if it has puzzles of this size. For a child,
// the signs in the picture do so, and the sentence is what the lesson is called.
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

// own reports whether an example has one of the book's sizes.
func (l *layout) own(e *example) bool { return slices.Contains(l.sizes, e.puzzle.Geometry().Size) }

// white is the colour of a digit on a disc.
const white = draw.RGB(0xFFFFFF)

// drawExample draws an example with coordinates, pic wide and high. It shows the step, or
// for an exercise only the position.
func (l *layout) drawExample(s sheet, e *example, bare, exercise bool, x, y, pic float64) {
	geo := e.puzzle.Geometry()
	n := float64(geo.Size)
	room := l.coordinates()
	cell := pic / (n + room)
	step := e.step
	o := l.drawing(draw.Options{Coordinates: !l.simple, On: &e.board})
	if !l.own(e) {
		o.Symbols = nil
	}
	shown := !exercise && e.step.Technique != ""
	if shown {
		why, suffice := hint.Reasons(&e.board, &step)
		if suffice && step.Technique != "full-house" {
			o.Reasons = why
		}
		if bare && len(step.Houses) == 0 { // a naked single: the excluded digits are in all three houses
			step.Houses = geo.HousesOf(step.Place.Cell)
		}
		if lessonOf(step.Technique) == "wing" {
			o.Names = []string{l.words.Pivot, l.words.Wing, l.words.Wing}
		}
		o.Path = []grade.Step{step}
	}
	p, least := draw.New(&e.puzzle, o), l.spec.legible(0)/cell/l.fonts.Face(draw.Regular).Grown()
	if bare && shown {
		c := step.Place.Cell
		mx, my := float64(geo.Col(c))+0.5, float64(geo.Row(c))+0.5
		p.Discs = []draw.Disc{{X: mx, Y: my, Radius: 0.40}}
		placed := draw.Text{X: mx, Y: my, Size: 0.6, Style: draw.Bold, Fill: white, Body: draw.Symbol(o.Symbols, step.Place.Digit)}
		if l.simple { // a ring: on a disc a picture would be white, unlike the others
			p.Discs = []draw.Disc{{X: mx, Y: my, Radius: 0.46}, {X: mx, Y: my, Radius: 0.41, Fill: white}}
			placed.Size, placed.Fill = 0.52, 0
		}
		p.Texts = append(p.Texts, placed)
	}
	p.Texts = slices.DeleteFunc(p.Texts, func(t draw.Text) bool {
		sentence := t.Y > n // written next to the picture instead
		candidate := t.X > 0 && t.Y > 0 && t.Size <= 0.5
		name := t.Style == draw.Italic && t.Size < least
		return sentence || name || bare && candidate
	})
	for i := range p.Texts {
		if t := &p.Texts[i]; t.X < 0 || t.Y < 0 {
			t.Size = max(t.Size, least)
		}
	}
	for c := range board.Cell(geo.Cells) {
		var numbers []string
		for _, h := range geo.HousesOf(c) {
			if slices.Contains(e.numbered, h) {
				numbers = append(numbers, fmt.Sprint(geo.Index(h)+1))
			}
		}
		if numbers != nil {
			p.Texts = append(p.Texts, draw.Text{X: float64(geo.Col(c)) + 0.5, Y: float64(geo.Row(c)) + 0.5, Size: max(0.4, least), Body: strings.Join(numbers, " ")})
		}
	}
	s.Place(p, x+room*cell, y+room*cell, cell)
}
