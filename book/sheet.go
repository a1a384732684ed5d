package book

import (
	"slices"
	"strings"

	"gradoku/draw"
)

// Sheet lays out loose pages to print at home: the puzzles in their order, as large as
// possible, and on request their solutions. It prints the rules of variants above the
// puzzles. The solutions of two to four puzzles of one size are upside down at the foot of
// the page, others are on separate pages. There is no gutter, no front matter and no page
// number.
func Sheet(spec Spec, puzzles []Puzzle, answers bool) (*Book, error) {
	var all []Section // each with puzzles of one size
	for i := range puzzles {
		size, n := puzzles[i].Givens.Geometry().Size, len(all)
		if n == 0 || all[n-1].Size != size {
			all, n = append(all, Section{Size: size}), n+1
		}
		all[n-1].Puzzles = append(all[n-1].Puzzles, puzzles[i])
	}
	words, err := spec.prepare(all)
	if err != nil {
		return nil, err
	}
	l := &layout{spec: &spec, words: words, fonts: spec.Fonts, sections: all, sheet: true, plans: map[planKey]plan{}}
	l.collect()
	if n := len(puzzles); answers && n > 1 && n <= 4 && len(l.sizes) == 1 && spec.Solutions == 0 && !spec.LargePrint { // one sheet of paper
		spec.Placement, answers = "upside-down", false
	}
	const edge = 0.5 * inch // every home printer can print this
	l.frame = frame{trim: spec.Trim, inside: edge, outside: edge, top: edge, bottom: edge, head: 4, foot: 4}
	if spec.Title != "" || answers {
		l.frame.head = 26 * spec.scale()
	}
	lines := 0
	for n := range puzzles { // no page has more rules than the run of puzzles with the most rules
		lines = max(lines, len(l.rulesOf(n, min(len(puzzles), n+slices.Max(PerPageChoices)))))
	}
	if lines > 0 {
		l.frame.head += float64(lines)*l.ruleLeading() + 4*spec.scale()
	}
	if spec.PerPage == nil {
		spec.PerPage = l.perSheet()
	}
	if err := l.makePlans(); err != nil {
		return nil, err
	}
	l.now = newRefs(len(puzzles))
	l.now.front = 0
	l.last = l.now
	l.gridPages(0, len(puzzles), false)
	if answers {
		spec.Title = strings.TrimPrefix(spec.Title+" · "+words.Solutions, " · ")
		l.gridPages(0, len(puzzles), true)
	}
	l.nameLabels()
	l.id = editionID(&spec, all)
	return l.finished()
}

// ruleLeading is the distance between two lines of the rules above the puzzles of a sheet.
func (l *layout) ruleLeading() float64 { return 14 * l.spec.scale() }

// rulesOf returns the lines with the names and the rules of the variants of the puzzles from
// first to just before end.
func (l *layout) rulesOf(first, end int) (lines [][]span) {
	var seen []string
	for _, p := range l.puzzles[first:end] {
		v := p.variant()
		if v == "" || slices.Contains(seen, v) {
			continue
		}
		seen = append(seen, v)
		words := l.variantWords(v)
		lines = append(lines, l.richLines([]span{{words.Name + ": ", draw.Bold}, {words.Text, draw.Regular}}, l.frame.content(0).w, l.spec.legible(10))...)
	}
	return lines
}

// perSheet chooses how many puzzles of each size go on a page: all of them, or as many as
// leave cells large enough to write in. Nine 16x16 grids do not fit on a page.
func (l *layout) perSheet() map[int]int {
	least, most := smallCell, usualPerPage[len(usualPerPage)-1]
	if l.spec.LargePrint {
		least = largeDigit / digitShare
	}
	for _, k := range usualPerPage {
		if k >= len(l.puzzles) || l.spec.LargePrint && k == 2 {
			most = k
			break
		}
	}
	choice := map[int]int{}
	for _, size := range l.sizes {
		for _, k := range usualPerPage {
			if k == 1 || k <= most && l.arrange(size, k, false).cell >= least {
				choice[size] = k
			}
		}
	}
	return choice
}
