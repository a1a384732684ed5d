package board

import (
	"iter"
	"math/bits"
	"strings"
)

// Digit is a value from 1 to N; 0 stands for a blank.
type Digit uint8

// String writes the digit as one character: 1..9, then A..G; "." for a blank, "?" for
// a value that no size has.
func (d Digit) String() string { return string(d.char()) }

func (d Digit) char() byte {
	if d > MaxSize {
		return '?'
	}
	return ".123456789ABCDEFG"[d]
}

// Mask returns the set of just this digit; the empty set for a blank.
func (d Digit) Mask() Digits { return Digits(uint32(1) << d >> 1) }

// Digits is a set of digits: bit d-1 stands for digit d.
type Digits uint16

// Has reports whether d is in the set.
func (s Digits) Has(d Digit) bool { return s>>(d-1)&1 != 0 }

// Len returns the number of digits in the set.
func (s Digits) Len() int { return bits.OnesCount16(uint16(s)) }

// First returns the smallest digit; the set must not be empty.
func (s Digits) First() Digit { return Digit(bits.TrailingZeros16(uint16(s))) + 1 }

// Single reports whether the set has exactly one digit.
func (s Digits) Single() bool { return s != 0 && s&(s-1) == 0 }

// All yields the digits in ascending order.
func (s Digits) All() iter.Seq[Digit] {
	return func(yield func(Digit) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(s.First()) {
				return
			}
		}
	}
}

// String writes the digits in ascending order, without gaps: "1579".
func (s Digits) String() string {
	var b strings.Builder
	for d := range s.All() {
		b.WriteByte(d.char())
	}
	return b.String()
}

// CellSet is a set of cells: bit c%64 of word c/64 stands for cell c. It has
// room for the largest size; on 9x9 only the first 81 bits are in use.
type CellSet [MaxCells / 64]uint64

// SetOf returns the set of the given cells.
func SetOf(cells ...Cell) CellSet {
	var s CellSet
	for _, c := range cells {
		s.Add(c)
	}
	return s
}

// Has reports whether c is in the set.
func (s *CellSet) Has(c Cell) bool { return s[c>>6]>>(c&63)&1 != 0 }

// Add puts c into the set.
func (s *CellSet) Add(c Cell) { s[c>>6] |= 1 << (c & 63) }

// Remove takes c out of the set.
func (s *CellSet) Remove(c Cell) { s[c>>6] &^= 1 << (c & 63) }

// Union returns the cells that are in either set.
func (s CellSet) Union(t CellSet) CellSet {
	return CellSet{s[0] | t[0], s[1] | t[1], s[2] | t[2], s[3] | t[3]}
}

// Intersect returns the cells that are in both sets.
func (s CellSet) Intersect(t CellSet) CellSet {
	return CellSet{s[0] & t[0], s[1] & t[1], s[2] & t[2], s[3] & t[3]}
}

// Minus returns the cells of s that are not in t.
func (s CellSet) Minus(t CellSet) CellSet {
	return CellSet{s[0] &^ t[0], s[1] &^ t[1], s[2] &^ t[2], s[3] &^ t[3]}
}

// Empty reports whether the set has no cell.
func (s *CellSet) Empty() bool { return s[0]|s[1]|s[2]|s[3] == 0 }

// Len returns the number of cells in the set.
func (s *CellSet) Len() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) + bits.OnesCount64(s[3])
}

// First returns the lowest cell; the set must not be empty.
func (s *CellSet) First() Cell {
	for w, x := range s {
		if x != 0 {
			return Cell(w<<6 | bits.TrailingZeros64(x))
		}
	}
	panic("board: First of an empty CellSet")
}

// All yields the cells in row-major order.
func (s CellSet) All() iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for w, x := range s {
			for ; x != 0; x &= x - 1 {
				if !yield(Cell(w<<6 | bits.TrailingZeros64(x))) {
					return
				}
			}
		}
	}
}
