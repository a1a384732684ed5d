package generate

import (
	"math/rand/v2"

	"gradoku/board"
)

// Filler makes random full grids of one size by backtracking: the blank cell
// with the fewest digits left is filled with one of them, picked at random.
// Every grid is possible, but not equally likely. A Filler is a workspace:
// reuse it, from one goroutine.
type Filler struct {
	geo  *board.Geometry
	grid board.Grid
	used [board.MaxHouses]board.Digits
	// blanks[:left] are the cells still to fill, in no order.
	blanks [board.MaxCells]board.Cell
	left   int
	nodes  int
}

// NewFiller returns a Filler for one size.
func NewFiller(g *board.Geometry) *Filler { return &Filler{geo: g} }

// restartAfter limits the nodes of one attempt. A backtracking search with
// random choices has a heavy tail: on 16x16 a few starts run for minutes where
// a new one takes under a millisecond, so giving up early is faster overall. An
// attempt needs one node per cell if nothing goes wrong.
const restartAfter = 8

// Fill returns a random full grid.
func (f *Filler) Fill(rng *rand.Rand) board.Grid {
	for {
		f.grid = board.NewGrid(f.geo)
		f.used = [board.MaxHouses]board.Digits{}
		f.left = f.geo.Cells
		f.nodes = restartAfter * f.geo.Cells
		for i := range f.left {
			f.blanks[i] = board.Cell(i)
		}
		if f.extend(rng) {
			return f.grid
		}
	}
}

// extend fills the remaining blanks; false means dead end or nodes spent.
func (f *Filler) extend(rng *rand.Rand) bool {
	if f.left == 0 {
		return true
	}
	if f.nodes--; f.nodes < 0 {
		return false
	}
	slot, options := f.tightest()
	cell := f.blanks[slot]
	f.left--
	f.blanks[slot] = f.blanks[f.left]
	houses := f.geo.HousesOf(cell)
	for options != 0 && f.nodes >= 0 {
		d := pick(options, rng)
		options &^= d.Mask()
		f.grid.Set(cell, d)
		for _, h := range houses {
			f.used[h] |= d.Mask()
		}
		if f.extend(rng) {
			return true
		}
		for _, h := range houses {
			f.used[h] &^= d.Mask()
		}
	}
	f.grid.Set(cell, 0)
	f.blanks[f.left] = f.blanks[slot]
	f.blanks[slot] = cell
	f.left++
	return false
}

// tightest returns the place in blanks of a cell with the fewest digits left,
// and those digits.
func (f *Filler) tightest() (slot int, options board.Digits) {
	fewest := board.MaxSize + 1
	for i, c := range f.blanks[:f.left] {
		free := f.geo.All
		for _, h := range f.geo.HousesOf(c) {
			free &^= f.used[h]
		}
		if n := free.Len(); n < fewest {
			slot, options, fewest = i, free, n
			if n <= 1 {
				break
			}
		}
	}
	return slot, options
}

// pick picks one digit of a non-empty set.
func pick(s board.Digits, rng *rand.Rand) board.Digit {
	for n := rng.IntN(s.Len()); n > 0; n-- {
		s &= s - 1
	}
	return s.First()
}
