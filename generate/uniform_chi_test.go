package generate

import (
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"gradoku/board"
)

// chiSquare compares counts with probabilities that sum to 1. Cells where fewer
// than five are expected are pooled into one. It returns the chance that a
// sample from just this distribution lies farther off.
func chiSquare(counts []int, probabilities []float64) (p float64) {
	n := 0
	for _, c := range counts {
		n += c
	}
	statistic, cells := 0.0, 0
	add := func(count, expected float64) {
		statistic += (count - expected) * (count - expected) / expected
		cells++
	}
	pooledCount, pooledExpected := 0.0, 0.0
	for i, c := range counts {
		expected := probabilities[i] * float64(n)
		if expected < 5 {
			pooledCount += float64(c)
			pooledExpected += expected
			continue
		}
		add(float64(c), expected)
	}
	if pooledExpected > 0 {
		add(pooledCount, pooledExpected)
	}
	return distuv.ChiSquared{K: float64(cells - 1)}.Survival(statistic)
}

// equally is the distribution that gives n cells the same probability.
func equally(n int) []float64 {
	p := make([]float64, n)
	for i := range p {
		p[i] = 1 / float64(n)
	}
	return p
}

func TestChiSquareTellsALoadedDie(t *testing.T) {
	if p := chiSquare([]int{105, 95, 103, 97, 99, 101}, equally(6)); p < 0.9 {
		t.Errorf("fair die: p = %v", p)
	}
	if p := chiSquare([]int{150, 90, 90, 90, 90, 90}, equally(6)); p > 1e-4 {
		t.Errorf("loaded die: p = %v", p)
	}
	// 3 and 4 are expected in two of the cells; together they are one cell.
	if p := chiSquare([]int{93, 7, 0}, []float64{0.93, 0.03, 0.04}); p < 0.99 {
		t.Errorf("pooled cells: p = %v", p)
	}
}

// fits fails the test when p is far too small, or so near to 1 that the sample
// is too even to be random. One sound sample in five thousand would be blamed,
// but the seeds are fixed.
func fits(t *testing.T, what string, p float64) {
	t.Helper()
	t.Logf("%s: p = %.4f", what, p)
	if !(p >= 1e-4 && p <= 1-1e-4) { // NaN, which says that nothing was tested, fails too
		t.Errorf("%s: p = %v", what, p)
	}
}

// uniformGrids yields n uniform grids from one stream.
func uniformGrids(t testing.TB, geo *board.Geometry, seed uint64, n int) func(func(*board.Grid) bool) {
	t.Helper()
	u := newUniform(t, geo)
	s := newStream()
	s.rekey(seed, 0)
	return func(yield func(*board.Grid) bool) {
		for range n {
			if g := u.Fill(s.Rand); !yield(&g) {
				return
			}
		}
	}
}

// TestUniform4 counts how often each of the 288 grids comes up.
func TestUniform4(t *testing.T) {
	geo, _ := board.ForSize(4)
	index := indexGrids(geo, 0)
	if len(index) != 288 {
		t.Fatalf("%d grids, want 288", len(index))
	}
	counts := make([]int, len(index))
	for g := range uniformGrids(t, geo, 4, 288*500) {
		counts[index[*g]]++
	}
	fits(t, "288 grids", chiSquare(counts, equally(len(counts))))
}

// TestUniform6 counts how often each of the 39,168 grids comes up that are left
// when the first row is relabelled to 123456, and each of the 720 first rows.
func TestUniform6(t *testing.T) {
	t.Parallel()
	geo, _ := board.ForSize(6)
	index := indexGrids(geo, geo.Size)
	if 720*len(index) != 28_200_960 {
		t.Fatalf("%d grids with a given first row, want 39168", len(index))
	}
	counts, firstRows := make([]int, len(index)), map[[6]board.Digit]int{}
	for g := range uniformGrids(t, geo, 6, 200_000) {
		row := [6]board.Digit(g.Digits())
		firstRows[row]++
		counts[index[relabelByFirstRow(g)]]++
	}
	fits(t, "39,168 relabelled grids", chiSquare(counts, equally(len(counts))))
	var rows []int
	for _, n := range firstRows {
		rows = append(rows, n)
	}
	if len(rows) != 720 {
		t.Fatalf("%d different first rows, want 720", len(rows))
	}
	fits(t, "720 first rows", chiSquare(rows, equally(720)))
}

