package book

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gradoku/board"
	"gradoku/draw"
	"gradoku/grade"
)

// path returns the steps by which people solve a puzzle. It computes them once.
func (l *layout) path(n int) []grade.Step {
	if l.paths[n] == nil {
		p := &l.puzzles[n].Givens
		l.paths[n] = l.graders.Of(p.Geometry()).Human(p).Steps
	}
	return l.paths[n]
}

// puzzleHint shows the step of a puzzle at which a reader gets stuck.
type puzzleHint struct {
	technique string
	text      string
	board     *example // before the step; nil for a puzzle without blanks
}

// findHints writes a hint for each puzzle: its hardest step for people or, if all are singles,
// the step with the fewest alternatives.
func (l *layout) findHints() {
	for n, p := range l.puzzles {
		path, at := l.path(n), crux(l.path(n))
		if at < 0 {
			var choices []grade.Choice
			_, path, choices = l.graders.Of(p.Givens.Geometry()).PathChoices(&p.Givens)
			at = stall(path, choices)
		}
		var hint puzzleHint
		if len(path) > 0 {
			e := exampleAt(&p.Givens, path, at)
			hint = puzzleHint{e.step.Technique, l.sentence(&e), &e}
		}
		l.hints = append(l.hints, hint)
	}
}

// crux returns the index of the hardest step of a path, -1 if there are only singles.
func crux(path []grade.Step) int {
	at := -1
	for i, s := range path {
		if lessonOf(s.Technique) != "" && !isBare(s.Technique) && (at < 0 || grade.PeopleHardness(s.Technique) > grade.PeopleHardness(path[at].Technique)) {
			at = i
		}
	}
	return at
}

// stall returns the index of the single in a rating's path that has the fewest alternatives.
func stall(path []grade.Step, choices []grade.Choice) int {
	useful := func(s grade.Step) bool { return s.Technique != "full-house" && isBare(s.Technique) }
	fewest, at := math.MaxInt, max(0, slices.IndexFunc(path, useful))
	for i, c := range choices { // leaving out steps near the end, where everything is forced
		if n := len(c.Box) + len(c.Line) + len(c.Naked); c.Blanks > len(path)/4 && useful(path[i]) && (n < fewest || n == fewest && path[i].Rating > path[at].Rating) {
			fewest, at = n, i
		}
	}
	return at
}

// answerPage lists the steps that the exercises of the lessons ask for.
func (l *layout) answerPage() {
	if !slices.ContainsFunc(l.lessons, func(e lesson) bool { return e.exercise }) {
		return
	}
	l.now.answers = len(l.pages)
	f := l.chapter(l.words.Answers)
	for i := range l.lessons {
		e := &l.lessons[i]
		switch {
		case !e.exercise:
		case l.simple:
			pic := min(f.a.w/2, f.page.h*0.38)
			f.need(pic + l.spec.body()*4)
			f.heading(l.aboutLesson(e).Name, l.spec.body()*1.15)
			l.drawExample(f.s, e.last(), false, f.a.x, f.y, pic)
			f.y += pic + l.spec.body()
		default:
			f.paragraph(l.sentence(e.last()))
		}
	}
}

// hinted reports whether the book has hints.
func (s *Spec) hinted() bool { return s.Hints != "" && s.Hints != HintKinds[0] }

// hintPages lists the hints.
func (l *layout) hintPages() {
	if !l.spec.hinted() {
		return
	}
	f := l.chapter(l.words.Hints)
	text := l.words.HintsKids
	if !l.simple {
		drawn := func(h puzzleHint) bool { return f.drawn(h, "") != nil }
		text = l.also(l.also(l.words.HintsText, l.words.HintsCrux, drawn), l.words.HintsSingles, func(h puzzleHint) bool { return isBare(h.technique) })
	}
	f.paragraph(text)
	var rows []*gallery // each has as many pictures as there is room for, with their captions
	for n, h := range l.hints {
		g := f.drawn(h, fmt.Sprint(l.no(n)))
		if last := len(rows) - 1; g != nil && (last < 0 || !f.join(rows[last], g)) {
			rows = append(rows, g)
		}
		if rows != nil && (g == nil || n+1 == len(l.hints)) {
			l.now.hint = append(l.now.hint, f.galleries(rows...)...)
			rows = nil
		}
		if g == nil {
			l.now.hint = append(l.now.hint, f.entry(n, span{h.text, draw.Regular}))
		}
	}
}

