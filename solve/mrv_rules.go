package solve

import (
	"math/bits"
	"slices"

	"gradoku/board"
)

// refine applies singles, and locked candidates when singles give nothing,
// until neither does. It returns false when the node has no solution.
func (m *mrvSearch) refine(s *places) bool {
	for {
		for s.dirty != 0 {
			h := bits.TrailingZeros64(s.dirty)
			s.dirty &= s.dirty - 1
			if !m.singles(s, board.House(h)) {
				m.failures[h]++
				return false
			}
		}
		if s.stale == 0 || m.solved(s) {
			return true
		}
		m.locked(s)
	}
}

// solved reports whether all boxes, and so all cells, are filled.
func (m *mrvSearch) solved(s *places) bool {
	return !slices.ContainsFunc(s.filled[:m.geo.Size], func(d board.Digits) bool { return d != m.geo.All })
}

// singles strikes from a house the digits of its filled cells (naked singles)
// and fills the cells that are the only place of a digit (hidden singles). It
// returns false when the house cannot be completed.
func (m *mrvSearch) singles(s *places, h board.House) bool {
	cells, filled := m.geo.HouseCells(h), s.filled[h]
	var once, twice board.Digits
	for _, c := range cells {
		d := s.cand[c]
		twice |= once & d
		once |= d
	}
	if once != m.geo.All || s.clash>>h&1 != 0 {
		return false
	}
	hidden := once &^ twice &^ filled
	if twice&filled|hidden == 0 {
		return true
	}
	for _, c := range cells { // with few branches on candidates, since these are often mispredicted
		d := s.cand[c]
		left, only := d&^filled, d&hidden
		if only != 0 {
			left = only
		}
		if d&(d-1) == 0 {
			left = d
		}
		if left == 0 || only&(only-1) != 0 {
			return false // no digit fits, or two digits have no other place
		}
		m.set(s, c, left)
	}
	return true
}

// locked visits the bands and stacks in which something has changed. A jigsaw has none: its
// houses are visited one by one, but not for random solutions, since a seed must go on giving the same grid.
func (m *mrvSearch) locked(s *places) {
	g := m.geo
	stale := s.stale
	s.stale = 0
	if g.Variant.Jigsaw() {
		for h := board.House(0); m.rng == nil && int(h) < 3*g.Size; h++ {
			if stale>>h&1 == 0 {
				continue
			}
			if g.Kind(h) == board.Box {
				m.lockedBy(s, h, board.Column)
				m.lockedBy(s, h, board.Row)
			} else {
				m.lockedBy(s, h, board.Box)
			}
		}
		return
	}
	rows := stale >> g.RowHouse(0)
	for b := range g.Bands() {
		if rows>>(b*g.BoxRows)&(1<<g.BoxRows-1) != 0 {
			m.lockedIn(s, crossing{
				corner: b * g.BoxRows * g.Size,
				lines:  g.BoxRows, line: g.Size,
				boxes: g.Stacks(), box: g.BoxCols,
				cells: g.BoxCols, cell: 1,
			})
		}
	}
	cols := stale >> g.ColHouse(0)
	for b := range g.Stacks() {
		if cols>>(b*g.BoxCols)&(1<<g.BoxCols-1) != 0 {
			m.lockedIn(s, crossing{
				corner: b * g.BoxCols,
				lines:  g.BoxCols, line: 1,
				boxes: g.Bands(), box: g.BoxRows * g.Size,
				cells: g.BoxRows, cell: g.Size,
			})
		}
	}
}

// lockedBy strikes locked candidates: if all places for a digit in a house are in one other
// house of a kind, it strikes the digit from the rest of that other house.
func (m *mrvSearch) lockedBy(s *places, h board.House, kind board.HouseKind) {
	var part [board.MaxSize]board.Digits // by the other house: what its cells in h can hold
	var in seen
	crossed := uint32(0)
	others := board.House(int(kind) * m.geo.Size)
	for _, c := range m.geo.HouseCells(h) {
		k := m.geo.HousesOf(c)[kind] - others
		part[k] |= s.cand[c]
		crossed |= 1 << k
	}
	for x := crossed; x != 0; x &= x - 1 {
		in.add(part[bits.TrailingZeros32(x)])
	}
	for x := crossed; x != 0; x &= x - 1 {
		k := bits.TrailingZeros32(x)
		only := part[k] &^ in.twice
		for _, c := range m.geo.HouseCells(others + board.House(k)) {
			if m.geo.HouseBits(c)>>h&1 == 0 {
				m.set(s, c, s.cand[c]&^only)
			}
		}
	}
}

