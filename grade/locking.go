package grade

import (
	"iter"
	"math/bits"

	"gradoku/board"
)

// Locked candidates: all places for a digit in one house (the base) are in the
// crossing with another (the cover), so the cover has the digit there and
// nowhere else. "Pointing" has a box as base, "claiming" a line or a house of a variant.

// pointing and claiming find locked candidates that eliminate something.
func pointing(s *state, f *finding) bool {
	return s.lockedAny(lockedSearch, boxByColumn, f, (*state).locked)
}

func claiming(s *state, f *finding) bool {
	return s.lockedAny(lockedSearch+1, columnByBox, f, (*state).locked)
}

// directPointing and directClaiming find locked candidates that leave a house
// parallel to the base one place for the digit. Only that placement is the step: the
// eliminations that lead to it are not made, and may have to be found again.
func directPointing(s *state, f *finding) bool {
	return s.lockedAny(singleSearch, boxByColumn, f, (*state).lockedSingle)
}

func directClaiming(s *state, f *finding) bool {
	return s.lockedAny(singleSearch+1, columnByBox, f, (*state).lockedSingle)
}

// lockedAny looks through three passes, only at crossings with a house that has changed
// since the search found nothing.
func (s *state) lockedAny(search, pass int, f *finding, find func(s *state, pass int, changed uint64, f *finding) bool) bool {
	changed := s.changedFor(search)
	if f.each != nil { // all steps are wanted
		*changed = ^uint64(0)
	}
	if *changed == 0 {
		return false
	}
	if find(s, pass, *changed, f) || find(s, pass+1, *changed, f) || find(s, pass+2, *changed, f) {
		return true
	}
	*changed = 0
	return false
}

// lockedIn yields, crossing by crossing, the digits whose locking in a base eliminates something:
// they have two or more positions in base, all in the crossing, and others in cover.
func (s *state) lockedIn(b *partition) iter.Seq2[*crossing, board.Digit] {
	return func(yield func(*crossing, board.Digit) bool) {
		pos := &s.pos[b.house]
		var in [maxCrossings]board.Digits
		for m := s.few(b.house, b.most); m != 0; m &= m - 1 {
			d := m.First()
			at := pos[d]
			k := b.at[bits.TrailingZeros16(at)] % maxCrossings
			x := &b.crossings[k]
			if at&^x.inBase == 0 && s.pos[x.cover][d]&^x.inCover != 0 {
				in[k] |= d.Mask()
			}
		}
		if in == ([maxCrossings]board.Digits{}) {
			return // for most bases
		}
		for k := range b.crossings {
			for m := in[k]; m != 0; m &= m - 1 {
				if !yield(&b.crossings[k], m.First()) {
					return
				}
			}
		}
	}
}

func (s *state) locked(pass int, changed uint64, f *finding) bool {
	for i := range s.parts[pass] {
		b := &s.parts[pass][i]
		if b.pair&changed == 0 {
			continue
		}
		for x, d := range s.lockedIn(b) {
			f.because(d.Mask(), x.base, x.cover)
			f.at(s, x.base, s.pos[x.base][d])
			f.dropAll(s, s.geo.HouseSet(x.cover).Minus(s.geo.HouseSet(x.base)), d.Mask())
			if f.done() {
				return true
			}
		}
	}
	return false
}

func (s *state) lockedSingle(pass int, changed uint64, f *finding) bool {
	for i := range s.parts[pass] {
		b := &s.parts[pass][i]
		if b.beside&changed == 0 {
			continue
		}
		for x, d := range s.lockedIn(b) {
			if s.onlyPlaceBeside(pass, x, d, f) {
				return true
			}
		}
	}
	return false
}

// onlyPlaceBeside looks for a house parallel to the base of x in which digit d,
// locked in x, has a single place outside the cover of x.
func (s *state) onlyPlaceBeside(pass int, x *crossing, d board.Digit, f *finding) bool {
	for i := range s.alike[pass][x.cover] {
		y := &s.alike[pass][x.cover][i]
		at := s.pos[y.base][d]
		out := at &^ y.inBase
		if y.base == x.base || out == 0 || out&(out-1) != 0 || at == out {
			continue
		}
		f.because(d.Mask(), x.base, x.cover, y.base)
		f.at(s, x.base, s.pos[x.base][d])
		f.places(s.cells[y.base][bits.TrailingZeros16(out)], d)
		if f.done() {
			return true
		}
	}
	return false
}
