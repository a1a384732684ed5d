package book

import (
	"fmt"
	"slices"
	"strings"

	"gradoku/draw"
)

// puzzlePages lays out all sections. The name of a section says what distinguishes it from
// the others. A section of at least four puzzles on more than one page begins with an opening
// page, unless the book has no other section.
func (l *layout) puzzlePages() {
	n := 0
	for _, sec := range l.sections {
		if len(sec.Puzzles) == 0 {
			continue
		}
		first, level := n, l.words.Levels[sec.Level]
		if sec.Technique != "" {
			level = NamedText{Name: l.words.steps().TechniqueOn(sec.Puzzles[0].Givens.Geometry(), sec.Technique)}
		}
		n += len(sec.Puzzles)
		title, numbers := level.Name, l.words.numbers(l.no(first), l.no(n-1))
		if title == "" { // not "Puzzles" and then "Puzzles 1–60"
			title, numbers = numbers, ""
		}
		variant := l.variantWords(sec.Variant)
		if kind := l.kindText(&sec, variant.Name); kind != "" {
			title = kind + " · " + title
		}
		if l.simple { // it speaks of digits
			level.Text = ""
		}
		level.Text = strings.TrimSpace(variant.Text + l.words.between() + l.told(level.Text))
		rule := l.spec.NoLessons && variant.Text != "" // then no other page has it
		pages := pagesFor(len(sec.Puzzles), l.plans[planKey{sec.Size, false}].per())
		opens := !l.spec.Plain && len(l.sections) > 1 && len(sec.Puzzles) >= 4 && pages > 1 && l.spec.Openers != NoOpeners
		l.open(title, numbers, level.Text, pages, opens || rule)
		l.gridPages(first, n, false)
		if l.spec.placed("section") {
			if isRecto(len(l.pages)) { // not next to the last puzzles
				l.blank()
			}
			l.begin(l.words.Solutions, "", 1)
			l.gridPages(first, n, true)
		}
	}
}

// kindText names the size and the variant of a section, where other sections differ in them.
func (l *layout) kindText(sec *Section, variant string) string {
	var kind []string
	if len(l.sizes) > 1 {
		kind = append(kind, sizeText(sec.Size))
	}
	if len(l.variants) > 1 || l.variants[0] != "" {
		kind = append(kind, variant)
	}
	return strings.Join(kind, " ")
}

// open begins a part of the book with the given number of pages, with or without an opening page. The
// opening page of a long part is on the right.
func (l *layout) open(title, detail, text string, pages int, opens bool) {
	if opens && pages >= 16 {
		l.toRecto()
	}
	l.begin(title, detail, 0)
	if !opens {
		return
	}
	a := l.frame.content(len(l.pages))
	s := l.blank()
	mid, y := a.x+a.w/2, l.spec.Trim.H*0.36
	size := l.spec.body()
	big := min(size*3, a.w/l.fonts.Face(draw.Bold).Width(title))
	s.text(mid, y, big, draw.Bold, centre, title)
	y += size * 1.6
	s.rule(mid-a.w*0.08, mid+a.w*0.08, y, 0.8)
	y += size * 2.2
	s.text(mid, y, size*1.15, draw.Regular, centre, detail)
	y += size * 2.6
	s.column(mid, y, a.w*0.66, size, size*1.45, draw.Italic, centre, text)
}

// gridPages lays out the puzzles from first to just before end, or their solutions,
// each page with grids of one size.
func (l *layout) gridPages(first, end int, solutions bool) {
	for n := first; n < end; {
		geo := l.puzzles[n].Givens.Geometry()
		p := l.plans[planKey{geo.Size, solutions}]
		overleaf := !solutions && l.spec.placed("overleaf")
		if overleaf {
			l.toRecto()
		}
		s, a := l.page()
		from, to, once := n, n, false
		for to < end && to < n+p.per() && l.puzzles[to].Givens.Geometry().Size == geo.Size {
			to++
		}
		if !solutions {
			once = l.solutionsPage(s, a, from, to)
			l.hintsPage(s, a, from)
		}
		if l.sheet && !solutions { // the rules are just above the grids
			lines := l.rulesOf(from, to)
			for i, line := range lines {
				l.richText(s, a.x, a.y-float64(len(lines)-i)*l.ruleLeading()+6*l.spec.scale(), l.spec.legible(10), line)
			}
		}
		whole := a
		a.h = p.high
		for ; n < to; n++ {
			x, y := p.slot(a, geo.Size, n-from)
			if solutions {
				l.solution(s, p, n, x, y)
			} else {
				l.puzzle(s, p, n, x, y, once)
			}
		}
		if solutions {
			continue
		}
		if l.spec.placed("upside-down") {
			foot := l.plans[planKey{geo.Size, true}]
			l.upsideDown(s, foot, area{a.x, whole.y + (whole.h - foot.high), a.w, foot.high}, from, n)
		}
		if overleaf {
			l.gridPages(from, n, true)
		}
	}
}

