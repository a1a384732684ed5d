package generate

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"gradoku/board"
)

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
	ways, shares := map[uint64]bool{}, 0.0
	for i := range len(c.forms) {
		ways[c.ways[i]] = true
		shares += c.share(i)
	}
	if len(ways) != 44 || math.Abs(shares-1) > 1e-12 {
		t.Errorf("%d numbers of completions, shares sum to %v; want 44 and 1", len(ways), shares)
	}
}

// TestUniform9Bands compares how often each of the 416 classes comes up, in each
// band and in each stack, with the exact counts. The sampler knows nothing of
// these classes, and treats bands and stacks in quite different ways. Random
// backtracking must fail the same test, or it would show nothing: it does so in
// every band by ten thousand grids, in every stack by a million.
func TestUniform9Bands(t *testing.T) {
	t.Parallel()
	classes := sharedBandClasses()
	var want []float64
	for i := range len(classes.forms) {
		want = append(want, classes.share(i))
	}
	n, backtracked := 30_000, 10_000
	if *long {
		n, backtracked = 1_000_000, 1_000_000
	}
	count := func(counts *[6][]int, g *board.Grid) {
		for i := range counts {
			counts[i][classes.place(g, i)]++
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
	for i, what := range bandPlaces {
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
