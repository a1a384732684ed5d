package book

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"gradoku/board"
	"gradoku/draw"
	"gradoku/grade"
)

// Book is a laid-out book.
type Book struct {
	Spec      Spec
	ID        string // the edition's short name, as printed on the copyright page
	Pages     []draw.Page
	Front     int // pages before the first puzzle, with Roman numbers
	Puzzles   int
	puzzles   []*Puzzle
	proper    string   // the sentence on what is true of all
	Gutter    float64  // the inside margin, points
	Warnings  []string // what may bother a printer or a reader
	Solutions *Book    // with the solutions, if they are in a separate book
}

// ErrTooLong is the error for a book that has too many pages to be bound.
var ErrTooLong = errors.New("the book is too long")

// ErrTooSmall is the error for a page that is too small for its grids.
var ErrTooSmall = errors.New("the page is too small")

// New lays out a book. Only lessons and hints for very hard puzzles can take a long time. If ctx ends,
// New returns its error.
func New(ctx context.Context, spec Spec, sections []Section) (*Book, error) {
	words, err := spec.prepare(sections)
	if err != nil {
		return nil, err
	}
	l := &layout{spec: &spec, words: words, fonts: spec.Fonts, sections: sections, id: editionID(&spec, sections)}
	if l.printer, err = PrinterByName(spec.Printer); err != nil {
		return nil, err
	}
	l.collect()
	for _, p := range l.puzzles {
		l.graders.Of(p.Givens.Geometry()).Stop = func() bool { return ctx.Err() != nil }
	}
	l.simple = l.forChildren()
	if spec.hinted() {
		l.findHints()
	}
	if !spec.NoLessons {
		l.findLessons()
	}
	if err := ctx.Err(); err != nil { // then steps are missing
		return nil, err
	}
	if err := l.converge(); err != nil {
		return nil, err
	}
	if p := l.printer; len(l.pages) < p.Min {
		l.warn("%d pages: %s binds %d or more", len(l.pages), p.Who, p.Min)
	}
	b, err := l.finished()
	if err == nil && spec.placed(Separate) {
		b.Solutions = l.separate()
	}
	return b, err
}

// finished returns the book of the pages, and checks that the fonts can show every text of
// them, including those in the grader's words.
func (l *layout) finished() (*Book, error) {
	for _, name := range l.spec.Labels {
		if name != LabelStars && name != "none" && !slices.ContainsFunc(l.puzzles, func(p *Puzzle) bool { return l.valueOf(name, p) != "" }) {
			l.warn("no puzzle has a value for the label %q", name)
		}
	}
	if l.fonts.OneFace() {
		l.warn("the font has only one face, so givens look like digits that a reader or a lesson fills in; add its bold face")
	}
	var texts [3][]string
	var smallest draw.Text
	var page string
	for i := range l.pages {
		for _, t := range l.pages[i].Texts {
			texts[t.Style] = append(texts[t.Style], t.Body)
			if smallest.Size == 0 || t.Size < smallest.Size {
				smallest, page = t, l.pages[i].Label
			}
		}
	}
	if l.spec.LargePrint && smallest.Size < largeDigit-slack {
		l.warn("the smallest text, %q on page %s, has %.1f pt, but large print needs at least %.0f pt: put fewer on a page, or use a larger page", smallest.Body, page, smallest.Size, largeDigit)
	}
	l.checkPictures()
	for style, list := range texts {
		if lacking := l.fonts.Face(draw.Style(style)).Missing(list...); len(lacking) > 0 {
			return nil, &draw.CoverageError{Runes: lacking}
		}
	}
	return &Book{
		Spec: *l.spec, ID: l.id, Pages: l.pages, Front: l.now.front, Puzzles: len(l.puzzles), puzzles: l.puzzles, proper: l.proper(),
		Gutter: l.frame.inside, Warnings: l.warnings,
	}, nil
}

// PDF writes the pages of the book, or the sheets on which its spec imposes them.
func (b *Book) PDF(w io.Writer) error {
	doc := draw.Document{
		Title: b.Spec.Title, Author: b.Spec.Author, Subject: b.ID, Producer: "gradoku " + b.Spec.Version, Lang: b.Spec.Lang,
		Keywords: b.keywords(), Date: b.Spec.Date, Pages: b.Pages, Front: b.Front, PDFOptions: b.Spec.PDF,
	}
	if b.Spec.Impose != "" {
		doc.Pages, doc.Front = b.imposed(), 0
	}
	return doc.PDF(w)
}

