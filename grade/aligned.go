package grade

import (
	"math/bits"

	"gradoku/board"
)

// Aligned exclusion: try every combination of candidates of two (or three) base
// cells. A combination is impossible when it puts a digit twice in a house or
// leaves some cell that sees all base cells, an excluder, without a candidate. A
// candidate of a base cell that occurs in no possible combination can go.
//
// The cells in play are numbered and sets of them are single words. The
// original stops with an error when there are more than 64 base cells; here the
// technique then finds nothing.
const maxAligned = 64

// aligned is the workspace of both searches.
type aligned struct {
	n     int
	cell  [maxAligned]board.Cell
	cand  [maxAligned]board.Digits
	sees  [maxAligned]uint64 // the numbers of the cell's peers
	index [board.MaxCells]int8

	base, two, three uint64 // base cells; those with two, with three candidates
	changed          uint64 // changed since the last search that found nothing

	// forbids[d] are the digits that excluders forbid together with digit d, and
	// triples[:triads] the excluders of three digits, which need two of them to
	// forbid the third.
	forbids [board.MaxSize + 1]board.Digits
	triples [maxAligned]board.Digits
	triads  int
}

// alignedPair and alignedTriplet find an aligned exclusion.
func alignedPair(s *state, f *finding) bool {
	var q aligned
	if !q.load(s, 2, &s.unchanged.pair) {
		return false
	}
	for j := q.base; j != 0; j &= j - 1 {
		b := bits.TrailingZeros64(j)
		for i := q.base & (1<<b - 1); i != 0; i &= i - 1 {
			a := bits.TrailingZeros64(i)
			if q.pair(a, b) {
				q.writePair(s, f, a, b)
				if f.done() {
					return true
				}
			}
		}
	}
	s.unchanged.pair.keep(s)
	return false
}

func alignedTriplet(s *state, f *finding) bool {
	var q aligned
	if !q.load(s, 3, &s.unchanged.triplet) {
		return false
	}
	for j := q.base; j != 0; j &= j - 1 {
		b := bits.TrailingZeros64(j)
		for i := q.base & (1<<b - 1); i != 0; i &= i - 1 {
			a := bits.TrailingZeros64(i)
			if q.thirds(a, b) {
				if q.writeTriplet(s, f, a, b) {
					return true
				}
			}
		}
	}
	s.unchanged.triplet.keep(s)
	return false
}

// load numbers the cells: all that can be excluders, with at most size
// candidates, and all that see one.
func (q *aligned) load(s *state, size int, last *snapshot) bool {
	excluders := s.by[2]
	if size == 3 {
		excluders = excluders.Union(s.by[3])
	}
	for i := range s.geo.Cells {
		c := board.Cell(i)
		q.index[c] = -1
		near := excluders.Intersect(s.peers[c])
		isBase := s.cand[c].Len() >= 2 && !near.Empty()
		if !isBase && !excluders.Has(c) {
			continue
		}
		if q.n == maxAligned {
			return false
		}
		q.enter(s, c, isBase && !s.seesSingle(c), last)
	}
	if size == 2 {
		q.three = 0
	}
	for a := range q.n {
		for _, c := range s.near[q.cell[a]] {
			if i := q.index[c]; i >= 0 {
				q.sees[a] |= 1 << i
			}
		}
	}
	return q.changed != 0
}

// enter gives a cell the next number.
func (q *aligned) enter(s *state, c board.Cell, isBase bool, last *snapshot) {
	bit := uint64(1) << q.n
	q.index[c] = int8(q.n)
	q.cell[q.n], q.cand[q.n] = c, s.cand[c]
	q.n++
	if isBase {
		q.base |= bit
	}
	switch s.cand[c].Len() {
	case 2:
		q.two |= bit
	case 3:
		q.three |= bit
	}
	if !last.valid || last.cand[c] != s.cand[c] {
		q.changed |= bit
	}
}

// seesSingle reports whether c sees a cell with one candidate, which the
// original does not accept in a base cell.
func (s *state) seesSingle(c board.Cell) bool {
	if s.by[1].Empty() {
		return false
	}
	near := s.by[1].Intersect(s.peers[c])
	return !near.Empty()
}

// exclude tabulates what the given excluders forbid within the digits of the
// base cells, and reports whether that is anything.
func (q *aligned) exclude(excluders uint64, within board.Digits) bool {
	for m := within; m != 0; m &= m - 1 {
		q.forbids[m.First()] = 0
	}
	q.triads = 0
	found := false
	for ; excluders != 0; excluders &= excluders - 1 {
		m := q.cand[bits.TrailingZeros64(excluders)]
		if m&^within != 0 {
			continue
		}
		found = true
		if m.Len() == 3 {
			q.triples[q.triads] = m
			q.triads++
			continue
		}
		lo := m.First()
		hi := (m &^ lo.Mask()).First()
		q.forbids[lo] |= hi.Mask()
		q.forbids[hi] |= lo.Mask()
	}
	return found
}

// pair reports whether the base cells a and b exclude anything.
func (q *aligned) pair(a, b int) bool {
	shared := q.sees[a] & q.sees[b]
	if (1<<a|1<<b|shared)&q.changed == 0 {
		return false
	}
	x := shared & q.two
	if x&(x-1) == 0 || !q.exclude(x, q.cand[a]|q.cand[b]) {
		return false
	}
	lostA, lostB := q.pairLoss(a, b)
	return lostA|lostB != 0
}

// pairLoss returns what the two cells lose, once exclude has been called.
func (q *aligned) pairLoss(a, b int) (lostA, lostB board.Digits) {
	together := q.sees[a]>>b&1 != 0
	lost := func(x, y board.Digits) (none board.Digits) {
		for m := x; m != 0; m &= m - 1 {
			d := m.First()
			no := q.forbids[d]
			if together {
				no |= d.Mask()
			}
			if y&^no == 0 {
				none |= d.Mask()
			}
		}
		return none
	}
	return lost(q.cand[a], q.cand[b]), lost(q.cand[b], q.cand[a])
}

func (q *aligned) writePair(s *state, f *finding, a, b int) {
	lostA, lostB := q.pairLoss(a, b)
	f.cells = append(f.cells, q.cell[a], q.cell[b])
	f.drop(s, q.cell[a], lostA)
	f.drop(s, q.cell[b], lostB)
}
