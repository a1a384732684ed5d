package literature

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"gradoku/draw"
	"gradoku/grade"
	"gradoku/solve"
)

// Picture is a figure of a document, redrawn from its text and its tables: the original
// pictures are lost.
type Picture struct {
	Document string // key of the document
	Name     string // of a file, without extension: "moler-11"
	Page     *draw.Page
}

// pictures is the table, in the order of the documents.
var pictures = []struct {
	document string
	figure   int
	draw     func(ctx context.Context) (*draw.Page, error)
}{
	{"moler", 4, singletonsPicture},
	{"moler", 11, momentPicture("Figure 11. ", 22)},
	{"moler", 12, momentPicture("Figure 12. ", 14781)},
	{"models", 1, sharesPicture},
	{"models", 2, bandsPicture},
	{"models", 3, lettersPicture},
}

// Pictures draws the figures of the documents with these keys; nil means all. Documents
// without a figure to draw have none in the list. The error is about the context.
func Pictures(ctx context.Context, documents []string) ([]Picture, error) {
	var list []Picture
	for _, p := range pictures {
		if documents != nil && !slices.Contains(documents, p.document) {
			continue
		}
		page, err := p.draw(ctx)
		if err != nil {
			return nil, fmt.Errorf("drawing figure %d of %s: %w", p.figure, p.document, err)
		}
		list = append(list, Picture{Document: p.document, Name: fmt.Sprintf("%s-%d", p.document, p.figure), Page: page})
	}
	return list, nil
}

// singletonsPicture is Moler's figure 4: the candidates, singletons apart.
func singletonsPicture(context.Context) (*draw.Page, error) {
	p := likelyShidoku()
	page := draw.New(&p, draw.Options{Candidates: true, Singles: true})
	caption(page, "Figure 4. Candidates; the four singletons are red and bold. The article's own puzzle is lost: this one fits its text.")
	return page, nil
}

// momentPicture is Moler's figure 11 or 12: Royle's puzzle after the given number of
// steps.
func momentPicture(figure string, step int64) func(ctx context.Context) (*draw.Page, error) {
	return func(ctx context.Context) (*draw.Page, error) {
		solver, err := solve.ByName(Solvers(), "moler")
		if err != nil {
			return nil, err
		}
		puzzle := puzzlesByKey()["royle"].Puzzle
		m, err := SearchStateAt(ctx, solver, &puzzle, solve.DefaultScan, step)
		if err != nil {
			return nil, err
		}
		search := m.Search()
		search.Caption = figure + search.Caption
		return draw.New(&puzzle, draw.Options{Candidates: true, Search: search}), nil
	}
}

// The colours and sizes of charts, in those of package draw.
const (
	black     draw.RGB = 0x000000
	grey      draw.RGB = 0x484848
	blue      draw.RGB = 0x0060A8
	vermilion draw.RGB = 0xC23B00
	paleBlue  draw.RGB = 0xCFE4F5
	paleAmber draw.RGB = 0xFFF3CF

	small, middling = 0.22, 0.26 // sizes of letters
	captionWidth    = 0.78       // as a share of the paper's width: a viewer's letters can be a fifth wider than ours
)

// newChart is a page for a chart with the given width and height in units, whose x and
// y are above 0.
func newChart(title string, wide, high float64) *draw.Page {
	return &draw.Page{Left: -0.3, Top: -0.3, Right: wide + 0.3, Bottom: high + 0.3, Pen: 0.02, Title: title}
}

// label writes a text with its middle at a point.
func label(p *draw.Page, x, y, size float64, fill draw.RGB, text string) {
	p.Texts = append(p.Texts, draw.Text{X: x, Y: y, Size: size, Fill: fill, Body: text})
}

// line is a horizontal or vertical line.
func line(p *draw.Page, x0, y0, x1, y1 float64, width int, stroke draw.RGB) {
	p.Lines = append(p.Lines, draw.Line{X0: x0, Y0: y0, X1: x1, Y1: y1, Width: width, Stroke: stroke})
}

// caption writes a text below all that is drawn, and makes the paper longer.
func caption(p *draw.Page, text string) {
	wide := p.Right - p.Left
	size := max(0.2, wide*0.027)
	y := p.Bottom + size/2
	for _, words := range draw.GoFonts().Face(draw.Regular).WrapEven(text, captionWidth*wide/size) {
		label(p, (p.Left+p.Right)/2, y, size, black, words)
		y += 1.35 * size
	}
	p.Bottom = y
	p.Description += text
}

// sharesPicture is figure 1 of the paper: for each number of stars, the distribution of
// the number of blanks. The paper prints the shares in table 2; these are computed from
// the counts in table 1.
func sharesPicture(context.Context) (*draw.Page, error) {
	const panel, left, step = 1.5, 1.7, 0.9
	one := newStarTable("table1")
	totals := one.rowTotals()
	first, last := one.blanks[0], one.blanks[len(one.blanks)-1]
	x := func(blanks int) float64 { return left + (float64(blanks-first)+0.5)*step }
	right := x(last) + step/2
	p := newChart("Figure 1: blanks and stars", right, panel*float64(len(one.Rows))+0.8)
	for i, total := range totals {
		base := panel * float64(i+1)
		label(p, left/2, base-0.5, middling, black, fmt.Sprintf("%s (%d)", stars(i+1), total))
		for _, b := range one.blanks {
			n := one.count(i, b)
			if n == 0 {
				continue
			}
			share := float64(n) / float64(total)
			high := share * (panel - 0.4)
			p.Shades = append(p.Shades, draw.Rect{X: x(b) - 0.3, Y: base - high, W: 0.6, H: high, Fill: blue})
			label(p, x(b), base-high-0.16, small, black, strconv.FormatFloat(share, 'f', 2, 64))
		}
		line(p, left, base, right, base, 1, grey)
	}
	base := panel * float64(len(totals))
	for b := first; b <= last; b++ {
		label(p, x(b), base+0.25, small, black, strconv.Itoa(b))
	}
	label(p, (left+right)/2, base+0.62, middling, black, "blanks")
	caption(p, "Figure 1. Of the puzzles with so many stars, the share with so many blanks; in brackets how many there are. Computed from table 1 of the paper.")
	return p, nil
}

