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
	for ; houses != 0; houses &= houses - 1 {
		h := board.House(bits.TrailingZeros64(houses))
		for m := s.cnt[h][1]; m != 0; m &= m - 1 {
			d := m.First()
			f.because(d.Mask(), h)
			f.at(s, h, s.pos[h][d])
			f.places(s.cells[h][bits.TrailingZeros16(s.pos[h][d])], d)
			if f.done() {
				return true
			}
		}
	}
	return false
}

// nakedSingle finds the first cell, row-major, with one candidate left.
func nakedSingle(s *state, f *finding) bool {
	for w, x := range s.by[1] {
		for ; x != 0; x &= x - 1 {
			c := board.Cell(w<<6 | bits.TrailingZeros64(x))
			f.because(s.cand[c])
			f.cells = append(f.cells, c)
			f.places(c, s.cand[c].First())
			if f.done() {
				return true
			}
		}
	}
	return false
}
