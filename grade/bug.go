package grade

import (
	"math/bits"

	"gradoku/board"
)

// The bivalue universal grave (BUG): every blank has two candidates and every digit
// two places, or none, in each house. Such a position has no solution or several, so
// in a proper puzzle it never arises, and something that prevents it must be true.
// The bug cells are those with more than two candidates, and their bug digits are
// the candidates without which the grave would be complete. The table has the types, in the
// order in which they are tried.
const (
	bug1 = iota // finding.variant
	bug2
	bug4
	bug3
)

// bugSearch is the board without its bug digits.
type bugSearch struct {
	*state
	f      *finding
	cand   [board.MaxCells]board.Digits
	pos    [board.MaxHouses][board.MaxSize + 1]uint16
	cells  board.CellSet // the bug cells
	bugs   board.Digits  // all bug digits
	common board.CellSet // the cells that all bug cells see
}

// bug finds a BUG of any type.
func bug(s *state, f *finding) bool {
	// Unless all bug cells share a digit, or some cell sees them all, no BUG eliminates anything.
	common, same := board.CellSet{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}, s.geo.All
	for i, digits := range s.cand[:s.geo.Cells] {
		if digits.Len() > 2 {
			common, same = common.Intersect(s.peers[i]), same&digits
		}
	}
	if same == 0 && common.Empty() {
		return false
	}
	q := bugSearch{state: s, f: f, cand: s.cand, pos: s.pos, common: common}
	if !q.collect() || !q.grave() {
		return false
	}
	found := false
	switch two := q.cells.Len() == 2; {
	case q.cells.Len() == 1:
		q.record(bug1)
		f.drop(s, q.cells.First(), q.cand[q.cells.First()])
		found = len(f.lost) > 0
	case q.bugs.Single():
		q.record(bug2)
		f.dropAll(s, q.common, q.bugs)
		found = len(f.lost) > 0 || two && q.type4()
	default:
		found = two && q.type4() || q.type3()
	}
	if !found {
		f.reset() // a type that eliminates nothing has written to it
		return false
	}
	return f.done()
}

// collect finds the bug cells and their digits. If a digit has neither two places nor
// none in a house, it is a bug digit of the only one of these cells that can spare
// it; if several can, another house has to decide. Digits already taken away count as
// still there, so a bug cell with another one in each of its houses is missed, a
// habit of the original.
func (q *bugSearch) collect() bool {
	n := q.geo.Size
	boxes, rows, columns, others := span{0, n}, span{2 * n, 3 * n}, span{n, 2 * n}, span{3 * n, q.geo.Houses}
	for _, kind := range [4]span{boxes, rows, columns, others} {
		for h := board.House(kind.from); int(h) < kind.to; h++ {
			for d := board.Digit(1); int(d) <= n; d++ {
				if k := bits.OnesCount16(q.state.pos[h][d]); k != 0 && k != 2 && !q.spare(h, d) {
					return false
				}
			}
		}
	}
	return !q.cells.Empty()
}

// spare takes away the bug digit d of house h if it is clear from which cell, and
// reports false if the board is not a BUG.
func (q *bugSearch) spare(h board.House, d board.Digit) bool {
	var c board.Cell
	able := 0
	for m := q.state.pos[h][d]; m != 0; m &= m - 1 {
		if e := q.state.cells[h][bits.TrailingZeros16(m)]; q.state.cand[e].Len() > 2 {
			c = e
			able++
		}
	}
	if able != 1 {
		return able > 1
	}
	q.cells.Add(c)
	q.bugs |= d.Mask()
	q.cand[c] &^= d.Mask()
	for _, at := range q.spots[c] {
		q.pos[at.house][d] &^= at.bit
	}
	return q.bugs.Single() || !q.common.Empty()
}

// grave reports whether what is left is a BUG.
func (q *bugSearch) grave() bool {
	for i := range q.geo.Cells {
		if q.state.cand[i] != 0 && q.cand[i].Len() != 2 {
			return false
		}
	}
	for h := range q.geo.Houses {
		for d := 1; d <= q.geo.Size; d++ {
			if k := bits.OnesCount16(q.pos[h][d]); k != 0 && k != 2 {
				return false
			}
		}
	}
	return true
}

// record starts writing down a step.
func (q *bugSearch) record(variant int) {
	q.f.reset()
	q.f.variant = variant
	q.f.because(q.bugs)
	for c := range q.cells.All() {
		q.f.cells = append(q.f.cells, c)
	}
}

// digitsOf returns the bug digits of a cell.
func (q *bugSearch) digitsOf(c board.Cell) board.Digits { return q.state.cand[c] &^ q.cand[c] }

func (q *bugSearch) type4() bool {
	c := q.cells.First()
	rest := q.cells
	rest.Remove(c)
	e := rest.First()
	v := q.state.cand[c] & q.state.cand[e] &^ q.bugs
	if !q.peers[c].Has(e) || !v.Single() {
		return false
	}
	q.record(bug4)
	q.f.digits = v
	q.f.drop(q.state, c, q.state.cand[c]&^(v|q.digitsOf(c)))
	q.f.drop(q.state, e, q.state.cand[e]&^(v|q.digitsOf(e)))
	return len(q.f.lost) > 0
}

// type3 looks in a house for n-1 cells that all bug cells see and that have n
// candidates together with the bug digits, which adds n-1 tenths. All sizes are tried
// in one house before the next house.
func (q *bugSearch) type3() bool {
	for _, k := range [3]int{0, 2, 1} { // box, row, column
		h := q.houses[q.cells.First()][k]
		if outside := q.cells.Minus(q.geo.HouseSet(h)); !outside.Empty() {
			continue
		}
		var in uint16 // the positions that all bug cells see
		for i, c := range q.geo.HouseCells(h) {
			if q.common.Has(c) && q.state.cand[c].Len() >= 2 {
				in |= 1 << i
			}
		}
		for n := 2; n <= 6; n++ {
			var t tuples
			t.start(n-1, n, uint16(q.bugs))
			for m := in; m != 0; m &= m - 1 {
				i := bits.TrailingZeros16(m)
				t.add(i, uint16(q.state.cand[q.state.cells[h][i]]))
			}
			for t.next() {
				digits := board.Digits(t.all())
				q.record(bug3)
				q.f.dropAt(q.state, h, in&^t.members(), digits)
				if len(q.f.lost) == 0 {
					continue
				}
				q.f.rating = 57 + n - 1
				q.f.digits = digits
				q.f.because(0, h)
				q.f.at(q.state, h, t.members())
				return true
			}
		}
	}
	return false
}
