package grade

import (
	"math/bits"

	"gradoku/board"
)

// Patterns of two strong links of one digit. A strong link is a house with two
// places for the digit: one of them has it. If an end of one link sees an end of
// another, the two cannot both have it, so one of the far ends does, and a cell
// that sees both far ends does not:
//
//	far1 ==== near1 ---- near2 ==== far2
//
// The houses of the links give the shapes their names: two parallel lines are a
// skyscraper, a row and a column a two-string kite, anything else, usually with a
// box, a turbot fish. (The names are those of the Sudoku Players' Forum; HoDoKu's
// "single digit patterns".)

// strongLink is a house with two places for a digit.
type strongLink struct {
	house board.House
	end   [2]board.Cell
}

// strongLinks appends the strong links of a digit, in the order of the houses.
func (s *state) strongLinks(d board.Digit, links []strongLink) []strongLink {
	for h := range s.geo.Houses {
		if !s.cnt[h][2].Has(d) {
			continue
		}
		at := s.pos[h][d]
		links = append(links, strongLink{board.House(h), [2]board.Cell{
			s.cells[h][bits.TrailingZeros16(at)], s.cells[h][bits.TrailingZeros16(at&(at-1))],
		}})
	}
	return links
}

// The shapes.
const (
	skyscraper = iota
	kite
	turbotFish
)

// twoLinks finds two strong links in one shape.
func twoLinks(shape int) finder {
	return func(s *state, f *finding) bool {
		var buffer [board.MaxHouses]strongLink
		for d := board.Digit(1); int(d) <= s.geo.Size; d++ {
			links := s.strongLinks(d, buffer[:0])
			for i := range links {
				for k := range links[:i] {
					if s.joined(&links[k], &links[i], d, shape, f) {
						return true
					}
				}
			}
		}
		return false
	}
}

// joined tries the four ways to put two links together.
func (s *state) joined(l, m *strongLink, d board.Digit, shape int, f *finding) bool {
	for i := range 2 {
		for k := range 2 {
			near1, near2 := l.end[i], m.end[k]
			far1, far2 := l.end[1-i], m.end[1-k]
			if !s.peers[near1].Has(near2) || far1 == near2 || far2 == near1 || far1 == far2 || s.shapeOf(l, m, near1, near2) != shape {
				continue
			}
			sees := s.at[d].Intersect(s.peers[far1]).Intersect(s.peers[far2])
			if sees.Empty() {
				continue
			}
			f.because(d.Mask(), l.house, m.house)
			f.cells = append(f.cells, far1, near1, near2, far2)
			f.chain(Literal{Candidate{far1, d}, false}, Literal{Candidate{near1, d}, true},
				Literal{Candidate{near2, d}, false}, Literal{Candidate{far2, d}, true})
			f.dropAll(s, sees, d.Mask())
			if f.done() {
				return true
			}
		}
	}
	return false
}

// shapeOf names the shape of two links whose near ends see each other.
func (s *state) shapeOf(l, m *strongLink, near1, near2 board.Cell) int {
	a, b := s.geo.Kind(l.house), s.geo.Kind(m.house)
	h1, h2 := &s.houses[near1], &s.houses[near2]
	switch {
	case a == board.Row && b == board.Row && h1[board.Column] == h2[board.Column],
		a == board.Column && b == board.Column && h1[board.Row] == h2[board.Row]:
		return skyscraper
	case a == board.Row && b == board.Column, a == board.Column && b == board.Row:
		return kite
	}
	return turbotFish
}

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
		return false // places outside the two lines, or all on one
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
