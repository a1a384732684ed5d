package solve

import (
	"math/bits"

	"gradoku/board"
)

// fit prepares a new search for 9x9 or one of its variants.
func (b *bitSearch) fit(g *board.Geometry) *bitSearch {
	b.geo = g
	first := 3 * g.Size // the rules of bands know all houses before
	if g.Variant.Jigsaw() {
		b.plain = true
		b.peers = new([81]plane)
		for c := range b.peers {
			b.peers[c] = housePlane(g.Peers(board.Cell(c)))
		}
		for h := range board.House(g.Houses) {
			b.houses = append(b.houses, housePlane(g.HouseCells(h)))
		}
		for h := range board.House(g.Size) {
			b.extra = append(b.extra, housePlane(g.HouseCells(h)))
		}
	}
	for h := first; h < g.Houses; h++ {
		b.extra = append(b.extra, housePlane(g.HouseCells(board.House(h))))
	}
	return b
}

func housePlane(cells []board.Cell) (p plane) {
	for _, c := range cells {
		p = p.or(cellPlane(c))
	}
	return p
}

// settleExtra makes one pass of naked and hidden singles over the houses of a variant, which
// the rules of bands do not know. It returns dead if the state has no solution, open if it
// eliminated a candidate, and solved if it eliminated none.
func (b *bitSearch) settleExtra(s *state) outcome {
	var one, two plane
	for _, p := range &s.cand {
		two = two.or(one.and(p))
		one = one.or(p)
	}
	found := solved
	for d := range s.cand {
		for _, house := range b.extra {
			at := s.cand[d].and(house)
			known := at.andNot(two)
			switch {
			case at.empty() || known.several():
				return dead
			case !known.empty() && known != at:
				s.strike(d, at.andNot(known))
				found = open
			case known.empty() && !at.several():
				for e := range s.cand {
					if e != d {
						s.strike(e, at)
					}
				}
				two = two.andNot(at)
				found = open
			}
		}
	}
	return found
}

// settleJigsaw applies singles to a state without bands until none is left: those of rows and
// columns all at once, those of the other houses one by one.
func (b *bitSearch) settleJigsaw(s *state) outcome {
	for {
		var one, two, three plane
		for _, p := range &s.cand {
			three = three.or(two.and(p))
			two = two.or(one.and(p))
			one = one.or(p)
		}
		if one.lo != allLo || one.hi != allHi {
			return dead
		}
		changed := false
		for d := range s.cand {
			p := s.cand[d]
			naked := p.andNot(two).andNot(s.placed)
			if s.dirty>>d&1 == 0 && naked.empty() {
				continue
			}
			changed = true
			s.stale |= 1 << d
			p = b.place(s, p, naked) // two that see each other leave a cell empty
			hidden, ok := p.aloneInLine()
			for _, house := range b.extra {
				at := p.and(house)
				ok = ok && !at.empty()
				if !at.several() {
					hidden = hidden.or(at)
				}
			}
			if !ok {
				return dead
			}
			s.cand[d] = p
			s.dirty &^= 1 << d
			if hidden = hidden.andNot(s.placed); !hidden.empty() {
				for e := range s.cand {
					if e != d {
						s.strike(e, hidden)
					}
				}
				s.strike(d, p.andNot(b.place(s, p, hidden)))
			}
		}
		if !changed {
			if two.empty() {
				return solved
			}
			if b.locked(s) {
				continue
			}
			b.bivalue = two.andNot(three)
			return open
		}
	}
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

// place strikes the peers of cells from the candidates of their digit.
func (b *bitSearch) place(s *state, p, cells plane) plane {
	s.placed = s.placed.or(cells)
	for ; !cells.empty(); cells = cells.rest() {
		p = p.andNot(b.peers[cells.first()])
	}
	return p
}

// guessCell splits the top node of a jigsaw by a cell with two candidates, of several the one
// that sees most others, or else by the cell with the fewest candidates.
func (b *bitSearch) guessCell() {
	b.stats.Guesses++
	s, child := &b.stack[b.depth-1], &b.stack[b.depth]
	least, most, cell := 10, -1, board.Cell(0)
	from := b.bivalue
	if from.empty() {
		from = plane{allLo, allHi}.andNot(s.placed)
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
	for e := range child.cand {
		if e != d {
			child.strike(e, bit)
		}
	}
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
