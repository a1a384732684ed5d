package book

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"gradoku/board"
	"gradoku/draw"
	"gradoku/internal/text"
)

func (l *layout) frontMatter() {
	l.marks = []draw.Mark{{Title: l.spec.Title}}
	if !l.spec.NoTitle {
		l.titlePage()
		l.copyrightPage()
	}
	untitled := func(m *Matter) bool { return m.title() == "" }
	titled := slices.DeleteFunc(slices.Clone(l.spec.Front), untitled)
	l.matterPages(slices.DeleteFunc(slices.Clone(l.spec.Front), func(m *Matter) bool { return !untitled(m) })) // a dedication
	if len(l.spec.Front) > 0 {
		l.toRecto()
	}
	if !l.spec.NoTitle {
		l.contents()
	}
	if len(titled) > 0 { // a preface
		l.toRecto()
	}
	l.matterPages(titled)
	if !l.spec.NoLessons {
		l.howTo()
	}
}

// titleLines writes the title, centred and on as many lines as needed, and returns
// the baseline below it.
func (l *layout) titleLines(s sheet, a area, y, size float64, style draw.Style) float64 {
	f := l.fonts.Face(style)
	size = fitting(f, l.spec.Title, a.w, size)
	for len(f.Fold(l.spec.Title, a.w*0.92/size)) > max(2, int(l.spec.Trim.H*0.28/(size*1.2))) {
		size *= 0.92 // a long title must not push the rest off its page
	}
	return s.column(a.x+a.w/2, y, a.w*0.92, size, size*1.2, style, centre, l.spec.Title)
}

// fitting returns the largest font size, at most the given one, at which every word of a text fits
// the width.
func fitting(f *draw.Face, text string, width, size float64) float64 {
	for word := range strings.FieldsSeq(text) {
		if w := f.Width(word) * size; w > width {
			size *= width / w
		}
	}
	return size
}

// titlePage lays out the title, the subtitle, what the book contains, a puzzle, and the
// author below.
func (l *layout) titlePage() {
	a := l.frame.content(len(l.pages))
	s := l.blank()
	mid, size, h := a.x+a.w/2, l.spec.body(), l.spec.Trim.H
	y := l.titleLines(s, a, h*0.20, min(44, a.w*0.085)*min(1.2, l.spec.scale()), draw.Bold)
	if l.spec.Subtitle != "" {
		y = s.column(mid, y+size*0.6, a.w*0.85, size*1.45, size*2, draw.Regular, centre, l.spec.Subtitle)
	}
	bottom := h - l.frame.bottom - size
	top := max(y+size*1.5, h*0.40)
	side := min(a.w*0.46, h*0.28, bottom-size*8-top)
	if side < inch { // no room for it
		top, side = y, 0
	} else {
		sample := sampleOf(l.puzzles)
		ornament(s, &sample, l.spec.Symbols, l.spec.BoxTint, mid-side/2, top, side)
	}
	l.centred(s, a, top+side+size*2.8, size*1.1, l.words.count(len(l.puzzles))+" · "+l.sizesText()+l.variantsText())
	if l.spec.Publisher != "" {
		l.centred(s, a, bottom, size, l.spec.Publisher)
		bottom -= size * 2.4
	}
	l.centred(s, a, bottom, size*1.35, l.spec.Author)
}

func (l *layout) sizesText() string { return strings.Join(text.Each(l.sizes, sizeText), ", ") }

// centred writes one line in the middle, smaller if it would be too wide.
func (l *layout) centred(s sheet, a area, y, size float64, text string) {
	if text != "" {
		size = min(size, a.w/l.fonts.Face(draw.Regular).Width(text))
		s.text(a.x+a.w/2, y, size, draw.Regular, centre, text)
	}
}

// sampleOf returns the last puzzle of the most frequent size in disguise, so that each volume
// of a series shows a different one. If only solutions are known, it returns one of the
// examples, if there is one.
func sampleOf(puzzles []*Puzzle) board.Grid {
	count, most, sample := map[*board.Geometry]int{}, 0, puzzles[0]
	for _, p := range puzzles {
		geo := p.Givens.Geometry()
		if count[geo]++; count[geo] >= most {
			most, sample = count[geo], p
		}
	}
	if size := sample.Givens.Geometry().Size; sample.Givens.Full() && size <= 9 {
		return examplesFor("hidden-single", []int{size})[0].puzzle
	}
	return disguise(&sample.Givens, "").Apply(&sample.Givens)
}

