package book

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"gradoku/board"
	"gradoku/draw"
	"gradoku/grade"
)

// planKey names an arrangement: puzzles or solutions of one size.
type planKey struct {
	size      int
	solutions bool
}

// plan describes how grids of one size are arranged on a page.
type plan struct {
	cols, rows int
	cell       float64
	head, foot float64 // space above and below a grid
	gapX, gapY float64
	high       float64 // height of the area for the grids
}

func (p plan) per() int { return p.cols * p.rows }

// Sizes of cells in points, by size of puzzle: like is comfortable to write in, and is used
// when the layout may choose; most is the largest used.
var likes = map[int]struct{ like, most float64 }{
	4: {44, 110}, 6: {38, 78}, 9: {29, 58}, 12: {27, 44}, 16: {23, 36},
}

// Limits for cells to write in, and for digits of a solution to read.
const (
	tinyCell      = 8.0  // smaller puzzles are refused
	smallCell     = 16.0 // smaller ones get a warning: 5.6 mm
	tinySolution  = 4.5
	smallDigit    = 5.0
	likedSolution = 12.0 // cell
	largeDigit    = 16.0 // of large print: no text is smaller
	leastLabel    = 8.0  // text under a puzzle
	digitShare    = 0.70 // of the cell, see package draw
)

// makePlans arranges puzzles and solutions of every size in the book, and warns about cells
// and digits that can be printed but are hardly usable.
func (l *layout) makePlans() error {
	for _, geo := range board.Sizes() {
		if n := l.spec.PerPage[geo.Size]; n != 0 && !slices.Contains(l.sizes, geo.Size) {
			l.warn("%d %dx%d puzzles on a page were requested, but the book has none of that size", n, geo.Size, geo.Size)
		}
	}
	for _, size := range l.sizes {
		p := l.planPuzzles(size)
		if p.cell < tinyCell {
			return fmt.Errorf("%w: %d puzzles of %dx%d on a page of %s have cells of %.1f mm, too small to write in",
				ErrTooSmall, p.per(), size, size, l.spec.Trim.Name, p.cell/mm)
		}
		l.plans[planKey{size, false}] = p
		s := l.planSolutions(size, p)
		if s.cell < tinySolution {
			return fmt.Errorf("%w: %d solutions of %dx%d on a page of %s have cells of %.1f mm, too small to read",
				ErrTooSmall, s.per(), size, size, l.spec.Trim.Name, s.cell/mm)
		}
		l.plans[planKey{size, true}] = s
		if p.cell < smallCell {
			l.warn("%dx%d puzzles have cells of %.1f mm, but writing needs %.1f mm: put fewer on a page", size, size, p.cell/mm, smallCell/mm)
		}
		if d := p.cell * draw.CandidateSize(l.first(size).Givens.Geometry()); l.spec.Pencil == draw.PencilDigits && d < smallDigit {
			l.warn("the candidates printed in %dx%d puzzles have %.1f pt, less than %.0f pt: put fewer on a page", size, size, d, smallDigit)
		}
		if d := s.cell * digitShare; d < smallDigit {
			l.warn("%dx%d solutions have digits of %.1f pt, less than %.0f pt: put fewer on a page", size, size, d, smallDigit)
		}
	}
	return nil
}

// first returns the book's first puzzle of a size, a classical one if there is one.
func (l *layout) first(size int) *Puzzle {
	of := func(p *Puzzle) bool { return p.Givens.Geometry().Size == size }
	at := slices.IndexFunc(l.puzzles, func(p *Puzzle) bool { return of(p) && p.variant() == "" })
	if at < 0 {
		at = slices.IndexFunc(l.puzzles, of)
	}
	return l.puzzles[at]
}

// warn adds a warning, once even if the book is laid out several times.
func (l *layout) warn(format string, args ...any) {
	if w := fmt.Sprintf(format, args...); !slices.Contains(l.warnings, w) {
		l.warnings = append(l.warnings, w)
	}
}

// usualPerPage are the numbers of puzzles per page among which the layout may choose.
var usualPerPage = []int{1, 2, 4, 6, 9}

// planPuzzles uses the requested number of puzzles per page, or else the largest at which
// cells are comfortable to write in.
func (l *layout) planPuzzles(size int) plan {
	if k := cmp.Or(l.spec.PerPage[size], l.spec.PerPage[0]); k != 0 {
		return l.arrange(size, k, false)
	}
	for i := len(usualPerPage) - 1; i > 0; i-- {
		k := usualPerPage[i]
		p := l.arrange(size, k, false)
		if p.cell >= likes[size].like && (!l.spec.LargePrint || k <= 2 && p.cell*digitShare >= largeDigit) {
			return p
		}
	}
	return l.arrange(size, 1, false)
}

