package board

import "fmt"

// Limits of the largest size, 16x16, and of the variants.
const (
	MaxSize   = 16
	MaxCells  = MaxSize * MaxSize
	MaxHouses = 3*MaxSize + 2 // with both diagonals
	MaxLayers = 7             // sets of houses that have no cell in common
)

// Cell is a cell's row-major index, from 0.
type Cell uint8

// House is a house's index: boxes first, then columns, then rows, then the houses that a
// variant adds.
type House uint8

// HouseKind is box, column or row, or a kind of house that a variant adds.
type HouseKind uint8

// The kinds in the order in which houses are numbered. The regions of a jigsaw are its
// boxes.
const (
	Box HouseKind = iota
	Column
	Row

	lineKinds // the kinds above are those of the variants, in the order of their table
)

// String returns "box", "column", "row", or the word for a house of a variant.
func (k HouseKind) String() string {
	if k >= lineKinds {
		return extraHousesOf[k-lineKinds].house
	}
	return [...]string{"box", "column", "row"}[k]
}

// Geometry is the shape of one size and variant: which cells each house has. There is
// one value per size and variant, shared and never changed, so pointers to it can be
// compared.
type Geometry struct {
	Size    int     // N: the number of digits, and of rows, columns and boxes
	BoxRows int     // rows of cells in a box; of a jigsaw, in a box of the same size
	BoxCols int     // columns of cells in a box
	Cells   int     // N*N
	Houses  int     // 3N, and those of the variant
	All     Digits  // the digits 1..N
	Variant Variant // zero for the classical puzzle

	row, col, box [MaxCells]uint8
	houses        [MaxCells][]House
	houseBits     [MaxCells]uint64
	kind          [MaxHouses]HouseKind
	index         [MaxHouses]uint8 // among the houses of the kind
	houseCells    [MaxHouses][MaxSize]Cell
	houseSets     [MaxHouses]CellSet
	peers         [MaxCells][]Cell
	peerSets      [MaxCells]CellSet

	group symmetryGroup // of a variant, computed when first needed
}

// geometries lists every size, smallest first. Box shapes are those usually printed:
// boxes of 2 rows and 3 columns on 6x6, of 3 and 4 on 12x12.
var geometries = [...]*Geometry{
	newGeometry(2, 2), newGeometry(2, 3), newGeometry(3, 3), newGeometry(3, 4), newGeometry(4, 4),
}

// Sizes returns every geometry, smallest first.
func Sizes() []*Geometry { return geometries[:] }

// Nine returns the geometry of the common 9x9 Sudoku.
func Nine() *Geometry { return geometries[2] }

// ForSize returns the geometry with n digits, or an error that lists the sizes.
func ForSize(n int) (*Geometry, error) {
	for _, g := range geometries {
		if g.Size == n {
			return g, nil
		}
	}
	return nil, fmt.Errorf("there is no size %d: use 4, 6, 9, 12 or 16", n)
}

// ForCells returns the geometry with n cells, or nil when there is none.
func ForCells(n int) *Geometry {
	for _, g := range geometries {
		if g.Cells == n {
			return g
		}
	}
	return nil
}

func newGeometry(boxRows, boxCols int) *Geometry {
	g := newShape(boxRows, boxCols)
	box := make([]uint8, g.Cells)
	for i := range box {
		box[i] = uint8(i/g.Size/boxRows*boxRows + i%g.Size/boxCols) // a band has N/boxCols = boxRows boxes
	}
	g.addLines(box)
	g.findPeers()
	return g
}

// newShape returns a geometry without houses.
func newShape(boxRows, boxCols int) *Geometry {
	n := boxRows * boxCols
	g := &Geometry{Size: n, BoxRows: boxRows, BoxCols: boxCols, Cells: n * n, All: Digits(1)<<n - 1}
	for i := range g.Cells {
		g.row[i], g.col[i] = uint8(i/n), uint8(i%n)
	}
	return g
}

// addLines adds the boxes, given the box of each cell, then the columns and the rows.
func (g *Geometry) addLines(box []uint8) {
	copy(g.box[:], box)
	for kind, of := range [lineKinds][]uint8{g.box[:g.Cells], g.col[:g.Cells], g.row[:g.Cells]} {
		for k := range g.Size {
			var cells []Cell
			for c, line := range of {
				if int(line) == k {
					cells = append(cells, Cell(c))
				}
			}
			g.addHouse(HouseKind(kind), k, cells)
		}
	}
}

