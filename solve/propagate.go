package solve

import "math/bits"

// propagate applies the rules that concern one digit or one cell until nothing
// follows: naked and hidden singles in every house, and locked candidates in
// both directions. It returns the cells with more than one candidate, or false
// when the state has no solution.
//
// A round counts the candidates of all cells with saturating bits and then
// visits the digits whose plane has changed or that have new naked singles. On
// puzzles rated above 11, five sixths of all time is spent here, hence one long
// function (docs/bench/solver.md). Tried and dropped: naked singles without a
// branch (4 to 9% slower), hidden singles without a branch (4% faster on 17
// clues, 12% slower on easy puzzles), ending without the round that confirms
// (2% slower), unrolling the counting loop (no difference).
func (s *state) propagate() (blank plane, ok bool) {
	for {
		var one, two plane
		for d := range s.cand {
			lo, hi := s.cand[d].lo, s.cand[d].hi
			two.lo |= one.lo & lo
			two.hi |= one.hi & hi
			one.lo |= lo
			one.hi |= hi
		}
		if one.lo != allLo || one.hi != allHi {
			return plane{}, false
		}
		changed := false
		for d := range s.cand {
			p := s.cand[d]
			naked := plane{p.lo &^ (two.lo | s.placed.lo), p.hi &^ (two.hi | s.placed.hi)}
			if (p.lo^s.done[d].lo)|(p.hi^s.done[d].hi)|naked.lo|naked.hi == 0 {
				continue
			}
			changed = true
			if !naked.empty() { // their boxes follow from the two filters below
				s.placed = s.placed.or(naked)
				lines, shared := naked.lines()
				if shared {
					return plane{}, false
				}
				p = p.andNot(lines.andNot(naked))
			}
			i1, i2, i3 := p.minirowSets()
			a1, a2, a3 := bands.allowed[i1], bands.allowed[i2], bands.allowed[i3]
			if a1 == 0 || a2 == 0 || a3 == 0 {
				return plane{}, false
			}
			p.lo &= uint64(a1) | uint64(a2)<<32
			p.hi &= uint64(a3)
			s.done[d] = p // before the filter of the stacks: the bands have not seen what it strikes

			// A stack is a band on its side. A digit's ways through it pair its
			// three bands with its three columns. They rotate one way or the
			// other; the two halves of a word hold these two kinds, for three
			// stacks each.
			y1, y2, y3 := p.columnSets()
			ways := uint32(y1) * 0x10001 & bands.turned[y2] & bits.RotateLeft32(bands.turned[y3], 16)
			back := bands.turned[ways&511] | bits.RotateLeft32(bands.turned[ways>>16&511], 16)
			y1, y2, y3 = uint64(ways|ways>>16)&511, uint64(back>>16), uint64(back&511)
			p.lo &= (y1 | y2<<32) * everyRow
			p.hi &= y3 * everyRow
			s.cand[d] = p

			// All hidden singles, of row, column and box, are where a minirow
			// alone in its row meets a minicolumn alone in its column.
			settled := (^(y1&y2 | y3&(y1|y2)) & rowMask) * everyRow
			f := plane{
				p.lo & (settled | settled<<32) & (uint64(bands.forced[i1]) | uint64(bands.forced[i2])<<32),
				p.hi & settled & uint64(bands.forced[i3]),
			}.andNot(s.placed)
			if !f.empty() {
				s.placed = s.placed.or(f)
				for e := range s.cand {
					s.cand[e] = s.cand[e].andNot(f)
				}
				s.cand[d] = p
			}
		}
		if !changed {
			return two, true
		}
	}
}
