package grade

import (
	"math/bits"

	"gradoku/board"
)

// links is the part of the implication graph that does not change while a puzzle
// is solved: its candidates, numbered row-major and then by digit when the first
// chain is searched for, and what each of them excludes. Candidates that are
// eliminated later keep their numbers; a position leaves them out.
type links[S ids] struct {
	n         int
	candidate []Candidate
	id        [board.MaxCells][board.MaxSize + 1]int16

	excludes [2][]S // what each candidate excludes: of its own digit, and in all

	inCell  [board.MaxCells]S
	ofDigit [board.MaxSize + 1]S
	inHouse [board.MaxHouses][board.MaxSize + 1]S

	// A group is the candidates of a cell, or of a digit in a house: one of them is
	// true. groups lists those of a candidate by rule. Where the cell has no house for a
	// rule, that is group groupCount, of which nothing is ever the last member.
	groups     [][maxRules]uint16
	lastOf     []uint8 // by candidate: its last rule with a house
	groupCount int
	lastRule   uint8
}

// The kinds of chain, by what makes the links: X only digits in houses, Y only
// cells with two candidates (and any exclusion), mixed both.
const (
	kindX = iota
	kindY
	kindMixed
)

// exclusions says which of links.excludes a kind of chain uses.
var exclusions = [3]int{kindX: 0, kindY: 1, kindMixed: 1}

// number gives the candidates of s their numbers, and lists what they exclude.
func (l *links[S]) number(s *state) {
	l.n = 0
	l.candidate = l.candidate[:0]
	clear(l.ofDigit[:])
	for i := range s.geo.Cells {
		clear(l.inCell[i : i+1])
		for m := s.cand[i]; m != 0; m &= m - 1 {
			c := Candidate{board.Cell(i), m.First()}
			l.id[c.Cell][c.Digit] = int16(l.n)
			add(&l.inCell[i], int16(l.n))
			add(&l.ofDigit[c.Digit], int16(l.n))
			l.candidate = append(l.candidate, c)
			l.n++
		}
	}
	for h := range s.geo.Houses {
		clear(l.inHouse[h][:])
		for d := board.Digit(1); int(d) <= s.geo.Size; d++ {
			for p := s.pos[h][d]; p != 0; p &= p - 1 {
				add(&l.inHouse[h][d], l.id[s.cells[h][bits.TrailingZeros16(p)]][d])
			}
		}
	}
	l.groups, l.lastOf = resize(l.groups, l.n), resize(l.lastOf, l.n)
	l.groupCount = s.geo.Cells + s.geo.Houses*s.geo.Size
	l.lastRule = s.lastRule
	for i, c := range l.candidate {
		l.groups[i][byCell] = uint16(c.Cell)
		for rule := byBox; rule <= int(l.lastRule); rule++ {
			l.groups[i][rule] = uint16(l.groupCount)
			if h := s.byRule[c.Cell][rule]; h != noHouse {
				l.groups[i][rule] = uint16(s.geo.Cells + int(h)*s.geo.Size + int(c.Digit) - 1)
				l.lastOf[i] = uint8(rule)
			}
		}
	}
	l.excludes[0], l.excludes[1] = resize(l.excludes[0], l.n), resize(l.excludes[1], l.n)
	for i, c := range l.candidate {
		var same S
		for _, at := range s.spots[c.Cell] {
			unite(&same, &l.inHouse[at.house][c.Digit])
		}
		all := same
		unite(&all, &l.inCell[c.Cell])
		remove(&same, int16(i))
		remove(&all, int16(i))
		l.excludes[0][i], l.excludes[1][i] = same, all
	}
}

// others returns the rest of the candidate's cell.
func (l *links[S]) others(i int16) S {
	rest := l.inCell[l.candidate[i].Cell]
	remove(&rest, i)
	return rest
}

// The rules by which a candidate must be true when another is false: nothing
// else is left in its cell, or for its digit in its box, row or column, or in a house
// of a variant: see layout.layers.
const (
	byCell = iota
	byBox
	byRow
	byColumn

	maxRules = 1 + board.MaxLayers
	noRule   = maxRules
)

// ground returns all candidates that a rule looks at when it makes i true.
func (l *links[S]) ground(s *state, rule uint8, i int16) *S {
	c := l.candidate[i]
	if rule == byCell {
		return &l.inCell[c.Cell]
	}
	return &l.inHouse[s.byRule[c.Cell][rule]][c.Digit]
}

