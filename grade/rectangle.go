package grade

import (
	"math/bits"

	"gradoku/board"
)

// emptyRectangle finds a box whose places for a digit all lie in one row and one
// column of it, on both of them, and a strong link of the digit across:
//
//	. . .          The box has its digit in the row or in the column that cross
//	. x .          at x. If in the row, p does not have it, so q has it, the other end
//	x * x .. p     of the link in p's column. So either the column of the box or q
//	. |      |     has the digit, and the cell t that sees both does not.
//	. t .... q
//
// Likewise with rows and columns exchanged. With two places in the box it is a turbot
// fish as well, which is looked for first.
func emptyRectangle(s *state, f *finding) bool {
	var buffer [board.MaxHouses]strongLink
	for d := board.Digit(1); int(d) <= s.geo.Size; d++ {
		links := s.strongLinks(d, buffer[:0])
		for b := range s.geo.Size {
			box := board.House(b)
			if bits.OnesCount16(s.pos[box][d]) < 2 {
				continue
			}
			for _, crossing := range s.geo.HouseCells(box) {
				if s.rectangleAt(box, crossing, d, links, f) {
					return true
				}
			}
		}
	}
	return false
}

// rectangleAt tries one crossing of a row and a column in a box.
func (s *state) rectangleAt(box board.House, crossing board.Cell, d board.Digit, links []strongLink, f *finding) bool {
	row, column := s.geo.HouseSet(s.houses[crossing][board.Row]), s.geo.HouseSet(s.houses[crossing][board.Column])
	places := s.at[d].Intersect(s.geo.HouseSet(box))
	inRow, inColumn := places.Minus(column), places.Minus(row)
	if both := inRow.Intersect(inColumn); !both.Empty() || inRow.Empty() || inColumn.Empty() {
		return false // places off the two lines, or all on one
	}
	for i := range links {
		l := &links[i]
		kind := s.geo.Kind(l.house)
		if kind == board.Box {
			continue
		}
		for e := range 2 {
			p, q := l.end[e], l.end[1-e]
			on, target := board.Row, s.geo.CellAt(s.geo.Row(q), s.geo.Col(crossing))
			if kind == board.Row {
				on, target = board.Column, s.geo.CellAt(s.geo.Row(crossing), s.geo.Col(q))
			}
			if s.houses[p][on] != s.houses[crossing][on] || s.houses[p][board.Box] == box || s.houses[target][board.Box] == box ||
				target == q || !s.cand[target].Has(d) {
				continue
			}
			f.because(d.Mask(), box, l.house)
			f.part(places)
			f.part(board.SetOf(p, q))
			f.drop(s, target, d.Mask())
			if f.done() {
				return true
			}
		}
	}
	return false
}
