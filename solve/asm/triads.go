package main

import "github.com/mmcloughlin/avo/reg"

// minirows reads h off the bands: a minirow's first cell stands for it, moved
// up by the number of the band.
func minirows(band [3]reg.VecVirtual) reg.VecVirtual {
	x := and(or(or(band[0], shr(band[0], 1)), shr(band[0], 2)), mask(starts))
	y := and(or(or(shl(band[1], 1), band[1]), shr(band[1], 1)), mask(starts<<1))
	z := and(or(or(shl(band[2], 2), shl(band[2], 1)), band[2]), mask(starts<<2))
	return or(or(x, y), z)
}

// minicols reads v off the bands.
func minicols(band [3]reg.VecVirtual) reg.VecVirtual {
	x := and(or(or(band[0], shr(band[0], 9)), shr(band[0], 18)), mask(row))
	y := and(or(or(shl(band[1], 9), band[1]), shr(band[1], 9)), mask(row<<9))
	z := and(or(or(shl(band[2], 18), shl(band[2], 9)), band[2]), mask(row<<18))
	return or(or(x, y), z)
}

// minirowCells returns the cells of band b in the minirows of h: three bits in
// a row are eight times the one bit less the one bit.
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
// that share a column with one of v.
func rowMates(h reg.VecVirtual) reg.VecVirtual { return or(rowUp(h), rowDown(h)) }

func colMates(v reg.VecVirtual) reg.VecVirtual { return and(or(colUp(v), colDown(v)), mask(all)) }

// filterRows keeps the minirows that are part of a permutation of their band:
// three of which no two share row or stack. There are two kinds: from row to
// row the stack goes up, or down. Each is found at its minirow in row 1.
func filterRows(h reg.VecVirtual) reg.VecVirtual {
	next, prev := rowDown(h), rowUp(h) // what stands one stack on, and one back
	up := and(and(and(h, mask(row)), shr(next, 9)), shr(prev, 18))
	down := and(and(and(h, mask(row)), shr(prev, 9)), shr(next, 18))
	first := or(up, down)
	second := rowUp(or(shl(up, 9), shl(down, 18)))
	third := rowDown(or(shl(up, 18), shl(down, 9)))
	return or(or(first, second), third)
}

// filterCols does the same for minicolumns and stacks; a stack's three columns
// are next to each other.
func filterCols(v reg.VecVirtual) reg.VecVirtual {
	next, prev := colDown(v), colUp(v)
	up := and(and(and(v, mask(starts)), shr(next, 1)), shr(prev, 2))
	down := and(and(and(v, mask(starts)), shr(prev, 1)), shr(next, 2))
	first := or(up, down)
	second := colUp(or(shl(up, 1), shl(down, 2)))
	third := colDown(or(shl(up, 2), shl(down, 1)))
	return and(or(or(first, second), third), mask(all))
}
