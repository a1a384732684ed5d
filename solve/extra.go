package solve

import "gradoku/board"

// extraHouses returns the houses that a variant of 9x9 adds to boxes, columns and rows.
func extraHouses(g *board.Geometry) (extra []plane) {
	for h := 3 * g.Size; h < g.Houses; h++ {
		var house plane
		for _, c := range g.HouseCells(board.House(h)) {
			house = house.or(cellPlane(c))
		}
		extra = append(extra, house)
	}
	return extra
}

// settleExtra makes one pass of naked and hidden singles over the houses of a variant, which
// the rules of bands do not know. It returns dead if the state has no solution, open if it
// eliminated a candidate, and solved if it eliminated none.
func (b *bitSearch) settleExtra(s *state) outcome {
	var one, two plane
	for _, p := range &s.cand {
		two = two.or(one.and(p))
		one = one.or(p)
	}
	found := solved
	for d := range s.cand {
		for _, house := range b.extra {
			at := s.cand[d].and(house)
			known := at.andNot(two)
			switch {
			case at.empty() || known.several():
				return dead
			case !known.empty() && known != at:
				s.cand[d] = s.cand[d].andNot(at.andNot(known))
				found = open
			case known.empty() && !at.several():
				for e := range s.cand {
					if e != d {
						s.cand[e] = s.cand[e].andNot(at)
					}
				}
				two = two.andNot(at)
				found = open
			}
		}
	}
	return found
}
