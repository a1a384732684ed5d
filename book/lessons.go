package book

import (
	"context"
	"fmt"
	"slices"

	"gradoku/board"
	"gradoku/draw"
	"gradoku/grade"
)

// lesson is a family of techniques with an example step.
type lesson struct {
	family int
	puzzle *board.Grid
	path   []grade.Step // up to and including the step
}

// findLessons finds an example for every family that the puzzles need.
func findLessons(puzzles []*Puzzle, sizes []int) []lesson {
	var lessons []lesson
	for i := range families {
		if slices.ContainsFunc(puzzles, func(p *Puzzle) bool { return uses(&p.Grade, i) }) {
			puzzle, path := exampleFor(i, sizes)
			lessons = append(lessons, lesson{family: i, puzzle: puzzle, path: path})
		}
	}
	return lessons
}

// uses reports whether a solution needs a family.
func uses(g *grade.Grade, family int) bool {
	for i, t := range grade.Techniques() {
		if g.Uses[i] > 0 && t.Lesson == families[family].name {
			return true
		}
	}
	return false
}

// findHints writes for each puzzle the first of its hardest steps.
func findHints(ctx context.Context, words *Words, puzzles []*Puzzle) ([]string, error) {
	hints := make([]string, len(puzzles))
	var graders grade.Graders
	stop := func() bool { return ctx.Err() != nil }
	for n, p := range puzzles {
		geo := p.Givens.Geometry()
		gr := graders.Of(geo)
		gr.Stop = stop
		_, path := gr.Path(&p.Givens)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(path) > 0 {
			hardest := slices.MaxFunc(path, func(a, b grade.Step) int { return a.Rating - b.Rating })
			hints[n] = words.explain(geo, &hardest)
		}
	}
	return hints, nil
}

// flow sets text and pictures one below the other, over as many pages as needed, in
// one column or several.
type flow struct {
	l    *layout
	s    sheet
	page area    // between head and foot
	a    area    // of the column
	y    float64 // where the next thing begins
	cols int     // 0 for one
	col  int     // the current column, from 0
}

// columnGap separates two columns.
const columnGap = 22.0

// next continues at the top of the next column, or of a new page.
func (f *flow) next() {
	if f.col+1 < f.cols {
		f.col++
		f.a.x += f.a.w + columnGap
		f.y = f.a.y
		return
	}
	f.s, f.page = f.l.page()
	f.a, f.y = f.page, f.page.y
	f.split(f.cols)
}

// split sets the rest of the page in columns.
func (f *flow) split(cols int) {
	f.cols, f.col = cols, 0
	if cols > 1 {
		f.a.w = (f.page.w - float64(cols-1)*columnGap) / float64(cols)
	}
	if f.y > f.a.y && f.y < f.a.y+f.a.h { // below a heading
		f.a.h -= f.y - f.a.y
		f.a.y = f.y
	}
	f.y = f.a.y
}

// need continues at the next column or page unless there is enough room left.
func (f *flow) need(height float64) {
	if f.y+height > f.a.y+f.a.h && f.y > f.a.y {
		f.next()
	}
}

// heading writes a heading, smaller if it would be too wide, and the gap below
// it.
func (f *flow) heading(text string, size float64) {
	size = min(size, f.a.w/f.l.fonts.Face(draw.Bold).Width(text))
	f.y += size
	f.s.text(f.a.x, f.y, size, draw.Bold, left, text)
	f.s.part(draw.Heading2, len(f.s.Texts)-1, false)
	f.y += size * 0.75
}

// leading is the distance between two lines of running text.
func (f *flow) leading() float64 { return f.l.spec.body() * 1.42 }

// paragraph writes running text, across pages if need be.
func (f *flow) paragraph(text string) {
	size := f.l.spec.body()
	lines := f.l.fonts.Face(draw.Regular).Wrap(text, f.a.w/size)
	for i, line := range lines {
		// No line of a paragraph is left alone, before or after a page break.
		together := 1
		if i == 0 && len(lines) > 1 || i == len(lines)-2 {
			together = 2
		}
		if i == 0 && len(lines) == 3 {
			together = 3
		}
		f.need(f.leading() * float64(together))
		f.s.text(f.a.x, f.y+size, size, draw.Regular, left, line)
		f.s.part(draw.Paragraph, len(f.s.Texts)-1, i > 0)
		f.y += f.leading()
	}
	f.y += size * 1.1
}