// ornament draws a puzzle that is not in the book, on the title page and on the cover.
func ornament(s sheet, puzzle *board.Grid, symbols []string, boxTint int, x, y, side float64) {
	cell := side / float64(puzzle.Geometry().Size)
	s.Place(draw.New(puzzle, draw.Options{Symbols: symbols, BoxTint: boxTint}), x, y, cell)
}

var aYear = regexp.MustCompile(`\b[12][0-9]{3}\b`)

// Holder returns the copyright holder that the book states, "" for none.
func (s *Spec) Holder() string { return cmp.Or(s.Copyright, s.Author, s.Publisher) }

// copyrightPage writes the copyright notice at the foot of its page, as usual.
func (l *layout) copyrightPage() {
	a := l.frame.content(len(l.pages))
	s := l.blank()
	size := l.spec.legible(max(8, l.spec.body()*0.85))
	lines := []string{l.spec.Title}
	holder := l.spec.Holder()
	if holder != "" {
		year := l.spec.Year
		if !l.spec.Date.IsZero() {
			year = l.spec.Date.Year()
		}
		switch { // the sign needs a year
		case aYear.MatchString(holder):
			holder = "© " + holder
		case year != 0:
			holder = fmt.Sprintf("© %d %s", year, holder)
		}
		lines = append(lines, holder, l.words.Rights)
	}
	if !strings.HasSuffix(holder, l.spec.Publisher) {
		lines = append(lines, l.spec.Publisher)
	}
	if l.spec.ISBN != "" {
		lines = append(lines, "ISBN "+l.spec.ISBN)
	}
	lines = append(lines, l.spec.Imprint...)
	lines = append(lines, "", l.proper())
	if l.spec.NoLessons { // then no other page explains it
		lines = append(lines, l.labelsMean()...)
	}
	lines = append(lines, "")
	if !l.spec.NoMade {
		lines = append(lines, fill(l.words.Made, "version", l.spec.Version))
	}
	lines = append(lines, fill(l.words.Edition, "id", l.id))
	var all []string
	for ; ; size *= 0.9 {
		all = all[:0]
		for _, line := range lines {
			all = append(all, l.fonts.Face(draw.Regular).Wrap(line, min(a.w, 330*l.spec.scale())/size)...)
		}
		if float64(len(all))*size*1.5 < a.h {
			break
		}
	}
	leading := size * 1.5
	y := l.spec.Trim.H - l.frame.bottom - float64(len(all)-1)*leading
	for _, line := range all {
		s.text(a.x, y, size, draw.Regular, left, line)
		y += leading
	}
}

// contents lists the parts as they were in the previous pass.
func (l *layout) contents() {
	l.running = l.words.Contents
	l.marks = []draw.Mark{{Title: l.running}}
	f, size := l.headed(l.running), l.spec.body()*1.1
	for _, p := range l.last.parts {
		leading := size * 2
		if p.level > 0 {
			leading *= 0.7
		}
		f.need(leading)
		f.y += leading
		l.contentsLine(f.s, f.a, f.y, size, p)
	}
}

// partHeading is the size of the heading of a part, in sizes of running text.
const partHeading = 1.9

// contentsLine writes one part with dots that lead to its page.
func (l *layout) contentsLine(s sheet, a area, y, size float64, p part) {
	x := a.x
	if p.level > 0 {
		x += size * 1.4
		size *= 0.92
	}
	room := a.x + a.w - size*2.6
	x += s.text(x, y, size, draw.Regular, left, l.fitted(p.title, room-x, size, draw.Regular))
	if small := l.spec.legible(size * 0.82); p.detail != "" && x+size*0.9+l.fonts.Face(draw.Italic).Width(p.detail)*small <= room { // a number cut short would be wrong
		x += size*0.9 + s.text(x+size*0.9, y, small, draw.Italic, left, p.detail)
	}
	number := l.label(p.page)
	end := a.x + a.w - s.text(a.x+a.w, y, size, draw.Regular, right, number)
	// Dots are on a grid across the page, so that those of all lines align.
	step := 0.5 * l.spec.body()
	dots := l.spec.legible(size * 0.8)
	dot := l.fonts.Face(draw.Regular).Width(".") * dots
	for at := a.x + a.w - size*2.6; at > x+size*0.5; at -= step {
		if at+dot < end-size*0.3 {
			s.text(at, y, dots, draw.Regular, left, ".")
		}
	}
	s.link(a.x, y, a.w, size, p.page)
}

