package draw

import (
	"fmt"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/hint"
)

// Options select what a picture shows besides the clues. The zero Options show the
// plain puzzle.
type Options struct {
	Candidates  bool        // show the candidates of each blank that its peers allow
	Singles     bool        // with Candidates: emphasise those that are the only one in their cell
	Coordinates bool        // write r1, r2, ... and c1, c2, ... at the margins
	Solution    *board.Grid // show the digits of this grid in the blanks; nil for none

	// Path, unless empty, is the beginning of the grader's solution path. The picture
	// shows the board just before its last step, with the remaining candidates, and
	// highlights that step.
	Path []grade.Step

	// On is the board on which the last step of Path is drawn, nil for the one that the steps
	// before it leave. Without a path the picture shows this board.
	On *board.Board
	// Reasons are digits that make the step a single: they are shaded, and lines lead from
	// them to the cells that they close. Names are written into the step's cells, in order.
	Reasons []hint.Reason
	Names   []string

	Search *Search // a state of a search; nil for none

	Language *hint.Language // language of a step's sentence and of the coordinates; nil for English

	Symbols []string // symbols instead of digits, the first for 1; nil for 1 to 9 and A to G
	Pencil  Pencil   // what the blanks of a plain puzzle offer for a reader's candidates
	BoxTint int      // shade every other box with this percentage of black
}

// Pencil is what is printed in a blank for a reader's candidates.
type Pencil string

// The kinds of Pencil besides "" for nothing: all digits, to strike out, or a box for
// each.
const (
	PencilDigits Pencil = "digits"
	PencilBoxes  Pencil = "boxes"
)

// Symbol returns what is drawn for a digit: see [Options].
func Symbol(symbols []string, d board.Digit) string {
	if len(symbols) == 0 {
		return d.String()
	}
	return symbols[d-1]
}

// Sizes in cells.
const (
	pen       = 0.02 // the width of the thinnest line
	margin    = 0.25 // paper around the grid
	digitSize = 0.70
	LabelSize = 0.30 // of coordinates
	labelRoom = 0.45 // extra margin for coordinates
	inset     = 0.05 // from the border of a cell to its candidates
)

// New draws a puzzle. It does not check the rules: contradictory digits are drawn like
// others.
func New(puzzle *board.Grid, o Options) *Page {
	s := newSheet(puzzle, o.Language)
	s.symbols = o.Symbols
	p := s.page
	s.tint(o.BoxTint)
	s.frame()
	if o.Coordinates {
		s.coordinates()
	}
	switch {
	case len(o.Path) > 0:
		s.step(o.Path, &o)
	case o.On != nil:
		s.digits(&o.On.Grid)
		s.candidates(o.On, nil)
	case o.Search != nil:
		s.search(o.Search, o.Candidates)
	case o.Solution != nil:
		p.Title += ", with the solution"
		if pictured, _ := Pictured(o.Symbols); pictured { // bold would not distinguish them
			for i, d := range puzzle.Digits() {
				if d != 0 {
					s.shadeCells(mist, board.Cell(i))
				}
			}
		}
		s.digits(o.Solution)
	default:
		s.pencil(o.Pencil)
		s.digits(puzzle)
		if o.Candidates {
			p.Title += ", with candidates"
			b := board.NewBoard(puzzle)
			var marked map[grade.Candidate]mark
			if o.Singles {
				p.Title += ", singles marked"
				marked = s.singles(&b)
			}
			s.candidates(&b, marked)
		}
	}
	return p
}

// newSheet returns a sheet of blank paper. A nil language means English.
func newSheet(puzzle *board.Grid, lang *hint.Language) *sheet {
	geo := puzzle.Geometry()
	if lang == nil {
		lang = hint.English()
	}
	n := float64(geo.Size)
	variant := ""
	if !geo.Classical() {
		variant = " (" + geo.Variant.Label() + ")"
	}
	return &sheet{geo: geo, puzzle: puzzle, lang: lang, page: &Page{
		Left: -margin, Top: -margin, Right: n + margin, Bottom: n + margin,
		Title:       fmt.Sprintf("%dx%d Sudoku%s, %d clues", geo.Size, geo.Size, variant, puzzle.Clues()),
		Description: puzzle.String(),
	}}
}

