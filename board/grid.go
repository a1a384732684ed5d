package board

import (
	"errors"
	"fmt"
	"slices"
)

// Grid holds a digit, or a blank, for every cell of one size. The zero Grid has
// no geometry and means "no grid". Grids are values: they can be copied and
// compared with ==.
//
// All packages pass a Grid by its address, to avoid copying it. Passing a nil *Grid, or
// grading the zero Grid, is a bug in the program and panics, like using a nil *bytes.Buffer.
// Mistakes in users' input are errors of [Parse].
type Grid struct {
	geo   *Geometry
	cells [MaxCells]Digit
}

// NewGrid returns an all-blank grid.
func NewGrid(g *Geometry) Grid { return Grid{geo: g} }

// Geometry returns the grid's size, nil for the zero Grid.
func (g *Grid) Geometry() *Geometry { return g.geo }

// At returns the digit in a cell, 0 for a blank.
func (g *Grid) At(c Cell) Digit { return g.cells[c] }

// Set writes a digit, or 0 for a blank. It does not check anything, see
// [Grid.Check].
func (g *Grid) Set(c Cell, d Digit) { g.cells[c] = d }

// Digits returns the grid's own digits in row-major order; writing to the slice
// writes to the grid. The zero Grid has none.
func (g *Grid) Digits() []Digit {
	if g.geo == nil {
		return nil
	}
	return g.cells[:g.geo.Cells]
}

// On returns a grid of another geometry of the same size with the same digits.
func (g Grid) On(geo *Geometry) Grid {
	g.geo = geo
	return g
}

// Clues returns the number of cells that are not blank.
func (g *Grid) Clues() int {
	n := 0
	for _, d := range g.Digits() {
		if d != 0 {
			n++
		}
	}
	return n
}

// Blanks returns the number of blank cells.
func (g *Grid) Blanks() int { return len(g.Digits()) - g.Clues() }

// Full reports whether no cell is blank; the zero Grid is not full.
func (g *Grid) Full() bool { return g.geo != nil && g.Blanks() == 0 }

// ClueSet returns the cells that are not blank.
func (g *Grid) ClueSet() CellSet {
	var s CellSet
	for i, d := range g.Digits() {
		if d != 0 {
			s.Add(Cell(i))
		}
	}
	return s
}

// Keep returns the grid with every cell outside the set blanked.
func (g *Grid) Keep(cells CellSet) Grid {
	k := NewGrid(g.geo)
	for c := range cells.All() {
		k.cells[c] = g.cells[c]
	}
	return k
}

// Conflict is a digit that a house holds twice. It is an error in the puzzle,
// not in how it is written.
type Conflict struct {
	Digit Digit
	House House
	A, B  Cell // the first two cells of the house that hold the digit
	geo   *Geometry
}

func (c *Conflict) Error() string {
	return fmt.Sprintf("digit %v appears twice in %s: at %s and %s",
		c.Digit, c.geo.HouseWords(c.House), c.geo.CellName(c.A), c.geo.CellName(c.B))
}

// Check returns a *Conflict if a house holds a digit twice, another error if there
// is no grid or it holds a digit that its size does not have, else nil.
func (g *Grid) Check() error {
	geo := g.geo
	if geo == nil {
		return errors.New("there is no grid")
	}
	for i, d := range g.Digits() {
		if int(d) > geo.Size {
			return fmt.Errorf("%s holds %d, which a %dx%d puzzle does not have", geo.CellName(Cell(i)), d, geo.Size, geo.Size)
		}
	}
	for h := range geo.Houses {
		seen, cells := Digits(0), geo.HouseCells(House(h))
		for _, c := range cells {
			d := g.cells[c]
			if seen&d.Mask() != 0 {
				first := slices.IndexFunc(cells, func(c Cell) bool { return g.cells[c] == d })
				return &Conflict{Digit: d, House: House(h), A: cells[first], B: c, geo: geo}
			}
			seen |= d.Mask()
		}
	}
	return nil
}

// Solves reports whether g is a full grid without conflicts that keeps every
// clue of the puzzle.
func (g *Grid) Solves(puzzle *Grid) bool {
	if g.geo == nil || g.geo != puzzle.geo || !g.Full() || g.Check() != nil {
		return false
	}
	for i, d := range puzzle.Digits() {
		if d != 0 && d != g.cells[i] {
			return false
		}
	}
	return true
}

// Board is a grid together with the candidates of its blank cells; a filled
// cell has none. Like Grid it is a value.
type Board struct {
	Grid
	cands [MaxCells]Digits
}

// NewBoard returns the grid with the candidates that its digits leave: for each
// blank cell every digit that none of its peers holds.
func NewBoard(g *Grid) Board {
	b := Board{Grid: *g}
	var used [MaxHouses]Digits
	for i, d := range g.Digits() {
		if mask := d.Mask(); mask != 0 {
			for _, h := range g.geo.HousesOf(Cell(i)) {
				used[h] |= mask
			}
		}
	}
	for i, d := range g.Digits() {
		if d == 0 {
			left := g.geo.All
			for _, h := range g.geo.HousesOf(Cell(i)) {
				left &^= used[h]
			}
			b.cands[i] = left
		}
	}
	return b
}

// Candidates returns the candidates of a cell, the empty set for a filled one.
func (b *Board) Candidates(c Cell) Digits { return b.cands[c] }

// SetCandidates replaces the candidates of a blank cell.
func (b *Board) SetCandidates(c Cell, s Digits) { b.cands[c] = s }

// Place writes a digit and removes it from the candidates of the cell's peers.
func (b *Board) Place(c Cell, d Digit) {
	b.cells[c] = d
	b.cands[c] = 0
	for _, p := range b.geo.Peers(c) {
		b.cands[p] &^= d.Mask()
	}
}

// Eliminate removes candidates from a cell.
func (b *Board) Eliminate(c Cell, s Digits) { b.cands[c] &^= s }
