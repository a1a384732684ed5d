package main

import "github.com/mmcloughlin/avo/reg"

// minirows computes h from the bands: a minirow is the bit of its first cell,
// moved up by the number of the band.
func minirows(band [3]reg.VecVirtual) reg.VecVirtual {
	x := and(or(or(band[0], shr(band[0], 1)), shr(band[0], 2)), mask(starts))
	y := and(or(or(shl(band[1], 1), band[1]), shr(band[1], 1)), mask(starts<<1))
	z := and(or(or(shl(band[2], 2), shl(band[2], 1)), band[2]), mask(starts<<2))
	return or(or(x, y), z)
}

// minicols computes v from the bands.
func minicols(band [3]reg.VecVirtual) reg.VecVirtual {
	x := and(or(or(band[0], shr(band[0], 9)), shr(band[0], 18)), mask(row))
	y := and(or(or(shl(band[1], 9), band[1]), shr(band[1], 9)), mask(row<<9))
	z := and(or(or(shl(band[2], 18), shl(band[2], 9)), band[2]), mask(row<<18))
	return or(or(x, y), z)
}

// minirowCells returns the cells of band b in the minirows of h: for a bit x,
// the three bits in a row are 8*x - x.
func minirowCells(h reg.VecVirtual, b int) reg.VecVirtual {
	x := and(h, mask(starts<<b))
	if b == 0 {
		return sub(shl(x, 3), x)
	}
	return sub(shl(x, 3-b), shr(x, b))
}

// minicolCells returns the cells of band b in the minicolumns of v.
func minicolCells(v reg.VecVirtual, b int) reg.VecVirtual {
	x := and(v, mask(row<<(9*b)))
	switch b {
	case 0:
		return or(or(x, shl(x, 9)), shl(x, 18))
	case 1:
		return or(or(x, shl(x, 9)), shr(x, 9))
	}
	return or(or(x, shr(x, 9)), shr(x, 18))
}

// The three stacks of a word of minirows.
const (
	stack1  = 0o007007007
	stack3  = 0o700700700
	stack12 = 0o077077077
	stack23 = 0o770770770
)

// The three columns of a stack in a word of minicolumns.
const (
	column1  = starts
	column3  = starts << 2
	column12 = starts * 3
	column23 = starts * 6
)

// rowUp moves each minirow one stack on, rowDown one back, around the ends.
func rowUp(h reg.VecVirtual) reg.VecVirtual {
	return or(and(shl(h, 3), mask(stack23)), and(shr(h, 6), mask(stack1)))
}

func rowDown(h reg.VecVirtual) reg.VecVirtual {
	return or(and(shr(h, 3), mask(stack12)), and(shl(h, 6), mask(stack3)))
}

// colUp moves each minicolumn one band on, colDown one back, around the ends.
// Bits above the 27th are left over.
func colUp(v reg.VecVirtual) reg.VecVirtual   { return or(shl(v, 9), shr(v, 18)) }
func colDown(v reg.VecVirtual) reg.VecVirtual { return or(shr(v, 9), shl(v, 18)) }

// rowMates returns the triads that share a row with one of h, colMates those
// that share a column with one of v, and bits above the 27th.
func rowMates(h reg.VecVirtual) reg.VecVirtual { return or(rowUp(h), rowDown(h)) }

func colMates(v reg.VecVirtual) reg.VecVirtual { return or(colUp(v), colDown(v)) }

// filterRows keeps the minirows that are part of a permutation of their band: three of
// which no two share row or stack. There are two kinds: from row to row the stack goes
// up, or down. A minirow is in one if the next two of its kind are there too; the next
// but one is the previous one.
func filterRows(h reg.VecVirtual) reg.VecVirtual {
	return permutations(h, rowUp(h), rowDown(h))
}

// filterCols does the same for minicolumns and stacks; a stack's three columns
// are next to each other.
func filterCols(v reg.VecVirtual) reg.VecVirtual {
	up := or(and(shl(v, 1), mask(column23)), and(shr(v, 2), mask(column1)))
	down := or(and(shr(v, 1), mask(column12)), and(shl(v, 2), mask(column3)))
	return permutations(v, up, down)
}

// permutations keeps the triads that have both others of their permutation: up and down
// are t rotated within its groups of nine bits, and colUp and colDown rotate those
// groups. Bits above the 27th are not in t.
func permutations(t, up, down reg.VecVirtual) reg.VecVirtual {
	rising := and(colUp(up), colDown(down))
	falling := and(colUp(down), colDown(up))
	return and(or(rising, falling), t)
}