// planSolutions uses the requested number of solutions per page, or else the largest at
// which they can be read. If solutions are on or behind the page of their puzzles, there
// are as many as puzzles.
func (l *layout) planSolutions(size int, puzzles plan) plan {
	switch {
	case l.spec.placed("overleaf"): // in the same places as their puzzles, but smaller
		return l.fit(l.frame.content(0), puzzles.cell*0.8, size, puzzles.per(), true)
	case l.spec.placed("upside-down"):
		return l.planFoot(size, puzzles.per())
	case l.spec.Solutions != 0:
		return l.arrange(size, l.spec.Solutions, true)
	}
	like := likedSolution
	switch {
	case l.spec.LargePrint:
		like = largeDigit / digitShare
	case slices.ContainsFunc(l.puzzles, func(p *Puzzle) bool { return p.Givens.Geometry().Variant.Jigsaw() }): // its regions must be visible
		like *= 1.25
	}
	best := l.arrange(size, 1, true)
	for i := len(SolutionChoices) - 1; i > 0; i-- {
		p := l.arrange(size, SolutionChoices[i], true)
		switch {
		case best.per() > 1 && l.solutionPages(size, p.per()) > l.solutionPages(size, best.per()):
			return best
		case p.cell >= like: // with fewer on a page they are larger, and no page is nearly empty
			best = p
		}
	}
	return best
}

// solutionPages is the number of pages that the solutions of a size take, k on each.
func (l *layout) solutionPages(size, k int) int {
	pages, run := 0, 0
	for i := range l.sections {
		if l.sections[i].Size != size || l.spec.placed("section") {
			pages, run = pages+pagesFor(run, k), 0
		}
		if l.sections[i].Size == size {
			run += len(l.sections[i].Puzzles)
		}
	}
	return pages + pagesFor(run, k)
}

// pagesFor is the number of pages for n grids, with k on each page.
func pagesFor(n, k int) int { return (n + k - 1) / k }

// arrange puts k grids on a page in the rows and columns that make them largest.
func (l *layout) arrange(size, k int, solutions bool) plan {
	a, most := l.frame.content(0), likes[size].most
	if l.spec.LargePrint && size < 9 {
		most *= 1.2 // a page of small grids would be half empty
	}
	switch {
	case solutions && l.spec.LargePrint:
		most = 34
	case solutions:
		most = 26
	case l.spec.placed("upside-down"):
		a.h -= l.planFoot(size, k).high
	}
	return l.fit(a, most, size, k, solutions)
}

// planFoot arranges k solutions in a band at the foot of a page of puzzles: 45 mm wide,
// to leave room for the puzzles, and at most three tenths of the page.
func (l *layout) planFoot(size, k int) plan {
	a, most := l.frame.content(0), 45*mm/float64(size) // on 9x9 digits of 10 points
	if l.spec.LargePrint {
		most = largeDigit / digitShare
	}
	a.h *= 0.3
	p := l.fit(a, most, size, k, true)
	const above = 20 // between the puzzles and the band
	p.high = float64(p.rows)*(p.head+p.cell*float64(size)) + float64(p.rows-1)*p.gapY + above
	return p
}

// fit puts k grids into an area in the rows and columns that make them largest, with
// cells of at most the given size.
func (l *layout) fit(a area, most float64, size, k int, solutions bool) plan {
	scale := l.spec.scale()
	var best plan
	for cols := 1; cols <= k; cols++ {
		if k%cols != 0 {
			continue
		}
		// The gaps and the lines of text around a grid get enough space to be readable, but no
		// more than a small page can spare.
		p := plan{cols: cols, rows: k / cols, high: a.h}
		share := a.h / float64(p.rows)
		if solutions {
			p.head = min(17, max(11, share*0.1)) * scale
			p.gapX, p.gapY = min(26, max(10, a.w*0.05)), min(22, max(10, a.h*0.03))
		} else {
			p.head = min(26, max(14, share*0.06)) * scale
			p.foot = min(24, max(13, share*0.055)) * scale
			p.gapX, p.gapY = min(34, max(14, a.w*0.065)), min(20, max(6, a.h*0.03))
		}
		w := (a.w - float64(p.cols-1)*p.gapX) / float64(p.cols)
		h := (a.h-float64(p.rows-1)*p.gapY)/float64(p.rows) - p.head - p.foot
		p.cell = min(most, w/float64(size), h/float64(size))
		// On an upright page fewer columns are better even if the cells are a little
		// smaller: two small grids side by side leave half of it empty.
		better := p.cell
		if !solutions && a.h > a.w {
			better *= 0.88
		}
		if better > best.cell {
			best = p
		}
	}
	return best
}

