package grade

import (
	"math/bits"
	"slices"

	"gradoku/board"
)

// layout is the geometry as the finders need it: flat tables, computed once per
// Grader.
type layout struct {
	geo    *board.Geometry
	houses [board.MaxCells][3]board.House // box, column, row of a cell
	index3 [board.MaxCells][3]uint8       // the cell's position in each of them
	spots  [board.MaxCells][]spot         // both, for the hottest loops, and the houses of a variant
	cells  [board.MaxHouses][board.MaxSize]board.Cell
	peers  [board.MaxCells]board.CellSet
	near   [board.MaxCells][]board.Cell // peers in the order box, row, column
	boxes  uint64                       // bit h for every house h that is a box
	words  int                          // the words in use of a set of cells

	houseBits [board.MaxCells]uint64 // bit h for the houses of a cell

	// byRule is the house of a cell that a rule of links looks at, noHouse if it has none,
	// and layer the rule of a house. The last rule in use is lastRule.
	byRule   [board.MaxCells][maxRules]board.House
	layer    [board.MaxHouses]uint8
	lastRule uint8

	// meet lists the places where a house (base) crosses one of another kind
	// (cover), in the order in which locked candidates are looked for;
	// alike[i][h] are those of pass i whose cover is house h.
	meet  [passes][]crossing
	alike [passes][board.MaxHouses][]crossing
	parts [passes][]partition // likewise by base
}

// noHouse is no house of any geometry.
const noHouse = board.MaxHouses

// spot is the place of a cell in a house: a bit of its position masks.
type spot struct {
	house board.House
	bit   uint16
}

// The passes over layout.meet.
const (
	boxByColumn = iota
	boxByRow
	boxByOther // houses of a variant
	columnByBox
	rowByBox
	otherByAny // a line and a house of a variant, or two of these, or such a house and a box

	passes
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

// partition is a base with some of its crossings, no two of which share a position of the base, such
// as all crossings of a box or of a line.
type partition struct {
	house     board.House
	most      int                  // the largest number of cells in a crossing
	crossings []crossing           // in meet
	at        [board.MaxSize]uint8 // the index of the crossing that each position is in, 0 also if it is in none
	pair      uint64               // of all of them
	beside    uint64
}

// maxCrossings is the largest number of crossings in a partition.
const maxCrossings = 4

func newLayout(g *board.Geometry) *layout {
	l := &layout{geo: g, boxes: 1<<g.Size - 1, words: (g.Cells + 63) / 64}
	for h := range g.Houses {
		for i, c := range g.HouseCells(board.House(h)) {
			l.cells[h][i] = c
			l.spots[c] = append(l.spots[c], spot{board.House(h), 1 << i})
			if h < 3*g.Size {
				l.index3[c][g.Kind(board.House(h))] = uint8(i)
			}
		}
	}
	l.layers()
	for i := range g.Cells {
		c := board.Cell(i)
		houses := g.HousesOf(c)
		copy(l.houses[c][:], houses)
		l.houseBits[c] = g.HouseBits(c)
		l.peers[c] = g.PeerSet(c)
		seen := board.SetOf(c)
		for _, h := range append([]board.House{houses[0], houses[2], houses[1]}, houses[3:]...) {
			for _, p := range g.HouseCells(h) {
				if !seen.Has(p) {
					seen.Add(p)
					l.near[c] = append(l.near[c], p)
				}
			}
		}
	}
	n := g.Size
	boxes, columns, rows := span{0, n}, span{n, 2 * n}, span{2 * n, 3 * n}
	others := span{3 * n, g.Houses}
	l.cross(boxByColumn, boxes, columns)
	l.cross(boxByRow, boxes, rows)
	l.cross(boxByOther, boxes, others)
	l.cross(columnByBox, columns, boxes)
	l.cross(rowByBox, rows, boxes)
	l.cross(otherByAny, span{n, 3 * n}, others)
	l.cross(otherByAny, others, span{0, g.Houses})
	return l
}

// layers gives each house a rule, the same to houses only if they have no cell in common:
// a rule then names one house of each cell at most.
func (l *layout) layers() {
	g := l.geo
	for c := range g.Cells {
		for rule := range l.byRule[c] {
			l.byRule[c][rule] = noHouse
		}
	}
	l.lastRule = byColumn
	for h := range board.House(g.Houses) {
		rule := uint8(byColumn + 1)
		if g.Kind(h) <= board.Row {
			rule = [3]uint8{byBox, byColumn, byRow}[g.Kind(h)]
		}
		for slices.ContainsFunc(g.HouseCells(h), func(c board.Cell) bool { return l.byRule[c][rule] != noHouse }) {
			rule++
		}
		l.layer[h], l.lastRule = rule, max(l.lastRule, rule)
		for _, c := range g.HouseCells(h) {
			l.byRule[c][rule] = h
		}
	}
}

// span is a range of houses.
type span struct{ from, to int }

// cross adds to a pass the crossings of bases and covers, in house order.
func (l *layout) cross(pass int, bases, covers span) {
	first := len(l.meet[pass])
	whole := !l.geo.Variant.Jigsaw() && pass != boxByOther && pass != otherByAny
	for i := bases.from; i < bases.to; i++ {
		for j := covers.from; j < covers.to; j++ {
			x := crossing{base: board.House(i), cover: board.House(j)}
			if x.base == x.cover {
				continue
			}
			over := l.geo.HouseSet(x.cover)
			for k, c := range l.geo.HouseCells(x.base) {
				if over.Has(c) {
					x.inBase |= 1 << k
					x.inCover |= 1 << slices.Index(l.geo.HouseCells(x.cover), c)
					x.cells++
				}
			}
			x.pair = 1<<x.base | 1<<x.cover
			if x.cells > 1 || whole && x.cells > 0 {
				l.meet[pass] = append(l.meet[pass], x)
			}
			if x.cells > 0 && pass != otherByAny { // bases are not parallel in that pass
				l.alike[pass][x.cover] = append(l.alike[pass][x.cover], x)
			}
		}
	}
	for i := range l.meet[pass][first:] {
		x := &l.meet[pass][first+i]
		for _, y := range l.alike[pass][x.cover] {
			x.beside |= y.pair
		}
	}
	for left := l.meet[pass][first:]; len(left) > 0; {
		b := partition{house: left[0].base}
		k, in := 0, uint16(0)
		for ; k < min(len(left), maxCrossings) && left[k].base == b.house && left[k].inBase&in == 0; k++ {
			x := &left[k]
			in |= x.inBase
			b.most, b.pair, b.beside = max(b.most, x.cells), b.pair|x.pair, b.beside|x.beside
			for m := x.inBase; m != 0; m &= m - 1 {
				b.at[bits.TrailingZeros16(m)] = uint8(k)
			}
		}
		b.crossings = left[:k]
		l.parts[pass] = append(l.parts[pass], b)
		left = left[k:]
	}
}