// drawn returns a row with the board of a hint, nil if it has none, or if a page has no room for a legible
// board with the text of the hint.
func (f *flow) drawn(h puzzleHint, number string) *gallery {
	if h.board == nil {
		return nil
	}
	g := &gallery{
		pictures: []example{*h.board}, captions: []span{{h.text, draw.Regular}}, numbers: []string{number},
		least: f.l.leastWidth(h.board, f.a.w), most: f.a.w,
	}
	if g.least > f.a.w || math.IsInf(f.arrange(g), 1) {
		return nil
	}
	return g
}

// join adds the pictures of a row to another one, if that has room for them and their captions.
func (f *flow) join(row, more *gallery) bool {
	both := *row
	both.least = max(row.least, more.least)
	both.pictures = slices.Concat(row.pictures, more.pictures)
	both.captions, both.numbers = slices.Concat(row.captions, more.captions), slices.Concat(row.numbers, more.numbers)
	each := (f.a.w+galleryGap)/float64(len(both.pictures)) - galleryGap
	if each < max(both.least, 14*f.l.spec.body()) || math.IsInf(f.arrange(&both), 1) {
		return false
	}
	*row = both
	return true
}

// also adds a sentence to a text if it is true of any hint.
func (l *layout) also(text, more string, so func(puzzleHint) bool) string {
	if slices.ContainsFunc(l.hints, so) {
		return text + l.words.between() + more
	}
	return text
}

// pathPages writes the whole path of each puzzle.
func (l *layout) pathPages() {
	if l.spec.Hints != "path" {
		return
	}
	f := l.chapter(l.words.Paths)
	f.paragraph(l.also(l.words.PathsText, l.words.PathsCrux, func(h puzzleHint) bool { return !isBare(h.technique) }))
	if f.a.w >= 400 && !l.spec.LargePrint {
		f.split(2)
	}
	for n := range l.puzzles {
		f.entry(n, l.pathText(n)...)
	}
}

// pathText writes a path for people: consecutive singles are a list in one paragraph, each other
// step is a sentence, and the step of the hint is in bold.
func (l *layout) pathText(n int) (text []span) {
	steps, p, path := l.words.steps(), &l.puzzles[n].Givens, l.path(n)
	b, hardest := board.NewBoard(p), crux(path)
	var singles []string
	for i := range path {
		if s := &path[i]; isBare(s.Technique) {
			singles = append(singles, steps.CellName(p.Geometry(), s.Place.Cell)+" = "+draw.Symbol(l.spec.Symbols, s.Place.Digit))
		} else {
			text = append(text, span{steps.SentenceOn(&b, s), draw.Regular})
			if i == hardest {
				text[len(text)-1].style = draw.Bold
			}
		}
		if path[i].Apply(&b); singles != nil && (i+1 == len(path) || !isBare(path[i+1].Technique)) {
			text, singles = append(text, span{strings.Join(singles, steps.Comma) + strings.TrimSpace(steps.FullStop), draw.Regular}), nil
		}
	}
	return text
}

// entry writes paragraphs with the number of their puzzle as a hanging label on the left, and
// returns the page on which they begin.
func (f *flow) entry(n int, text ...span) (page int) {
	l := f.l
	small := l.spec.legible(l.spec.body() * 0.92)
	indent := l.fonts.Face(draw.Bold).Width(fmt.Sprint(l.no(len(l.puzzles)-1)))*small + small
	for k, paragraph := range text {
		lines := l.fonts.Face(paragraph.style).Wrap(paragraph.text, (f.a.w-indent)/small)
		for i, line := range lines {
			if i == 0 { // a short text is not divided
				f.need(small * 1.4 * float64(min(len(lines), 8)))
			}
			if f.need(small * 1.4); i == 0 && k == 0 {
				page = len(l.pages) - 1
				w := f.s.text(f.a.x+indent-small*0.7, f.y+small, small, draw.Bold, right, fmt.Sprint(l.no(n)))
				f.s.link(f.a.x+indent-small*0.7-w, f.y+small, w, small, l.last.puzzle[n])
			}
			f.s.text(f.a.x+indent, f.y+small, small, paragraph.style, left, line)
			f.y += small * 1.4
		}
		f.y += small * 0.3
	}
	f.y += small * 0.45
	return page
}
