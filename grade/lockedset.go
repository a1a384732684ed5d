package grade

import (
	"math/bits"

	"gradoku/board"
)

// lockedSet finds n cells in the crossing of a box and a line that hold n digits:
// a naked set of both houses, which lose the digits both. HoDoKu calls it a locked
// pair or triple and looks for it before anything but singles; as there, both
// houses must have something to lose.
func lockedSet(n int) finder {
	return func(s *state, f *finding) bool {
		for _, pass := range [2]int{boxByRow, boxByColumn} {
			for i := range s.meet[pass] {
				if s.lockedIn(&s.meet[pass][i], n, f) {
					return true
				}
			}
		}
		return false
	}
}

func (s *state) lockedIn(x *crossing, n int, f *finding) bool {
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
