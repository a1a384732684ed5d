package grade

import "gradoku/board"

// Patterns of cells that have the same two candidates.

// wWing finds two cells with candidates x and y that do not see each other, and a
// house with two places for x, one seen by each. One of these places is x, so one
// of the cells is not x but y, and a cell that sees both is not y.
func wWing(s *state, f *finding) bool {
	for a := range s.by[2].All() {
		for b := range s.by[2].All() {
			if a < b && s.cand[a] == s.cand[b] && !s.peers[a].Has(b) && s.wWingOf(a, b, f) {
				return true
			}
		}
	}
	return false
}

func (s *state) wWingOf(a, b board.Cell, f *finding) bool {
	var buffer [board.MaxHouses]strongLink
	sees := s.peers[a].Intersect(s.peers[b])
	for m := s.cand[a]; m != 0; m &= m - 1 {
		x := m.First()
		y := (s.cand[a] &^ x.Mask()).First()
		lost := sees.Intersect(s.at[y])
		if lost.Empty() {
			continue
		}
		for _, l := range s.strongLinks(x, buffer[:0]) {
			p, q := l.end[0], l.end[1]
			if !s.peers[a].Has(p) || !s.peers[b].Has(q) {
				p, q = q, p
			}
			if !s.peers[a].Has(p) || !s.peers[b].Has(q) || p == b || q == a {
				continue
			}
			f.because(s.cand[a], l.house)
			f.cells = append(f.cells, a, p, q, b)
			f.chain(Literal{Candidate{a, y}, false}, Literal{Candidate{a, x}, true}, Literal{Candidate{p, x}, false},
				Literal{Candidate{q, x}, true}, Literal{Candidate{b, x}, false}, Literal{Candidate{b, y}, true})
			f.dropAll(s, lost, y.Mask())
			if f.done() {
				return true
			}
		}
	}
	return false
}

// remotePair finds a chain of cells with the same two candidates, each of which
// sees the next. They alternate between the two digits. So if their number is
// even, and at least four, the two ends are different, and a cell that sees both
// ends is neither digit.
func remotePair(s *state, f *finding) bool {
	for a := range s.by[2].All() {
		if s.remoteFrom(a, f) {
			return true
		}
	}
	return false
}

// remoteFrom finds the shortest chains from one end to later cells.
func (s *state) remoteFrom(a board.Cell, f *finding) bool {
	var from, queue [board.MaxCells]board.Cell
	var length [board.MaxCells]uint16
	same := s.by[2]
	for c := range same.All() {
		if s.cand[c] != s.cand[a] {
			same.Remove(c)
		}
	}
	queue[0] = a
	same.Remove(a)
	length[a] = 1
	for i, n := 0, 1; i < n; i++ {
		c := queue[i]
		for next := range same.Intersect(s.peers[c]).All() {
			same.Remove(next)
			from[next], length[next] = c, length[c]+1
			queue[n] = next
			n++
			if next < a || length[next] < 4 || length[next]%2 != 0 {
				continue
			}
			f.dropAll(s, s.peers[a].Intersect(s.peers[next]), s.cand[a])
			if len(f.lost) == 0 {
				continue
			}
			f.because(s.cand[a])
			x := s.cand[a].First()
			y := (s.cand[a] &^ x.Mask()).First()
			end := next
			for range length[next] {
				f.cells = append(f.cells, end)
				f.chain(Literal{Candidate{end, x}, false}, Literal{Candidate{end, y}, true})
				end, x, y = from[end], y, x
			}
			if f.done() {
				return true
			}
		}
	}
	return false
}
