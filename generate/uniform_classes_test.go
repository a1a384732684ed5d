package generate

import (
	"math/big"
	"slices"
	"sync"

	"gradoku/board"
)

// bandClasses sorts the bands and stacks of 9x9 grids into the 416 classes that
// symmetries leave: two bands are in one class when relabelling, exchanging rows,
// columns of a box or boxes turns one into the other. How many grids have a top band
// of each class is known exactly, so the classes can test whether grids are picked
// uniformly.
//
// The classes are computed only from the digits of the bands. The code that
// picks uniform grids does not use them, except for the ways to complete a
// band.
type bandClasses struct {
	of    map[bandForm]int
	forms []int      // how many forms each class has
	first []bandForm // one of them
	grids []*big.Int // how many of the 6,670,903,752,021,072,936,960 grids have a top band of the class
	ways  []uint64   // how many ways there are to complete one such band
}

// sharedBandClasses computes the classes once, in about a tenth of a second.
var sharedBandClasses = sync.OnceValue(newBandClasses)

// bandPlaces names the bands and stacks of a grid in the order of [bandClasses.place].
var bandPlaces = [6]string{"top band", "middle band", "bottom band", "left stack", "centre stack", "right stack"}

func newBandClasses() *bandClasses {
	c := &bandClasses{of: map[bandForm]int{}}
	for _, f := range bandForms() {
		if _, seen := c.of[f]; seen {
			continue
		}
		class := len(c.forms)
		c.of[f] = class
		open := []bandForm{f}
		for i := 0; i < len(open); i++ {
			b := open[i].band()
			for _, n := range b.neighbours() {
				g := n.form()
				if _, seen := c.of[g]; !seen {
					c.of[g] = class
					open = append(open, g)
				}
			}
		}
		c.forms = append(c.forms, len(open))
		c.first = append(c.first, f)
	}
	t, all := sharedBands(), allPartitions()
	for i, f := range c.first {
		b := f.band()
		ways := 36 * b.completions(t, all)
		n := new(big.Int).SetUint64(ways)
		c.ways = append(c.ways, ways)
		c.grids = append(c.grids, n.Mul(n, big.NewInt(int64(c.forms[i])*bandsPerForm)))
	}
	return c
}

// place returns the class of the i-th place of a 9x9 grid, see bandPlaces.
func (c *bandClasses) place(g *board.Grid, i int) int {
	b := bandAt(g, i%3, i >= 3)
	return c.of[b.form()]
}

// share returns the probability that a given band, or stack, of a uniform grid is
// of the class.
func (c *bandClasses) share(class int) float64 {
	all := new(big.Int)
	for _, n := range c.grids {
		all.Add(all, n)
	}
	share, _ := new(big.Rat).SetFrac(c.grids[class], all).Float64()
	return share
}

// completions counts the ways to complete a band, up to the order of the rows in
// the two bands below, without the classes of the tables.
func (b *band) completions(t *bandTables, all []partition) uint64 {
	var c bandClass
	for s := range 3 {
		var p partition
		for i := range 9 {
			p[i%3] |= b[i/3][3*s+i%3].Mask()
		}
		c.boxes[s] = uint16(slices.Index(all, p.sorted()))
	}
	t.complete(&c)
	return c.completions()
}

// bandAt reads the i-th band of a grid, or the i-th stack turned into a band.
func bandAt(g *board.Grid, i int, stack bool) band {
	var b band
	for r := range 3 {
		for c := range 9 {
			cell := g.Geometry().CellAt(3*i+r, c)
			if stack {
				cell = g.Geometry().CellAt(c, 3*i+r)
			}
			b[r][c] = g.At(cell)
		}
	}
	return b
}

// band is three rows of nine digits.
type band [3][9]board.Digit

// bandForm is a band with its left box relabelled to 123 456 789, the columns of
// the other boxes in the order of their upper digits, and these two boxes too.
// Of each form there are 9!·6·6·2 bands.
type bandForm [3][6]board.Digit

const bandsPerForm = 362_880 * 72

// form brings a band to its form.
func (b *band) form() bandForm {
	var label [10]board.Digit
	for i := range 9 {
		label[b[i/3][i%3]] = board.Digit(i + 1)
	}
	var columns [6][3]board.Digit
	for c := range columns {
		for r := range 3 {
			columns[c][r] = label[b[r][3+c]]
		}
	}
	left, right := columns[:3], columns[3:]
	for _, box := range [2][][3]board.Digit{left, right} {
		for _, s := range [3][2]int{{0, 1}, {1, 2}, {0, 1}} {
			if box[s[0]][0] > box[s[1]][0] {
				box[s[0]], box[s[1]] = box[s[1]], box[s[0]]
			}
		}
	}
	if left[0][0] > right[0][0] {
		for c := range left {
			left[c], right[c] = right[c], left[c]
		}
	}
	var f bandForm
	for r := range 3 {
		for c := range 6 {
			f[r][c] = columns[c][r]
		}
	}
	return f
}

func (f *bandForm) band() band {
	var b band
	for r := range 3 {
		for c := range 9 {
			if c < 3 {
				b[r][c] = board.Digit(3*r + c + 1)
			} else {
				b[r][c] = f[r][c-3]
			}
		}
	}
	return b
}

// bandForms lists all 36,288 forms, by plain backtracking over the 18 cells
// outside the left box.
func bandForms() []bandForm {
	var list []bandForm
	b := (&bandForm{}).band()
	var extend func(i int)
	extend = func(i int) {
		if i == 18 {
			if f := b.form(); f.band() == b {
				list = append(list, f)
			}
			return
		}
		r, c := i/6, 3+i%6
		for d := board.Digit(1); d <= 9; d++ {
			if !b.takes(r, c, d) {
				continue
			}
			b[r][c] = d
			extend(i + 1)
			b[r][c] = 0
		}
	}
	extend(0)
	return list
}

// takes reports whether digit d can stand in row r, column c. The order that a
// form asks for in the top row keeps the search small.
func (b *band) takes(r, c int, d board.Digit) bool {
	if slices.Contains(b[r][:], d) || (r == 0 && c%3 != 0 && b[r][c-1] > d) {
		return false
	}
	for i := range 9 {
		if b[i/3][c/3*3+i%3] == d {
			return false
		}
	}
	return true
}

// neighbours returns the images of b under the moves that a form leaves open:
// two exchanges of rows, two of columns in the left box, one of boxes.
func (b *band) neighbours() [5]band {
	n := [5]band{*b, *b, *b, *b, *b}
	n[0][0], n[0][1] = b[1], b[0]
	n[1][1], n[1][2] = b[2], b[1]
	for r := range 3 {
		n[2][r][0], n[2][r][1] = b[r][1], b[r][0]
		n[3][r][1], n[3][r][2] = b[r][2], b[r][1]
		for c := range 3 {
			n[4][r][c], n[4][r][3+c] = b[r][3+c], b[r][c]
		}
	}
	return n
}
