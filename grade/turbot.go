package grade

import (
	"math/bits"

	"gradoku/board"
)

// Patterns of two strong links of one digit. A strong link is a house with two
// places for the digit: one of them has it. When an end of one link sees an end of
// another, the two cannot both have it, so one of the far ends does, and a cell
// that sees both far ends does not:
//
//	far1 ==== near1 ---- near2 ==== far2
//
// The shapes have names by the houses of the links: two parallel lines are a
// skyscraper, a row and a column a two-string kite, anything else, mostly with a
// box, a turbot fish. (After the names in use at the Sudoku Players' Forum; HoDoKu's
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

// chain notes a line of thought.
func (f *finding) chain(line ...Literal) { f.line = append(f.line, line...) }

// shapeOf names the shape of two links whose near ends see each other.
func (s *state) shapeOf(l, m *strongLink, near1, near2 board.Cell) int {
	a, b := s.geo.Kind(l.house), s.geo.Kind(m.house)
	h1, h2 := &s.houses[near1], &s.houses[near2]
	switch {
	case a == board.Row && b == board.Row && h1[board.Column] == h2[board.Column],
		a == board.Column && b == board.Column && h1[board.Row] == h2[board.Row]:
		return skyscraper
	case a != board.Box && b != board.Box && a != b:
		return kite
	}
	return turbotFish
}