// Cover uses the default fonts if none are given, and checks that the fonts can show every
// fixed word and the title, before any work is done.
func (s *Spec) Cover(words *Words) error {
	if s.Fonts == nil {
		s.Fonts = draw.BookFonts()
	}
	texts := append(words.all(), words.steps().Texts()...)
	for _, m := range slices.Concat(s.Front, s.Back) {
		texts = append(texts, m.texts()...)
	}
	return s.Fonts.Covers(append(texts, s.Title, s.Subtitle, s.Author, s.Publisher, s.Copyright, s.ISBN, strings.Join(s.Symbols, ""), strings.Join(s.Imprint, " "),
		" ABCDEFG.·×→≠=-–()crb ivxlcdm0123456789")...)
}

// layout is a book that is being laid out.
type layout struct {
	spec     *Spec
	printer  *Printer
	words    *Words
	fonts    *draw.Fonts
	sections []Section
	puzzles  []*Puzzle     // of all sections, in order
	sizes    []int         // the sizes that occur
	variants []string      // the titles of the variants in the book, in its order, after "" for classical puzzles
	main     board.Variant // the variant of the boards in lessons
	simple   bool          // whether the book is for children, see forChildren
	id       string
	graders  grade.Graders
	paths    [][]grade.Step // by puzzle; nil until needed: see path
	lessons  []lesson
	hints    []puzzleHint

	frame    frame
	plans    map[planKey]plan
	pages    []draw.Page
	warnings []string
	last     refs // where things were in the previous pass
	now      refs // where they are in this one
	running  string
	marks    []draw.Mark // of the next page
	sheet    bool        // loose pages, without references
	book     []draw.Page // of solutions in a separate book: the pages of its puzzles
}

// refs holds the page indexes that references need.
type refs struct {
	front    int // -1 until it is known
	puzzle   []int
	solution []int
	hint     []int // nil without hints
	answers  int   // to the exercises of the lessons
	parts    []part
}

func newRefs(puzzles int) refs {
	return refs{front: -1, puzzle: make([]int, puzzles), solution: make([]int, puzzles)}
}

// part is a line of the contents and a bookmark.
type part struct {
	title, detail string
	page          int
	level         int // 0 for a part, 1 for what it contains
}

// collect lists the puzzles, their sizes and variants. Lessons show the variant of at least three
// quarters of the puzzles, if its boards are small enough, else classical boards.
func (l *layout) collect() {
	l.puzzles = puzzlesOf(l.sections)
	l.paths = make([][]grade.Step, len(l.puzzles))
	count := map[string]int{}
	for _, p := range l.puzzles {
		geo, v := p.Givens.Geometry(), p.variant()
		if geo.Size <= readable {
			if count[v]++; 4*count[v] >= 3*len(l.puzzles) {
				l.main = geo.Variant
			}
		}
		l.sizes = append(l.sizes, geo.Size)
		switch {
		case slices.Contains(l.variants, v):
		case v == "":
			l.variants = slices.Insert(l.variants, 0, v)
		default:
			l.variants = append(l.variants, v)
		}
	}
	slices.Sort(l.sizes)
	l.sizes = slices.Compact(l.sizes)
}

// maxPasses limits the number of passes until page numbers no longer change. Two or three
// are enough: only the length of the contents can depend on page numbers.
const maxPasses = 8

// converge lays the book out until neither the gutter nor a page number changes.
func (l *layout) converge() error {
	for pages := 0; ; {
		var err error
		if l.frame, err = newFrame(l.spec, l.printer, pages); err != nil {
			return err
		}
		l.plans = map[planKey]plan{}
		l.warnings = nil
		if err := l.makePlans(); err != nil {
			return err
		}
		l.last = newRefs(len(l.puzzles))
		for pass := 1; ; pass++ {
			l.pass()
			same := reflect.DeepEqual(l.now, l.last)
			l.last = l.now
			if same {
				break
			}
			if pass == maxPasses {
				return fmt.Errorf("the page numbers of this book keep changing")
			}
		}
		pages = len(l.pages)
		if most := l.printer.MaxPages(l.spec.Trim, l.spec.Paper); pages > most {
			return fmt.Errorf("%w: %d pages of %s on %s paper, but %s binds at most %d", ErrTooLong, pages, l.spec.Trim.Name, cmp.Or(l.spec.Paper, Papers[0]), l.printer.Who, most)
		}
		if l.printer.Gutter(pages) <= l.frame.inside {
			return nil
		}
	}
}

