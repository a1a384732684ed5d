package solve

import (
	"context"
	"math/rand/v2"

	"gradoku/board"
)

// places is one node of the mrv search: the candidates of every cell of any
// size. A filled cell is one with a single candidate.
type places struct {
	cand   [board.MaxCells]board.Digits
	filled [board.MaxHouses]board.Digits // the digits of the filled cells of each house
	clash  uint64                        // houses where a cell has no candidate, or two are filled with one digit
	dirty  uint64                        // houses in which a cell has changed since singles last looked
	stale  uint64                        // houses in which a cell has changed since locked last looked
}

// mrvSearch is a depth-first search with its memory; stack[:depth] are the
// nodes still to be looked at, the next one on top. The stack grows with the
// deepest search so far, at most to one node for each cell, since a guess
// fills a cell.
type mrvSearch struct {
	geo   *board.Geometry
	stack []places
	depth int
	stats Stats

	failures [board.MaxHouses]int32 // nodes that each house has shown to be dead
	rng      *rand.Rand             // picks the digits to guess; nil: the lowest
}

func newMRVSearch(g *board.Geometry) *mrvSearch {
	return &mrvSearch{geo: g, stack: make([]places, 2)}
}

func (m *mrvSearch) load(p *board.Grid) {
	m.depth = 1
	m.stats = Stats{}
	m.failures = [board.MaxHouses]int32{}
	s := &m.stack[0]
	*s = places{}
	for i, d := range p.Digits() {
		s.cand[i] = m.geo.All
		if d != 0 {
			m.set(s, board.Cell(i), d.Mask())
		}
	}
	for i, d := range p.Digits() {
		if d == 0 {
			left := m.geo.All
			for _, h := range m.geo.HousesOf(board.Cell(i)) {
				left &^= s.filled[h]
			}
			m.set(s, board.Cell(i), left)
		}
	}
}

func (m *mrvSearch) loadOther(p *board.Grid, cell board.Cell) {
	q := *p
	q.Set(cell, 0)
	m.load(&q)
	m.set(&m.stack[0], cell, m.stack[0].cand[cell]&^p.At(cell).Mask())
}

func (m *mrvSearch) keep(within *board.Board) {
	s := &m.stack[0]
	for i, d := range within.Digits() {
		if d == 0 {
			m.set(s, board.Cell(i), s.cand[i]&within.Candidates(board.Cell(i)))
		}
	}
}

// solution is in stack[depth].
func (m *mrvSearch) solution() board.Grid {
	g := board.NewGrid(m.geo)
	for c := range m.geo.Cells {
		g.Set(board.Cell(c), m.stack[m.depth].cand[c].First())
	}
	return g
}

func (m *mrvSearch) progress() (stats Stats, more bool) { return m.stats, m.depth > 0 }

func (m *mrvSearch) search(want int, maxNodes int64) (found int) {
	for found < want && m.next(maxNodes) {
		found++
	}
	return found
}

func (m *mrvSearch) next(maxNodes int64) bool {
	for m.depth > 0 && m.stats.Nodes < maxNodes {
		m.stats.Nodes++
		s := &m.stack[m.depth-1]
		if !m.refine(s) {
			m.depth--
			continue
		}
		if m.solved(s) {
			m.depth--
			return true
		}
		m.stats.Guesses++
		cell, digits := m.choose(s)
		if m.rng != nil {
			digits = m.anyOf(s.cand[cell])
		}
		m.branch(cell, digits)
	}
	return false
}

// anyOf picks one of several digits.
func (m *mrvSearch) anyOf(digits board.Digits) board.Digits {
	for n := m.rng.IntN(digits.Len()); n > 0; n-- {
		digits &= digits - 1
	}
	return digits & -digits
}

// branch splits the top node: a new one above it gives the cell the digit, the
// old one keeps the rest.
func (m *mrvSearch) branch(c board.Cell, digit board.Digits) {
	if m.depth == len(m.stack) {
		m.stack = append(m.stack, places{})
	}
	s, child := &m.stack[m.depth-1], &m.stack[m.depth]
	*child = *s
	m.set(child, c, digit)
	m.set(s, c, s.cand[c]&^digit)
	m.depth++
}

// set replaces a cell's candidates and, if these differ, marks its houses as changed. The
// compiler inlines it in singles, where most calls change nothing.
func (m *mrvSearch) set(s *places, c board.Cell, d board.Digits) {
	if d == s.cand[c] {
		return
	}
	s.cand[c] = d
	houses := m.geo.HouseBits(c)
	s.dirty |= houses
	s.stale |= houses
	if d&(d-1) != 0 {
		return
	}
	for _, h := range m.geo.HousesOf(c) {
		if s.filled[h]&d == d {
			s.clash |= 1 << h
		}
		s.filled[h] |= d
	}
}

// solveMRV is the row "mrv" of the table.
func solveMRV(ctx context.Context, p *board.Grid, opt Options) Result {
	return follow(ctx, newMRVSearch(p.Geometry()), p, opt)
}