func (l *layout) howTo() {
	f, size := l.chapter(l.words.HowTo), l.spec.body()
	f.heading(l.words.Rules, size*1.25)
	rules, digits := l.words.RulesText, l.digitsText(l.sizes[0])
	if len(l.spec.Symbols) > 0 && !strings.ContainsFunc(strings.Join(l.spec.Symbols, ""), unicode.IsDigit) {
		rules = l.words.RulesSymbols
	}
	areas := l.words.AreasBoxes
	if !l.boxed() {
		areas = l.words.AreasRegions
	}
	if len(l.sizes) > 1 {
		var parts []string
		for _, n := range l.sizes {
			parts = append(parts, fmt.Sprintf("%s (%s)", l.digitsText(n), sizeText(n)))
		}
		digits = strings.Join(parts, l.words.steps().Comma)
	}
	if l.simple {
		for _, n := range l.sizes {
			if len(l.sizes) > 1 {
				f.need(size * 25)
				f.heading(sizeText(n), size*1.15)
			}
			f.paragraph(fill(l.told(l.words.RulesKids), "digits", l.digitsText(n)))
			f.rules(n)
		}
	} else {
		f.paragraph(fill(rules, "digits", digits, "areas", areas))
		f.rules(l.puzzles[0].Givens.Geometry().Size)
	}
	for _, variant := range l.variants {
		if variant != "" {
			f.variant(variant)
		}
	}
	f.levels()
	switch {
	case len(l.lessons) == 0:
	case l.simple: // no text names a cell
		f.paragraph(l.words.SignsKids)
	default:
		f.signs()
	}
	f.teach()
}

// boxed reports whether some puzzles have boxes: jigsaws have regions instead.
func (l *layout) boxed() bool {
	return slices.ContainsFunc(l.puzzles, func(p *Puzzle) bool { return !p.Givens.Geometry().Variant.Jigsaw() })
}

// signs explains how the lessons name and mark cells.
func (f *flow) signs() {
	l, size := f.l, f.l.spec.body()
	between := l.words.between()
	signs := []string{l.words.Coordinates + between + l.words.Bold + between + l.words.Crosses}
	if l.boxed() {
		signs = append(signs, l.words.BoxOrder)
	}
	if slices.Contains(l.variants, "jigsaw") && (len(l.variants) > 1 || !l.main.Jigsaw()) {
		signs = append(signs, l.words.RegionIsBox)
	}
	if slices.ContainsFunc(l.variants, func(v string) bool { return v != "" && v != "jigsaw" }) {
		signs = append(signs, l.words.MoreHouses)
	}
	if slices.ContainsFunc(l.lessons, func(e lesson) bool { return len(e.pictures[0].step.Chains) > 0 }) {
		signs = append(signs, l.words.Arrows)
	}
	if size := l.lessons[0].last().puzzle.Geometry().Size; !slices.Contains(l.sizes, size) {
		signs = append(signs, fill(l.words.ShownOn, "size", sizeText(size), "sizes", l.sizesText()))
	}
	f.need(size * 9) // a heading is not left behind at the foot of a page
	f.heading(l.words.Techniques, size*1.25)
	for _, text := range signs {
		f.paragraph(text)
	}
}

// proper is the sentence on what is true of all puzzles.
func (l *layout) proper() string {
	keys := map[[16]byte]bool{}
	for _, p := range l.puzzles {
		if keys[p.Canon] {
			return l.words.ProperImages
		}
		keys[p.Canon] = true
	}
	if l.simple {
		return l.words.ProperKids
	}
	return l.words.Proper
}
