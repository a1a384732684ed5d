package grade

import (
	"math/bits"

	"gradoku/board"
)

// Aligned exclusion: try every combination of candidates of two (or three) base
// cells. A combination is impossible when it puts a digit twice in a house or
// leaves some cell that sees all base cells, an excluder, without a candidate. A
// candidate of a base cell that occurs in no possible combination is eliminated.
//
// The cells involved are numbered, and sets of them are single words. The
// original stops with an error if there are more than 64 base cells; here the
// technique then finds nothing.
const maxAligned = 64

// aligned is the workspace of both searches.
type aligned struct {
	n     int
	cell  [maxAligned]board.Cell
	cand  [maxAligned]board.Digits
	sees  [maxAligned]uint64 // the numbers of the cell's peers
	index [board.MaxCells]int8

	base, two, three uint64 // base cells; those with two, with three candidates
	changed          uint64 // changed since the last search that found nothing

	within [maxAligned]board.Digits // the candidates of the excluders that count, see exclude
	count  int
}

// alignedExclusion finds an aligned exclusion of two or three base cells.
func alignedExclusion(size int) finder {
	return func(s *state, f *finding) bool {
		var q aligned
		last := &s.unchanged.pair
		if size == 3 {
			last = &s.unchanged.triplet
		}
		if !q.load(s, size, last) {
			return false
		}
		for j := q.base; j != 0; j &= j - 1 {
			b := bits.TrailingZeros64(j)
			first := q.base & (1<<b - 1)
			if size == 2 && q.changed>>b&1 == 0 { // then the other has changed, or an excluder
				touched := q.changed
				for x := q.sees[b] & q.changed; x != 0; x &= x - 1 {
					touched |= q.sees[bits.TrailingZeros64(x)]
				}
				first &= touched
			}
			excluders := q.sees[b] & (q.two | q.three)
			for i := first; i != 0; i &= i - 1 {
				a := bits.TrailingZeros64(i)
				if x := q.sees[a] & excluders; x&(x-1) == 0 {
					continue
				}
				if size == 2 && q.pair(s, f, a, b) || size == 3 && q.triplet(s, f, a, b) {
					return true
				}
			}
		}
		last.keep(s)
		return false
	}
}

// load numbers the cells: all possible excluders, with at most size candidates,
// and all cells that see one.
func (q *aligned) load(s *state, size int, last *snapshot) bool {
	excluders := s.by[2]
	if size == 3 {
		excluders = excluders.Union(s.by[3])
	}
	for i := range s.geo.Cells {
		c := board.Cell(i)
		q.index[c] = -1
		near := excluders.Intersect(s.peers[c])
		isBase := s.cand[c].Len() >= 2 && !near.Empty()
		if !isBase && !excluders.Has(c) {
			continue
		}
		if q.n == maxAligned {
			return false
		}
		bit := uint64(1) << q.n
		q.index[c] = int8(q.n)
		q.cell[q.n], q.cand[q.n] = c, s.cand[c]
		q.n++
		// The original does not accept a base cell that sees one with a single candidate.
		if single := s.by[1].Intersect(s.peers[c]); isBase && single.Empty() {
			q.base |= bit
		}
		switch s.cand[c].Len() {
		case 2:
			q.two |= bit
		case 3:
			q.three |= bit
		}
		if !last.valid || last.cand[c] != s.cand[c] {
			q.changed |= bit
		}
	}
	if size == 2 {
		q.three = 0
	}
	var in [board.MaxHouses]uint64 // by house, the numbers of its cells
	for a, c := range q.cell[:q.n] {
		for _, at := range s.spots[c] {
			in[at.house] |= 1 << a
		}
	}
	for a, c := range q.cell[:q.n] {
		for _, at := range s.spots[c] {
			q.sees[a] |= in[at.house]
		}
		q.sees[a] &^= 1 << a
	}
	return q.changed != 0
}

// exclude keeps those of the given excluders that have only digits of the base cells, and returns
// their number. Only these can be left without a candidate.
func (q *aligned) exclude(excluders uint64, digits board.Digits) int {
	q.count = 0
	for ; excluders != 0; excluders &= excluders - 1 {
		if m := q.cand[bits.TrailingZeros64(excluders)]; m&^digits == 0 {
			q.within[q.count] = m
			q.count++
		}
	}
	return q.count
}

// beside returns those of some digits that the last base cell can have, given the digits of the other
// base cells, so that every excluder keeps a candidate.
func (q *aligned) beside(others, some board.Digits) board.Digits {
	for _, m := range q.within[:q.count] {
		if left := m &^ others; left == 0 {
			return 0
		} else if left.Single() {
			some &^= left
		}
	}
	return some
}

