package grade

import (
	"math/bits"

	"gradoku/board"
)

// Unique rectangles and loops. A closed path of cells, each step inside a house, all
// cells holding {a,b} only and every house it touches touched twice, could be filled
// in two ways by swapping a and b. A proper puzzle has no such loop, so one of the
// extra digits in the cells that hold more must be true. The smallest loop has four
// cells: the unique rectangle.
//
// The table explains the four types, which differ in the extra cells and their extra digits.
// All loops are collected; the lowest rating counts, then the lowest type, then
// the first in order of search. So one finder serves eight rows of the table.
const (
	rectangleRow = 0 // finding.variant of type 1; the other types follow
	loopRow      = 4 // the same for loops of six and more
)

// loopRating is the rating of a loop by its number of cells, before what type 3
// adds.
func loopRating(cells int) int {
	switch cells {
	case 4:
		return 45
	case 6:
		return 46
	case 8:
		return 47
	}
	return 50
}

// loopSearch is the depth-first search from one cell with candidates {a,b}.
type loopSearch struct {
	*state
	f       *finding
	a, b    board.Digit
	both    [board.MaxHouses]uint16 // positions that have a and b
	viable  board.CellSet           // cells that can be on a loop
	path    [2 * board.MaxSize]board.Cell
	n       int
	parity  [2]uint64 // houses touched by the cells of the path at even, at odd places
	rating  int       // the best so far: rating and type
	typ     int
	longest int                             // loops with more cells cannot beat the best
	closed  [board.MaxSize + 1]board.Digits // by a: the digits b with a loop, whatever it eliminates
}

// none is higher than any rating of a loop.
const none = 1000

// uniqueLoop finds the best unique rectangle or loop.
func uniqueLoop(s *state, f *finding) bool {
	q := loopSearch{state: s, f: f, rating: none, longest: len(loopSearch{}.path)}
	stale := s.looped()
	for c := range s.by[2].All() {
		pair := s.cand[c]
		if pair&^stale[pair.First()] != 0 || !s.accompanied(c, pair) {
			continue
		}
		if q.prepare(c); q.viable.Has(c) {
			q.n, q.parity = 0, [2]uint64{}
			q.walk(c, 0, 2, -1)
		}
	}
	if q.rating == none && f.each == nil {
		s.unchanged.loop.keep(s)
		s.unchanged.looped = q.closed
	}
	return q.rating != none && f.each == nil
}

// looped returns, for each digit a, itself and the digits b for which {a,b} may have a
// loop. A path depends on the cells that have both digits and on their other candidates.
// So a pair without a loop gets one only if such a cell loses a candidate.
func (s *state) looped() [board.MaxSize + 1]board.Digits {
	before := &s.unchanged.loop
	may := s.unchanged.looped
	if !before.valid {
		for d := range may {
			may[d] = s.geo.All
		}
		return may
	}
	for d := range may[1:] {
		may[d+1] |= 1 << d
	}
	for i, now := range s.cand[:s.geo.Cells] {
		if had := before.cand[i]; had != now {
			for m := had; m != 0; m &= m - 1 {
				may[m.First()] |= had
			}
		}
	}
	return may
}

// accompanied reports whether each house of c has another cell with the pair, a cheap
// test that saves the rest for most cells.
func (s *state) accompanied(c board.Cell, pair board.Digits) bool {
	a := pair.First()
	b := (pair &^ a.Mask()).First()
	for _, h := range &s.houses[c] {
		if lonely(s.pos[h][a] & s.pos[h][b]) {
			return false
		}
	}
	return true
}

