package board

import (
	"math/rand/v2"
	"strings"
)

// Transform is one symmetry of a geometry: a relabelling of the digits together
// with a rearrangement of the cells that keeps every house a house. The cells
// are first transposed or not; then rows are permuted within their band and
// bands among each other, and columns and stacks likewise.
//
// Transforms with different fields always have different effects, so == compares
// effects. The zero Transform belongs to no geometry and must not be used; Identity
// changes nothing.
//
// The lines of a variant are rearranged only if that keeps its houses too. A transform of
// a jigsaw may lead to another layout, the same one turned or mirrored.
type Transform struct {
	geo       *Geometry
	image     *Geometry // of the grids that it makes; geo, except for a jigsaw
	transpose bool
	row, col  [MaxSize]uint8     // where a row or column goes, once transposed
	digit     [MaxSize + 1]Digit // what a digit becomes; a blank stays blank
}

// Identity returns the Transform that changes nothing.
func Identity(g *Geometry) Transform {
	t := Transform{geo: g, image: g}
	for i := range g.Size {
		t.row[i], t.col[i] = uint8(i), uint8(i)
		t.digit[i+1] = Digit(i + 1)
	}
	return t
}

// RandomTransform picks one of the geometry's Transforms, all equally likely.
func RandomTransform(g *Geometry, rng *rand.Rand) Transform {
	var t Transform
	if g.Classical() {
		t = Transform{geo: g, image: g, transpose: g.Square() && rng.IntN(2) == 1}
		t.row = randomLines(g.Bands(), g.BoxRows, rng)
		t.col = randomLines(g.Stacks(), g.BoxCols, rng)
	} else {
		t = randomVariant(g, rng)
	}
	for i, k := range rng.Perm(g.Size) {
		t.digit[i+1] = Digit(k + 1)
	}
	return t
}

func randomLines(blocks, width int, rng *rand.Rand) [MaxSize]uint8 {
	var p [MaxSize]uint8
	for i, to := range rng.Perm(blocks) {
		for j, k := range rng.Perm(width) {
			p[i*width+j] = uint8(to*width + k)
		}
	}
	return p
}

// Image returns the geometry of the grids that t makes. It differs only if t turns or
// mirrors a jigsaw.
func (t Transform) Image() *Geometry { return t.image }

// Cell returns where a cell goes.
func (t Transform) Cell(c Cell) Cell {
	r, k := t.geo.row[c], t.geo.col[c]
	if t.transpose {
		r, k = k, r
	}
	return t.geo.CellAt(int(t.row[r]), int(t.col[k]))
}

// Digits returns what a set of digits becomes.
func (t Transform) Digits(s Digits) Digits {
	var image Digits
	for ; s != 0; s &= s - 1 {
		image |= t.digit[s.First()].Mask()
	}
	return image
}

// Apply returns the image of a grid, which must have t's geometry.
func (t Transform) Apply(g *Grid) Grid {
	t.mustFit(g.geo)
	image := NewGrid(t.image)
	for i, d := range g.Digits() {
		image.cells[t.Cell(Cell(i))] = t.digit[d]
	}
	return image
}

// mustFit panics on a mix of sizes: like an index out of range, that is a bug in the
// program, not an error in its input.
func (t Transform) mustFit(g *Geometry) {
	if t.geo == nil || t.geo != g {
		panic("board: Transform of another geometry")
	}
}

// Compose returns the Transform that does u first and then t, as in t(u(x)).
// t must have the geometry of the grids that u makes.
func (t Transform) Compose(u Transform) Transform {
	t.mustFit(u.image)
	if t.transpose { // transposing after u exchanges what u does to rows and columns
		u.row, u.col = u.col, u.row
	}
	v := Transform{geo: u.geo, image: t.image, transpose: t.transpose != u.transpose}
	for i := range t.geo.Size {
		v.row[i] = t.row[u.row[i]]
		v.col[i] = t.col[u.col[i]]
		v.digit[i+1] = t.digit[u.digit[i+1]]
	}
	return v
}

// Inverse returns the Transform that undoes t.
func (t Transform) Inverse() Transform {
	v := Transform{geo: t.image, image: t.geo, transpose: t.transpose}
	for i := range t.geo.Size {
		v.row[t.row[i]], v.col[t.col[i]] = uint8(i), uint8(i)
		v.digit[t.digit[i+1]] = Digit(i + 1)
	}
	if v.transpose {
		v.row, v.col = v.col, v.row
	}
	return v
}

// String writes t as instructions for a person, in four parts separated by
// spaces:
//
//	transpose rows=231456789 columns=123456789 digits=987654321
//
// First mirror at the main diagonal if it says transpose (else it says keep). Then
// rows lists, from the top, the old number of each row; columns likewise, from the
// left. Finally digit 1 becomes the first of digits, 2 the second and so on.
// Numbers above 9 are the letters A to G, like digits.
func (t Transform) String() string {
	if t.geo == nil {
		return ""
	}
	n := t.geo.Size
	var rows, cols, digits [MaxSize]byte
	for i := range n {
		rows[t.row[i]], cols[t.col[i]] = Digit(i+1).char(), Digit(i+1).char()
		digits[i] = t.digit[i+1].char()
	}
	var b strings.Builder
	b.WriteString("keep")
	if t.transpose {
		b.Reset()
		b.WriteString("transpose")
	}
	for _, part := range []struct {
		name string
		list []byte
	}{{" rows=", rows[:n]}, {" columns=", cols[:n]}, {" digits=", digits[:n]}} {
		b.WriteString(part.name)
		b.Write(part.list)
	}
	return b.String()
}
