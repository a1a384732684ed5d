package generate

import (
	"math/big"
	"slices"
	"sync"
	"testing"

	"gradoku/board"
)

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

// neighbours returns the bands that the moves which a form leaves open make of
// b: two exchanges of rows, two of columns in the left box, one of boxes.
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

// bandClasses is the list of classes of bands under all symmetries, found from
// the bands' digits alone. Only the ways to complete a band come from the tables
// under test.
type bandClasses struct {
	of    map[bandForm]int
	forms []int      // how many forms each class has
	first []bandForm // one of them
	grids []*big.Int // how many grids have a top band of the class
}

var sharedBandClasses = sync.OnceValue(newBandClasses)

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
	c.countGrids(sharedBands())
	return c
}

// completions counts the ways to complete a band, up to the order of the rows in
// the two bands below, from the tables under test but without their classes.
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

// countGrids counts for each class the grids that have such a top band.
func (c *bandClasses) countGrids(t *bandTables) {
	all := allPartitions()
	for i, f := range c.first {
		b := f.band()
		n := new(big.Int).SetUint64(36 * b.completions(t, all))
		c.grids = append(c.grids, n.Mul(n, big.NewInt(int64(c.forms[i])*bandsPerForm)))
	}
}

// shares returns for each class the probability that a given band of a uniform
// grid is in it.
func (c *bandClasses) shares() []float64 {
	var p []float64
	for _, n := range c.grids {
		share, _ := new(big.Rat).SetFrac(n, allGrids()).Float64()
		p = append(p, share)
	}
	return p
}

// allGrids is the number of 9x9 grids (Felgenhauer and Jarvis 2005).
func allGrids() *big.Int {
	n, _ := new(big.Int).SetString("6670903752021072936960", 10)
	return n
}

func TestBandClasses(t *testing.T) {
	t.Parallel()
	c := sharedBandClasses()
	if len(c.of) != 36_288 || len(c.forms) != 416 {
		t.Errorf("%d forms in %d classes, want 36288 in 416", len(c.of), len(c.forms))
	}
	sum := new(big.Int)
	for _, n := range c.grids {
		sum.Add(sum, n)
	}
	if sum.Cmp(allGrids()) != 0 {
		t.Errorf("the classes have %v grids, want %v", sum, allGrids())
	}
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

// TestUniform9Bands compares how often each of the 416 classes comes up, in each
// band and in each stack, with the exact counts. The sampler knows nothing of
// these classes, and treats bands and stacks in quite different ways. Random
// backtracking must fail the same test, or it would show nothing: it does so in
// every band by ten thousand grids, in every stack by a million.
func TestUniform9Bands(t *testing.T) {
	t.Parallel()
	classes := sharedBandClasses()
	want := classes.shares()
	n, backtracked := 100_000, 10_000
	if *long {
		n, backtracked = 1_000_000, 1_000_000
	}
	count := func(counts *[6][]int, g *board.Grid) {
		for i := range counts {
			b := bandAt(g, i%3, i >= 3)
			counts[i][classes.of[b.form()]]++
		}
	}
	uniform, fast := sixCounts(len(want)), sixCounts(len(want))
	for g := range uniformGrids(t, board.Nine(), 2005, n) {
		count(&uniform, g)
	}
	f, s := NewFiller(board.Nine()), newStream()
	s.rekey(2005, 0)
	for range backtracked {
		g := f.Fill(s.Rand)
		count(&fast, &g)
	}
	for i, what := range [6]string{"top band", "middle band", "bottom band", "left stack", "centre stack", "right stack"} {
		fits(t, what, chiSquare(uniform[i], want))
		p := chiSquare(fast[i], want)
		t.Logf("%s by random backtracking: p = %.3g", what, p)
		if (i < 3 || *long) && p > 1e-6 {
			t.Errorf("%s: random backtracking passes for uniform, p = %v", what, p)
		}
	}
}

// company tells what relabelling and exchanging boxes leave to chance in a band.
// For each digit it adds up with how many digits, itself included, it shares the
// column in both of two boxes; for each box how often that happens in the other
// two.
func (b *band) company() (digits [9]int, boxes [3]int) {
	var column [3][10]int
	for i := range 27 {
		column[i%9/3][b[i/9][i%9]] = i % 3
	}
	for box := range 3 {
		x, y := &column[(box+1)%3], &column[(box+2)%3]
		for d := 1; d <= 9; d++ {
			for e := 1; e <= 9; e++ {
				if x[d] == x[e] && y[d] == y[e] {
					digits[d-1]++
					boxes[box]++
				}
			}
		}
	}
	return digits, boxes
}

// foremost returns the place of the greatest number, -1 when there is a tie.
func foremost(numbers []int) int {
	most := slices.Max(numbers)
	place := slices.Index(numbers, most)
	if slices.Contains(numbers[place+1:], most) {
		return -1
	}
	return place
}

// TestUniform9Roles: where the structure of a band singles out a digit or a box,
// it may be any of them.
func TestUniform9Roles(t *testing.T) {
	t.Parallel()
	var digits, boxes [2]map[int]int
	for i := range digits {
		digits[i], boxes[i] = map[int]int{}, map[int]int{}
	}
	for g := range uniformGrids(t, board.Nine(), 81, 30_000) {
		for i := range digits {
			b := bandAt(g, i, i == 1)
			d, x := b.company()
			digits[i][foremost(d[:])]++
			boxes[i][foremost(x[:])]++
		}
	}
	for i, what := range [2]string{"top band", "centre stack"} {
		delete(digits[i], -1)
		delete(boxes[i], -1)
		fitsEqually(t, "digit in the "+what, digits[i], 9)
		fitsEqually(t, "box in the "+what, boxes[i], 3)
	}
}

func sixCounts(n int) (counts [6][]int) {
	for i := range counts {
		counts[i] = make([]int, n)
	}
	return counts
}
