package grade

import (
	"math/bits"

	"gradoku/board"
)

// type3Set is a search for a locked set of type 3 in one house: the two extra
// cells of a loop together count as one member.
type type3Set struct {
	house         board.House
	first, second board.Cell   // the extra cells, in the order of the path
	extra         board.Digits // what they have apart from a and b
	pair, counted uint16       // their two positions in the house; that of first alone
}

// type3 looks in the houses that both extra cells share, box, row, column, for
// sets of growing size n. A naked set of n adds n-1 tenths to the rating, a
// hidden one n-2, the number of its cells that are not on the loop, less one.
func (q *loopSearch) type3(first, second board.Cell, extra board.Digits) {
	for _, k := range [3]int{0, 2, 1} {
		h := q.houses[first][k]
		if h != q.houses[second][k] {
			continue
		}
		counted := uint16(1) << q.index3[first][k]
		x := type3Set{h, first, second, extra, counted | 1<<q.index3[second][k], counted}
		blanks := int(q.empty[h])
		for n := extra.Len(); 2*n <= blanks; n++ {
			base := loopRating(q.n)
			if q.beats(3, base+n-1) {
				q.naked3(&x, n, base+n-1)
			}
			if 2*n < blanks && q.beats(3, base+n-2) {
				q.hidden3(&x, n, base+n-2)
			}
		}
	}
}

// naked3 chooses n-1 other cells of the house that have, with the extra digits,
// n candidates in all. Beyond plain soundness the original asks that the n
// digits are there already when only the extra digits common to both cells are
// counted.
func (q *loopSearch) naked3(x *type3Set, n, rating int) {
	var t tuples
	t.start(n-1, n, uint16(x.extra))
	for i := range q.geo.Size {
		if c := q.cells[x.house][i]; x.pair>>i&1 == 0 && q.cand[c].Len() >= 2 {
			t.add(i, uint16(q.cand[c]))
		}
	}
	common := q.cand[x.first] & q.cand[x.second] & x.extra
	for t.next() {
		digits, set := board.Digits(t.all()), t.members()
		seen := common
		var others uint16
		for i := range q.geo.Size {
			if set>>i&1 != 0 {
				seen |= q.cand[q.cells[x.house][i]]
			}
		}
		for m := digits; m != 0; m &= m - 1 {
			others |= q.pos[x.house][m.First()]
		}
		others &^= set | x.pair
		if seen != digits || others == 0 {
			continue
		}
		q.record3(x, set, rating)
		q.f.dropAt(q.state, x.house, others, digits)
		if q.f.done() {
			return
		}
	}
}

// hidden3 chooses n-2 digits other than a and b that have, with a and b, n places in
// the house when the two extra cells count as one.
func (q *loopSearch) hidden3(x *type3Set, n, rating int) {
	ab := q.a.Mask() | q.b.Mask()
	second := x.pair &^ x.counted
	places := func(d board.Digit) uint16 { return q.pos[x.house][d] &^ second }
	seed := places(q.a) | places(q.b)
	if n == 2 {
		if bits.OnesCount16(seed) == 2 {
			q.hiddenLoss3(x, ab, seed, rating)
		}
		return
	}
	var t tuples
	t.start(n-2, n, seed)
	for m := q.geo.All &^ (ab | x.extra); m != 0; m &= m - 1 {
		if d := m.First(); places(d) != 0 {
			t.add(int(d)-1, places(d))
		}
	}
	for t.next() {
		if q.hiddenLoss3(x, ab|board.Digits(t.members()), t.all(), rating) {
			return
		}
	}
}

// hiddenLoss3 records a hidden set if its cells off the loop have other digits.
func (q *loopSearch) hiddenLoss3(x *type3Set, digits board.Digits, set uint16, rating int) bool {
	set &^= x.pair
	var spare board.Digits
	for m := set; m != 0; m &= m - 1 {
		spare |= q.cand[q.cells[x.house][bits.TrailingZeros16(m)]] &^ digits
	}
	if spare == 0 {
		return false
	}
	q.record3(x, set, rating)
	q.f.dropAt(q.state, x.house, set, spare)
	return q.f.done()
}

// record3 notes the loop, the house and the cells of the set off the loop.
func (q *loopSearch) record3(x *type3Set, set uint16, rating int) {
	q.record(3, rating)
	q.f.houses = append(q.f.houses, x.house)
	q.f.at(q.state, x.house, set)
}