// crossing describes how the lines of a band (or stack) cross its boxes: the
// number of each, and the distance from one to the next in cell numbers.
type crossing struct {
	corner      int // the first cell
	lines, line int
	boxes, box  int
	cells, cell int // the cells that a line and a box share
}

// seen counts digits: those met once, and those met again.
type seen struct{ once, twice board.Digits }

func (n *seen) add(d board.Digits) {
	n.twice |= n.once & d
	n.once |= d
}

// lockedIn strikes locked candidates from a band or stack. A digit that a box has in
// one line only is struck from that line's other boxes (pointing); one that a line
// has in one box only is struck from that box's other lines (claiming).
func (m *mrvSearch) lockedIn(s *places, x crossing) {
	var part [6][6]board.Digits // [line][box]: what the cells they share can hold
	var line, box [6]seen       // in how many boxes, or lines, there is a digit
	for i := range x.lines {
		for k := range x.boxes {
			d := s.union(x, i, k)
			part[i][k] = d
			line[i].add(d)
			box[k].add(d)
		}
	}
	for i := range x.lines {
		for k := range x.boxes {
			locked := part[i][k] & (line[i].twice ^ box[k].twice)
			if locked == 0 {
				continue
			}
			for other := range x.boxes {
				m.strike(s, x, i, other, locked&line[i].twice&box[other].twice)
			}
			for other := range x.lines {
				m.strike(s, x, other, k, locked&box[k].twice&line[other].twice)
			}
		}
	}
}

// union is what the cells shared by line i and box k can hold.
func (s *places) union(x crossing, i, k int) board.Digits {
	var d board.Digits
	at := x.corner + i*x.line + k*x.box
	for range x.cells {
		d |= s.cand[at]
		at += x.cell
	}
	return d
}

// strike removes digits from the cells shared by line i and box k.
func (m *mrvSearch) strike(s *places, x crossing, i, k int, out board.Digits) {
	at := x.corner + i*x.line + k*x.box
	for range x.cells {
		m.set(s, board.Cell(at), s.cand[at]&^out)
		at += x.cell
	}
}

// choose returns the cell and the digit to guess: a cell with two candidates, else a
// digit with two places in a house, else the cell with the fewest candidates. Among
// equals it prefers the houses that have failed most often in this search, where a
// contradiction is likely soon: F. Boussemart and others, Boosting Systematic Search by
// Weighting Constraints (ECAI 2004). On minimal 16x16 puzzles this needs one twentieth
// of the guesses that taking the first needs.
func (m *mrvSearch) choose(s *places) (cell board.Cell, digit board.Digits) {
	least, most := board.MaxSize+1, int32(-1)
	for i, d := range s.cand[:m.geo.Cells] {
		n := d.Len()
		if n < 2 || n > least {
			continue
		}
		w := int32(0)
		for _, h := range m.geo.HousesOf(board.Cell(i)) {
			w += m.failures[h]
		}
		if n < least || w > most {
			least, most, cell = n, w, board.Cell(i)
		}
	}
	if least > 2 {
		if c, d, ok := m.twoPlaces(s); ok {
			return c, d
		}
	}
	return cell, s.cand[cell] & -s.cand[cell]
}

// twoPlaces returns a digit with exactly two places in some house, and the
// first of these places.
func (m *mrvSearch) twoPlaces(s *places) (cell board.Cell, digit board.Digits, ok bool) {
	most := int32(-1)
	for h := range m.geo.Houses {
		if m.failures[h] <= most {
			continue
		}
		cells := m.geo.HouseCells(board.House(h))
		var once, twice, thrice board.Digits
		for _, c := range cells {
			d := s.cand[c]
			thrice |= twice & d
			twice |= once & d
			once |= d
		}
		pair := twice &^ thrice
		if pair == 0 {
			continue
		}
		most, ok = m.failures[h], true
		digit = pair & -pair
		i := slices.IndexFunc(cells, func(c board.Cell) bool { return s.cand[c]&digit != 0 })
		cell = cells[i]
	}
	return cell, digit, ok
}