// upsideDown draws the solutions of a page's puzzles upside down into a band of the page.
// They are laid out the right way up and then turned.
func (l *layout) upsideDown(s sheet, p plan, band area, first, end int) {
	upright := sheet{&draw.Page{Fonts: l.fonts, Weights: l.spec.Lines}}
	for n := first; n < end; n++ {
		x, y := p.slot(band, l.puzzles[n].Givens.Geometry().Size, n-first)
		l.solution(upright, p, n, x, y)
	}
	s.Impose(upright.Page, 2*band.x+band.w, 2*band.y+band.h, -1)
}

// solutionsPage writes at the foot of a page, on the inside, on which pages the
// solutions of its puzzles are, unless they are scattered.
func (l *layout) solutionsPage(s sheet, a area, first, end int) bool {
	pages := slices.Compact(slices.Clone(l.last.solution[first:end]))
	if !l.refers() || len(pages) > 2 {
		return false
	}
	says := l.words.SolutionsPage
	if end-first == 1 {
		says = l.words.SolutionPage
	}
	var texts []string
	for _, to := range pages { // "Solutions: page 6 · page 7"
		texts = append(texts, fill(says, "page", l.label(to)))
		says = " · " + l.words.Page
	}
	l.inward(s, a, l.spec.Trim.H-l.frame.bottom, texts, pages)
	return true
}

// hintsPage writes at the head of a page of puzzles, on the inside, on which page their hints
// begin.
func (l *layout) hintsPage(s sheet, a area, first int) {
	if l.last.hint != nil {
		to := l.last.hint[first]
		l.inward(s, a, l.frame.top+6.75*l.spec.scale(), []string{fill(l.words.HintsPage, "page", l.label(to))}, []int{to})
	}
}

// inward writes texts on the inside of a page, one after the other, each a link to a page.
func (l *layout) inward(s sheet, a area, y float64, texts []string, pages []int) {
	x, size := a.x, l.spec.legible(9)
	if !isRecto(len(l.pages) - 1) {
		x += a.w
		for _, text := range texts {
			x -= l.fonts.Face(draw.Regular).Width(text) * size
		}
	}
	for i, to := range pages {
		w := s.text(x, y, size, draw.Regular, left, texts[i])
		s.link(x, y, w, size, to)
		x += w
	}
}

// puzzle draws one puzzle with the text around it: above it the number and the page of the
// solution, unless that page is written once for the whole page; below it the difficulty
// and, if there is room, a line for the time and a box to tick.
func (l *layout) puzzle(s sheet, p plan, n int, x, y float64, once bool) {
	puzzle := l.puzzles[n]
	l.now.puzzle[n] = len(l.pages) - 1
	s.Place(draw.New(&puzzle.Givens, l.drawing(draw.Options{Pencil: l.spec.Pencil, BoxTint: l.spec.BoxTint})), x, y, p.cell)
	g := p.cell * float64(puzzle.Givens.Geometry().Size)
	number, size := l.spec.legible(p.head*0.62), l.spec.legible(max(leastLabel, min(p.head*0.40, p.foot*0.46)))
	base := y - p.head*0.34
	w := l.number(s, n, x, base, number)
	if l.refers() && !once {
		l.reference(s, l.words.SolutionPage, l.last.solution[n], x+g, base, size, g-w-number)
	}
	if l.sheet && len(l.variants) > 1 {
		s.text(x+g, base, size, draw.Italic, right, l.fitted(l.variantWords(puzzle.variant()).Name, g-w-number, size, draw.Italic))
	}
	y += g + p.foot*0.70
	used := 0.0
	if slices.Contains(l.spec.Labels, LabelStars) {
		used = stars(s, puzzle.LevelID(), x, y, size, 0, white)
	}
	if label := l.labelsOf(n, size, g/2); label != "" {
		if used > 0 {
			used += size * 0.6
		}
		used += s.text(x+used, y, size, draw.Regular, left, label)
	}
	end := x + g
	if !l.spec.NoTick {
		side := size * 0.95
		s.box(end-side, y-side*0.84, side, max(0.5, size*0.06))
		end -= side + size*0.8
	}
	word := l.fonts.Face(draw.Regular).Width(l.words.Time) * size
	blank := min(size*6, end-x-used-word-size*2)
	if !l.spec.NoTime && blank >= size*2.5 {
		s.rule(end-blank, end, y+size*0.1, 0.5)
		s.text(end-blank-size*0.4, y, size, draw.Regular, right, l.words.Time)
	}
}

