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
	board     *example // before the step, with its candidates; nil for a single
}

// findHints writes a hint for each puzzle: its hardest step for people or, if all are singles,
// the step with the fewest alternatives.
func (l *layout) findHints() {
	steps := l.words.steps()
	for n, p := range l.puzzles {
		var hint puzzleHint
		if at := crux(l.path(n)); at >= 0 {
			e := exampleAt(&p.Givens, l.path(n), at)
			hint = puzzleHint{e.step.Technique, steps.SentenceOn(&e.board, &e.step), &e}
		} else if _, path, choices := l.graders.Of(p.Givens.Geometry()).PathChoices(&p.Givens); len(path) > 0 {
			s := &path[stall(path, choices)]
			hint = puzzleHint{s.Technique, steps.Sentence(p.Givens.Geometry(), s), nil}
		}
		l.hints = append(l.hints, hint)
	}
}

// crux returns the index of the hardest step of a path, -1 if there are only singles.
func crux(path []grade.Step) int {
	at := -1
	for i, s := range path {
		if familyOf(s.Technique) >= 0 && !isBare(s.Technique) && (at < 0 || grade.PeopleHardness(s.Technique) > grade.PeopleHardness(path[at].Technique)) {
			at = i
		}
	}
	return at
}

// stall returns the index of the single of a rating's path that has the fewest alternatives.
func stall(path []grade.Step, choices []grade.Choice) int {
	useful := func(s grade.Step) bool { return s.Technique != "full-house" && isBare(s.Technique) }
	fewest, at := math.MaxInt, max(0, slices.IndexFunc(path, useful))
	for i, c := range choices { // steps near the end, where everything is forced, are left out
		if n := len(c.Box) + len(c.Line) + len(c.Naked); c.Blanks > len(path)/4 && useful(path[i]) && (n < fewest || n == fewest && path[i].Rating > path[at].Rating) {
			fewest, at = n, i
		}
	}
	return at
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
		switch {
		case !e.exercise:
		case l.simple():
			pic := min(f.a.w/2, f.page.h*0.38)
			f.need(pic + l.spec.body()*4)
			f.heading(l.lessonName(e), l.spec.body()*1.15)
			l.drawExample(f.s, e.last(), true, false, f.a.x, f.y, pic)
			f.y += pic + l.spec.body()
		default:
			f.paragraph(l.lessonWords(e).SentenceOn(&e.last().board, &e.last().step))
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
	l.toRecto()
	f := l.entries(l.words.Hints, l.words.HintsText, 1)
	for n := 0; n < len(l.hints); n = len(l.now.hint) {
		g := gallery{}
		for k := n; k < len(l.hints) && l.hints[k].board != nil && (k == n || l.hints[k].board.puzzle.Geometry() == l.puzzles[n].Givens.Geometry()); k++ {
			g.pictures = append(g.pictures, *l.hints[k].board)
			g.captions = append(g.captions, caption{fmt.Sprintf("%d  %s", l.no(k), l.hints[k].text), draw.Regular})
		}
		least := f.leastWidth(l.puzzles[n].Givens.Geometry(), false)
		if least > f.a.w || g.pictures == nil { // the board would not be legible, or there is none
			l.now.hint = append(l.now.hint, f.entry(n, l.hints[n].text))
			continue
		}
		f.fit(&g, 0, least, least)
		l.now.hint = append(l.now.hint, f.rows(&g)...)
	}
}

// pathPages writes the whole path of each puzzle.
func (l *layout) pathPages() {
	if l.spec.Hints != "path" {
		return
	}
	f := l.entries(l.words.Paths, l.words.PathsText, 2)
	for n := range l.puzzles {
		f.entry(n, l.pathText(n))
	}
}

// pathText writes a path for people: lists of the singles, and a sentence for each other step.
func (l *layout) pathText(n int) string {
	steps, p := l.words.steps(), &l.puzzles[n].Givens
	b := board.NewBoard(p)
	var out strings.Builder
	var singles []string
	list := func() {
		if singles != nil {
			out.WriteString(strings.Join(singles, steps.Comma) + steps.FullStop)
		}
		singles = nil
	}
	path := l.path(n)
	for i := range path {
		s := &path[i]
		if isBare(s.Technique) {
			singles = append(singles, steps.CellName(p.Geometry(), s.Place.Cell)+" = "+draw.Symbol(l.spec.Symbols, s.Place.Digit))
		} else {
			list()
			out.WriteString(steps.SentenceOn(&b, s) + l.words.between())
		}
		s.Apply(&b)
	}
	list()
	return strings.TrimSpace(out.String())
}

// entries begins a part of the book with an entry for each puzzle, in columns if the page is wide.
func (l *layout) entries(title, text string, cols int) *flow {
	f := l.chapter(title)
	f.paragraph(text)
	f.y += l.spec.body() * 0.5
	if f.a.w >= 400 && !l.spec.LargePrint {
		f.split(cols)
	}
	return f
}

// entry writes a text with the number of its puzzle as a hanging label on the left, and returns
// the page on which it begins.
func (f *flow) entry(n int, text string) (page int) {
	l := f.l
	small := l.spec.legible(l.spec.body() * 0.92)
	indent := l.fonts.Face(draw.Bold).Width(fmt.Sprint(l.no(len(l.puzzles)-1)))*small + small
	lines := l.fonts.Face(draw.Regular).Wrap(text, (f.a.w-indent)/small)
	for i, line := range lines {
		if i == 0 { // a short text is not divided
			f.need(small * 1.4 * float64(min(len(lines), 8)))
			page = len(l.pages) - 1
			w := f.s.text(f.a.x+indent-small*0.7, f.y+small, small, draw.Bold, right, fmt.Sprint(l.no(n)))
			f.s.link(f.a.x+indent-small*0.7-w, f.y+small, w, small, l.last.puzzle[n])
		}
		f.need(small * 1.4)
		f.s.text(f.a.x+indent, f.y+small, small, draw.Regular, left, line)
		f.y += small * 1.4
	}
	f.y += small * 0.45
	return page
}