// inGroup returns the candidates of a group.
func (l *links[S]) inGroup(s *state, g int) *S {
	if g < s.geo.Cells {
		return &l.inCell[g]
	}
	g -= s.geo.Cells
	return &l.inHouse[g/s.geo.Size][g%s.geo.Size+1]
}

// position is the implication graph of one board.
type position[S ids] struct {
	*links[S]
	s       *state
	alive   S      // the candidates still there
	open    S      // those in cells that have another
	weak    [2][]S // links.excludes among them: see readWeak
	hasWeak bool
	partner [][maxRules]int16 // by rule: the one other candidate left, or -1
	strong  [3][]S            // by kind of chain: the partners as a set
	linked  [3]S              // by kind: the candidates that have a partner

	// left counts the members of each group in units of 1<<16, and the lower bits
	// hold the sum of their numbers: if one member is left, they are its number.
	left []uint32

	// For each candidate in hasListed: what it excludes, and how many of these are in its
	// own cell; see listed.
	lists     [][]int16
	inOwnCell []uint8
	hasListed S

	groupList []group // see allGroups
	hasGroups bool

	reaches    [3]reaches[S] // by kind: see reached
	hasReaches [3]bool
	noXChain   S // all candidates of the digits that had no X-chain: see reachX
}

// groupRoom is more than there are groups; as a power of two it spares the hottest loop a test.
const groupRoom = 2048

// oneLeft is what a member of a group counts in position.left.
const oneLeft = 1 << 16

// load reads a board whose candidates are all numbered.
func (p *position[S]) load(l *links[S], s *state) {
	p.begin(l, s)
	clear(p.left)
	for c, m := range s.cand[:s.geo.Cells] {
		several := m&(m-1) != 0
		for ; m != 0; m &= m - 1 {
			i := l.id[c][m.First()]
			add(&p.alive, i)
			for _, g := range l.groups[i][:l.lastOf[i]+1] {
				p.left[g] += oneLeft | uint32(i)
			}
			if several {
				add(&p.open, i)
			}
		}
	}
	p.left[l.groupCount] = 1 << 31
	p.pairAll()
	p.readWeak()
}

// loadRun reads the board of a run of level 2 or above, without weak.
func (p *position[S]) loadRun(r *runner[S]) {
	p.begin(r.p.links, &r.work)
	copy(p.left, r.left[:])
	p.alive, p.open = r.p.alive, r.p.open
	subtract(&p.alive, &r.removed)
	subtract(&p.open, &r.removed)
	for w, x := range p.s.by[1] {
		for ; x != 0; x &= x - 1 {
			subtract(&p.open, &p.inCell[w<<6|bits.TrailingZeros64(x)])
		}
	}
	p.pairAll()
}

// begin makes the position fit a board.
func (p *position[S]) begin(l *links[S], s *state) {
	var none S
	for i := range members(&p.linked[kindMixed]) {
		p.unpair(i)
	}
	if len(p.partner) < l.n { // kept unpaired from here on
		p.partner = resize(p.partner, l.n)
		p.partner = p.partner[:cap(p.partner)]
		for k := range p.strong {
			p.strong[k] = make([]S, len(p.partner))
		}
		for i := range p.partner {
			p.unpair(int16(i))
		}
	}
	p.links, p.s = l, s
	p.alive, p.open, p.linked, p.hasListed = none, none, [3]S{}, none
	p.hasReaches, p.hasWeak, p.hasGroups, p.noXChain = [3]bool{}, false, false, none
	p.left = resize(p.left, l.groupCount+1)
	p.lists, p.inOwnCell = resize(p.lists, l.n), resize(p.inOwnCell, l.n)
}

// readWeak computes which of the remaining candidates exclude each other.
func (p *position[S]) readWeak() {
	if p.hasWeak {
		return
	}
	p.hasWeak = true
	for k := range p.weak {
		p.weak[k] = resize(p.weak[k], p.n)
		for i := range p.weak[k] {
			p.weak[k][i] = p.excludes[k][i]
			intersect(&p.weak[k][i], &p.alive)
		}
	}
}

// unpair takes the partners of a candidate away.
func (p *position[S]) unpair(i int16) {
	var none S
	for rule := range p.partner[i] {
		p.partner[i][rule] = -1
	}
	p.strong[kindX][i], p.strong[kindY][i], p.strong[kindMixed][i] = none, none, none
}