// prepare sets up the search from a cell with one pair of digits. A cell of a loop shares each of
// its houses with another cell of the loop, so cells alone in a house can be dropped,
// which may leave others alone, and so on; usually nothing is left and the pair is
// done.
func (q *loopSearch) prepare(start board.Cell) {
	pair := q.cand[start]
	q.a = pair.First()
	q.b = (pair &^ q.a.Mask()).First()
	q.viable = q.at[q.a].Intersect(q.at[q.b])
	// A loop that eliminates something has at most two cells with extra digits, or the same extra
	// digit in three or more. The first kind is found from its first cell without extra digits.
	starts := 0
	var one, two, same board.Digits
	for c := range q.viable.All() {
		if more := q.cand[c] &^ pair; more.Single() {
			one, two, same = one|more, two|one&more, same|two&more
		} else if more == 0 && c >= start {
			starts++
		}
	}
	for c := range q.viable.All() {
		more := q.cand[c] &^ pair
		if more == 0 && c < start && same == 0 || starts < 2 && more&^same != 0 {
			q.viable.Remove(c)
		}
	}
	for h := range q.geo.Houses {
		q.both[h] = q.pos[h][q.a] & q.pos[h][q.b]
	}
	left := q.both
	for again := true; again; {
		again = false
		for c := range q.viable.All() {
			h, k := &q.houses[c], &q.index3[c]
			if lonely(left[h[0]]) || lonely(left[h[1]]) || lonely(left[h[2]]) {
				q.viable.Remove(c)
				left[h[0]] &^= 1 << k[0]
				left[h[1]] &^= 1 << k[1]
				left[h[2]] &^= 1 << k[2]
				again = true
			}
		}
	}
}

func lonely(positions uint16) bool { return positions&(positions-1) == 0 }

// walk extends the path by c and continues the search. extra is the union of
// the extra digits met on the way, spare is how many more cells may have extra
// digits of their own, and from is the index of the kind of house through which
// c was reached.
//
// The rule for the next cell: it has no extra digit, or spare is positive, or
// the extra digits met so far, its own included, are one. "Met" includes every
// neighbour that was looked at before from the same cell, taken or not, a habit
// of the original that loses a few loops of type 2 and is part of the scale.
func (q *loopSearch) walk(c board.Cell, extra board.Digits, spare, from int) {
	h, touched := &q.houses[c], q.houseBits[c]
	q.parity[q.n&1] |= touched
	q.path[q.n] = c
	q.n++
	for _, kind := range [3]int{0, 2, 1} { // box, row, column
		if kind == from {
			continue
		}
		for m := q.both[h[kind]]; m != 0; m &= m - 1 {
			next := q.cells[h[kind]][bits.TrailingZeros16(m)]
			if next == q.path[0] {
				q.close()
				continue
			}
			more := q.cand[next] &^ (q.a.Mask() | q.b.Mask())
			extra |= more
			if q.n >= q.longest || !q.viable.Has(next) || q.parity[q.n&1]&q.houseBits[next] != 0 {
				continue // the last test: a house would have two cells at places of the same parity
			}
			if more == 0 {
				q.walk(next, extra, spare, kind)
			} else if extra.Single() || spare > 0 {
				q.walk(next, extra, spare-1, kind)
			}
		}
	}
	q.n--
	q.parity[q.n&1] &^= touched
}

// close looks at a finished path. It is a loop when every house it touches is
// touched from both sides.
func (q *loopSearch) close() {
	if q.n < 4 || q.parity[0] != q.parity[1] {
		return
	}
	q.closed[q.a] |= q.b.Mask()
	var buffer [2 * board.MaxSize]board.Cell
	extra := buffer[:0]
	var digits board.Digits
	for _, c := range q.path[:q.n] {
		if q.cand[c].Len() > 2 {
			extra = append(extra, c)
			digits |= q.cand[c]
		}
	}
	digits &^= q.a.Mask() | q.b.Mask()
	switch {
	case len(extra) == 0: // the puzzle has two solutions
	case len(extra) == 1:
		q.type1(extra[0])
	case digits.Single():
		q.type2(extra, digits)
		if len(extra) == 2 {
			q.type4(extra[0], extra[1])
		}
	case len(extra) == 2:
		q.type3(extra[0], extra[1], digits)
		q.type4(extra[0], extra[1])
	}
}

// beats reports whether a hint of the given type would be the best so far, or all
// are asked for.
func (q *loopSearch) beats(typ, rating int) bool {
	return q.f.each != nil || rating < q.rating || rating == q.rating && typ < q.typ
}

