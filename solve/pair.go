package solve

import "math/bits"

// pairBlanks is the largest number of blanks with which an open state is
// certainly a pair.
//
// In an open state no house has just one blank: a blank cell has two candidates or
// more, all of them digits that its houses lack, and each digit that a house lacks
// has two places in it or more. So up to six blanks form one of three shapes. In
// each, a cell has just two candidates and a digit just two places, so one placement
// decides the rest, and both choices lead to a solution:
//
//	rows 2+2    A rectangle. Its lines have one pair of digits, ab.
//	rows 3+3    Three columns of two (or all that on its side), with the pairs ab,
//	            bc, ca of the rows' three digits. One row is abc, the other bca,
//	            or the other way round.
//	rows 2+2+2  Columns too: a ring of one pair of digits, in turns.
//
// Boxes make no difference. A box has no single blank either, and as many digits
// to place as blanks. So a box has two blanks in one line, or the three of one row
// or column. On a ring, two equal cells with one cell between them share a box
// only together with that cell, which would be three blanks for two digits.
const pairBlanks = 6

// openOrPair returns the outcome of an open state with these blanks.
func openOrPair(blank plane) outcome {
	if bits.OnesCount64(blank.lo)+bits.OnesCount64(blank.hi) <= pairBlanks {
		return pair
	}
	return open
}
