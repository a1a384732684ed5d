package grade

import (
	"math/bits"

	"gradoku/board"
)

// layout is the geometry as the finders need it: flat tables, computed once per
// Grader.
type layout struct {
	geo    *board.Geometry
	houses [board.MaxCells][3]board.House // box, column, row of a cell
	index3 [board.MaxCells][3]uint8       // the cell's position in each of them
	spots  [board.MaxCells][3]spot        // both, for the hottest loops
	cells  [board.MaxHouses][board.MaxSize]board.Cell
	peers  [board.MaxCells]board.CellSet
	near   [board.MaxCells][]board.Cell // peers in the order box, row, column
	boxes  uint64                       // bit h for every house h that is a box
	words  int                          // the words in use of a set of cells

	houseBits [board.MaxCells]uint64 // bit h for the houses of a cell

	// meet lists the places where a house (base) crosses one of another kind
	// (cover), in the order in which locked candidates are looked for;
	// alike[i][h] are those of pass i whose cover is house h.
	meet  [4][]crossing
	alike [4][board.MaxHouses][]crossing
	parts [4][]partition // likewise by base
}

// spot is the place of a cell in a house: a bit of its position masks.
type spot struct {
	house board.House
	bit   uint16
}

// The passes over layout.meet.
const (
	boxByColumn = iota
	boxByRow
	columnByBox
	rowByBox
)

// crossing is the intersection of a box and a line, seen from base.
type crossing struct {
	base, cover board.House
	inBase      uint16 // the shared cells, as positions in base
	inCover     uint16 // and in cover
	cells       int    // their number

	pair   uint64 // bits of base and cover
	beside uint64 // and of the houses parallel to base that cross cover
}

// partition is a base and the crossings that it consists of.
type partition struct {
	house     board.House
	crossings []crossing           // in meet
	at        [board.MaxSize]uint8 // the crossing in which each position lies
	pair      uint64               // of all of them
	beside    uint64
}

// maxCrossings is the largest number of crossings in a base.
const maxCrossings = 4

func newLayout(g *board.Geometry) *layout {
	l := &layout{geo: g, boxes: 1<<g.Size - 1, words: (g.Cells + 63) / 64}
	for h := range g.Houses {
		for i, c := range g.HouseCells(board.House(h)) {
			l.cells[h][i] = c
			l.index3[c][g.Kind(board.House(h))] = uint8(i)
			l.spots[c][g.Kind(board.House(h))] = spot{board.House(h), 1 << i}
		}
	}
	for i := range g.Cells {
		c := board.Cell(i)
		l.houses[c] = g.HousesOf(c)
		for _, h := range l.houses[c] {
			l.houseBits[c] |= 1 << h
		}
		l.peers[c] = g.PeerSet(c)
		seen := board.SetOf(c)
		for _, h := range [3]board.House{l.houses[c][0], l.houses[c][2], l.houses[c][1]} {
			for _, p := range g.HouseCells(h) {
				if !seen.Has(p) {
					seen.Add(p)
					l.near[c] = append(l.near[c], p)
				}
			}
		}
	}
	l.cross(boxByColumn, board.Box, board.Column)
	l.cross(boxByRow, board.Box, board.Row)
	l.cross(columnByBox, board.Column, board.Box)
	l.cross(rowByBox, board.Row, board.Box)
	return l
}

// cross fills one pass: every base of one kind, and for each its covers, in
// house order.
func (l *layout) cross(pass int, base, cover board.HouseKind) {
	n := l.geo.Size
	for i := range n {
		for j := range n {
			x := crossing{base: board.House(int(base)*n + i), cover: board.House(int(cover)*n + j)}
			over := l.geo.HouseSet(x.cover)
			for k, c := range l.geo.HouseCells(x.base) {
				if over.Has(c) {
					x.inBase |= 1 << k
					x.inCover |= l.spots[c][cover].bit
					x.cells++
				}
			}
			if x.cells > 0 {
				x.pair = 1<<x.base | 1<<x.cover
				l.meet[pass] = append(l.meet[pass], x)
				l.alike[pass][x.cover] = append(l.alike[pass][x.cover], x)
			}
		}
	}
	for i := range l.meet[pass] {
		x := &l.meet[pass][i]
		for _, y := range l.alike[pass][x.cover] {
			x.beside |= y.pair
		}
	}
	for k := len(l.meet[pass]) / n; len(l.parts[pass]) < n; {
		i := len(l.parts[pass]) * k
		b := partition{crossings: l.meet[pass][i : i+k]}
		for j, x := range b.crossings {
			b.house, b.pair, b.beside = x.base, b.pair|x.pair, b.beside|x.beside
			for m := x.inBase; m != 0; m &= m - 1 {
				b.at[bits.TrailingZeros16(m)] = uint8(j)
			}
		}
		l.parts[pass] = append(l.parts[pass], b)
	}
}
