package grade

import (
	"math/bits"

	"gradoku/board"
)

// Almost locked sets: n cells of a house with n+1 candidates. Without any one of
// these digits, the others are locked in the cells. The table of patterns explains what
// follows from two such sets, which must share no cell.

// almostLocked is one such set.
type almostLocked struct {
	cells  board.CellSet
	digits board.Digits
	sees   [board.MaxSize + 1]board.CellSet // by digit: the cells that see all its places in the set
}

// almostLockedSets lists all sets, small ones first. The list keeps its memory.
func (s *state) almostLockedSets() []almostLocked {
	s.als = s.als[:0]
	biggest := s.geo.Size - 1
	if s.geo.Size > 9 {
		biggest = 4 // there would be too many larger ones
	}
	for n := 1; n <= biggest; n++ {
		for h := range s.geo.Houses {
			if int(s.empty[h]) > n {
				s.alsIn(board.House(h), n)
			}
		}
	}
	return s.als
}

// alsIn lists the sets of n cells of a house; sets that are also in a box are
// listed only for the box.
func (s *state) alsIn(h board.House, n int) {
	var t tuples
	s.cellsIn(h, n, n+1, &t)
	for t.next() {
		a := almostLocked{digits: board.Digits(t.all())}
		for m := t.members(); m != 0; m &= m - 1 {
			a.cells.Add(s.cells[h][bits.TrailingZeros16(m)])
		}
		box := s.houses[a.cells.First()][board.Box]
		if outside := a.cells.Minus(s.geo.HouseSet(box)); h != box && outside.Empty() {
			continue
		}
		for m := a.digits; m != 0; m &= m - 1 {
			d := m.First()
			a.sees[d] = s.at[d]
			for c := range a.cells.Intersect(s.at[d]).All() {
				a.sees[d] = a.sees[d].Intersect(s.peers[c])
			}
		}
		s.als = append(s.als, a)
	}
}

// alsXZ finds two sets with a restricted common digit, or with two.
func alsXZ(s *state, f *finding) bool {
	sets := s.almostLockedSets()
	for i := range sets {
		a := &sets[i]
		for k := range i {
			b := &sets[k]
			common := a.digits & b.digits
			if common&(common-1) == 0 {
				continue
			}
			if shared := a.cells.Intersect(b.cells); shared.Empty() && s.alsPair(a, b, common, f) {
				return true
			}
		}
	}
	return false
}

// alsPair tests two sets.
func (s *state) alsPair(a, b *almostLocked, common board.Digits, f *finding) bool {
	var restricted board.Digits
	for m := common; m != 0; m &= m - 1 {
		x := m.First()
		if unseen := b.cells.Intersect(s.at[x]).Minus(a.sees[x]); unseen.Empty() {
			restricted |= x.Mask()
		}
	}
	switch restricted.Len() {
	case 0:
		return false
	case 1:
		s.dropCommon(a, b, common&^restricted, f)
	default:
		s.dropCommon(a, b, common, f)
		s.dropLocked(a, restricted, f)
		s.dropLocked(b, restricted, f)
	}
	if len(f.lost) == 0 {
		return false
	}
	f.merge()
	f.because(restricted)
	f.part(b.cells)
	f.part(a.cells)
	return f.done()
}

// dropCommon eliminates digits where every place in both sets is seen.
func (s *state) dropCommon(a, b *almostLocked, digits board.Digits, f *finding) {
	for m := digits; m != 0; m &= m - 1 {
		z := m.First()
		f.dropAll(s, a.sees[z].Intersect(b.sees[z]), z.Mask())
	}
}

// dropLocked eliminates candidates elsewhere of the digits locked in a set.
func (s *state) dropLocked(a *almostLocked, restricted board.Digits, f *finding) {
	for m := a.digits &^ restricted; m != 0; m &= m - 1 {
		z := m.First()
		f.dropAll(s, a.sees[z], z.Mask())
	}
}

// merge leaves one loss for each cell.
func (f *finding) merge() {
	kept := f.lost[:0]
	for _, l := range f.lost {
		at := -1
		for i := range kept {
			if kept[i].cell == l.cell {
				at = i
			}
		}
		if at < 0 {
			kept = append(kept, l)
		} else {
			kept[at].digits |= l.digits
		}
	}
	f.lost = kept
}
