package grade

import (
	"math/bits"

	"gradoku/board"
)

// state is the current board. remove and place keep every figure that a technique needs
// up to date: a puzzle has some 250 removals, and each touches one cell and its
// houses. Only the counts from 2 on, which singles do not need, are not updated by
// place; settle recounts them where place has been. Most steps are runs of singles: on
// an easy puzzle that saves an eighth of the instructions.
//
// Positions are bit masks too: bit i of pos[h][d] stands for the i-th cell of
// house h, in the order of Geometry.HouseCells. In a column the position is
// therefore the row's index and in a row the column's, which is what fish need.
type state struct {
	*layout
	cand   [board.MaxCells]board.Digits                     // candidates; none in a filled cell
	pos    [board.MaxHouses][board.MaxSize + 1]uint16       // where in the house the digit can go
	cnt    [board.MaxHouses][board.MaxSize + 1]board.Digits // the digits with exactly k positions
	at     [board.MaxSize + 1]board.CellSet                 // the cells that have the digit as candidate
	by     [board.MaxSize + 1]board.CellSet                 // the blanks with exactly k candidates
	empty  [board.MaxHouses]uint8                           // blanks in the house
	placed [board.MaxSize + 1]uint8                         // how often the digit is on the board
	hidden uint64                                           // bit h: some digit has one position in house h
	last   uint64                                           // bit h: house h has one blank
	blanks int

	unchanged unchangedSince // what earlier searches found nothing in
	stale     uint64         // the houses whose counts from 2 on settle must recount
	moved     board.CellSet  // and the cells
	fresh     uint64         // the houses that have changed since a search last asked; see changedFor
	freshIn   board.Digits   // and the digits
	chains    *chains        // the workspace of the chain techniques
	als       []almostLocked
}

// load starts with a puzzle. It reports false, leaving the state unusable, if a
// house holds a digit twice.
func (s *state) load(p *board.Grid) bool {
	var used [board.MaxHouses]board.Digits
	digits := p.Digits()
	for i, d := range digits {
		if d == 0 {
			continue
		}
		for _, at := range s.spots[i] {
			if used[at.house].Has(d) {
				return false
			}
			used[at.house] |= d.Mask()
		}
	}
	s.placed = [board.MaxSize + 1]uint8{}
	for i, d := range digits {
		if d != 0 {
			s.cand[i] = 0
			s.placed[d]++
			continue
		}
		s.cand[i] = s.geo.All
		for _, at := range s.spots[i] {
			s.cand[i] &^= used[at.house]
		}
	}
	s.index(p)
	return true
}

// loadBoard starts with a position that is not the beginning of a puzzle: its
// candidates are taken as they are.
func (s *state) loadBoard(b *board.Board) {
	s.placed = [board.MaxSize + 1]uint8{}
	for i, d := range b.Digits() {
		s.cand[i] = b.Candidates(board.Cell(i))
		if d != 0 {
			s.cand[i] = 0
			s.placed[d]++
		}
	}
	s.index(&b.Grid)
	s.settle() // for callers of a single finder
}

// index computes everything else from the candidates and the blanks of p, and
// forgets the board before.
func (s *state) index(p *board.Grid) {
	s.unchanged.forget()
	s.chains.use, s.chains.loaded = nil, false
	b := &s.chains.budget
	b.spent, b.asked, b.out = 0, 0, false
	n := s.geo.Size
	clear(s.pos[:s.geo.Houses])
	clear(s.cnt[:s.geo.Houses])
	clear(s.empty[:s.geo.Houses])
	clear(s.at[:n+1])
	clear(s.by[:n+1])
	s.hidden, s.last, s.blanks = 0, 0, 0
	s.stale, s.moved = 1<<s.geo.Houses-1, board.CellSet{}
	var some, more [board.MaxHouses]board.Digits // the digits with a position in the house, and with two
	for i, d := range p.Digits() {
		if d != 0 {
			continue
		}
		c := board.Cell(i)
		s.blanks++
		s.moved.Add(c)
		if k := s.cand[c].Len(); k < 2 {
			s.by[k].Add(c)
		}
		for m := s.cand[c]; m != 0; m &= m - 1 {
			s.at[m.First()].Add(c)
		}
		for _, at := range s.spots[c] {
			h := at.house
			pos := &s.pos[h]
			for m := s.cand[c]; m != 0; m &= m - 1 {
				pos[m.First()] |= at.bit
			}
			more[h] |= some[h] & s.cand[c]
			some[h] |= s.cand[c]
			s.empty[h]++
		}
	}
	for h := range s.geo.Houses {
		s.cnt[h][0] = s.geo.All &^ some[h]
		if s.cnt[h][1] = some[h] &^ more[h]; s.cnt[h][1] != 0 {
			s.hidden |= 1 << h
		}
		if s.empty[h] == 1 {
			s.last |= 1 << h
		}
	}
}