// sheet is a page while it is drawn.
type sheet struct {
	page   *Page
	geo    *board.Geometry
	puzzle *board.Grid
	lang   *hint.Language

	symbols []string
	texts   [][]int        // the indices of those in each cell, for arrows
	tried   *board.CellSet // of a search: see [Search]
}

// symbol returns what is drawn for a digit, and its size where one character has the
// given one: two of them must fit into a cell, and a picture among candidates into its place.
func (s *sheet) symbol(d board.Digit, size float64) (string, float64) {
	text := Symbol(s.symbols, d)
	candidate, long := size < digitSize, len([]rune(text)) > 1
	pictured, _ := Pictured(s.symbols)
	switch {
	case candidate && (long || pictured):
		size *= 0.62
	case long:
		size *= 0.8
	}
	return text, size
}

// frame draws the lines: those between cells first, the outline last, so that
// the heavier line wins where two meet.
func (s *sheet) frame() {
	n := s.geo.Size
	for c := range s.geo.Shaded().All() {
		s.shadeCells(mist, c)
	}
	if s.geo.Variant.Jigsaw() {
		s.regions()
	} else {
		s.boxes()
	}
	for _, i := range [...]int{0, n} {
		s.across(i, 3)
		s.down(i, 3)
	}
}

// tint shades every other box with a percentage of black. The regions of a jigsaw form no
// pattern.
func (s *sheet) tint(percent int) {
	if percent == 0 || s.geo.Variant.Jigsaw() {
		return
	}
	grey := RGB(255-255*percent/100) * 0x010101
	w, h := s.geo.BoxCols, s.geo.BoxRows
	for i := range s.geo.Size / h {
		for k := range s.geo.Size / w {
			if (i+k)%2 == 1 {
				s.page.Shades = append(s.page.Shades, Rect{float64(k * w), float64(i * h), float64(w), float64(h), grey})
			}
		}
	}
}

// boxes draws the lines inside the outline.
func (s *sheet) boxes() {
	n := s.geo.Size
	for i := 1; i < n; i++ {
		if i%s.geo.BoxRows != 0 {
			s.across(i, 1)
		}
		if i%s.geo.BoxCols != 0 {
			s.down(i, 1)
		}
	}
	for i := s.geo.BoxRows; i < n; i += s.geo.BoxRows {
		s.across(i, 2)
	}
	for i := s.geo.BoxCols; i < n; i += s.geo.BoxCols {
		s.down(i, 2)
	}
}

// regions draws the lines inside the outline of a jigsaw: thin ones all over, and wide ones
// where two regions meet.
func (s *sheet) regions() {
	for i := 1; i < s.geo.Size; i++ {
		s.across(i, 1)
		s.down(i, 1)
	}
	wall := func(c, next board.Cell, x1, y1, x2, y2 int) {
		if s.geo.Box(c) != s.geo.Box(next) {
			s.page.Lines = append(s.page.Lines, Line{float64(x1), float64(y1), float64(x2), float64(y2), 2, black})
		}
	}
	for i := 1; i < s.geo.Size; i++ {
		for k := range s.geo.Size {
			wall(s.geo.CellAt(i-1, k), s.geo.CellAt(i, k), k, i, k+1, i)
			wall(s.geo.CellAt(k, i-1), s.geo.CellAt(k, i), i, k, i, k+1)
		}
	}
}

// across draws a line below the i-th row, down one to the right of the i-th
// column.
func (s *sheet) across(i, width int) {
	s.page.Lines = append(s.page.Lines, Line{0, float64(i), float64(s.geo.Size), float64(i), width, black})
}

func (s *sheet) down(i, width int) {
	s.page.Lines = append(s.page.Lines, Line{float64(i), 0, float64(i), float64(s.geo.Size), width, black})
}

