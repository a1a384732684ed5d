package solve

import "math/bits"

// propagate applies the rules that concern one digit or one cell until nothing
// follows: naked and hidden singles in every house, and locked candidates in
// both directions. It returns the cells with more than one candidate, or false
// when the state has no solution.
//
// A round visits the digits that have lost a candidate since their last visit, and then
// counts the candidates of all cells. A set of bits holds these digits: a test for each
// digit would often be mispredicted and cost a fifth of the time (docs/bench/NOTES.md).
func (s *state) propagate() (blank plane, ok bool) {
	for first := s.placed.empty(); ; first = false { // clues of a new puzzle are placed before the first visit
		if !first && !s.visit() {
			return plane{}, false
		}
		c := &s.cand
		one, two, n1, n2, n4, n8 := count(c[0].lo, c[1].lo, c[2].lo, c[3].lo, c[4].lo, c[5].lo, c[6].lo, c[7].lo, c[8].lo)
		oneHi, twoHi, m1, m2, m4, m8 := count(c[0].hi, c[1].hi, c[2].hi, c[3].hi, c[4].hi, c[5].hi, c[6].hi, c[7].hi, c[8].hi)
		if one != allLo || oneHi != allHi || two&s.placed.lo|twoHi&s.placed.hi != 0 {
			return plane{}, false // a cell without a candidate, or claimed by two digits
		}
		naked := plane{allLo &^ (two | s.placed.lo), allHi &^ (twoHi | s.placed.hi)}
		s.placed = s.placed.or(naked)
		for x := naked.lo; x != 0; x &= x - 1 {
			i := bits.TrailingZeros64(x)
			s.place(i, n1>>i&1|n2>>i&1<<1|n4>>i&1<<2|n8>>i&1<<3)
		}
		for x := naked.hi; x != 0; x &= x - 1 {
			i := bits.TrailingZeros64(x)
			s.place(64+i, m1>>i&1|m2>>i&1<<1|m4>>i&1<<2|m8>>i&1<<3)
		}
		if s.dirty == 0 {
			return plane{two, twoHi}, true
		}
	}
}

// place strikes a digit from the peers of its cell.
func (s *state) place(bit int, d uint64) {
	s.cand[d] = s.cand[d].andNot(bands.peers[bit&127])
	s.dirty |= 1 << d
}

// count takes one word of the plane of each digit. It returns the cells that have a candidate,
// those that have two or more, and, where there is only one, the bits of its number, from 0.
func count(a, b, c, d, e, f, g, h, i uint64) (one, two, n1, n2, n4, n8 uint64) {
	ab, cd, ef, gh := a|b, c|d, e|f, g|h
	abcd, efgh := ab|cd, ef|gh
	two = a&b | c&d | e&f | g&h | ab&cd | ef&gh | abcd&efgh | (abcd|efgh)&i
	return abcd | efgh | i, two, b | d | f | h, cd | gh, efgh, i
}

// visit keeps, of each dirty digit, the candidates that are part of a permutation in their
// band and in their stack. It removes all other candidates from the cells of hidden singles.
func (s *state) visit() bool {
	const fold, half = 1<<16 | 1<<8 | 1, 1<<32 - 1
	var own [9]plane
	var hidden plane
	dirty := uint32(0)
	for todo := s.dirty; todo != 0; todo &= todo - 1 {
		d := bits.TrailingZeros32(todo)
		p := s.cand[d].andNot(hidden)
		i := ((p.lo | p.lo>>1 | p.lo>>2) & startsLo) * fold
		k := ((p.hi | p.hi>>1 | p.hi>>2) & startsHi) * fold
		b1, b2, b3 := bands.minirows[i>>16&511], bands.minirows[i>>48&511], bands.minirows[k>>16&511]
		lo, hi := b1&allHi|b2<<32, b3&allHi
		p.lo &= lo * 7
		p.hi &= hi * 7

		// A stack is a band on its side. A digit's ways through it pair its
		// three bands with its three columns. They rotate one way or the
		// other; the two halves of a word hold these two kinds, for three
		// stacks each.
		y1, y2, y3 := p.columnSets()
		ways := uint32(y1) * 0x10001 & bands.turned[y2] & bits.RotateLeft32(bands.turned[y3], 16)
		if ways == 0 {
			return false
		}
		back := bands.turned[ways&511] | bits.RotateLeft32(bands.turned[ways>>16&511], 16)
		y1, y2, y3 = uint64(ways|ways>>16)&511, uint64(back>>16), uint64(back&511)
		p.lo &= (y1 | y2<<32) * everyRow
		p.hi &= y3 * everyRow
		s.cand[d] = p
		again := dirty | 1<<d // if a minirow is gone, the bands must be filtered again
		if ((p.lo|p.lo>>1|p.lo>>2)&startsLo^lo)|((p.hi|p.hi>>1|p.hi>>2)&startsHi^hi) != 0 {
			dirty = again
		}

		// All hidden singles, of row, column and box, are where a minirow
		// alone in its row meets a minicolumn alone in its column.
		settled := (^(y1&y2 | y3&(y1|y2)) & rowMask) * everyRow
		rows, cols := b1|b2<<1|b3<<2, y1|y2<<9|y3<<18
		s.triads.cand[d] = rows&half | cols<<32
		s.triads.forced[d] = rows>>32 | (cols&settled)<<32
		own[d] = plane{
			p.lo & (settled | settled<<32) & ((b1>>32 | b2&^half) * 7) &^ s.placed.lo,
			p.hi & settled & (b3 >> 32 * 7) &^ s.placed.hi,
		}
		hidden = hidden.or(own[d])
	}
	if !hidden.empty() {
		s.placed = s.placed.or(hidden)
		bit := uint32(1)
		for d := range s.cand {
			out := s.cand[d].and(hidden).andNot(own[d])
			s.cand[d] = s.cand[d].andNot(out)
			lost := dirty | bit
			if out.lo|out.hi != 0 {
				dirty = lost
			}
			bit <<= 1
		}
	}
	s.dirty = dirty
	return true
}
