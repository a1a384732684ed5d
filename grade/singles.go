package grade

import (
	"math/bits"

	"gradoku/board"
)

// lastCell finds a house with one blank. Like the other single finders it looks
// through boxes, then columns, then rows; all of them read one bit mask.
func lastCell(s *state, f *finding) bool {
	return s.hiddenSingle(s.hidden&s.last, f)
}

// hiddenInBox finds a digit with one place left in a box, hiddenInLine in a
// column or row. Any box comes before every line because the rows of the table
// are tried one after the other.
func hiddenInBox(s *state, f *finding) bool {
	return s.hiddenSingle(s.hidden&^s.last&s.boxes, f)
}

func hiddenInLine(s *state, f *finding) bool {
	return s.hiddenSingle(s.hidden&^s.last&^s.boxes, f)
}

// hiddenSingle takes the first of the given houses and the smallest digit with
// one position there.
func (s *state) hiddenSingle(houses uint64, f *finding) bool {
	if houses == 0 {
		return false
	}
	h := board.House(bits.TrailingZeros64(houses))
	d := s.cnt[h][1].First()
	f.because(d.Mask(), h)
	f.at(s, h, s.pos[h][d])
	return f.places(s.cells[h][bits.TrailingZeros16(s.pos[h][d])], d)
}

// nakedSingle finds the first cell, row-major, with one candidate left.
func nakedSingle(s *state, f *finding) bool {
	if s.by[1].Empty() {
		return false
	}
	c := s.by[1].First()
	f.because(s.cand[c])
	f.cells = append(f.cells, c)
	return f.places(c, s.cand[c].First())
}
