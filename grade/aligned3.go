package grade

import (
	"math/bits"

	"gradoku/board"
)

// thirds reports whether base cells a < b and some third cell exclude anything.
// The third is drawn from the excluders of a or b, a habit of the original that
// keeps cells with four candidates out of third place. A triple that an earlier
// pair has drawn already is left out.
func (q *aligned) thirds(a, b int) bool {
	shared := q.sees[a] & q.sees[b]
	if x := shared & (q.two | q.three); x&(x-1) == 0 {
		return false
	}
	for m := q.drawn(a, b) &^ q.drawnBefore(a, b); m != 0; m &= m - 1 {
		if q.triple(a, b, bits.TrailingZeros64(m)) {
			return true
		}
	}
	return false
}

// drawn returns the thirds of a pair.
func (q *aligned) drawn(a, b int) uint64 {
	return (q.sees[a] | q.sees[b]) & (q.two | q.three) & q.base &^ (1<<a | 1<<b)
}

// drawnBefore returns the thirds x whose pairs {x,a} and {x,b}, if they came before
// {a,b}, had drawn the last cell.
func (q *aligned) drawnBefore(a, b int) uint64 {
	few := q.two | q.three
	var before uint64
	if few>>b&1 != 0 { // {x,a} draws b if b sees either
		before |= q.sees[b] & (1<<b - 1)
		if q.sees[b]>>a&1 != 0 {
			before |= 1<<b - 1
		}
	}
	if few>>a&1 != 0 { // {x,b} with x < a draws a if a sees either
		low := uint64(1)<<a - 1
		before |= q.sees[a] & low
		if q.sees[a]>>b&1 != 0 {
			before |= low
		}
	}
	return before
}

// triple reports whether three base cells exclude anything.
func (q *aligned) triple(a, b, c int) bool {
	shared := q.sees[a] & q.sees[b] & q.sees[c]
	if (1<<a|1<<b|1<<c|shared)&q.changed == 0 {
		return false
	}
	x := shared & (q.two | q.three)
	if x&(x-1) == 0 || !q.exclude(x, q.cand[a]|q.cand[b]|q.cand[c]) {
		return false
	}
	ok := q.possible(a, b, c)
	return ok[0] != q.cand[a] || ok[1] != q.cand[b] || ok[2] != q.cand[c]
}

// possible returns the candidates of the three cells that occur in a possible
// combination. Once all of b and c do, one combination for each candidate of a
// is enough.
func (q *aligned) possible(a, b, c int) (ok [3]board.Digits) {
	together := q.sees[a]>>b&1 != 0
	for x := q.cand[a]; x != 0; x &= x - 1 {
		p := x.First()
		second := q.cand[b] &^ q.forbids[p]
		if together {
			second &^= p.Mask()
		}
		for ; second != 0; second &= second - 1 {
			r := second.First()
			left := q.left(a, b, c, p, r)
			if left == 0 {
				continue
			}
			ok[0] |= p.Mask()
			ok[1] |= r.Mask()
			ok[2] |= left
			if ok[1] == q.cand[b] && ok[2] == q.cand[c] {
				break
			}
		}
	}
	return ok
}

// left returns the candidates of c that are possible with p in a and r in b.
func (q *aligned) left(a, b, c int, p, r board.Digit) board.Digits {
	left := q.cand[c] &^ (q.forbids[p] | q.forbids[r])
	if q.sees[a]>>c&1 != 0 {
		left &^= p.Mask()
	}
	if q.sees[b]>>c&1 != 0 {
		left &^= r.Mask()
	}
	two := p.Mask() | r.Mask()
	for _, m := range q.triples[:q.triads] {
		if m&two == two && p != r {
			left &^= m &^ two
		}
	}
	return left
}

// writeTriplet writes down the first third, in the order of the peers of a and
// then of b, that has an effect.
func (q *aligned) writeTriplet(s *state, f *finding, a, b int) bool {
	thirds := q.drawn(a, b) &^ q.drawnBefore(a, b)
	for _, near := range [2][]board.Cell{s.near[q.cell[a]], s.near[q.cell[b]]} {
		for _, cell := range near {
			c := int(q.index[cell])
			if c < 0 || thirds>>c&1 == 0 || !q.triple(a, b, c) {
				continue
			}
			ok := q.possible(a, b, c)
			f.cells = append(f.cells, q.cell[a], q.cell[b], cell)
			f.drop(s, q.cell[a], q.cand[a]&^ok[0])
			f.drop(s, q.cell[b], q.cand[b]&^ok[1])
			f.drop(s, cell, q.cand[c]&^ok[2])
			if f.done() {
				return true
			}
		}
	}
	return false
}