func stars(n int) string {
	if n == 1 {
		return "1 star"
	}
	return fmt.Sprintf("%d stars", n)
}

// bandsPicture is figure 2 of the paper: the levels of the blank freedom in the range
// in use, and the paper's puzzles in them.
func bandsPicture(context.Context) (*draw.Page, error) {
	const wide, top, bottom = 9.0, 1.0, 1.9
	levels := TableOf("freedom_levels_used")
	begins, ends := levels.Int(0, "from"), levels.Int(len(levels.Rows)-1, "to")
	const spare = 25 // freedom beyond both ends
	x := func(freedom int) float64 {
		return wide * float64(freedom-begins+spare) / float64(ends-begins+2*spare)
	}
	p := newChart("Figure 2: levels of the blank freedom", wide, bottom+1.2)
	seen := map[int]bool{}
	puzzles, seven := puzzlesByKey(), TableOf("table7")
	for _, key := range append(seven.Column("puzzle"), "T4_1") {
		puzzle := puzzles[key].Puzzle
		if _, f := grade.Metrics(&puzzle); !seen[f] {
			seen[f] = true
			line(p, x(f), top-0.3, x(f), top-0.05, 2, vermilion)
			label(p, x(f), top-0.5, small, vermilion, strconv.Itoa(f))
		}
	}
	label(p, wide/2, 0.1, middling, black, "blank freedom of the paper's puzzles")
	for i := range levels.Rows {
		from, to, printed := levels.Int(i, "from"), levels.Int(i, "to"), levels.Int(i, "from printed")
		fill := [...]draw.RGB{paleBlue, paleAmber}[i%2]
		p.Shades = append(p.Shades, draw.Rect{X: x(from), Y: top, W: x(to) - x(from), H: bottom - top, Fill: fill})
		label(p, (x(from)+x(to))/2, (top+bottom)/2, middling, black, "level "+levels.Value(i, "level"))
		line(p, x(from), top, x(from), bottom, 1, grey)
		label(p, x(from), bottom+0.22, small, black, strconv.Itoa(from))
		if printed != from {
			p.Shades = append(p.Shades, draw.Rect{X: x(printed), Y: bottom + 0.5, W: x(to) - x(printed), H: 0.45, Fill: fill})
			label(p, (x(printed)+x(to))/2, bottom+0.725, small*0.85, black, fmt.Sprintf("level %s as printed: %d-%d", levels.Value(i, "level"), printed, to))
		}
	}
	line(p, x(ends), top, x(ends), bottom, 1, grey)
	label(p, x(ends), bottom+0.22, small, black, strconv.Itoa(ends))
	caption(p, "Figure 2. The levels of the blank freedom, the range from 700 to 1300 cut into five. Neighbours share an end. Of the puzzles above, 698 has no level.")
	return p, nil
}

// lettersPicture is figure 3 of the paper: the letter of a blank level X and a freedom
// level Y.
func lettersPicture(context.Context) (*draw.Page, error) {
	const left, cell = 1.7, 1.4
	blanks, freedom := TableOf("blank_levels"), TableOf("freedom_levels_used")
	n := len(blanks.Rows)
	side := float64(n) * cell
	p := newChart("Figure 3: the letter of X and Y", left+side, side+1.2)
	for x := 1; x <= n; x++ {
		for y := 1; y <= n; y++ {
			at, up := left+float64(x-1)*cell, side-float64(y)*cell
			if (x+y)%2 == 0 {
				p.Shades = append(p.Shades, draw.Rect{X: at, Y: up, W: cell, H: cell, Fill: paleBlue})
			}
			p.Texts = append(p.Texts, draw.Text{X: at + cell/2, Y: up + cell/2, Size: 0.6, Style: draw.Bold, Fill: black, Body: letterOf(x, y)})
		}
		at, up := left+(float64(x)-0.5)*cell, side-(float64(x)-0.5)*cell
		label(p, at, side+0.25, middling, black, "X = "+blanks.Value(x-1, "level"))
		label(p, at, side+0.57, small, grey, blanks.Value(x-1, "from")+"-"+blanks.Value(x-1, "to"))
		label(p, 0.9, up-0.16, middling, black, "Y = "+freedom.Value(x-1, "level"))
		label(p, 0.9, up+0.16, small, grey, freedom.Value(x-1, "from")+"-"+freedom.Value(x-1, "to"))
	}
	for i := range n + 1 {
		width := 1
		if i == 0 || i == n {
			width = 2
		}
		at := float64(i) * cell
		line(p, left+at, 0, left+at, side, width, black)
		line(p, left, at, left+side, at, width, black)
	}
	label(p, left+side/2, side+0.95, middling, black, "level of the blanks")
	label(p, 0.9, 0.1, middling, black, "freedom")
	caption(p, "Figure 3. The letter of a puzzle from the level X of its blanks and the level Y of its blank freedom: A is easiest, I hardest; letters along a diagonal are equal.")
	return p, nil
}