// rules draws a puzzle and its solution side by side: the book's first, turned
// and with its digits exchanged, so that nothing is given away.
func (f *flow) rules() {
	size := f.l.spec.body()
	puzzle, solution := disguised(f.l.puzzles[0])
	n := float64(puzzle.Geometry().Size)
	side := min((f.a.w-30)/2, 190*f.l.spec.scale(), f.a.h*0.35)
	f.need(side + size*3)
	cell, x := side/n, f.a.x+(f.a.w-2*side-30)/2
	f.y += 4
	f.s.Place(draw.New(&puzzle, f.l.drawing(draw.Options{})), x, f.y, cell)
	f.s.Place(draw.New(&puzzle, f.l.drawing(draw.Options{Solution: &solution})), x+side+30, f.y, cell)
	f.y += side + size*1.5
	caption := min(size*0.9, f.a.w/f.l.fonts.Face(draw.Italic).Width(f.l.words.Example))
	f.s.text(f.a.x+f.a.w/2, f.y, caption, draw.Italic, centre, f.l.words.Example)
	f.y += size * 1.4
}

// labelsMean explains the stars and the ratings under puzzles, if there are any.
func (l *layout) labelsMean() []string {
	var texts []string
	if slices.Contains(l.spec.Labels, LabelStars) {
		switch l.spec.GradeBy {
		case "people":
			texts = append(texts, l.words.ByPeople)
		case "minutes":
			texts = append(texts, l.words.ByMinutes)
		default:
			texts = append(texts, l.words.ByRating)
		}
	}
	if slices.Contains(l.spec.Labels, "rating") {
		texts = append(texts, l.words.RatingText)
	}
	return texts
}

// levels explains the stars and the ratings, if there are any, and with stars each level of
// the book.
func (f *flow) levels() {
	l := f.l
	texts := l.labelsMean()
	if len(texts) == 0 {
		return
	}
	size := l.spec.body()
	indent := (mostStars + 1) * size
	type row struct {
		level string
		lines [][]span
	}
	var rows []row
	height := size * (3.5 + 2.5*float64(len(texts)))
	for _, level := range levelNames() {
		if !slices.Contains(l.spec.Labels, LabelStars) || !slices.ContainsFunc(l.puzzles, func(p *Puzzle) bool { return p.LevelName() == level }) {
			continue
		}
		words := l.words.Levels[level]
		lines := l.richLines([]span{{words.Name, draw.Bold}, {" " + l.levelText(level), draw.Regular}}, f.a.w-indent, size)
		rows = append(rows, row{level, lines})
		height += float64(len(lines))*f.leading() + size*0.3
	}
	f.need(min(height, f.page.h)) // all together, if one page can hold them
	f.heading(l.words.HowHard, size*1.25)
	for _, text := range texts {
		f.paragraph(text)
	}
	for _, r := range rows {
		f.need(float64(len(r.lines)) * f.leading())
		l.stars(f.s, r.level, f.a.x, f.y+size, size)
		for _, line := range r.lines {
			l.richText(f.s, f.a.x+indent, f.y+size, size, line)
			f.y += f.leading()
		}
		f.y += size * 0.3
	}
	f.y += size * 0.8
}

// disguised rotates a puzzle by half a turn and exchanges its digits.
func disguised(p *Puzzle) (puzzle, solution board.Grid) {
	geo := p.Givens.Geometry()
	puzzle, solution = board.NewGrid(geo), board.NewGrid(geo)
	for i := range geo.Cells {
		from, to := board.Cell(i), board.Cell(geo.Cells-1-i)
		solution.Set(to, board.Digit(geo.Size+1)-p.Solution.At(from))
		if p.Givens.At(from) != 0 {
			puzzle.Set(to, solution.At(to))
		}
	}
	return puzzle, solution
}

// The side of the smallest drawing, and its smallest candidates and coordinates, that can
// be read.
const (
	leastPicture = 100.0
	leastDigit   = 6.0
)

// labelRoom is the room for coordinates at the left and the top of a picture,
// in cells.
const labelRoom = 0.62