// addHouse adds a house, the k-th of its kind.
func (g *Geometry) addHouse(kind HouseKind, k int, cells []Cell) {
	h := House(g.Houses)
	g.Houses++
	g.kind[h], g.index[h] = kind, uint8(k)
	copy(g.houseCells[h][:], cells)
	for _, c := range cells {
		g.houses[c] = append(g.houses[c], h)
		g.houseBits[c] |= 1 << h
		g.houseSets[h].Add(c)
	}
}

// findPeers lists the peers of each cell, once all houses are there.
func (g *Geometry) findPeers() {
	for i := range g.Cells {
		c := Cell(i)
		for _, h := range g.houses[c] {
			g.peerSets[c] = g.peerSets[c].Union(g.houseSets[h])
		}
		g.peerSets[c].Remove(c)
		for p := range g.peerSets[c].All() {
			g.peers[c] = append(g.peers[c], p)
		}
	}
}

// Classical reports whether g is the geometry of its size, and not of a variant.
func (g *Geometry) Classical() bool { return g.Variant.IsZero() }

// Square reports whether boxes are as high as wide, so that a transposed grid
// is a grid again. What a variant allows depends on its houses too.
func (g *Geometry) Square() bool { return g.BoxRows == g.BoxCols }

// Bands returns the number of bands.
func (g *Geometry) Bands() int { return g.Size / g.BoxRows }

// Stacks returns the number of stacks.
func (g *Geometry) Stacks() int { return g.Size / g.BoxCols }

// Row returns the 0-based row of a cell.
func (g *Geometry) Row(c Cell) int { return int(g.row[c]) }

// Col returns the 0-based column of a cell.
func (g *Geometry) Col(c Cell) int { return int(g.col[c]) }

// Box returns the 0-based box of a cell.
func (g *Geometry) Box(c Cell) int { return int(g.box[c]) }

// CellAt returns the cell in a 0-based row and column.
func (g *Geometry) CellAt(row, col int) Cell { return Cell(row*g.Size + col) }

// HousesOf returns the box, the column and the row of a cell, and after them the houses
// that a variant adds. The caller must not change them.
func (g *Geometry) HousesOf(c Cell) []House { return g.houses[c] }

// HouseBits returns the houses of a cell as a set: bit h for house h.
func (g *Geometry) HouseBits(c Cell) uint64 { return g.houseBits[c] }

// BoxHouse returns the i-th box, from 0.
func (g *Geometry) BoxHouse(i int) House { return House(i) }

// ColHouse returns the i-th column, from 0.
func (g *Geometry) ColHouse(i int) House { return House(g.Size + i) }

// RowHouse returns the i-th row, from 0.
func (g *Geometry) RowHouse(i int) House { return House(2*g.Size + i) }

// Kind returns the kind of h.
func (g *Geometry) Kind(h House) HouseKind { return g.kind[h] }

// Index returns which house of its kind h is, from 0.
func (g *Geometry) Index(h House) int { return int(g.index[h]) }

// HouseCells returns the cells of a house: row-major in a box, left to right in
// a row, top to bottom in a column. The caller must not change them.
func (g *Geometry) HouseCells(h House) []Cell { return g.houseCells[h][:g.Size] }

// HouseSet returns the cells of a house as a set.
func (g *Geometry) HouseSet(h House) CellSet { return g.houseSets[h] }

// Peers returns the cells that share a house with c, in row-major order. The
// caller must not change them.
func (g *Geometry) Peers(c Cell) []Cell { return g.peers[c] }

// PeerSet returns the same cells as a set.
func (g *Geometry) PeerSet(c Cell) CellSet { return g.peerSets[c] }

// CellName writes a cell in the usual notation: r4c7, from 1.
func (g *Geometry) CellName(c Cell) string {
	return fmt.Sprintf("r%dc%d", g.Row(c)+1, g.Col(c)+1)
}

// HouseName writes a house in the usual notation, b3, c7 or r4, from 1. A house of a
// variant is d2 if there are several of its kind, else its name.
func (g *Geometry) HouseName(h House) string {
	kind := g.kind[h]
	short := "bcr"[min(kind, Row)]
	if kind >= lineKinds {
		if short = extraHousesOf[kind-lineKinds].short; short == 0 {
			return kind.String()
		}
	}
	return fmt.Sprintf("%c%d", short, g.index[h]+1)
}

// HouseWords writes a house in words: "box 3", "column 7", "row 4", "diagonal 2". The
// boxes of a jigsaw are called regions.
func (g *Geometry) HouseWords(h House) string {
	kind := g.kind[h]
	word := kind.String()
	switch {
	case kind == Box && g.Variant.Jigsaw():
		word = "region"
	case kind >= lineKinds && extraHousesOf[kind-lineKinds].short == 0:
		return word
	}
	return fmt.Sprintf("%s %d", word, g.index[h]+1)
}
