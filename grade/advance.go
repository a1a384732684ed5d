package grade

import (
	"math/bits"

	"gradoku/board"
)

// Level 1 and above: when a run has nothing left to follow, easy techniques are
// tried on the board as the run has changed it. Candidates that they eliminate
// are false too, and are followed in turn. The rules, in the order in which they
// are tried until one yields something:
//
//	locked candidates, hidden pairs, naked pairs, X-Wings;
//	from level 2 on, chains: see nested.go
//
// All hints of that rule are used. A hint counts only if it depends on candidates
// that the run has struck out, its parents; otherwise it existed before. The scans
// are those of the finders of the same name, but do not stop at the first hint.
//
// So the findings of a rule stay false, and it need not look again at a house, or at a
// digit in it, that has lost nothing since.

// The rules that look for patterns.
const (
	lockingRule = iota
	hiddenPairRule
	nakedPairRule
	xWingRule
	patternRules
)

// advance reports whether a rule yielded something.
func (r *runner[S]) advance() bool {
	if r.budget.out {
		return false
	}
	for h, digits := range r.lost[:r.p.s.geo.Houses] {
		if digits != 0 {
			r.lost[h] = 0
			for k := range r.untried {
				r.untried[k][h] |= digits
			}
		}
	}
	n := len(r.rec.offList)
	r.locking()
	if n == len(r.rec.offList) {
		r.hiddenPairs()
	}
	if n == len(r.rec.offList) {
		r.nakedPairs()
	}
	if n == len(r.rec.offList) {
		size := r.p.s.geo.Size
		r.xWings(board.House(size), board.House(2*size))
		r.xWings(board.House(2*size), board.House(size))
		clear(r.untried[xWingRule][:])
	}
	if n == len(r.rec.offList) && r.level >= 2 {
		r.nestedChains()
	}
	return n < len(r.rec.offList)
}

// eliminate makes false the candidates that a hint eliminates and that are
// still there, in row-major order. by is the technique; cost is that of its
// chain, or 0.
func (r *runner[S]) eliminate(lost, parents *S, by string, cost int) {
	intersect(lost, &r.p.alive)
	subtract(lost, &r.removed)
	subtract(lost, &r.rec.off)
	intersect(parents, &r.removed)
	if empty(lost) || empty(parents) {
		return
	}
	r.rec.hints = append(r.rec.hints, hint[S]{*parents, by, cost})
	for q := range members(lost) {
		r.putOff(q, int16(r.p.n+len(r.rec.hints)))
	}
}

// inside returns the candidates of a digit in a house.
func (r *runner[S]) inside(h board.House, d board.Digit) *S { return &r.p.inHouse[h][d] }

func (r *runner[S]) locking() {
	w, untried := &r.work, &r.untried[lockingRule]
	for pass := range w.parts {
		by := "pointing"
		if pass >= columnByBox {
			by = "claiming"
		}
		for i := range w.parts[pass] {
			b := &w.parts[pass][i]
			digits := untried[b.house]
			if digits == 0 {
				continue
			}
			for x, d := range w.lockedIn(b) {
				if !digits.Has(d) {
					continue
				}
				lost, parents := *r.inside(x.cover, d), *r.inside(x.base, d)
				subtract(&lost, r.inside(x.base, d))
				subtract(&parents, r.inside(x.cover, d))
				r.eliminate(&lost, &parents, by, 0)
			}
		}
	}
	clear(untried[:])
}

func (r *runner[S]) hiddenPairs() {
	w, untried := &r.work, &r.untried[hiddenPairRule]
	for i := range w.geo.Houses {
		h := board.House(i)
		if w.empty[h] <= 4 || untried[h] == 0 {
			continue
		}
		for m := w.cnt[h][2]; m != 0; m &= m - 1 {
			e := m.First()
			for lower := w.cnt[h][2] & (e.Mask() - 1); lower != 0; lower &= lower - 1 {
				d := lower.First()
				if w.pos[h][d] != w.pos[h][e] || untried[h]&(d.Mask()|e.Mask()) == 0 {
					continue
				}
				parents := *r.inside(h, d)
				unite(&parents, r.inside(h, e))
				var lost S
				for at := w.pos[h][d]; at != 0; at &= at - 1 {
					unite(&lost, &r.p.inCell[w.cells[h][bits.TrailingZeros16(at)]])
				}
				subtract(&lost, &parents)
				r.eliminate(&lost, &parents, "hidden-pair", 0)
			}
		}
	}
	clear(untried[:])
}

func (r *runner[S]) nakedPairs() {
	w, untried := &r.work, &r.untried[nakedPairRule]
	for i := range w.geo.Houses {
		h := board.House(i)
		if w.empty[h] < 4 || untried[h] == 0 {
			continue
		}
		var pairs [board.MaxSize]board.Cell
		n := 0
		for _, c := range w.geo.HouseCells(h) {
			if !w.by[2].Has(c) {
				continue
			}
			for _, b := range pairs[:n] {
				pair := w.cand[c]
				if w.cand[b] != pair {
					continue
				}
				lost := *r.inside(h, pair.First())
				unite(&lost, r.inside(h, (pair&(pair-1)).First()))
				parents := r.p.inCell[b]
				unite(&parents, &r.p.inCell[c])
				subtract(&lost, &parents)
				r.eliminate(&lost, &parents, "naked-pair", 0)
			}
			pairs[n] = c
			n++
		}
	}
	clear(untried[:])
}

// xWings takes its base lines from the houses that start at base.
func (r *runner[S]) xWings(base, cover board.House) {
	w, untried := &r.work, &r.untried[xWingRule]
	size := w.geo.Size
	for j := range size {
		b := base + board.House(j)
		for i := range j {
			a := base + board.House(i)
			for m := w.cnt[a][2] & w.cnt[b][2] & (untried[a] | untried[b]); m != 0; m &= m - 1 {
				d := m.First()
				if w.pos[a][d] != w.pos[b][d] || int(w.placed[d]) > size-4 {
					continue
				}
				bases := *r.inside(a, d)
				unite(&bases, r.inside(b, d))
				var lost S
				for at := w.pos[a][d]; at != 0; at &= at - 1 {
					unite(&lost, r.inside(cover+board.House(bits.TrailingZeros16(at)), d))
				}
				parents := bases
				subtract(&parents, &lost)
				subtract(&lost, &bases)
				r.eliminate(&lost, &parents, "x-wing", 0)
			}
		}
	}
}
