package grade

import (
	"math/bits"

	"gradoku/board"
)

// closures are, for every candidate, everything that follows if it is true, by nets of
// level 0. If nothing clashes, the order of a run does not change what it reaches,
// only what each conclusion depends on. So most runs, which conclude nothing together
// with others, are not needed.
//
// All closures are found together. A group is a cell, or a digit in a house: if one of
// its candidates is true, the rest are false, and if the rest are false, the last is
// true. Each candidate has two sets: the candidates that imply that it is true, and
// those that imply that it is false. A few operations on these sets handle a group for
// all assumptions at once.
//
// What followed before candidates were eliminated still follows afterwards, or
// something clashes now. So a search begins with the earlier closures and the groups
// that have lost a candidate.
type closures[S ids] struct {
	from     []closure[S] // by candidate: the candidates that imply that it is true, false
	alive    S            // the board that this is about
	clashing S            // the candidates that imply that something is both
	begun    bool
	dirty    []uint64     // by group: the words of the sets in which it may imply more than so far
	of       []closure[S] // by assumption, of those that do not clash: what follows from it
}

// closure is a set of what is true and one of what is false.
type closure[S ids] struct{ on, off S }

// size is the number of candidates in a closure.
func (c *closure[S]) size() int { return count(&c.on) + count(&c.off) }

// load reads a board, for links of a kind. It returns the candidates that the previous board had
// in addition, or false if the previous board was of another puzzle.
func (q *closures[S]) load(p *position[S], kind int) (lost S, follows bool) {
	q.from, q.of, q.dirty = resize(q.from, p.n), resize(q.of, p.n), resize(q.dirty, p.groupCount+1)
	fresh, lost := p.alive, q.alive
	subtract(&fresh, &q.alive)
	subtract(&lost, &p.alive)
	follows = q.begun && empty(&fresh)
	changed := lost
	if !follows {
		for i := range q.from {
			q.of[i] = closure[S]{}
			add(&q.of[i].on, int16(i))
			q.from[i] = q.of[i]
		}
		var none S
		q.clashing, lost, changed = none, none, p.alive
	}
	q.alive, q.begun = p.alive, true
	clear(q.dirty)
	for i := range members(&changed) {
		q.mark(p, kind, i, ^uint64(0))
	}
	first, last := 0, p.groupCount
	if kind == kindX {
		first = p.s.geo.Cells
	}
	for again := true; again; {
		again = false
		for g := first; g < last; g++ {
			if q.dirty[g] != 0 {
				again = true
				q.settle(p, kind, g)
			}
		}
	}
	for i := range members(&lost) {
		for a := range members(&q.from[i].on) {
			remove(&q.of[a].on, i)
		}
		for a := range members(&q.from[i].off) {
			remove(&q.of[a].off, i)
		}
	}
	return lost, follows
}

// mark says that the groups of a candidate have changed.
func (q *closures[S]) mark(p *position[S], kind int, i int16, words uint64) {
	first, last := p.rules(kind)
	for _, g := range p.groups[i][first : last+1] {
		q.dirty[g] |= words
	}
}

// settle computes what a group implies. A group with a single candidate is
// settled.
func (q *closures[S]) settle(p *position[S], kind, g int) {
	group := p.inGroup(p.s, g)
	var list [board.MaxSize]int16
	n := 0
	for w := range len(q.alive) {
		for x := (*group)[w] & q.alive[w]; x != 0; x &= x - 1 {
			list[n] = int16(w<<6 | bits.TrailingZeros64(x))
			n++
		}
	}
	dirty := q.dirty[g]
	if n < 2 {
		dirty = 0
	}
	for ; dirty != 0; dirty &= dirty - 1 {
		w := bits.TrailingZeros64(dirty)
		if w >= len(q.alive) {
			break
		}
		live := q.alive[w] &^ q.clashing[w]
		var possible, several, isTrue, clash uint64 // of the group: any, more than one
		for _, i := range list[:n] {
			from := &q.from[i]
			may, on := live&^from.off[w], from.on[w]
			several |= possible & may
			possible |= may
			clash |= isTrue & on
			isTrue |= on
		}
		clash |= ^possible
		q.clashing[w] |= clash & live
		live &^= clash
		if live&^several&^isTrue|live&several&isTrue == 0 {
			continue // nothing new is true, nor false
		}
		for _, i := range list[:n] {
			from := &q.from[i]
			known := from.on[w] | from.off[w]
			on, off := live&^(several|known), live&isTrue&^known
			if on|off != 0 {
				from.on[w] |= on
				from.off[w] |= off
				q.mark(p, kind, i, 1<<w)
				for ; on != 0; on &= on - 1 {
					add(&q.of[w<<6|bits.TrailingZeros64(on)].on, i)
				}
				for ; off != 0; off &= off - 1 {
					add(&q.of[w<<6|bits.TrailingZeros64(off)].off, i)
				}
			}
		}
	}
	q.dirty[g] = 0
}