func (s *sheet) coordinates() {
	s.page.Left -= labelRoom
	s.page.Top -= labelRoom
	at := -(margin + labelRoom) / 2
	for i := range s.geo.Size {
		mid := float64(i) + 0.5
		row, column := s.lang.Labels(i, i)
		s.page.Texts = append(s.page.Texts, Text{X: mid, Y: at, Size: LabelSize, Fill: grey, Body: column}, Text{X: at, Y: mid, Size: LabelSize, Fill: grey, Body: row})
	}
}

// digits draws the digits of g: those of the puzzle as clues, others as found digits.
func (s *sheet) digits(g *board.Grid) {
	for i, d := range g.Digits() {
		if d == 0 {
			continue
		}
		c := board.Cell(i)
		x, y := s.corner(c)
		text, size := s.symbol(d, digitSize)
		t := Text{X: x + 0.5, Y: y + 0.5, Size: size, Style: Bold, Body: text}
		if Coloured(text) { // a black rim separates yellow from the paper
			t.Halo = pen
		}
		if s.puzzle.At(c) == 0 {
			t.Style, t.Fill = Regular, blue
			if s.tried != nil && !s.tried.Has(c) {
				t.Fill = green
			}
		}
		s.page.Texts = append(s.page.Texts, t)
	}
}

// pencil prints digits or boxes for a reader's candidates in the blanks.
func (s *sheet) pencil(p Pencil) {
	const line = 0.02
	w, h := (1-2*inset)/float64(s.geo.BoxCols), (1-2*inset)/float64(s.geo.BoxRows)
	for i := range s.geo.Cells {
		c := board.Cell(i)
		if s.puzzle.At(c) != 0 {
			continue
		}
		switch x, y := s.corner(c); p {
		case PencilDigits:
			for d := board.Digit(1); int(d) <= s.geo.Size; d++ {
				x, y, _ := s.spot(c, d)
				text, high := s.symbol(d, CandidateSize(s.geo))
				s.page.Texts = append(s.page.Texts, Text{X: x, Y: y, Size: high, Fill: pale, Body: text})
			}
		case PencilBoxes:
			for k := 1; k < s.geo.BoxCols; k++ {
				s.page.Shades = append(s.page.Shades, Rect{x + inset + float64(k)*w - line/2, y + inset, line, 1 - 2*inset, pale})
			}
			for k := 1; k < s.geo.BoxRows; k++ {
				s.page.Shades = append(s.page.Shades, Rect{x + inset, y + inset + float64(k)*h - line/2, 1 - 2*inset, line, pale})
			}
		}
	}
}

// candidates draws the candidates of every blank. marked says which of them are
// emphasised; nil for none.
func (s *sheet) candidates(b *board.Board, marked map[grade.Candidate]mark) {
	for i := range s.geo.Cells {
		c := board.Cell(i)
		for d := range b.Candidates(c).All() {
			s.candidate(c, d, marked[grade.Candidate{Cell: c, Digit: d}])
		}
	}
}

// candidate draws one candidate at its digit's position. The digits 1 to N are arranged
// in a cell like the cells of a box.
func (s *sheet) candidate(c board.Cell, d board.Digit, m mark) {
	x, y, size := s.spot(c, d)
	text, high := s.symbol(d, CandidateSize(s.geo))
	t := Text{X: x, Y: y, Size: high, Style: Bold, Fill: grey, Body: text}
	switch m {
	case plain:
		t.Style = Regular
	case pattern:
		t.Fill = black
	case single:
		t.Fill = vermilion
	case placed:
		t.Fill = white
		s.page.Discs = append(s.page.Discs, Disc{x, y, size * 0.52, blue})
	case lost:
		t.Fill = vermilion
		// The line is horizontal and behind the digit: a slanted line would make a 4 or a 7
		// hard to recognise. It ends well before the neighbouring candidates.
		r, w := size*0.48, size*0.16
		s.page.Shades = append(s.page.Shades, Rect{x - r, y - w/2, 2 * r, w, strike})
	}
	s.page.Texts = append(s.page.Texts, t)
}

// corner returns the top left corner of a cell.
func (s *sheet) corner(c board.Cell) (x, y float64) {
	return float64(s.geo.Col(c)), float64(s.geo.Row(c))
}