// settle recounts what place has not updated. It must be called before any search
// except for singles.
func (s *state) settle() {
	if s.stale == 0 {
		return
	}
	n := s.geo.Size
	for ; s.stale != 0; s.stale &= s.stale - 1 {
		h := bits.TrailingZeros64(s.stale)
		pos, cnt := &s.pos[h], &s.cnt[h]
		clear(cnt[2 : n+1])
		for m := s.geo.All &^ (cnt[0] | cnt[1]); m != 0; m &= m - 1 {
			d := m.First()
			cnt[bits.OnesCount16(pos[d])] |= d.Mask()
		}
	}
	for w, x := range s.moved {
		if x == 0 {
			continue
		}
		for k := 2; k <= n; k++ {
			s.by[k][w] &^= x
		}
		for x &^= s.by[0][w] | s.by[1][w]; x != 0; x &= x - 1 {
			if k := s.cand[w<<6|bits.TrailingZeros64(x)].Len(); k > 0 { // else it is no longer a blank
				s.by[k][w] |= x & -x
			}
		}
		s.moved[w] = 0
	}
}

// remove takes candidate d out of cell c; it must be there. Unlike place it updates
// all counts, except those that wait for settle anyway.
func (s *state) remove(c board.Cell, d board.Digit) {
	k := s.cand[c].Len()
	s.by[k].Remove(c)
	s.by[k-1].Add(c)
	s.cand[c] &^= d.Mask()
	s.at[d].Remove(c)
	s.fresh |= s.houseBits[c]
	s.freshIn |= d.Mask()
	s.forget(c, d)
}

// forget takes candidate d of cell c out of the figures of its houses, except houses
// that no longer have the digit.
func (s *state) forget(c board.Cell, d board.Digit) {
	mask := d.Mask()
	for _, at := range s.spots[c] {
		pos := &s.pos[at.house][d]
		p := *pos
		if p == 0 {
			continue
		}
		*pos = p &^ at.bit
		cnt := &s.cnt[at.house]
		k := bits.OnesCount16(p)
		cnt[k] &^= mask
		cnt[k-1] |= mask
		switch {
		case k == 2:
			s.hidden |= 1 << at.house
		case k == 1 && cnt[1] == 0:
			s.hidden &^= 1 << at.house
		}
	}
}

// place writes digit d into the blank c and removes it from the cell's peers.
func (s *state) place(c board.Cell, d board.Digit) {
	mask := d.Mask()
	for _, at := range s.spots[c] {
		h := at.house
		s.pos[h][d] = 0
		s.none(h, mask)
		left := s.empty[h] - 1
		s.empty[h] = left
		if left < 2 {
			s.last ^= 1 << h
		}
	}
	changed := s.houseBits[c]
	s.freshIn |= s.cand[c] | mask
	for m := s.cand[c] &^ mask; m != 0; m &= m - 1 {
		s.at[m.First()].Remove(c)
		s.thin(c, m.First())
	}
	s.by[0].Remove(c)
	s.by[1].Remove(c)
	s.moved.Add(c)
	s.cand[c] = 0
	s.placed[d]++
	s.blanks--
	at := &s.at[d]
	at.Remove(c)
	peers := &s.peers[c]
	for w := range s.words {
		x := at[w] & peers[w]
		if x == 0 {
			continue
		}
		at[w] &^= x
		s.moved[w] |= x
		for ; x != 0; x &= x - 1 {
			p := board.Cell(w<<6 | bits.TrailingZeros64(x))
			m := s.cand[p] &^ mask
			s.cand[p] = m
			if m&(m-1) == 0 {
				s.by[1][w] ^= x & -x // it comes or goes
				if m == 0 {
					s.by[0][w] |= x & -x
				}
			}
			changed |= s.houseBits[p]
			s.thin(p, d)
		}
	}
	s.fresh |= changed
	s.stale |= changed
}

