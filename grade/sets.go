package grade

import (
	"math/bits"

	"gradoku/board"
)

// Locked sets: n cells of a house that must hold n digits. The set is naked if
// the cells can hold nothing else, and hidden if the digits fit nowhere else.
// Every member must have two entries or more.

// nakedSet finds n cells of a house whose candidates are n digits, which the
// rest of the house then loses. In a house of m blanks a naked set of n is a
// hidden set of m-n, so it is enough to search half: the house must have 2n
// blanks. If all sets are wanted, or the whole ladder for hints, there is no such
// limit, here and below.
func nakedSet(n int) finder {
	return func(s *state, f *finding) bool {
		return s.eachHouse(nakedSearch+n-2, f, func(h board.House) bool {
			return (int(s.empty[h]) >= 2*n || f.each != nil || f.whole) && s.nakedIn(h, n, f)
		})
	}
}

// eachHouse looks for the first step in the houses, in order, but only in those that
// have changed since the search found nothing in them.
func (s *state) eachHouse(search int, f *finding, find func(board.House) bool) bool {
	changed := s.changedFor(search)
	if f.each != nil { // all steps are wanted
		*changed = ^uint64(0)
	}
	for m := *changed & (1<<s.geo.Houses - 1); m != 0; m &= m - 1 {
		h := board.House(bits.TrailingZeros64(m))
		if find(h) {
			return true
		}
		*changed &^= 1 << h
	}
	return false
}

func (s *state) nakedIn(h board.House, n int, f *finding) bool {
	var t tuples
	s.cellsIn(h, n, n, &t)
	for t.next() {
		digits, set := board.Digits(t.all()), t.members()
		var others uint16
		for m := digits; m != 0; m &= m - 1 {
			others |= s.pos[h][m.First()] &^ set
		}
		if others != 0 {
			f.because(digits, h)
			f.at(s, h, set)
			f.dropAt(s, h, others, digits)
			if f.done() {
				return true
			}
		}
	}
	return false
}

// cellsIn starts an enumeration of n cells of a house that have want candidates together,
// each at least two.
func (s *state) cellsIn(h board.House, n, want int, t *tuples) {
	t.start(n, want, 0)
	for i, c := range s.geo.HouseCells(h) {
		if k := s.cand[c].Len(); k >= 2 && k <= want {
			t.add(i, uint16(s.cand[c]))
		}
	}
}

// hiddenSet finds n digits of a house whose positions are n cells, which then lose
// everything else. With exactly 2n blanks the complementary naked set has the same
// size and was searched for before, so more are required.
func hiddenSet(n int) finder {
	return func(s *state, f *finding) bool {
		return s.eachHouse(hiddenSearch+n-2, f, func(h board.House) bool {
			return (int(s.empty[h]) > 2*n || f.each != nil || f.whole) && s.hiddenIn(h, n, f, (*state).hiddenLoss)
		})
	}
}

// directHiddenSet finds n such digits that leave another digit of the house one
// place. The placement is the whole step.
func directHiddenSet(n int) finder {
	return func(s *state, f *finding) bool {
		return s.eachHouse(directSearch+n-2, f, func(h board.House) bool {
			return int(s.empty[h]) > n && s.hiddenIn(h, n, f, (*state).hiddenPlace)
		})
	}
}

// hiddenIn enumerates the hidden sets of one house until one has an effect.
func (s *state) hiddenIn(h board.House, n int, f *finding,
	effect func(*state, board.House, board.Digits, uint16, *finding) bool,
) bool {
	few := s.few(h, n)
	if few.Len() < n {
		return false
	}
	var t tuples
	t.start(n, n, 0)
	for m := few; m != 0; m &= m - 1 {
		d := m.First()
		t.add(int(d)-1, s.pos[h][d])
	}
	for t.next() {
		digits, cells := board.Digits(t.members()), t.all()
		if effect(s, h, digits, cells, f) {
			f.because(digits, h)
			f.at(s, h, cells)
			if f.done() {
				return true
			}
		}
	}
	return false
}

// hiddenLoss strikes the other candidates out of the cells of a hidden set.
func (s *state) hiddenLoss(h board.House, digits board.Digits, cells uint16, f *finding) bool {
	f.dropAt(s, h, cells, s.geo.All&^digits)
	return len(f.lost) > 0
}

// hiddenPlace looks for the smallest other digit with one place outside the
// cells of a hidden set, and more than one in the house.
func (s *state) hiddenPlace(h board.House, digits board.Digits, cells uint16, f *finding) bool {
	for m := s.geo.All &^ digits &^ s.cnt[h][0]; m != 0; m &= m - 1 {
		d := m.First()
		at := s.pos[h][d]
		if out := at &^ cells; out != at && out != 0 && out&(out-1) == 0 {
			return f.places(s.cells[h][bits.TrailingZeros16(out)], d)
		}
	}
	return false
}

// lockedSet finds n cells in the crossing of a box and a line that hold n digits: a
// naked set of both houses, and both lose the digits. HoDoKu calls it a locked pair
// or triple and looks for it before anything but singles; as there, both houses must
// have something to lose.
func lockedSet(n int) finder {
	return func(s *state, f *finding) bool {
		for _, pass := range [2]int{boxByRow, boxByColumn} {
			for i := range s.meet[pass] {
				if s.lockedCells(&s.meet[pass][i], n, f) {
					return true
				}
			}
		}
		return false
	}
}

func (s *state) lockedCells(x *crossing, n int, f *finding) bool {
	var t tuples
	t.start(n, n, 0)
	for m := x.inBase; m != 0; m &= m - 1 {
		i := bits.TrailingZeros16(m)
		if k := s.cand[s.cells[x.base][i]].Len(); k >= 2 && k <= n {
			t.add(i, uint16(s.cand[s.cells[x.base][i]]))
		}
	}
	for t.next() {
		digits, set := board.Digits(t.all()), t.members()
		var own board.CellSet
		for m := set; m != 0; m &= m - 1 {
			own.Add(s.cells[x.base][bits.TrailingZeros16(m)])
		}
		f.dropAll(s, s.geo.HouseSet(x.base).Minus(own), digits)
		inBox := len(f.lost)
		f.dropAll(s, s.geo.HouseSet(x.cover).Minus(s.geo.HouseSet(x.base)), digits)
		if inBox == 0 || inBox == len(f.lost) {
			f.reset()
			continue
		}
		f.because(digits, x.base, x.cover)
		f.at(s, x.base, set)
		if f.done() {
			return true
		}
	}
	return false
}
