package draw

import (
	"gradoku/board"
	"gradoku/grade"
)

// Search is one state of a search for a solution. The two kinds of digits follow
// figures 11 and 12 of Cleve Moler, "Solving Sudoku with MATLAB" (MathWorks, 2009),
// where only colour distinguishes them.
type Search struct {
	Grid    board.Grid    // the clues and the digits filled so far
	Tried   board.CellSet // the cells whose digit is on trial; digits of other cells are implied
	Title   string        // name of the state: "step 22 of moler"
	Caption string        // a sentence that describes it; "" for none
}

// search draws the board of a search state. Blanks without a candidate are shaded: they
// are why the search must backtrack.
func (s *sheet) search(m *Search, candidates bool) {
	s.page.Title += ", " + m.Title
	s.page.Description = s.puzzle.String() + "\n" + m.Grid.String()
	b := board.NewBoard(&m.Grid)
	for i, d := range m.Grid.Digits() {
		switch c := board.Cell(i); {
		case d == 0 && b.Candidates(c) == 0:
			s.shadeCells(amber, c)
		case d != 0 && s.puzzle.At(c) == 0 && m.Tried.Has(c):
			s.shadeCells(paleBlue, c)
		}
	}
	s.tried = &m.Tried
	s.digits(&m.Grid)
	if candidates {
		s.candidates(&b, nil)
	}
	if m.Caption != "" {
		s.page.Description += "\n" + m.Caption
		s.caption(m.Caption)
	}
}

// singles shades the cells with a single candidate and returns these candidates for
// emphasis.
func (s *sheet) singles(b *board.Board) map[grade.Candidate]mark {
	marked := map[grade.Candidate]mark{}
	for i := range s.geo.Cells {
		c := board.Cell(i)
		if left := b.Candidates(c); left.Single() {
			marked[grade.Candidate{Cell: c, Digit: left.First()}] = single
			s.shadeCells(paleAmber, c)
		}
	}
	return marked
}