// slot returns the upper left corner of the k-th grid of a page. The grids are spread
// evenly over the content area, the outermost half a gap from its edges.
func (p plan) slot(a area, size, k int) (x, y float64) {
	g := p.cell * float64(size)
	w, h := a.w/float64(p.cols), a.h/float64(p.rows)
	if p.cols > 1 { // up to the margins, as wide as the text of the page
		free := min((a.w-float64(p.cols)*g)/float64(p.cols-1), 2.2*p.gapX)
		first := (a.w - float64(p.cols)*g - float64(p.cols-1)*free) / 2
		x = a.x + first + float64(k%p.cols)*(g+free)
	} else {
		x = a.x + (w-g)/2
	}
	y = a.y + float64(k/p.cols)*h + (h-p.head-g-p.foot)/2 + p.head
	return x, y
}

// labelsOf writes the date of the n-th puzzle, in the given width, and the labels of its difficulty,
// each if the spec requests it.
func (l *layout) labelsOf(n int, size, room float64) string {
	parts := []string{l.date(n, size, room)}
	for _, name := range l.spec.Labels {
		parts = append(parts, l.valueOf(name, l.puzzles[n]))
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " · ")
}

// valueOf writes one label of a puzzle, "" if it has no value for it.
func (l *layout) valueOf(name string, p *Puzzle) string {
	g := &p.Grade
	switch {
	case name == "level":
		return l.words.Levels[p.LevelID()].Name
	case name == "rating":
		text := ""
		if g.Rating != 0 {
			text = fmt.Sprintf("%d%s%d", g.Rating/10, l.words.Decimal, g.Rating%10)
		}
		if g.AtLeast {
			text = fill(l.words.AtLeast, "rating", text)
		}
		return text
	case name == "letter" && p.variant() == "":
		return string(rune(g.LetterPrinted))
	case name == LabelMinutes && p.Minutes > 0:
		return fill(l.words.Minutes, "n", p.Minutes)
	case name == LabelMeasured && p.Measured > 0:
		return fill(l.words.Measured, "n", p.Measured)
	}
	return ""
}

// stars draws the level of a puzzle as stars, filled and empty, with the left edge of
// the first at x on a line of text, and returns their width. paper is the colour below them.
func stars(s sheet, level string, x, y, size float64, ink, paper draw.RGB) float64 {
	n := starsOf(level)
	if n == 0 {
		return 0
	}
	r := size * 0.44
	for i := range mostStars {
		star := draw.Star{X: x + r + float64(i)*size, Y: y - size*0.34, Radius: r, Fill: ink}
		s.Stars = append(s.Stars, star)
		if i >= n {
			star.Radius, star.Fill = r-max(0.9, r*0.22), paper
			s.Stars = append(s.Stars, star)
		}
	}
	return mostStars * size
}

// mostStars is the number of stars of the hardest level.
const mostStars = 6

// starsOf returns the number of stars of a level, 0 for no level. It belongs to the level: a
// reader of several books finds the same stars in each of them.
func starsOf(level string) int { return 1 + slices.Index(grade.LevelIDs(), level) }

// sizeText writes a size as on the opening pages: 6×6.
func sizeText(size int) string { return fmt.Sprintf("%d×%d", size, size) }

// digitsText writes the symbols of a size, consecutive digits or letters as a range: 1–9,
// or 1–9, A–G.
func (l *layout) digitsText(size int) string {
	var ranges []string
	for i := 0; i < size; i++ {
		from := draw.Symbol(l.spec.Symbols, board.Digit(i+1))
		to := from
		for i+1 < size && follows(to, draw.Symbol(l.spec.Symbols, board.Digit(i+2))) {
			i++
			to = draw.Symbol(l.spec.Symbols, board.Digit(i+1))
		}
		if to != from {
			from = fill(l.words.DigitRange, "from", from, "to", to)
		}
		ranges = append(ranges, from)
	}
	return strings.Join(ranges, l.words.steps().Comma)
}

// follows reports whether one symbol directly follows another: 10 after 9, B after A. Few
// readers know the order of other characters.
func follows(a, b string) bool {
	n, errA := strconv.Atoi(a)
	next, errB := strconv.Atoi(b)
	x, y := []rune(a), []rune(b)
	letters := len(x) == 1 && len(y) == 1 && unicode.IsLetter(x[0]) && unicode.IsLetter(y[0])
	return errA == nil && errB == nil && next == n+1 || letters && y[0] == x[0]+1
}