// pair finds what base cells a and b exclude, which have several excluders in common.
func (q *aligned) pair(s *state, f *finding, a, b int) bool {
	x := q.sees[a] & q.sees[b] & q.two
	// An excluder rules out a digit beside one digit of the other base cell. So excluding a
	// digit takes an excluder for each candidate of the other cell, except for the same digit
	// if the base cells see each other.
	least := min(q.cand[a].Len(), q.cand[b].Len()) - int(q.sees[a]>>b&1)
	if bits.OnesCount64(x) < least || q.exclude(x, q.cand[a]|q.cand[b]) < least {
		return false
	}
	lost := func(x, y board.Digits) (none board.Digits) {
		for ; x != 0; x &= x - 1 {
			if d := x & -x; q.beside(d, y&^(d&q.clashing(a, b))) == 0 {
				none |= d
			}
		}
		return none
	}
	lostA, lostB := lost(q.cand[a], q.cand[b]), lost(q.cand[b], q.cand[a])
	if lostA|lostB == 0 {
		return false
	}
	f.cells = append(f.cells, q.cell[a], q.cell[b])
	f.drop(s, q.cell[a], lostA)
	f.drop(s, q.cell[b], lostB)
	return f.done()
}

// triplet finds what base cells a < b and some third cell exclude, all with the same excluders. The third is taken
// from the excluders of a or b, a habit of the original that keeps cells with four
// candidates out of third place. A triple that an earlier pair has already made is left
// out. Of several thirds the first counts, in the order of the peers of a and then of b.
func (q *aligned) triplet(s *state, f *finding, a, b int) bool {
	few := q.two | q.three
	x := q.sees[a] & q.sees[b] & few
	thirds := (q.sees[a] | q.sees[b]) & few & q.base &^ (1<<a | 1<<b)
	if (1<<a|1<<b)&q.changed == 0 { // then the third has changed, or one of the excluders that it sees
		touched := q.changed
		for x &= q.changed; x != 0; x &= x - 1 {
			touched |= q.sees[bits.TrailingZeros64(x)]
		}
		thirds &= touched
	}
	if thirds == 0 {
		return false
	}
	thirds &^= q.drawnBefore(a, b)
	m := thirds
	for m != 0 && !q.triple(a, b, bits.TrailingZeros64(m)) {
		m &= m - 1
	}
	if m == 0 {
		return false
	}
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

// drawnBefore returns the thirds x whose pair {x,a} or {x,b} came before {a,b} and
// has taken the last cell.
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
	x := q.sees[a] & q.sees[b] & q.sees[c] & (q.two | q.three)
	if x&(x-1) == 0 || q.exclude(x, q.cand[a]|q.cand[b]|q.cand[c]) == 0 {
		return false
	}
	ok := q.possible(a, b, c)
	return ok != [3]board.Digits{q.cand[a], q.cand[b], q.cand[c]}
}

// possible returns the candidates of the three cells that occur in a possible combination.
// For each combination that it finds, it also adds what each cell can have with the same digits in
// the two others, so a few combinations usually show that all candidates are possible.
func (q *aligned) possible(a, b, c int) (ok [3]board.Digits) {
	cand := [3]board.Digits{q.cand[a], q.cand[b], q.cand[c]}
	clash := [3]board.Digits{q.clashing(b, c), q.clashing(a, c), q.clashing(a, b)} // by the cell that is not in the pair
	for x := range cand {
		y, z := (x+1)%3, (x+2)%3
		for todo := cand[x] &^ ok[x]; todo != 0; todo = todo & (todo - 1) &^ ok[x] {
			p := todo & -todo
			for second := cand[y] &^ (p & clash[z]); second != 0; second &= second - 1 {
				r := second & -second
				third := q.beside(p|r, cand[z]&^(p&clash[y]|r&clash[x]))
				if third == 0 {
					continue
				}
				t := third & -third
				ok[x] |= q.beside(r|t, cand[x]&^(r&clash[z]|t&clash[y]))
				ok[y] |= q.beside(p|t, cand[y]&^(p&clash[z]|t&clash[x]))
				ok[z] |= third
				break
			}
		}
	}
	return ok
}

// clashing returns the digits that two cells cannot both have: all if they see each other.
func (q *aligned) clashing(a, b int) board.Digits { return -board.Digits(q.sees[a] >> b & 1) }