// lesson writes a lesson: text and picture side by side if the page is wide
// enough, else one below the other. It is never split across pages.
func (f *flow) lesson(e *lesson) {
	l, size := f.l, f.l.spec.body()
	words := l.words.Lessons[families[e.family].name]
	geo := e.puzzle.Geometry()
	step := &e.path[len(e.path)-1]
	small := size * 0.92
	before := draw.Before(e.puzzle, e.path)
	says := l.words.steps().SentenceOn(&before, step)
	side := f.a.w >= 400 && !l.spec.LargePrint
	pic, column := min(f.a.w, 300*l.spec.scale()), f.a.w
	if side {
		// Two to a page: three would have candidates too small to read.
		pic = min(f.a.w*0.54, f.page.h/2-3.2*size)
		if f.page.w > f.page.h { // and two, on a page that is wider than high
			pic = min(f.a.w*0.54, f.page.h-2*size)
		}
	}
	n := float64(geo.Size)
	if n < 9 { // small grids need not be as large
		pic *= max(0.6, n/9)
	}
	// Candidates and coordinates stay large enough to read.
	least := max(leastPicture, (n+labelRoom)*leastDigit/draw.CandidateSize(geo))
	if families[e.family].bare {
		least = max(leastPicture, (n+labelRoom)*leastDigit/draw.LabelSize)
	}
	pic = max(pic, min(least, f.a.w))
	if side {
		column -= pic + 20
	}
	heading := size * 1.15
	text := heading*1.75 + float64(l.lines(column, size, draw.Regular, words.Text))*f.leading()
	caption := float64(l.lines(column, small, draw.Italic, says))*small*1.4 + small*0.5
	height := max(pic, text+caption+size)
	if !side {
		pic = min(pic, f.a.h-text-caption-2*size)
		height = text + pic + caption + size
	}
	if pic < least-0.01 || height > f.a.h {
		l.warn("a page of %s has no room for the lesson %q: it is left out", l.spec.Trim.Name, words.Name)
		return
	}
	f.need(height + size)
	l.entry(f.s, words.Name)
	f.y += size * 0.9
	top := f.y
	y := top + heading
	f.s.text(f.a.x, y, heading, draw.Bold, left, words.Name)
	f.s.part(draw.Heading3, len(f.s.Texts)-1, false)
	y = f.s.column(f.a.x, y+heading*1.4, column, size, f.leading(), draw.Regular, words.Text)
	x, at := f.a.x+f.a.w-pic, top
	if !side {
		x, at = f.a.x+(f.a.w-pic)/2, y-size*0.6
		y = at + pic + small*1.7
	} else {
		y += size * 0.4
	}
	l.drawLesson(f.s, e, x, at, pic)
	y = f.s.column(f.a.x, y, column, small, small*1.4, draw.Italic, says)
	f.y = max(y-small*0.5, at+pic)
}

// white is the colour of a digit on a disc.
const white = draw.RGB(0xFFFFFF)

// drawLesson draws a step with coordinates, pic wide and high.
func (l *layout) drawLesson(s sheet, e *lesson, x, y, pic float64) {
	geo := e.puzzle.Geometry()
	n := float64(geo.Size)
	cell := pic / (n + labelRoom)
	path := slices.Clone(e.path)
	step := &path[len(path)-1]
	bare := families[e.family].bare && step.Place.Digit != 0
	if bare && len(step.Houses) == 0 { // a naked single: the excluded digits are in all three houses
		houses := geo.HousesOf(step.Place.Cell)
		step.Houses = houses[:]
	}
	p := draw.New(e.puzzle, l.drawing(draw.Options{Path: path, Coordinates: true}))
	if bare {
		c := step.Place.Cell
		mx, my := float64(geo.Col(c))+0.5, float64(geo.Row(c))+0.5
		p.Discs = []draw.Disc{{X: mx, Y: my, Radius: 0.40}}
		p.Texts = append(p.Texts, draw.Text{X: mx, Y: my, Size: 0.6, Style: draw.Bold, Fill: white, Body: draw.Symbol(l.spec.Symbols, step.Place.Digit)})
	}
	p.Texts = slices.DeleteFunc(p.Texts, func(t draw.Text) bool {
		sentence := t.Y > n // written next to the picture instead
		candidate := t.X > 0 && t.Y > 0 && t.Size <= 0.5
		return sentence || bare && candidate
	})
	s.Place(p, x+labelRoom*cell, y+labelRoom*cell, cell)
}

// hintPages lists the hints, with the number of the puzzle as a hanging label
// on the left.
func (l *layout) hintPages() {
	if !l.spec.Hints {
		return
	}
	l.toRecto()
	l.begin(l.words.Hints, "")
	f := &flow{l: l}
	f.next()
	size := l.spec.body()
	f.heading(l.words.Hints, size*partHeading)
	f.paragraph(l.words.HintsText)
	f.y += size * 0.5
	if f.a.w >= 400 && !l.spec.LargePrint {
		f.split(2)
	}
	small := size * 0.92
	indent := l.fonts.Face(draw.Bold).Width(fmt.Sprint(l.no(len(l.puzzles)-1)))*small + small
	for n, hint := range l.hints {
		rows := l.lines(f.a.w-indent, small, draw.Regular, hint)
		f.need(float64(rows)*small*1.4 + small*0.5)
		f.y += small
		w := f.s.text(f.a.x+indent-small*0.7, f.y, small, draw.Bold, right, fmt.Sprint(l.no(n)))
		f.s.link(f.a.x+indent-small*0.7-w, f.y, w, small, l.last.puzzle[n])
		f.y = f.s.column(f.a.x+indent, f.y, f.a.w-indent, small, small*1.4, draw.Regular, hint) - small*0.55
	}
}
