package solve

import "gradoku/board"

// plane is a set of cells of the 9x9 grid, nearly always "the cells that can
// still hold one digit". A band is 27 bits, and two bands share the first word,
// so that one machine operation serves both:
//
//	bit of lo   58 .. 50 | 49 .. 41 | 40 .. 32        26 .. 18 | 17 .. 9  |  8 .. 0
//	             row 6      row 5      row 4           row 3      row 2      row 1
//	            '----------- band 2 -----------'      '----------- band 1 -----------'
//
//	bit of hi                                         26 .. 18 | 17 .. 9  |  8 .. 0
//	                                                   row 9      row 8      row 7
//	                                                  '----------- band 3 -----------'
//
// Column 1 is the lowest bit of its row. All other bits are 0.
type plane struct{ lo, hi uint64 }

// Masks of one band (hi) and of two (lo).
const (
	allLo = allHi<<32 | allHi
	allHi = 1<<27 - 1 // the cells

	startsLo = startsHi<<32 | startsHi
	startsHi = 0o111111111 // the first cell of each minirow

	edgeLo = edgeHi<<32 | edgeHi
	edgeHi = 1<<18 | 1<<9 | 1 // the first cell of each row

	rowMask = 1<<9 - 1 // one row
)

// everyRow times a row of 9 bits repeats it in the three rows of a band.
const everyRow = 1<<18 | 1<<9 | 1

func (p plane) or(q plane) plane     { return plane{p.lo | q.lo, p.hi | q.hi} }
func (p plane) andNot(q plane) plane { return plane{p.lo &^ q.lo, p.hi &^ q.hi} }
func (p plane) and(q plane) plane    { return plane{p.lo & q.lo, p.hi & q.hi} }
func (p plane) empty() bool          { return p.lo|p.hi == 0 }

// several reports whether p has two cells or more.
func (p plane) several() bool {
	return p.lo&(p.lo-1)|p.hi&(p.hi-1) != 0 || p.lo != 0 && p.hi != 0
}

// cellPlane is the plane of one cell.
func cellPlane(c board.Cell) plane {
	switch {
	case c < 27:
		return plane{lo: 1 << c}
	case c < 54:
		return plane{lo: 1 << (c - 27 + 32)}
	}
	return plane{hi: 1 << (c - 54)}
}

// columnSets returns for each band the columns that p touches in it, column 1
// the lowest bit: the band's minicolumns.
func (p plane) columnSets() (b1, b2, b3 uint64) {
	lo := p.lo | p.lo>>9 | p.lo>>18
	hi := p.hi | p.hi>>9 | p.hi>>18
	return lo & rowMask, lo >> 32 & rowMask, hi & rowMask
}