// record starts recording the best hint so far; the caller adds the
// eliminations.
func (q *loopSearch) record(typ, rating int) {
	q.rating, q.typ = rating, typ
	for q.f.each == nil && q.longest > 4 && loopRating(q.longest) > rating {
		q.longest -= 2
	}
	q.f.reset()
	q.f.rating = rating
	q.f.variant = rectangleRow + typ - 1
	if q.n > 4 {
		q.f.variant = loopRow + typ - 1
	}
	q.f.because(q.a.Mask() | q.b.Mask())
	q.f.cells = append(q.f.cells, q.path[:q.n]...)
}

func (q *loopSearch) type1(c board.Cell) {
	if r := loopRating(q.n); q.beats(1, r) {
		q.record(1, r)
		q.f.drop(q.state, c, q.a.Mask()|q.b.Mask())
		q.f.done()
	}
}

func (q *loopSearch) type2(extra []board.Cell, x board.Digits) {
	r := loopRating(q.n)
	if !q.beats(2, r) {
		return
	}
	sees := q.at[x.First()]
	for _, c := range extra {
		sees = sees.Intersect(q.peers[c])
	}
	if !sees.Empty() {
		q.record(2, r)
		q.f.dropAll(q.state, sees, x)
		q.f.done()
	}
}

// type4 prefers locking a to locking b, and names the last house, in the order
// box, row, column, that locks it.
func (q *loopSearch) type4(c, e board.Cell) {
	r := loopRating(q.n)
	if !q.beats(4, r) {
		return
	}
	for _, d := range [2]board.Digit{q.a, q.b} {
		locked := false
		var house board.House
		for _, k := range [3]int{0, 2, 1} {
			h := q.houses[c][k]
			if h == q.houses[e][k] && bits.OnesCount16(q.pos[h][d]) == 2 {
				house, locked = h, true
			}
		}
		if locked {
			q.record(4, r)
			q.f.houses = append(q.f.houses, house)
			other := (q.a.Mask() | q.b.Mask()) &^ d.Mask()
			q.f.drop(q.state, min(c, e), other)
			q.f.drop(q.state, max(c, e), other)
			if q.f.done() {
				return
			}
		}
	}
}

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
// n candidates in all. More strictly than soundness requires, the original asks
// that the n digits are there even if only the extra digits common to both
// cells are counted.
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

// hiddenRectangle finds a rectangle in two boxes whose cells all have the candidates x and
// y. Its cell a has no other candidates, but a's neighbours do. The cell d is opposite a, and
// the row and the column of d have no place for x outside the rectangle. If d were y, its
// neighbours in the rectangle would be x, so a would be y, and the rectangle could be filled
// in two ways. (The name is HoDoKu's.)
func hiddenRectangle(s *state, f *finding) bool {
	for a := range s.by[2].All() {
		pair := s.cand[a]
		more := func(c board.Cell) bool { return s.cand[c]&pair == pair && s.cand[c] != pair }
		for _, b := range s.cells[s.houses[a][board.Row]] {
			if !more(b) {
				continue
			}
			for _, c := range s.cells[s.houses[a][board.Column]] {
				d := s.geo.CellAt(s.geo.Row(c), s.geo.Col(b))
				if !more(c) || s.cand[d]&pair != pair || s.houseBits[a]^s.houseBits[d] != s.houseBits[b]^s.houseBits[c] || s.houseBits[a]&s.houseBits[d] != 0 {
					continue
				}
				row, column := s.houses[d][board.Row], s.houses[d][board.Column]
				for m := pair; m != 0; m &= m - 1 {
					if x := m.First(); bits.OnesCount16(s.pos[row][x]) == 2 && bits.OnesCount16(s.pos[column][x]) == 2 {
						f.because(pair, row, column)
						f.part(board.SetOf(d))
						f.part(board.SetOf(b, c))
						f.part(board.SetOf(a))
						f.drop(s, d, pair&^x.Mask())
						if f.done() {
							return true
						}
					}
				}
			}
		}
	}
	return false
}