func relabelByFirstRow(g *board.Grid) board.Grid {
	geo := g.Geometry()
	var label [board.MaxSize + 1]board.Digit
	for c, d := range g.Digits()[:geo.Size] {
		label[d] = board.Digit(c + 1)
	}
	h := board.NewGrid(geo)
	for i, d := range g.Digits() {
		h.Set(board.Cell(i), label[d])
	}
	return h
}

// indexGrids numbers all full grids of a size whose first cells hold 1, 2, 3 ..
// up to the given digit.
func indexGrids(geo *board.Geometry, given int) map[board.Grid]int {
	index := map[board.Grid]int{}
	g := board.NewGrid(geo)
	var extend func(i int)
	extend = func(i int) {
		if i == geo.Cells {
			index[g] = len(index)
			return
		}
		for d := range geo.All.All() {
			if i < given && int(d) != i+1 {
				continue
			}
			if g.Set(board.Cell(i), d); !clashes(&g, board.Cell(i)) {
				extend(i + 1)
			}
		}
		g.Set(board.Cell(i), 0)
	}
	extend(0)
	return index
}

func clashes(g *board.Grid, c board.Cell) bool {
	for _, p := range g.Geometry().Peers(c) {
		if g.At(p) == g.At(c) {
			return true
		}
	}
	return false
}

// TestUniform9Places checks what relabelling and permuting rows and columns must
// make equally likely: the first four digits of a row, of a column and of the
// diagonal from the corner, and where one digit stands in the first four rows
// and in the first four columns.
func TestUniform9Places(t *testing.T) {
	t.Parallel()
	n := 30_000
	if *long {
		n = 1_000_000
	}
	row, column, across := map[[4]board.Digit]int{}, map[[4]board.Digit]int{}, map[[4]board.Digit]int{}
	inRows, inColumns := map[[4]int]int{}, map[[4]int]int{}
	for g := range uniformGrids(t, board.Nine(), 9, n) {
		at := func(r, c int) board.Digit { return g.At(g.Geometry().CellAt(r, c)) }
		row[[4]board.Digit{at(4, 0), at(4, 1), at(4, 3), at(4, 6)}]++
		column[[4]board.Digit{at(0, 7), at(1, 7), at(3, 7), at(6, 7)}]++
		across[[4]board.Digit{at(0, 0), at(0, 1), at(1, 0), at(1, 1)}]++
		inRows[placesOf(g, 5, false)]++
		inColumns[placesOf(g, 3, true)]++
	}
	fitsEqually(t, "digits of row 5", row, 9*8*7*6)
	fitsEqually(t, "digits of column 8", column, 9*8*7*6)
	fitsEqually(t, "corner of box 1", across, 9*8*7*6)
	fitsEqually(t, "digit 5 in rows 1 to 4", inRows, 9*6*3*6)
	fitsEqually(t, "digit 3 in columns 1 to 4", inColumns, 9*6*3*6)
}

func fitsEqually[K comparable](t *testing.T, what string, seen map[K]int, cells int) {
	t.Helper()
	if len(seen) != cells {
		t.Fatalf("%s: %d different, want %d", what, len(seen), cells)
	}
	var counts []int
	for _, n := range seen {
		counts = append(counts, n)
	}
	fits(t, what, chiSquare(counts, equally(cells)))
}

// placesOf returns the columns of a digit in the first four rows, or the rows
// in the first four columns.
func placesOf(g *board.Grid, d board.Digit, transposed bool) [4]int {
	var places [4]int
	for i := range places {
		for j := range 9 {
			r, c := i, j
			if transposed {
				r, c = j, i
			}
			if g.At(g.Geometry().CellAt(r, c)) == d {
				places[i] = j
			}
		}
	}
	return places
}
