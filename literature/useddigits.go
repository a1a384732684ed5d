package literature

import "gradoku/board"

// usedDigits records which digits each house holds: the bookkeeping of methods that
// only ask whether a digit may stand in a cell.
type usedDigits struct {
	geo    *board.Geometry
	houses [board.MaxHouses]board.Digits
}

// newUsedDigits takes the digits of a grid, which must not contradict each other.
func newUsedDigits(g *board.Grid) usedDigits {
	t := usedDigits{geo: g.Geometry()}
	for i, d := range g.Digits() {
		t.flip(board.Cell(i), d)
	}
	return t
}

// flip puts a digit into the three houses of a cell, or takes it out.
func (t *usedDigits) flip(c board.Cell, d board.Digit) {
	for _, h := range t.geo.HousesOf(c) {
		t.houses[h] ^= d.Mask()
	}
}

// free returns the digits that no peer of a blank holds.
func (t *usedDigits) free(c board.Cell) board.Digits {
	h := t.geo.HousesOf(c)
	return t.geo.All &^ (t.houses[h[0]] | t.houses[h[1]] | t.houses[h[2]])
}
