package book

import (
	"slices"

	"gradoku/board"
	"gradoku/draw"
)

// Sheet lays out loose pages to print at home: the puzzles in their order, as large
// as fits, and on request their solutions on pages of their own. There is no gutter,
// no front matter and no page number.
func Sheet(spec Spec, puzzles []Puzzle, answers bool) (*Book, error) {
	all := []Section{{Puzzles: puzzles}}
	words, err := spec.prepare(all)
	if err != nil {
		return nil, err
	}
	l := &layout{spec: &spec, words: words, fonts: spec.Fonts, sections: all, sheet: true, plans: map[planKey]plan{}}
	for i := range puzzles {
		l.puzzles = append(l.puzzles, &puzzles[i])
		if size := puzzles[i].Givens.Geometry().Size; !slices.Contains(l.sizes, size) {
			l.sizes = append(l.sizes, size)
		}
	}
	const edge = 0.5 * inch // what every printer at home can do
	l.frame = frame{trim: spec.Trim, inside: edge, outside: edge, top: edge, bottom: edge, head: 4, foot: 4}
	if spec.Title != "" {
		l.frame.head = 26 * spec.scale()
	}
	if spec.PerPage == nil {
		most := enough(len(puzzles), spec.LargePrint)
		spec.PerPage = map[int]int{}
		for _, size := range l.sizes {
			spec.PerPage[size] = l.legible(size, most)
		}
	}
	if err := l.makePlans(); err != nil {
		return nil, err
	}
	l.now = refs{puzzle: make([]int, len(puzzles)), solution: make([]int, len(puzzles))}
	l.last = l.now
	l.sheets(false)
	if answers {
		l.sheets(true)
	}
	l.nameLabels()
	b := &Book{Spec: spec, ID: editionID(&spec, all), Pages: l.pages, Puzzles: len(puzzles), Gutter: edge, Warnings: l.warnings}
	return b, b.covered()
}

// enough returns the least number of grids on a page that takes all puzzles, or the
// largest choice.
func enough(n int, large bool) int {
	for _, k := range PerPageChoices {
		if k >= n || large && k == 2 {
			return k
		}
	}
	return PerPageChoices[len(PerPageChoices)-1]
}

// legible returns the largest choice up to most whose grids can be written into: nine
// 16x16 grids do not fit on a page.
func (l *layout) legible(size, most int) int {
	least := smallCell
	if l.spec.LargePrint {
		least = largeDigit / digitShare
	}
	fits := PerPageChoices[0]
	for _, k := range PerPageChoices {
		if k <= most && l.arrange(size, k, false).cell >= least {
			fits = k
		}
	}
	return fits
}

// sheets fills pages with puzzles, or with solutions.
func (l *layout) sheets(solutions bool) {
	for from := 0; from < len(l.puzzles); {
		geo := l.puzzles[from].Givens.Geometry()
		p := l.plans[planKey{geo.Size, solutions}]
		s := l.loose()
		a := l.frame.content(0)
		k := 0
		for ; k < p.per() && l.alike(from+k, geo); k++ {
			x, y := p.slot(a, geo.Size, k)
			if solutions {
				l.solution(s, p, geo, from+k, x, y)
			} else {
				l.puzzle(s, p, from+k, x, y)
			}
		}
		from += k
	}
}

// alike reports whether there is an n-th puzzle and it has the size.
func (l *layout) alike(n int, geo *board.Geometry) bool {
	return n < len(l.puzzles) && l.puzzles[n].Givens.Geometry() == geo
}

// loose adds a page with the title, if there is one.
func (l *layout) loose() sheet {
	s := l.blank()
	if l.spec.Title != "" {
		a := l.frame.content(0)
		size := 16 * l.spec.scale()
		s.text(a.x+a.w/2, l.frame.top+size*0.8, size, draw.Bold, centre, l.fitted(l.spec.Title, a.w, size))
	}
	return s
}
