package book

// Sheet lays out loose pages to print at home: the puzzles in their order, as large as
// possible, and on request their solutions. The solutions of two to four puzzles of one size
// are upside down at the foot of the page, others are on separate pages. There is no gutter,
// no front matter and no page number.
func Sheet(spec Spec, puzzles []Puzzle, answers bool) (*Book, error) {
	all := []Section{{Puzzles: puzzles}}
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
	if spec.Title != "" {
		l.frame.head = 26 * spec.scale()
	}
	if spec.PerPage == nil {
		spec.PerPage = l.perSheet()
	}
	if err := l.makePlans(); err != nil {
		return nil, err
	}
	l.now = newRefs(len(puzzles))
	l.last = l.now
	l.gridPages(0, len(puzzles), false)
	if answers {
		l.gridPages(0, len(puzzles), true)
	}
	l.nameLabels()
	b := &Book{Spec: spec, ID: editionID(&spec, all), Pages: l.pages, Puzzles: len(puzzles), Gutter: edge, Warnings: l.warnings}
	if answers && spec.Fonts.OneFace() {
		b.warn("the font has only one face, so givens look like digits of the solution; add its bold face")
	}
	return b, b.covered()
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
