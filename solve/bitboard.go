package solve

import (
	"context"

	"gradoku/board"
)

// state is one node of the bitboard search: a 9x9 board held digit by digit.
// It is copied on a guess, which costs less than a record of what to undo.
type state struct {
	cand   [9]plane // the cells that can hold digit d+1
	triads triads   // of an open state
	placed plane    // the cells whose digit has been struck from their peers
	dirty  uint32   // the digits that have lost candidates since their rules were last applied
	struck plane    // for a variant: the cells whose digit has been struck from their peers in all houses; settle ignores it
	stale  uint32   // for a jigsaw: the digits that have lost candidates since the last search for locked candidates
}

// load starts a search from the clues. It does not touch peers: every clue is a
// naked single that has not been placed yet.
//
// A test for "blank?" would be mispredicted at every other cell. Instead every cell
// sets its bit in one of 32 slots, digits in slots 0 to 8 and blanks in slots 24 to
// 31, which are never read. Using eight slots in turn keeps a blank from waiting
// for the store of the previous one.
func (s *state) load(digits []board.Digit) {
	var slots [3][32]uint32
	for b := range slots {
		slot := &slots[b]
		for i, d := range (*[27]board.Digit)(digits[27*b:]) {
			k := uint8(d) - 1
			blank := uint8(int8(k) >> 7)
			slot[(k^blank&uint8(i)&7)&31] |= 1 << i
		}
	}
	filled := plane{}
	for d := range s.cand {
		s.cand[d] = plane{uint64(slots[0][d]) | uint64(slots[1][d])<<32, uint64(slots[2][d])}
		filled = filled.or(s.cand[d])
	}
	blank := plane{allLo, allHi}.andNot(filled)
	for d := range s.cand {
		s.cand[d] = s.cand[d].or(blank)
	}
	s.placed = plane{}
	s.dirty = 1<<9 - 1
}

// strike removes candidates of a digit.
func (s *state) strike(d int, cells plane) {
	if !s.cand[d].and(cells).empty() {
		s.cand[d] = s.cand[d].andNot(cells)
		s.dirty |= 1 << d
	}
}

// forbid turns a clue of a freshly loaded state into a blank that must not hold
// the clue's digit.
func (s *state) forbid(c board.Cell, d board.Digit) {
	bit := cellPlane(c)
	for i := range s.cand {
		s.cand[i] = s.cand[i].or(bit)
	}
	s.cand[d-1] = s.cand[d-1].andNot(bit)
}

// write copies the digits of a solved state to a grid.
func (s *state) write(g *board.Grid) {
	for d, p := range &s.cand {
		for c := range board.Cell(27) {
			if p.lo>>c&1 != 0 {
				g.Set(c, board.Digit(d+1))
			}
			if p.lo>>32>>c&1 != 0 {
				g.Set(c+27, board.Digit(d+1))
			}
			if p.hi>>c&1 != 0 {
				g.Set(c+54, board.Digit(d+1))
			}
		}
	}
}

// maxGuesses bounds the depth of the search. Each guess on the way down settles
// one line of a band or stack for one digit, and two settled lines settle the
// third: at most 2 guesses for each of 9 digits and 6 bands and stacks.
const maxGuesses = 2 * 9 * 6

// bitSearch is a depth-first search with all the memory it needs (34 KB):
// stack[:depth] are the nodes still to be looked at, the next one on top.
type bitSearch struct {
	stack       [maxGuesses + 1]state
	depth       int
	stats       Stats
	plain       bool // use no vector registers, whatever the machine has
	speculative bool // guess twice at a time until a guess fails; changes the order of the solutions
	existence   bool // only whether there is a solution matters: guess twice at a time, and do not compute a pair

	geo *board.Geometry

	// Only for a variant:
	peers   *[81]plane // nil: no variant
	houses  []plane
	extra   []plane // the houses other than boxes, columns and rows; in a jigsaw, other than columns and rows
	jigsaw  bool    // it has no bands
	bivalue plane   // the cells with two candidates of an open state
}

