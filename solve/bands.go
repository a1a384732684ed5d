package solve

import (
	"math/bits"

	"gradoku/board"
)

// bandTables answers questions about one digit in one band. The index is the
// set of minirows in which the digit is possible, numbered down the boxes,
// which is the order in which two shifts fold 27 bits into 9:
//
//	          box 1   box 2   box 3
//	row 1       0       3       6
//	row 2       1       4       7         bit = 3*box + row
//	row 3       2       5       8
//
// In a full grid a digit occupies three of the nine, one in each row and each box: a
// permutation. A minirow that is part of no permutation can be struck. This makes
// all eliminations known as locked candidates, pointing and claiming, at once. The
// tables that plain Go uses take 8 KB, to stay in the first-level cache.
type bandTables struct {
	allowed [512]uint32 // cells of the minirows that are part of some permutation; 0: there is none
	forced  [512]uint32 // cells of the allowed minirows that are alone in their row
	turned  [512]uint32 // index with each group of 3 bits rotated down, by 1 (low half) and by 2 (high half)

	// For plain Go:
	minirows [512]uint64 // first cells of the minirows of allowed (low half) and of forced (high half)
	peers    [128]plane  // of each cell, by its bit in lo, or by 64 plus its bit in hi
}

var bands = newBandTables()

func newBandTables() (t bandTables) {
	for set := range uint32(512) {
		keep := inPermutations(set)
		t.allowed[set] = minirowCells(keep)
		t.forced[set] = minirowCells(aloneInRow(keep))
		t.minirows[set] = uint64(t.allowed[set]&startsHi) | uint64(t.forced[set]&startsHi)<<32
		t.turned[set] = turn(set, 1) | turn(set, 2)<<16
	}
	for c := range board.Cell(81) {
		p := cellPlane(c)
		t.peers[bits.TrailingZeros64(p.lo)+bits.TrailingZeros64(p.hi)&^64] = housePlane(board.Nine().Peers(c))
	}
	return t
}

// inPermutations keeps the minirows of set that take part in some permutation.
func inPermutations(set uint32) uint32 {
	var keep uint32
	for row := range 3 { // the row in box 1
		for _, step := range [2]int{1, 2} {
			p := uint32(1)<<row | 8<<((row+step)%3) | 64<<((row+2*step)%3)
			if set&p == p {
				keep |= p
			}
		}
	}
	return keep
}

// aloneInRow keeps the minirows of set whose row has no other.
func aloneInRow(set uint32) uint32 {
	var keep uint32
	for i := range 9 {
		row := uint32(0o111) << (i % 3)
		if set&row == 1<<i {
			keep |= 1 << i
		}
	}
	return keep
}

// minirowCells returns the cells of a set of minirows as the 27 bits of a band.
func minirowCells(set uint32) uint32 {
	var cells uint32
	for i := range 9 {
		if set>>i&1 != 0 {
			cells |= 0o7 << (i%3*9 + i/3*3)
		}
	}
	return cells
}

// turn rotates each of the three 3-bit groups of set down by n.
func turn(set uint32, n int) uint32 {
	var out uint32
	for i := range 9 {
		from := i/3*3 + (i+n)%3
		out |= set >> from & 1 << i
	}
	return out
}