// update reads a board that has lost candidates since it was last read, without
// reading again what eliminated candidates exclude. It reports false if the board has
// gained candidates.
func (p *position[S]) update() bool {
	s := p.s
	var alive, none S
	for c, m := range s.cand[:s.geo.Cells] {
		for ; m != 0; m &= m - 1 {
			add(&alive, p.id[c][m.First()])
		}
	}
	gone := alive
	if subtract(&gone, &p.alive); !empty(&gone) {
		return false
	}
	gone = p.alive
	subtract(&gone, &alive)
	for i := range members(&gone) {
		subtract(&p.noXChain, &p.ofDigit[p.candidate[i].Digit])
		subtract(&p.hasListed, &p.weak[exclusions[kindMixed]][i])
		for k := range p.weak {
			for j := range members(&p.weak[k][i]) {
				remove(&p.weak[k][j], i)
			}
		}
		for _, g := range p.groups[i][:p.lastOf[i]+1] {
			p.left[g] -= oneLeft | uint32(i)
		}
		if cell := p.candidate[i].Cell; s.cand[cell].Len() <= 1 {
			subtract(&p.open, &p.inCell[cell])
		}
	}
	subtract(&p.open, &gone)
	for i := range members(&p.linked[kindMixed]) {
		p.unpair(i)
	}
	p.alive, p.linked, p.hasReaches, p.hasGroups = alive, [3]S{none, none, none}, [3]bool{}, false
	p.pairAll()
	return true
}

// listed returns what a candidate excludes by a kind of chain, in the order of the
// original: the rest of the cell, then the digit in the peers, box first, then row, then
// column.
func (p *position[S]) listed(kind int, i int16) []int16 {
	if !has(&p.hasListed, i) {
		add(&p.hasListed, i)
		c, list := p.candidate[i], p.lists[i][:0]
		for m := p.s.cand[c.Cell] &^ c.Digit.Mask(); m != 0; m &= m - 1 {
			list = append(list, p.id[c.Cell][m.First()])
		}
		p.inOwnCell[i] = uint8(len(list))
		for _, at := range p.s.near[c.Cell] {
			if p.s.cand[at].Has(c.Digit) {
				list = append(list, p.id[at][c.Digit])
			}
		}
		p.lists[i] = list
	}
	if kind == kindX {
		return p.lists[i][p.inOwnCell[i]:]
	}
	return p.lists[i]
}

// pairAll finds the partners.
func (p *position[S]) pairAll() {
	l, s := p.links, p.s
	for w, x := range s.by[2] {
		for ; x != 0; x &= x - 1 {
			c := w<<6 | bits.TrailingZeros64(x)
			a := s.cand[c].First()
			b := (s.cand[c] &^ a.Mask()).First()
			p.pair(kindY, byCell, l.id[c][a], l.id[c][b])
		}
	}
	for h := range s.geo.Houses {
		rule := s.layer[h]
		for m := s.cnt[h][2]; m != 0; m &= m - 1 {
			d := m.First()
			at := s.pos[h][d]
			a := s.cells[h][bits.TrailingZeros16(at)]
			b := s.cells[h][bits.TrailingZeros16(at&(at-1))]
			p.pair(kindX, rule, l.id[a][d], l.id[b][d])
		}
	}
}

// pair links the two candidates of a cell, or the two places of a digit in a house.
func (p *position[S]) pair(kind int, rule uint8, a, b int16) {
	p.partner[a][rule], p.partner[b][rule] = b, a
	for _, k := range [2]int{kind, kindMixed} {
		add(&p.strong[k][a], b)
		add(&p.strong[k][b], a)
		add(&p.linked[k], a)
		add(&p.linked[k], b)
	}
}

// anyPartner returns a candidate that is true if i is false, by links of a kind, or -1.
func (p *position[S]) anyPartner(kind int, i int16) int16 {
	first, last := p.rules(kind)
	for _, x := range p.partner[i][first : last+1] {
		if x >= 0 {
			return x
		}
	}
	return -1
}

// rules returns the rules that a kind of chain uses, first and last.
func (l *links[S]) rules(kind int) (first, last int) {
	switch kind {
	case kindX:
		return byBox, int(l.lastRule)
	case kindY:
		return byCell, byCell
	}
	return byCell, int(l.lastRule)
}

// resize returns a slice of the given length, which keeps its memory if it can.
// Its contents are not defined. Capacities are at least 256, so that the narrowest
// engine never grows, and above that multiples of 64.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, max(256, (n+63)&^63))
	}
	return s[:n]
}
