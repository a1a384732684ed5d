package grade

import (
	"math/bits"

	"gradoku/board"
)

// Finned fish. n parallel lines (the bases) have a digit in n lines across (the
// covers) and in a few other cells, the fins, which all lie in one box. Either a fin
// has the digit, or it is a plain fish, so a cell that the fish eliminates and that
// sees all fins, being in their box, loses it either way.
//
// In a sashimi fish some base has only one place left in the covers. Without its fins
// there would not even be a fish, but the argument still holds.
//
// Given the bases and the box, everything outside the box has to be covered, and
// only the covers through the box can be chosen, so few combinations are looked at.

// finnedFish finds a finned fish of n lines, or a sashimi one.
func finnedFish(n int, sashimi bool) finder {
	return func(s *state, f *finding) bool {
		return s.finned(board.Row, n, sashimi, f) || s.finned(board.Column, n, sashimi, f)
	}
}

func (s *state) finned(base board.HouseKind, n int, sashimi bool, f *finding) bool {
	size := s.geo.Size
	first := board.House(int(base) * size)
	for d := board.Digit(1); int(d) <= size; d++ {
		var lines [board.MaxSize]int
		k := 0
		for i := range size {
			if bits.OnesCount16(s.pos[int(first)+i][d]) >= 2 {
				lines[k] = i
				k++
			}
		}
		q := finSearch{state: s, f: f, base: base, d: d, sashimi: sashimi}
		if k >= n && q.choose(lines[:k], n) {
			return true
		}
	}
	return false
}

// finSearch is the search for one digit.
type finSearch struct {
	*state
	f       *finding
	base    board.HouseKind
	d       board.Digit
	sashimi bool
	bases   [4]int // the chosen lines, numbered in their kind
	n       int
}

// choose adds n more lines to the bases and looks for a fish.
func (q *finSearch) choose(lines []int, n int) bool {
	if n == 0 {
		for b := range q.geo.Size {
			if q.inBox(board.House(b)) {
				return true
			}
		}
		return false
	}
	for i := 0; i+n <= len(lines); i++ {
		q.bases[q.n] = lines[i]
		q.n++
		if q.choose(lines[i+1:], n-1) {
			return true
		}
		q.n--
	}
	return false
}

// line returns the house of a line of the kind of the bases.
func (q *finSearch) line(i int) board.House { return board.House(int(q.base)*q.geo.Size + i) }

// inBox takes the fins to be in one box. It must cross a base, and what it does not
// hold of the bases must leave room for a cover through it.
func (q *finSearch) inBox(box board.House) bool {
	var must, may uint16 // positions that covers must have; that are in the box
	for _, i := range q.bases[:q.n] {
		own := q.positions(box, i)
		may |= own
		must |= q.pos[q.line(i)][q.d] &^ own
	}
	spare := q.n - bits.OnesCount16(must)
	if may == 0 || spare < 0 {
		return false
	}
	through := q.through(box)
	free := through &^ must
	for more := free; ; more = (more - 1) & free { // all subsets, the largest first
		if bits.OnesCount16(more) == spare && (must|more)&through != 0 && q.fish(box, must|more) {
			return true
		}
		if more == 0 {
			return false
		}
	}
}

// through returns the positions at which lines across run through a box.
func (q *finSearch) through(box board.House) (m uint16) {
	across := board.Column
	if q.base == board.Column {
		across = board.Row
	}
	for _, c := range q.geo.HouseCells(box) {
		m |= 1 << (int(q.houses[c][across]) - int(across)*q.geo.Size)
	}
	return m
}

// positions returns where a base line has the digit in a box.
func (q *finSearch) positions(box board.House, i int) (m uint16) {
	h := q.line(i)
	for p := q.pos[h][q.d]; p != 0; p &= p - 1 {
		if k := bits.TrailingZeros16(p); q.houses[q.cells[h][k]][board.Box] == box {
			m |= 1 << k
		}
	}
	return m
}

// fish tests bases and covers.
func (q *finSearch) fish(box board.House, covers uint16) bool {
	var body, fins board.CellSet
	least := board.MaxSize
	for _, i := range q.bases[:q.n] {
		h := q.line(i)
		for p := q.pos[h][q.d]; p != 0; p &= p - 1 {
			k := bits.TrailingZeros16(p)
			if covers>>k&1 != 0 {
				body.Add(q.cells[h][k])
			} else {
				fins.Add(q.cells[h][k])
			}
		}
		least = min(least, bits.OnesCount16(q.pos[h][q.d]&covers))
	}
	if fins.Empty() || least == 0 || (least == 1) != q.sashimi {
		return false
	}
	lost := q.at[q.d].Intersect(q.geo.HouseSet(box)).Minus(body).Minus(fins)
	for c := range lost.All() {
		if !q.covered(c, covers) || q.isBase(c) {
			lost.Remove(c)
		}
	}
	if lost.Empty() {
		return false
	}
	q.write(box, covers, body, fins, lost)
	return q.f.done()
}

// covered reports whether a cell is in a cover, isBase whether it is in a base.
func (q *finSearch) covered(c board.Cell, covers uint16) bool {
	return covers>>q.index3[c][q.base]&1 != 0
}

func (q *finSearch) isBase(c board.Cell) bool {
	for _, i := range q.bases[:q.n] {
		if q.houses[c][q.base] == q.line(i) {
			return true
		}
	}
	return false
}

func (q *finSearch) write(box board.House, covers uint16, body, fins, lost board.CellSet) {
	f := q.f
	for _, i := range q.bases[:q.n] {
		f.because(q.d.Mask(), q.line(i))
	}
	across := board.Column
	if q.base == board.Column {
		across = board.Row
	}
	for m := covers; m != 0; m &= m - 1 {
		f.because(q.d.Mask(), board.House(int(across)*q.geo.Size+bits.TrailingZeros16(m)))
	}
	f.part(body)
	f.part(fins)
	f.dropAll(q.state, lost, q.d.Mask())
}