// start discards an earlier search and returns the root for loading.
func (b *bitSearch) start() *state {
	b.depth = 1
	b.stats, b.existence = Stats{}, false
	b.stack[0].struck = plane{}
	return &b.stack[0]
}

// load starts a search from the clues.
func (b *bitSearch) load(p *board.Grid) {
	s := b.start()
	if vectors && !b.plain {
		loadVectors(s, p.Digits())
		return
	}
	s.load(p.Digits())
}

func (b *bitSearch) loadOther(p *board.Grid, cell board.Cell) {
	b.load(p)
	b.stack[0].forbid(cell, p.At(cell))
	b.existence = true
}

func (b *bitSearch) keep(within *board.Board) {
	for i, d := range within.Digits() {
		if d != 0 {
			continue
		}
		bit := cellPlane(board.Cell(i))
		for d := range (board.Nine().All &^ within.Candidates(board.Cell(i))).All() {
			b.stack[0].cand[d-1] = b.stack[0].cand[d-1].andNot(bit)
		}
	}
}

func (b *bitSearch) solution() board.Grid {
	g := board.NewGrid(b.geo)
	b.stack[b.depth].write(&g)
	return g
}

func (b *bitSearch) progress() (stats Stats, more bool) { return b.stats, b.depth > 0 }

func (b *bitSearch) next(maxNodes int64) bool { return b.search(1, maxNodes) == 1 }

// search goes on until it has found as many solutions as wanted, and returns
// how many it has: fewer when no node is left, or when one is but stats.Nodes
// has reached maxNodes. If two are wanted, the solutions of a pair are counted
// without being computed.
func (b *bitSearch) search(want int, maxNodes int64) (found int) {
	if b.stats.Nodes == 0 {
		b.speculative = want >= 2
	}
	for found < want && b.depth > 0 && b.stats.Nodes < maxNodes {
		b.stats.Nodes++
		s := &b.stack[b.depth-1]
		switch o := b.refine(s); {
		case o == dead:
			b.depth--
			b.speculative = false
		case o == solved || o == pair && b.existence:
			b.depth--
			b.speculative = false
			found++
		case o == pair && want-found >= 2:
			b.depth--
			found += 2
		case b.peers != nil:
			b.guessCell()
		default:
			band := b.guess(&s.triads)
			if b.existence || b.speculative && b.depth > speculativeDepth+1 {
				b.guessBeside(&s.triads, band)
			}
		}
	}
	return found
}

// outcome is what propagation found out about a node. The generator of the
// kernel uses the same numbers.
type outcome uint8

const (
	dead   outcome = iota // it has no solution
	solved                // every cell has its digit, and they agree
	open                  // only a guess can continue
	pair                  // open, with exactly two solutions
)

// refine applies every rule of the solver: those of single digits and cells until
// they yield nothing, then those of triads, which may make new work for the others.
func (b *bitSearch) refine(s *state) outcome {
	if b.jigsaw {
		return b.settleJigsaw(s)
	}
	for {
		o := b.settle(s)
		if b.peers != nil && o != dead {
			switch b.singles(s) {
			case dead:
				return dead
			case open:
				continue // a candidate was eliminated
			}
			if o == pair {
				o = open // the two solutions may differ in the houses of a variant
			}
		}
		if o < open {
			return o
		}
		switch s.triads.apply(s) {
		case dead:
			return dead
		case solved:
			return o
		}
	}
}

// settle applies the rules of single digits and cells, and computes the triads
// of a state that stays open.
func (b *bitSearch) settle(s *state) outcome {
	if vectors && !b.plain {
		return settleVectors(s)
	}
	return settlePlain(s)
}

// settlePlain is settle without vector registers.
func settlePlain(s *state) outcome {
	blank, ok := s.propagate()
	switch {
	case !ok:
		return dead
	case blank.empty():
		return solved
	}
	return openOrPair(blank)
}

// solveBitboard is the row "bitboard" of the table.
func solveBitboard(ctx context.Context, p *board.Grid, opt Options) Result {
	return follow(ctx, new(bitSearch).fit(p.Geometry()), p, opt)
}