// number writes the number of a puzzle and returns its width. The only puzzle of
// a sheet needs none.
func (l *layout) number(s sheet, n int, x, y, size float64) float64 {
	if l.sheet && len(l.puzzles) == 1 {
		return 0
	}
	return s.text(x, y, size, draw.Bold, left, fmt.Sprint(l.no(n)))
}

// date is the date of the n-th puzzle, where n counts from 0: the long one if there is room for it.
// Without dates it is "".
func (l *layout) date(n int, size, room float64) string {
	if l.spec.Days.IsZero() {
		return ""
	}
	w, on := l.words, l.spec.Days.AddDate(0, 0, n)
	day := fmt.Sprint(on.Day())
	if on.Day() == 1 {
		day = w.FirstDay
	}
	in := func(pattern string) string {
		return fill(pattern, "weekday", strings.Split(w.Weekdays, ",")[on.Weekday()], "day", day, "month", strings.Split(w.Months, ",")[on.Month()-1], "year", on.Year())
	}
	if long := in(w.Date); l.fonts.Face(draw.Regular).Width(long)*size <= room {
		return long
	}
	return in(w.DateShort)
}

// drawing completes the options for drawing a puzzle of the book.
func (l *layout) drawing(o draw.Options) draw.Options {
	o.Language, o.Symbols = l.words.steps(), l.spec.Symbols
	return o
}

// no is the printed number of the n-th puzzle, where n counts from 0.
func (l *layout) no(n int) int { return n + max(1, l.spec.First) }

// refers reports whether puzzles name the page of the book with their solutions.
func (l *layout) refers() bool {
	return !l.sheet && !l.spec.placed("none") && !l.spec.placed("upside-down") && !l.spec.placed(Separate)
}

// reference writes which page to turn to, as a link, at the right end of a line.
// If the whole text does not fit, it writes only the page number.
func (l *layout) reference(s sheet, words string, page int, x, y, size, room float64) {
	face, label := l.fonts.Face(draw.Regular), l.label(page)
	if l.book != nil {
		label = l.book[page].Label
	}
	text := fill(words, "page", label)
	if face.Width(text)*size > room {
		text = fill(l.words.Page, "page", label)
	}
	if face.Width(text)*size > room {
		text = label
	}
	w := s.text(x, y, size, draw.Regular, right, text)
	if l.book == nil {
		s.link(x-w, y, w, size, page)
	}
}

func (l *layout) solution(s sheet, p plan, n int, x, y float64) {
	puzzle := l.puzzles[n]
	l.now.solution[n] = len(l.pages) - 1
	s.Place(draw.New(&puzzle.Givens, l.drawing(draw.Options{Solution: &puzzle.Solution, BoxTint: l.spec.BoxTint})), x, y, p.cell)
	base, number := y-p.head*0.32, l.spec.legible(p.head*0.64)
	w := l.number(s, n, x, base, number)
	g, size := p.cell*float64(puzzle.Givens.Geometry().Size), l.spec.legible(min(10, p.head*0.5))
	if !l.spec.Days.IsZero() {
		w += number/2 + s.text(x+w+number/2, base, size, draw.Regular, left, l.date(n, size, g-w-6*size))
	}
	if !l.sheet && !l.spec.placed("upside-down") {
		l.reference(s, l.words.Page, l.last.puzzle[n], x+g, base, size, g-w-number)
	}
}

// notePages adds the ruled pages. It also adds one if the book would otherwise end with solutions, or with two
// empty pages after them.
func (l *layout) notePages() {
	notes := l.spec.Notes
	if notes == 0 && len(l.spec.Back) == 0 && l.now.answers == 0 && !l.spec.NoTitle && isRecto(len(l.pages)) {
		notes = 1
	}
	if notes == 0 {
		return
	}
	f, step := l.chapter(l.words.Notes), 24*l.spec.scale()
	for i := range notes {
		if i > 0 {
			f.next()
		}
		for f.y += step; f.rest() >= 0; f.y += step {
			f.s.rule(f.a.x, f.a.x+f.a.w, f.y, 0.5)
		}
	}
}
