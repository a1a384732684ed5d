package grade

import (
	"math/bits"

	"gradoku/board"
)

// finder is a technique's search: it reads the state, changes nothing, and
// either reports false or fills f with the first step in its scan order. f
// arrives empty.
type finder func(s *state, f *finding) bool

// finding is a step while it is found. Its slices keep their memory from step
// to step, so that grading does not allocate.
type finding struct {
	variant int // which of the rows that share the finder, counted from the finder's own
	rating  int // tenths; 0 means the row's own rating

	cells  []board.Cell
	digits board.Digits
	houses []board.House
	parts  []int // where parts of cells end, in techniques with groups of cells

	cell  board.Cell // the placement, when digit is not 0
	digit board.Digit
	lost  []loss

	proof proof // of a chain technique

	// line is the reasoning of a named pattern that is a chain: its first literal
	// is assumed, and each of the others follows from the one before.
	line []Literal

	// each is called for every step found; nil for searches that end with the first.
	// See done.
	each func()

	// whole asks for sets also where the complement is smaller; see [Ladder.ForHints].
	whole bool
}

// loss is what one cell loses; the cell has all of it.
type loss struct {
	cell   board.Cell
	digits board.Digits
}

// reset empties all but each and whole. It is called for each step, and resetting field by
// field takes a quarter of the instructions.
func (f *finding) reset() {
	f.variant, f.rating, f.digits, f.cell, f.digit, f.proof = 0, 0, 0, 0, 0, proof{}
	f.cells, f.houses, f.parts = f.cells[:0], f.houses[:0], f.parts[:0]
	f.lost, f.line = f.lost[:0], f.line[:0]
}

// done says whether a finder that has filled f may return with it. If all steps
// are wanted, it passes this one on and lets the finder continue. So a finder
// returns true only for a first step, and otherwise runs its loops to the end.
func (f *finding) done() bool {
	if f.each == nil {
		return true
	}
	f.each()
	f.reset()
	return false
}

// places fills in a placement.
func (f *finding) places(c board.Cell, d board.Digit) bool {
	f.cell, f.digit = c, d
	return true
}

// because adds to the reasons.
func (f *finding) because(digits board.Digits, houses ...board.House) {
	f.digits |= digits
	f.houses = append(f.houses, houses...)
}

// at adds the cells of a house at the given positions to the reasons.
func (f *finding) at(s *state, h board.House, positions uint16) {
	for p := positions; p != 0; p &= p - 1 {
		f.cells = append(f.cells, s.cells[h][bits.TrailingZeros16(p)])
	}
}

// part adds a group of cells to the reasons.
func (f *finding) part(cells board.CellSet) {
	for c := range cells.All() {
		f.cells = append(f.cells, c)
	}
	f.parts = append(f.parts, len(f.cells))
}

// chain adds literals to the line.
func (f *finding) chain(line ...Literal) { f.line = append(f.line, line...) }

// drop adds the loss of those of digits that are candidates of c.
func (f *finding) drop(s *state, c board.Cell, digits board.Digits) {
	if m := s.cand[c] & digits; m != 0 {
		f.lost = append(f.lost, loss{c, m})
	}
}

// dropAt does the same for the cells of a house at the given positions.
func (f *finding) dropAt(s *state, h board.House, positions uint16, digits board.Digits) {
	for p := positions; p != 0; p &= p - 1 {
		f.drop(s, s.cells[h][bits.TrailingZeros16(p)], digits)
	}
}

// dropAll does the same for a set of cells.
func (f *finding) dropAll(s *state, cells board.CellSet, digits board.Digits) {
	for c := range cells.All() {
		f.drop(s, c, digits)
	}
}
