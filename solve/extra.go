package solve

import (
	"math/bits"
	"slices"

	"gradoku/board"
)

// fit prepares a new search for 9x9 or one of its variants.
func (b *bitSearch) fit(g *board.Geometry) *bitSearch {
	b.geo = g
	if g.Variant.IsZero() {
		return b
	}
	b.peers = new([81]plane)
	for c := range b.peers {
		b.peers[c] = housePlane(g.Peers(board.Cell(c)))
	}
	for h := range board.House(g.Houses) {
		b.houses = append(b.houses, housePlane(g.HouseCells(h)))
	}
	b.extra = b.houses[3*g.Size:] // the rules of bands handle all houses before these
	if b.jigsaw = g.Variant.Jigsaw(); b.jigsaw {
		b.plain = true
		b.extra = slices.Concat(b.houses[:g.Size], b.extra)
	}
	return b
}

func housePlane(cells []board.Cell) (p plane) {
	for _, c := range cells {
		p = p.or(cellPlane(c))
	}
	return p
}

// settleJigsaw applies singles to a state without bands, and locked candidates when there are no
// singles, until it finds neither.
func (b *bitSearch) settleJigsaw(s *state) outcome {
	for {
		switch o := b.singles(s); {
		case o == dead:
			return dead
		case o == open:
		case s.struck == plane{allLo, allHi}:
			return solved
		case !b.locked(s):
			return open
		}
	}
}

// singles makes one pass of naked and hidden singles over the houses outside the rules of bands: the
// additional ones of a variant, or all of a jigsaw, its lines all at once and the others one by one.
// It returns dead if the state has no solution, open if another pass may find more, and else solved.
func (b *bitSearch) singles(s *state) outcome {
	var one, two, three plane
	for _, p := range &s.cand {
		three = three.or(two.and(p))
		two = two.or(one.and(p))
		one = one.or(p)
	}
	if one.lo != allLo || one.hi != allHi {
		return dead
	}
	b.bivalue = two.andNot(three)
	found := solved
	for d := range s.cand {
		p := s.cand[d]
		naked := p.andNot(two).andNot(s.struck)
		if b.jigsaw {
			if s.dirty>>d&1 == 0 && naked.empty() {
				continue
			}
			found = open
			s.stale |= 1 << d
		}
		left := b.place(s, p, naked) // two that see each other leave a cell without candidates
		hidden, ok := plane{}, true
		if b.jigsaw {
			hidden, ok = left.aloneInLine()
		}
		for _, house := range b.extra {
			at := left.and(house)
			ok = ok && !at.empty()
			if !at.several() {
				hidden = hidden.or(at)
			}
		}
		if !ok {
			return dead
		}
		if b.jigsaw { // this pass covers everything that follows from them
			s.cand[d] = left
			s.dirty &^= 1 << d
		}
		if hidden = hidden.andNot(s.struck); !hidden.empty() {
			s.fill(d, hidden)
			left = b.place(s, left, hidden)
			found = open
		}
		if left != s.cand[d] {
			s.strike(d, s.cand[d].andNot(left))
			found = open
		}
	}
	return found
}

// locked strikes a digit from the rest of a house if all its places in another house are in both.
func (b *bitSearch) locked(s *state) (found bool) {
	stale := s.stale
	s.stale = 0
	for d := range s.cand {
		if stale>>d&1 == 0 {
			continue
		}
		p := s.cand[d]
		for _, house := range b.houses {
			at := p.and(house)
			if !at.several() {
				continue
			}
			for _, h := range b.geo.HousesOf(at.first()) {
				other := b.houses[h]
				if at.andNot(other).empty() {
					p = p.andNot(other.andNot(at))
				}
			}
		}
		found = found || p != s.cand[d]
		s.strike(d, s.cand[d].andNot(p))
	}
	return found
}

// fill removes all other digits than d from cells.
func (s *state) fill(d int, cells plane) {
	for e := range s.cand {
		if e != d {
			s.strike(e, cells)
		}
	}
}

// place strikes the peers of cells from the candidates of their digit.
func (b *bitSearch) place(s *state, p, cells plane) plane {
	s.struck = s.struck.or(cells)
	for ; !cells.empty(); cells = cells.rest() {
		p = p.andNot(b.peers[cells.first()])
	}
	return p
}

// guessCell splits the top node of a variant by a cell with two candidates, the one that sees most
// others of them. If there is none, it takes the cell with the fewest candidates.
func (b *bitSearch) guessCell() {
	b.stats.Guesses++
	s, child := &b.stack[b.depth-1], &b.stack[b.depth]
	least, most, cell := 10, -1, board.Cell(0)
	from := b.bivalue
	if from.empty() {
		from = plane{allLo, allHi}.andNot(s.struck)
	}
	for ; !from.empty(); from = from.rest() {
		c := from.first()
		n, near := 2, b.peers[c].and(b.bivalue).count()
		if b.bivalue.empty() {
			n = s.candidates(c)
		}
		if n < least || n == least && near > most {
			least, most, cell = n, near, c
		}
	}
	bit := cellPlane(cell)
	*child = *s
	d := 0
	for s.cand[d].and(bit).empty() {
		d++
	}
	s.strike(d, bit)
	child.fill(d, bit)
	b.depth++
}

// candidates counts the candidates of a cell.
func (s *state) candidates(c board.Cell) (n int) {
	for _, p := range &s.cand {
		if !p.and(cellPlane(c)).empty() {
			n++
		}
	}
	return n
}

// first returns the lowest cell of p, and rest the others.
func (p plane) first() board.Cell {
	if p.lo == 0 {
		return board.Cell(54 + bits.TrailingZeros64(p.hi))
	}
	i := bits.TrailingZeros64(p.lo)
	return board.Cell(i - i/32*5)
}

func (p plane) rest() plane {
	if p.lo == 0 {
		return plane{hi: p.hi & (p.hi - 1)}
	}
	return plane{p.lo & (p.lo - 1), p.hi}
}

func (p plane) count() int { return bits.OnesCount64(p.lo) + bits.OnesCount64(p.hi) }

// aloneInLine returns the cells that are alone in their row or column, and reports whether
// each row and column has a cell.
func (p plane) aloneInLine() (alone plane, ok bool) {
	lo, okLo := rowsOfOne(p.lo, startsLo, edgeLo)
	hi, okHi := rowsOfOne(p.hi, startsHi, edgeHi)
	// Columns: first over the three bands, then over the three rows that are left.
	a, b, c := p.lo&allHi, p.lo>>32, p.hi
	one, two := a|b|c, a&b|(a|b)&c
	two |= two>>9 | two>>18 | one&(one>>9) | (one|one>>9)&(one>>18)
	one |= one>>9 | one>>18
	cols := (one &^ two & rowMask) * everyRow
	return plane{p.lo & (lo | cols | cols<<32), p.hi & (hi | cols)}, okLo && okHi && one&rowMask == rowMask
}

// rowsOfOne returns the whole rows in which x has one cell, and reports whether it has
// one in every row. It adds up the cells of each minirow, and then the minirows.
func rowsOfOne(x, starts, edge uint64) (rows uint64, ok bool) {
	a, b, c := x&starts, x>>1&starts, x>>2&starts
	one, two := a|b|c, a&b|(a|b)&c
	two |= two>>3 | two>>6 | one&(one>>3) | (one|one>>3)&(one>>6)
	one = (one | one>>3 | one>>6) & edge
	one, ok = one&^two, one == edge
	return one<<9 - one, ok
}