func (l *layout) pass() {
	l.pages = l.pages[:0:0]
	l.now = newRefs(len(l.puzzles))
	l.frontMatter()
	l.toRecto()
	l.now.front = len(l.pages)
	l.puzzlePages()
	l.hintPages()
	if l.spec.placed("back") {
		n := len(l.puzzles)
		pages := pagesFor(n, l.plans[planKey{slices.Max(l.sizes), true}].per()) // at most: smaller grids may need fewer
		l.open(l.words.Solutions, l.words.numbers(l.no(0), l.no(n-1)), "", pages, pages >= 8 && l.spec.Openers != NoOpeners)
		l.gridPages(0, n, true)
	}
	l.pathPages()
	l.answerPage()
	l.notePages()
	l.matterPages(l.spec.Back)
	l.toRecto() // the next page would be a right-hand one: the count is even
	l.nameLabels()
}

func (l *layout) nameLabels() {
	for i := range l.pages {
		l.pages[i].Label = l.label(i)
	}
}

// label is the number of a page as it is printed.
func (l *layout) label(index int) string {
	front := l.now.front
	if front < 0 { // not known yet: this is still the front matter
		front = l.last.front
	}
	if front < 0 {
		front = index + 1
	}
	return pageLabel(index, front)
}

// blank adds an empty page, with the bookmarks that wait for one.
func (l *layout) blank() sheet {
	l.pages = append(l.pages, draw.Page{Right: l.spec.Trim.W, Bottom: l.spec.Trim.H, Fonts: l.fonts, Weights: l.spec.Lines, Marks: l.marks})
	l.marks = nil
	return sheet{&l.pages[len(l.pages)-1]}
}

// toRecto adds a blank page unless the next one is on the right.
func (l *layout) toRecto() {
	if !isRecto(len(l.pages)) {
		l.blank()
	}
}

// page adds a page with a running head and a page number, and returns it with
// the area between them. A loose page has the title, if there is one.
func (l *layout) page() (sheet, area) {
	index, begins := len(l.pages), len(l.marks) > 0
	s := l.blank()
	a := l.frame.content(index)
	if l.sheet {
		size := 16 * l.spec.scale()
		s.text(a.x+a.w/2, l.frame.top+size*0.8, size, draw.Bold, centre, l.fitted(l.spec.Title, a.w, size, draw.Bold))
		return s, a
	}
	size := l.spec.legible(9)
	head := l.running
	x, anchor := a.x+a.w, right
	if !isRecto(index) {
		x, anchor = a.x, left
		if !begins { // a part without an opening page has its name where it begins
			head = l.spec.Title
		}
	}
	room := a.w
	if l.last.hint != nil { // the rest is for the page of the hints
		room *= 0.5
	}
	s.text(x, l.frame.top+size*0.75, size, draw.Italic, anchor, l.fitted(head, room, size, draw.Italic))
	s.text(x, l.spec.Trim.H-l.frame.bottom, size, draw.Regular, anchor, l.label(index))
	return s, a
}

// lines is the number of lines that [sheet.column] will write.
func (l *layout) lines(width, size float64, style draw.Style, text string) int {
	return len(l.fonts.Face(style).Wrap(text, width/size))
}

// fitted shortens a text that is too wide for its line.
func (l *layout) fitted(text string, width, size float64, style draw.Style) string {
	f := l.fonts.Face(style)
	if f.Width(text)*size <= width {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && f.Width(string(runes)+"...")*size > width {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "..."
}

// begin starts a part of the book on the next page: its name becomes the running
// head, a line of the contents and a bookmark.
func (l *layout) begin(title, detail string, level int) {
	l.running = title
	l.marks = []draw.Mark{{Title: title, Level: level}}
	l.now.parts = append(l.now.parts, part{title: title, detail: detail, page: len(l.pages), level: level})
}

// entry adds a line to the contents and a bookmark, both below the current part, that lead
// to the current page.
func (l *layout) entry(s sheet, title string) {
	s.Marks = append(s.Marks, draw.Mark{Title: title, Level: 1})
	l.now.parts = append(l.now.parts, part{title: title, page: len(l.pages) - 1, level: 1})
}

// placed reports whether the solutions go to a certain place.
func (s *Spec) placed(where string) bool { return cmp.Or(s.Placement, Placements[0]) == where }

// scale enlarges the text of large print.
func (s *Spec) scale() float64 {
	if s.LargePrint {
		return 1.5
	}
	return 1
}

// legible returns the given text size, or the smallest that the book may print if that is larger.
// It is for every size that is not multiplied by scale.
func (s *Spec) legible(size float64) float64 {
	if s.LargePrint {
		return max(size, largeDigit)
	}
	return size
}

// body is the size of running text.
func (s *Spec) body() float64 {
	if s.LargePrint {
		return largeDigit
	}
	return max(9, min(11, s.Trim.W/inch*1.35))
}
