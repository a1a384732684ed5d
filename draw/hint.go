package draw

import (
	"gradoku/board"
	"gradoku/grade"
	"gradoku/hint"
)

// Hint draws a hint in its position, with the hint's text under the grid. For a step it
// shows as much as the hint's depth allows: the region, the cells, or the whole step
// with the remaining candidates. Otherwise it shows the player's own candidates and,
// from depth where on, the cells at fault.
func Hint(p *hint.Position, h *hint.Hint) *Page {
	s := newSheet(&p.Givens, h.Language)
	s.frame()
	s.coordinates()
	b := h.On
	if h.Depth != hint.Full || h.Status != hint.OK {
		b = p.Board()
		for i := range s.geo.Cells {
			var own board.Digits
			for _, marks := range [...][]board.Digits{p.Marks, p.Corners} {
				if marks != nil && b.At(board.Cell(i)) == 0 {
					own |= marks[i]
				}
			}
			b.SetCandidates(board.Cell(i), own)
		}
	}
	var marked map[grade.Candidate]mark
	switch {
	case h.Status != hint.OK && h.Depth == hint.Where:
		for _, house := range h.Faulty {
			s.shadeCells(paleVermilion, s.geo.HouseCells(house)...)
		}
	case h.Status != hint.OK && h.Depth == hint.Full:
		s.shadeCells(paleVermilion, h.Faults...)
	case h.Status != hint.OK:
	case h.Depth == hint.Nudge:
		s.shadeCells(paleAmber, s.geo.HouseCells(h.Region)...)
	case h.Depth == hint.Where:
		s.shade(&grade.Step{Cells: h.Cells, Houses: h.Found.Houses})
	default:
		marked = marks(&b, &h.Found)
		for _, r := range h.Reasons { // few people know where a house of a variant is
			if int(r.House) >= 3*s.geo.Size {
				s.shadeCells(paleAmber, s.geo.HouseCells(r.House)...)
			}
		}
		s.shade(&h.Found)
		for _, r := range h.Reasons {
			s.shadeCells(amber, r.Cell)
		}
	}
	s.digits(&b.Grid)
	s.candidates(&b, marked)
	if marked != nil {
		s.arrows(&b, &h.Found)
	}
	s.page.Title += ", hint"
	s.page.Description += "\n" + h.Text
	s.caption(h.Text)
	return s.page
}

func (s *sheet) shadeCells(fill RGB, cells ...board.Cell) {
	for _, c := range cells {
		x, y := s.corner(c)
		s.page.Shades = append(s.page.Shades, Rect{x, y, 1, 1, fill})
	}
}
