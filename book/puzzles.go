package book

import (
	"fmt"

	"gradoku/board"
	"gradoku/draw"
)

// puzzlePages lays out all sections.
func (l *layout) puzzlePages() {
	n := 0
	for i := range l.sections {
		sec := &l.sections[i]
		if len(sec.Puzzles) == 0 {
			continue
		}
		l.openSection(sec, n)
		l.sectionPages(sec, n)
		n += len(sec.Puzzles)
	}
}

// sectionTitle names a section by what distinguishes it from the others.
func (l *layout) sectionTitle(sec *Section) string {
	title := l.words.Levels[sec.Level].Name
	if title == "" {
		title = l.words.Puzzles
	}
	if len(l.sizes) > 1 {
		title = sizeText(sec.Size) + " · " + title
	}
	return title
}

// openSection begins a section with a page of its own on the right, unless the
// book is one plain run of puzzles.
func (l *layout) openSection(sec *Section, first int) {
	title, numbers := l.sectionTitle(sec), l.words.numbers(first+1, first+len(sec.Puzzles))
	if l.spec.Plain || len(l.sections) == 1 {
		l.begin(title, numbers)
		return
	}
	l.blankUnless(isRecto)
	l.begin(title, numbers)
	l.opener(title, numbers, l.words.Levels[sec.Level].Text)
}

// opener is the page before a part of the book.
func (l *layout) opener(title, detail, text string) {
	a := l.frame.content(len(l.pages))
	s := l.blank()
	l.mark()
	mid, y := a.x+a.w/2, l.spec.Trim.H*0.36
	size := l.spec.body()
	big := size * 3
	if w := l.fonts.Face(draw.Bold).Width(title) * big; w > a.w {
		big *= a.w / w
	}
	s.text(mid, y, big, draw.Bold, centre, title)
	y += size * 1.6
	s.rule(mid-a.w*0.08, mid+a.w*0.08, y, 0.8)
	y += size * 2.2
	s.text(mid, y, size*1.15, draw.Regular, centre, detail)
	y += size * 2.6
	for _, line := range l.fonts.Face(draw.Italic).WrapEven(text, a.w*0.66/size) {
		s.text(mid, y, size, draw.Italic, centre, line)
		y += size * 1.45
	}
}

// sectionPages lays out the puzzles of a section, the first being number n+1.
func (l *layout) sectionPages(sec *Section, n int) {
	p := l.plans[planKey{sec.Size, false}]
	for from := 0; from < len(sec.Puzzles); from += p.per() {
		s, a := l.page()
		if from == 0 && (l.spec.Plain || len(l.sections) == 1) {
			l.mark()
		}
		for k := from; k < min(from+p.per(), len(sec.Puzzles)); k++ {
			x, y := p.slot(a, sec.Size, k-from)
			l.puzzle(s, p, n+k, x, y)
		}
	}
}

// puzzle draws one puzzle with the text around it.
func (l *layout) puzzle(s sheet, p plan, n int, x, y float64) {
	puzzle := l.puzzles[n]
	l.now.puzzle[n] = len(l.pages) - 1
	s.Place(draw.New(&puzzle.Givens, draw.Options{}), x, y, p.cell)
	g := p.cell * float64(puzzle.Givens.Geometry().Size)
	number, small := p.head*0.62, min(p.head*0.40, p.foot*0.46)
	base := y - p.head*0.34
	w := l.number(s, n, x, base, number)
	if !l.sheet {
		l.reference(s, l.words.SolutionPage, l.last.solution[n], x+g, base, small, g-w-number)
	}
	l.under(s, puzzle, x, y+g+p.foot*0.70, g, small)
}

// number writes the number of a puzzle and returns its width. The only puzzle of
// a sheet needs none.
func (l *layout) number(s sheet, n int, x, y, size float64) float64 {
	if l.sheet && len(l.puzzles) == 1 {
		return 0
	}
	return s.text(x, y, size, draw.Bold, left, fmt.Sprint(n+1))
}

// reference writes which page to turn to, as a link, at the right end of a line.
// Where the whole does not fit, the page number alone does.
func (l *layout) reference(s sheet, words string, page int, x, y, size, room float64) {
	face := l.fonts.Face(draw.Regular)
	text := fill(words, "page", l.label(page))
	if face.Width(text)*size > room {
		text = fill(l.words.Page, "page", l.label(page))
	}
	if face.Width(text)*size > room {
		text = l.label(page)
	}
	w := s.text(x, y, size, draw.Regular, right, text)
	s.link(x-w, y, w, size, page)
}

// under writes the line under a puzzle: how hard it is on the left, and on the right,
// if there is room, a line for the time and a box to tick.
func (l *layout) under(s sheet, puzzle *Puzzle, x, y, width, size float64) {
	used := s.text(x, y, size, draw.Regular, left, l.labelOf(puzzle))
	end := x + width
	if !l.spec.NoTick {
		side := size * 0.95
		s.box(end-side, y-side*0.84, side, max(0.5, size*0.06))
		end -= side + size*0.8
	}
	if l.spec.NoTime {
		return
	}
	word := l.fonts.Face(draw.Regular).Width(l.words.Time) * size
	blank := min(size*6, end-x-used-word-size*2)
	if blank < size*2.5 {
		return
	}
	s.rule(end-blank, end, y+size*0.1, 0.5)
	s.text(end-blank-size*0.4, y, size, draw.Regular, right, l.words.Time)
}

// solutionPages lays out all solutions, each with the page of its puzzle.
func (l *layout) solutionPages() {
	l.blankUnless(isRecto)
	l.begin(l.words.Solutions, "")
	l.opener(l.words.Solutions, l.words.numbers(1, len(l.puzzles)), "")
	for from := 0; from < len(l.puzzles); {
		geo := l.puzzles[from].Givens.Geometry()
		p := l.plans[planKey{geo.Size, true}]
		s, a := l.page()
		k := 0
		for ; k < p.per() && l.alike(from+k, geo); k++ {
			x, y := p.slot(a, geo.Size, k)
			l.solution(s, p, geo, from+k, x, y)
		}
		from += k
	}
}

func (l *layout) solution(s sheet, p plan, geo *board.Geometry, n int, x, y float64) {
	puzzle := l.puzzles[n]
	l.now.solution[n] = len(l.pages) - 1
	s.Place(draw.New(&puzzle.Givens, draw.Options{Solution: &puzzle.Solution}), x, y, p.cell)
	base, number := y-p.head*0.32, p.head*0.64
	w := l.number(s, n, x, base, number)
	g := p.cell * float64(geo.Size)
	if l.sheet {
		return
	}
	l.reference(s, l.words.Page, l.last.puzzle[n], x+g, base, min(10*l.spec.scale(), p.head*0.5), g-w-number)
}

// notePages adds ruled pages, and one where the book would end on an empty
// right-hand page anyway.
func (l *layout) notePages() {
	if l.spec.Notes == 0 {
		return
	}
	l.begin(l.words.Notes, "")
	for i := range l.spec.Notes {
		s, a := l.page()
		if i == 0 {
			l.mark()
		}
		step := 24 * l.spec.scale()
		y := a.y + step
		if i == 0 {
			s.text(a.x, a.y+l.spec.body()*1.2, l.spec.body()*1.6, draw.Bold, left, l.words.Notes)
			y += step
		}
		for ; y <= a.y+a.h; y += step {
			s.rule(a.x, a.x+a.w, y, 0.5)
		}
	}
}