// thin takes candidate d of cell c out of the positions in its houses, except houses
// that no longer have the digit. It updates only the counts of 0 and 1.
func (s *state) thin(c board.Cell, d board.Digit) {
	for _, at := range s.spots[c] {
		h := at.house
		pos := &s.pos[h][d]
		p := *pos
		if p == 0 {
			continue
		}
		p &^= at.bit
		*pos = p
		if p&(p-1) == 0 {
			if p == 0 {
				s.none(h, d.Mask())
				continue
			}
			s.cnt[h][1] |= d.Mask()
			s.hidden |= 1 << h
		}
	}
}

// none notes that a digit has no position in a house any more.
func (s *state) none(h board.House, mask board.Digits) {
	cnt := &s.cnt[h]
	cnt[0] |= mask
	if cnt[1] &^= mask; cnt[1] == 0 {
		s.hidden &^= 1 << h
	}
}

// few returns the digits with at least 2 and at most n positions in house h.
func (s *state) few(h board.House, n int) board.Digits {
	var m board.Digits
	for _, digits := range s.cnt[h][2 : n+1] {
		m |= digits
	}
	return m
}

// unchangedSince remembers where the searches that look at many combinations found
// nothing. A combination whose cells have not changed since would yield nothing
// again. It is kept only within one puzzle.
type unchangedSince struct {
	pair, triplet, nishio, loop snapshot

	looped [board.MaxSize + 1]board.Digits // the pairs of digits that had a loop when loop was kept

	// By search: the houses that have changed since it found nothing in them.
	houses [searches]uint64
	fish   [3]board.Digits // likewise the digits, for 2, 3 and 4 lines
}

// The searches that look at a single house, at two that cross, or at those of a cell. Those of sets are
// followed by those of larger sets.
const (
	nakedSearch  = 0
	hiddenSearch = nakedSearch + 3
	directSearch = hiddenSearch + 3
	lockedSearch = directSearch + 2 // pointing and claiming
	singleSearch = lockedSearch + 2 // the direct ones
	strikeSearch = singleSearch + 2 // locked candidates, pairs, triplets
	wingSearch   = strikeSearch + 3 // pivots with 2 and 3 candidates
	searches     = wingSearch + 2
)

func (q *unchangedSince) forget() {
	q.pair.valid, q.triplet.valid, q.nishio.valid, q.loop.valid = false, false, false, false
	for i := range q.houses {
		q.houses[i] = ^uint64(0)
	}
	for i := range q.fish {
		q.fish[i] = ^board.Digits(0)
	}
}

// changedFor returns the houses in which a search has to look again. The search removes
// those in which it finds nothing.
func (s *state) changedFor(search int) *uint64 {
	if s.fresh != 0 {
		for i := range s.unchanged.houses {
			s.unchanged.houses[i] |= s.fresh
		}
		for i := range s.unchanged.fish {
			s.unchanged.fish[i] |= s.freshIn
		}
		s.fresh, s.freshIn = 0, 0
	}
	return &s.unchanged.houses[search]
}

// snapshot is the candidates as they were when a search had looked at everything
// and found nothing.
type snapshot struct {
	valid bool
	cand  [board.MaxCells]board.Digits
}

func (k *snapshot) keep(s *state) {
	k.valid = true
	copy(k.cand[:s.geo.Cells], s.cand[:s.geo.Cells])
}

// changed returns the digits that any cell has lost since the snapshot: all of them
// if there was none.
func (k *snapshot) changed(s *state) board.Digits {
	if !k.valid {
		return s.geo.All
	}
	var m board.Digits
	for i, now := range s.cand[:s.geo.Cells] {
		m |= k.cand[i] ^ now
	}
	return m
}
