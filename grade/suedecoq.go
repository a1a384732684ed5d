package grade

import (
	"math/bits"

	"gradoku/board"
)

// Sue de Coq (after the forum name of Bob Hanson's "two-sector disjoint subsets",
// 2005). Some cells in the crossing of a box and a line have at least two more
// candidates than cells. A group of cells in the rest of the line, and one in the rest
// of the box, have so few digits that all these cells together have as many digits as
// cells, and the two groups share no digit. Every digit then has all its places among
// the cells in one house, so none can be there twice, and each is there once. So a
// digit that is not in the box group is locked in the line, and one not in the line
// group in the box.

// sueDeCoq finds such a pattern.
func sueDeCoq(s *state, f *finding) bool {
	q := coqSearch{state: s, f: f}
	for _, pass := range [2]int{boxByRow, boxByColumn} {
		for i := range s.meet[pass] {
			if q.crossing(&s.meet[pass][i]) {
				return true
			}
		}
	}
	return false
}

// longestGroup is the largest size of a group; people do not see larger ones.
const longestGroup = 4

// coqGroup is a set of cells of one house outside the crossing. gain is the number
// of cells minus the number of their digits that the crossing lacks.
type coqGroup struct {
	cells  board.CellSet
	digits board.Digits
	gain   int
}

// maxGroups is the capacity for groups: all choices of up to four of 12 cells, on
// 16x16; any others are left out.
const maxGroups = 800

type coqSearch struct {
	*state
	f          *finding
	line, box  board.House
	cells      board.CellSet // of the crossing
	digits     board.Digits
	groups     [2][maxGroups]coqGroup // of the line, of the box
	groupCount [2]int
}

// crossing tries all sets of cells in a crossing.
func (q *coqSearch) crossing(x *crossing) bool {
	q.box, q.line = x.base, x.cover
	var blank uint16
	for m := x.inBase; m != 0; m &= m - 1 {
		if i := bits.TrailingZeros16(m); q.cand[q.state.cells[x.base][i]] != 0 {
			blank |= 1 << i
		}
	}
	for set := blank; set != 0; set = (set - 1) & blank {
		q.cells, q.digits = board.CellSet{}, 0
		for m := set; m != 0; m &= m - 1 {
			c := q.state.cells[x.base][bits.TrailingZeros16(m)]
			q.cells.Add(c)
			q.digits |= q.cand[c]
		}
		spare := q.digits.Len() - q.cells.Len()
		if bits.OnesCount16(set) < 2 || spare < 2 {
			continue
		}
		q.list(0, q.line, q.box, spare)
		q.list(1, q.box, q.line, spare)
		for i := range q.groupCount[0] {
			a := &q.groups[0][i]
			for k := range q.groupCount[1] {
				b := &q.groups[1][k]
				if a.gain+b.gain == spare && a.digits&b.digits == 0 && q.write(a, b) {
					return true
				}
			}
		}
	}
	return false
}

// list finds the groups of a house off another.
func (q *coqSearch) list(side int, house, off board.House, spare int) {
	q.groupCount[side] = 0
	var cells [board.MaxSize]board.Cell
	n := 0
	for c := range q.geo.HouseSet(house).Minus(q.geo.HouseSet(off)).All() {
		if q.cand[c]&q.digits != 0 {
			cells[n] = c
			n++
		}
	}
	q.extend(side, cells[:n], coqGroup{}, longestGroup, spare)
}

// extend adds cells to a group, and notes each group that gains something.
func (q *coqSearch) extend(side int, cells []board.Cell, g coqGroup, room, spare int) {
	for i, c := range cells {
		more := g
		more.cells.Add(c)
		more.digits |= q.cand[c]
		more.gain = more.cells.Len() - (more.digits &^ q.digits).Len()
		if more.gain >= 1 && more.gain < spare && q.groupCount[side] < maxGroups {
			q.groups[side][q.groupCount[side]] = more
			q.groupCount[side]++
		}
		if room > 1 {
			q.extend(side, cells[i+1:], more, room-1, spare)
		}
	}
}

// write notes a pattern that eliminates something.
func (q *coqSearch) write(a, b *coqGroup) bool {
	all := q.cells.Union(a.cells).Union(b.cells)
	f := q.f
	f.dropAll(q.state, q.geo.HouseSet(q.line).Minus(all), (q.digits|a.digits)&^b.digits)
	f.dropAll(q.state, q.geo.HouseSet(q.box).Minus(all).Minus(q.geo.HouseSet(q.line)), (q.digits|b.digits)&^a.digits)
	// What is left in the crossing is in both houses.
	rest := q.geo.HouseSet(q.box).Intersect(q.geo.HouseSet(q.line)).Minus(all)
	f.dropAll(q.state, rest, q.digits|a.digits|b.digits)
	if len(f.lost) == 0 {
		return false
	}
	f.merge()
	f.because(q.digits|a.digits|b.digits, q.box, q.line)
	f.part(q.cells)
	f.part(a.cells)
	f.part(b.cells)
	return f.done()
}
