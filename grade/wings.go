package grade

import (
	"math/bits"

	"gradoku/board"
)

// Wings: a pivot cell and two cells with two candidates that it sees, the wings.
// Whatever digit the pivot holds, one of the cells holds the digit z, so a cell that
// sees every cell that could be z is not z. A pivot is skipped if nothing in its houses
// has changed since the search last failed. Pivots are tried row-major, wings in the
// order of the pivot's box, row and column.

// wing finds wings with size candidates in the pivot. An XY-Wing has a pivot {x,y} and
// wings {x,z} and {y,z}, an XYZ-Wing a pivot {x,y,z} and the same wings; the pivot can
// be z as well.
func wing(size int) finder {
	return func(s *state, f *finding) bool {
		changed := s.changedFor(wingSearch + size - 2)
		for w, x := range s.by[size] {
			for ; x != 0; x &= x - 1 {
				pivot := board.Cell(w<<6 | bits.TrailingZeros64(x))
				if (s.houseBits[pivot]&*changed != 0 || f.each != nil) && s.wingAt(pivot, size, f) {
					return true
				}
			}
		}
		*changed = 0
		return false
	}
}

func (s *state) wingAt(pivot board.Cell, size int, f *finding) bool {
	two := s.by[2].Intersect(s.peers[pivot])
	// A wing of a pivot {x,y} has one digit that the pivot lacks, a wing of {x,y,z} none. Two
	// wings lack different digits of the pivot; those of {x,y} share the digit that it lacks.
	x := s.cand[pivot] & -s.cand[pivot]
	var lacked, withX, withY board.Digits
	for c := range two.All() {
		switch out := s.cand[c] &^ s.cand[pivot]; {
		case out.Len() != 3-size:
			continue
		case s.cand[c]&x != 0:
			withX |= out
		default:
			withY |= out
		}
		lacked |= s.cand[pivot] &^ s.cand[c]
	}
	if lacked&(lacked-1) == 0 || size == 2 && withX&withY == 0 {
		return false
	}
	var wings [3 * board.MaxSize]board.Cell
	n := 0
	for _, c := range s.near[pivot] {
		if two.Has(c) && (s.cand[c]&^s.cand[pivot]).Len() == 3-size {
			wings[n] = c
			n++
		}
	}
	for i, a := range wings[:n] {
		for _, b := range wings[i+1 : n] {
			if s.wingPair(pivot, a, b, f) {
				return true
			}
		}
	}
	return false
}

// wingPair tests one pivot with two wings of the right shape. Together they
// must have three digits, and z is what the wings share.
func (s *state) wingPair(pivot, a, b board.Cell, f *finding) bool {
	z := s.cand[a] & s.cand[b]
	if !z.Single() || (s.cand[pivot]|s.cand[a]|s.cand[b]).Len() != 3 {
		return false
	}
	sees := s.at[z.First()].Intersect(s.peers[a]).Intersect(s.peers[b])
	if s.cand[pivot]&z != 0 {
		sees = sees.Intersect(s.peers[pivot])
	}
	if sees.Empty() {
		return false
	}
	f.because(s.cand[pivot] | z)
	f.cells = append(f.cells, pivot, a, b)
	f.dropAll(s, sees, z)
	return f.done()
}
