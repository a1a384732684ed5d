package generate

import (
	"math/rand/v2"

	"gradoku/board"
)

// normalForms lists the grids of a small size in normal form: the top left box
// holds 1, 2, 3 .. in reading order; in the first row the columns of every
// other stack ascend, in the first column the rows of every other band, and
// these bands themselves. (There is one other stack on 4x4 and 6x6, so stacks
// need no order.)
//
// Every grid comes from exactly one normal form by exactly one way to relabel the
// digits and to permute what the form puts in order: the top left box gives the
// relabelling, and the first row and first column hold different digits. So normal
// form and moves can be drawn independently.
type normalForms struct {
	geo   *board.Geometry
	grids []board.Grid
	moves uint64 // of each normal form
}

func newNormalForms(geo *board.Geometry) *normalForms {
	f := &normalForms{geo: geo}
	g := board.NewGrid(geo)
	f.search(&g, 0)
	others := geo.Bands() - 1
	f.moves = factorial(geo.Size) * factorial(geo.BoxCols) * factorial(others)
	for range others {
		f.moves *= factorial(geo.BoxRows)
	}
	return f
}

func factorial(n int) uint64 {
	f := uint64(1)
	for i := range n {
		f *= uint64(i) + 1
	}
	return f
}

// total is the number of all grids of the size.
func (f *normalForms) total() uint64 { return uint64(len(f.grids)) * f.moves }

// search lists the normal forms that agree with g before cell i. Plain
// backtracking is enough: it takes half a millisecond on 6x6.
func (f *normalForms) search(g *board.Grid, i int) {
	if i == f.geo.Cells {
		f.grids = append(f.grids, *g)
		return
	}
	c := board.Cell(i)
	taken := board.Digits(0)
	for _, p := range f.geo.Peers(c) {
		taken |= g.At(p).Mask()
	}
	for d := range (f.geo.All &^ taken).All() {
		if f.inOrder(g, c, d) {
			g.Set(c, d)
			f.search(g, i+1)
		}
	}
	g.Set(c, 0)
}

// inOrder reports whether the normal form allows digit d in cell c, as far as the
// cells before c decide it.
func (f *normalForms) inOrder(g *board.Grid, c board.Cell, d board.Digit) bool {
	row, col := f.geo.Row(c), f.geo.Col(c)
	height, width := f.geo.BoxRows, f.geo.BoxCols
	switch {
	case row < height && col < width:
		return int(d) == row*width+col+1
	case row == 0 && col%width != 0:
		return d > g.At(f.geo.CellAt(0, col-1))
	case col == 0 && row%height != 0:
		return d > g.At(f.geo.CellAt(row-1, 0))
	case col == 0 && row >= 2*height:
		return d > g.At(f.geo.CellAt(row-height, 0))
	}
	return true
}

// draw writes a random grid into g.
func (f *normalForms) draw(rng *rand.Rand, g *board.Grid) {
	f.write(ordinal(rng.Uint64N(f.total())), g)
}

// write sets the digits of the grid that has the number u, below f.total().
func (f *normalForms) write(u ordinal, g *board.Grid) {
	form := &f.grids[u.choice(uint64(len(f.grids)))]
	geo := f.geo
	ascending := [board.MaxSize]uint8{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	digits, rows, cols, bands := ascending, ascending, ascending, ascending
	u.permute(digits[:geo.Size])
	u.permute(cols[geo.BoxCols:geo.Size])
	u.permute(bands[1:geo.Bands()])
	for b := range geo.Bands() - 1 {
		u.permute(rows[(b+1)*geo.BoxRows:][:geo.BoxRows])
	}
	for r := range geo.Size {
		from := int(rows[r])
		to := int(bands[r/geo.BoxRows])*geo.BoxRows + r%geo.BoxRows
		for c := range geo.Size {
			d := form.At(geo.CellAt(from, c))
			g.Set(geo.CellAt(to, int(cols[c])), board.Digit(digits[d-1]+1))
		}
	}
}
