package draw

import (
	"fmt"
	"math"
	"strings"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/hint"
)

// mark is the role of a candidate in a step, or that it is the only one in its cell.
type mark uint8

const (
	plain mark = iota
	pattern
	placed
	lost
	single
)

// step draws the board before the last step of the path, and that step.
func (s *sheet) step(path []grade.Step, o *Options) {
	step := &path[len(path)-1]
	b := o.On
	if b == nil {
		b = new(Before(s.puzzle, path))
	}
	s.shade(step)
	s.reasons(b, step, o.Reasons)
	s.digits(&b.Grid)
	s.candidates(b, marks(b, step))
	for i, name := range o.Names[:min(len(o.Names), len(step.Cells))] {
		s.name(b, step.Cells[i], name)
	}
	s.arrows(b, step)
	text := fmt.Sprintf("Step %d: %s", len(path), s.lang.Sentence(s.geo, step))
	s.page.Title += fmt.Sprintf(", step %d", len(path))
	s.page.Description += "\n" + text
	s.caption(text)
}

// Before returns the board on which the last step of a path was found.
func Before(puzzle *board.Grid, path []grade.Step) board.Board {
	b := board.NewBoard(puzzle)
	for _, step := range path[:len(path)-1] {
		step.Apply(&b)
	}
	return b
}

// marks returns the emphasised candidates. Consequences of a step take precedence over
// its reasons: a cell of the pattern can itself lose a candidate.
func marks(b *board.Board, step *grade.Step) map[grade.Candidate]mark {
	m := map[grade.Candidate]mark{}
	for _, c := range step.Pattern(b) {
		m[c] = pattern
	}
	for _, e := range step.Eliminate {
		m[e] = lost
	}
	if step.Place.Digit != 0 {
		m[step.Place] = placed
	}
	return m
}

// shade fills the cells that justify the step, and faintly its houses. The cell of a
// placement gets its own shade even if it also justifies the step.
func (s *sheet) shade(step *grade.Step) {
	var fills [board.MaxCells]RGB
	for _, h := range step.Houses {
		for _, c := range s.geo.HouseCells(h) {
			fills[c] = paleAmber
		}
	}
	for _, c := range step.Cells {
		fills[c] = amber
	}
	if step.Place.Digit != 0 {
		fills[step.Place.Cell] = paleBlue
	}
	for i, fill := range fills {
		if fill != 0 {
			s.shadeCells(fill, board.Cell(i))
		}
	}
}

// reasons shades the digits that make a step a single. For a hidden single it draws a line
// from each to the cells of the house that it closes, and a cross into these.
func (s *sheet) reasons(b *board.Board, step *grade.Step, why []hint.Reason) {
	const line, cross = 0.05, 0.55
	for _, r := range why {
		s.shadeCells(amber, r.Cell)
	}
	var crossed board.CellSet
	for _, r := range why {
		if r.Digit != step.Place.Digit || len(step.Houses) == 0 {
			continue
		}
		fromX, fromY := s.corner(r.Cell)
		toX, toY := fromX, fromY
		seen := s.geo.HouseSet(r.House)
		for _, c := range s.geo.HouseCells(step.Houses[0]) {
			if b.At(c) != 0 || !seen.Has(c) {
				continue
			}
			x, y := s.corner(c)
			if !crossed.Has(c) {
				s.page.Texts = append(s.page.Texts, Text{X: x + 0.5, Y: y + 0.5, Size: cross, Fill: grey, Body: "×"})
			}
			crossed.Add(c)
			if math.Hypot(x-fromX, y-fromY) > math.Hypot(toX-fromX, toY-fromY) {
				toX, toY = x, y
			}
		}
		if w, h := math.Abs(toX-fromX), math.Abs(toY-fromY); w == 0 || h == 0 {
			s.page.Shades = append(s.page.Shades, Rect{min(fromX, toX) + 0.5 - line/2, min(fromY, toY) + 0.5 - line/2, w + line, h + line, pale})
		}
	}
}

// name writes a word into a cell, where its candidates leave a row free.
func (s *sheet) name(b *board.Board, c board.Cell, word string) {
	for row := range s.geo.BoxRows {
		first := board.Digit(row*s.geo.BoxCols + 1)
		if digits := first.Mask()<<s.geo.BoxCols - first.Mask(); b.Candidates(c)&digits == 0 {
			x, _ := s.corner(c)
			_, y, _ := s.spot(c, first)
			size := min(CandidateSize(s.geo), (1-2*inset)/GoFonts().Face(Regular).Width(word))
			s.page.Texts = append(s.page.Texts, Text{X: x + 0.5, Y: y, Size: size, Style: Italic, Body: word})
			return
		}
	}
}

// caption writes a text under the grid, on as many lines as it needs, and makes the
// paper longer. Its letters grow with the grid, since pictures are mostly scaled to the
// same width, but stay small enough for a line of words on 4x4.
func (s *sheet) caption(text string) {
	n := float64(s.geo.Size)
	size := max(0.27, 0.034*n)
	y := n + margin + size/2
	for _, line := range wrap(text, captionWidth*n/size) {
		s.page.Texts = append(s.page.Texts, Text{X: n / 2, Y: y, Size: size, Body: line})
		y += 1.35 * size
	}
	s.page.Bottom = y - 0.85*size + margin
}

// captionWidth is the share of the grid's width that a caption may fill in the Go
// fonts. The rest is a reserve for wider fonts that an SVG viewer may use instead, such
// as DejaVu Sans.
const captionWidth = 0.9

// wrap breaks a text at spaces into lines at most width em wide: as few lines as
// possible, and as even as possible, so that the last line is not a single word.
func wrap(text string, width float64) []string {
	font := GoFonts().Face(Regular)
	if strings.ContainsFunc(text, wide) {
		p := font.paragraph(text, math.Inf(1))
		for i, r := range p.text {
			if wide(r) {
				p.advances[i] = 1 // the Go fonts lack it; in a viewer it is one em wide
			}
		}
		return p.fold(width)
	}
	return font.WrapEven(text, width)
}
