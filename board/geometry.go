package board

import "fmt"

// Limits of the largest size, 16x16.
const (
	MaxSize   = 16
	MaxCells  = MaxSize * MaxSize
	MaxHouses = 3 * MaxSize
)

// Cell is a cell's row-major index, from 0.
type Cell uint8

// House is a house's index: boxes first, then columns, then rows.
type House uint8

// HouseKind is box, column or row.
type HouseKind uint8

// The kinds in the order in which houses are numbered.
const (
	Box HouseKind = iota
	Column
	Row
)

// String returns "box", "column" or "row".
func (k HouseKind) String() string { return [...]string{"box", "column", "row"}[k] }

// Geometry is the shape of one size: which cells each house has. There is one
// value per size, shared and never changed, so pointers to it can be compared.
type Geometry struct {
	Size    int    // N: the number of digits, and of rows, columns and boxes
	BoxRows int    // rows of cells in a box
	BoxCols int    // columns of cells in a box
	Cells   int    // N*N
	Houses  int    // 3N
	All     Digits // the digits 1..N

	row, col, box [MaxCells]uint8
	houseCells    [MaxHouses][MaxSize]Cell
	houseSets     [MaxHouses]CellSet
	peers         [MaxCells][]Cell
	peerSets      [MaxCells]CellSet
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
	n := boxRows * boxCols
	g := &Geometry{
		Size: n, BoxRows: boxRows, BoxCols: boxCols, Cells: n * n, Houses: 3 * n,
		All: Digits(1)<<n - 1,
	}
	var filled [MaxHouses]int
	for i := range g.Cells {
		c := Cell(i)
		r, k := i/n, i%n
		b := r/boxRows*boxRows + k/boxCols // a band has n/boxCols = boxRows boxes
		g.row[c], g.col[c], g.box[c] = uint8(r), uint8(k), uint8(b)
		for _, h := range g.HousesOf(c) {
			g.houseCells[h][filled[h]] = c
			g.houseSets[h].Add(c)
			filled[h]++
		}
	}
	for i := range g.Cells {
		c := Cell(i)
		for _, h := range g.HousesOf(c) {
			g.peerSets[c] = g.peerSets[c].Union(g.houseSets[h])
		}
		g.peerSets[c].Remove(c)
		for p := range g.peerSets[c].All() {
			g.peers[c] = append(g.peers[c], p)
		}
	}
	return g
}

// Square reports whether boxes are as high as wide, so that a transposed grid
// is a grid again.
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

// HousesOf returns the box, the column and the row of a cell.
func (g *Geometry) HousesOf(c Cell) [3]House {
	n := uint8(g.Size)
	return [3]House{House(g.box[c]), House(n + g.col[c]), House(2*n + g.row[c])}
}

// BoxHouse returns the i-th box, from 0.
func (g *Geometry) BoxHouse(i int) House { return House(i) }

// ColHouse returns the i-th column, from 0.
func (g *Geometry) ColHouse(i int) House { return House(g.Size + i) }

// RowHouse returns the i-th row, from 0.
func (g *Geometry) RowHouse(i int) House { return House(2*g.Size + i) }

// Kind returns the kind of h.
func (g *Geometry) Kind(h House) HouseKind { return HouseKind(int(h) / g.Size) }

// Index returns which house of its kind h is, from 0.
func (g *Geometry) Index(h House) int { return int(h) % g.Size }

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

// HouseName writes a house in the usual notation: b3, c7 or r4, from 1.
func (g *Geometry) HouseName(h House) string {
	return fmt.Sprintf("%c%d", "bcr"[g.Kind(h)], g.Index(h)+1)
}

// HouseWords writes a house in words: "box 3", "column 7", "row 4".
func (g *Geometry) HouseWords(h House) string {
	return fmt.Sprintf("%v %d", g.Kind(h), g.Index(h)+1)
}
