package grade

import (
	"math"
	"math/bits"

	"gradoku/board"
	"gradoku/solve"
)

// scanBudget limits the search for the true digit of a cell, in cells tried. No
// 9x9 puzzle has needed a thousandth of it; a 16x16 that is too hard ends here.
const scanBudget = 1 << 18

// scan computes the scan effort S of the puzzle that is loaded, in tenths. S is the
// best single predictor of solving times that this project has found: how many cells
// a person looks over for each cell found, summed over a solution in waves.
//
//	until solved, with E blanks:
//	  B = cells that are a hidden single in a box, or the last blank of a house
//	  L = other cells that are a hidden single in a line
//	  K = other cells that are a naked single
//	  place the first of the three classes that is not empty, all of it; for
//	    each cell S += E / (B + 0.7 L + 0.1 K + 0.5), then E -= 1
//	  all empty: S += E / 0.5, then strike out by all locked candidates there
//	    are, else all pairs, else all triplets (naked and hidden ones), else place
//	    the true digit of one of the cells with the fewest candidates
//
// A puzzle has the same S however it is rotated, mirrored or relabelled. Waves and
// strikes take everything at once, so order does not matter. If a true digit has to
// be placed, S is the mean over scanOrders orders of the cells, and the orders are
// those of the canonical form.
//
// The weights say how easily people see a single: in a box first, in a line less
// easily, and a naked single last. They were chosen once, on times that people took
// for 1,533 puzzles (synnwang/sudoku_dataset_difficulty), and are the same for every
// size: no part of those puzzles is unseen by S. S is 0 for a full grid and for a
// puzzle without a solution, where there is nothing to scan.
func (gr *Grader) scan(p *board.Grid) int {
	s := &gr.state
	effort := gr.scanOn(0)
	if s.blanks == 0 {
		return int(10*effort + 0.5)
	}
	if gr.findTruth(p); !gr.solution.known {
		return 0
	}
	form := gr.toCanonical(p)
	var efforts [scanOrders]float64
	gr.scanApart(0, 1<<scanOrders-1, &form, effort, &efforts)
	sum := 0.0
	for _, e := range efforts {
		sum += e
	}
	return int(10*sum/scanOrders + 0.5)
}

// scanOrders is the number of orders over which S is averaged if true digits are
// placed: a single order would be arbitrary, and eight predict human times as well
// as thirty.
const scanOrders = 8

// scanApart continues where only a true digit helps. It follows the orders in the
// given set (a bit each), which have placed the same true digits so far, and records
// their efforts. Orders that choose the same cell next stay together, so that no
// cell is tried twice on a board.
func (gr *Grader) scanApart(placed int, orders uint, form *board.Transform, effort float64, efforts *[scanOrders]float64) {
	s := &gr.state
	if placed == len(gr.stuck) {
		gr.stuck = append(gr.stuck, new(state))
	}
	stuck := gr.stuck[placed]
	*stuck = *s
	k := 1
	for s.by[k].Empty() {
		k++
	}
	effort += float64(2 * s.blanks)
	var choice [scanOrders]board.Cell
	for rest := orders; rest != 0; rest &= rest - 1 {
		order := bits.TrailingZeros(rest)
		choice[order] = first(&stuck.by[k], form, order)
	}
	for orders != 0 {
		at, together := choice[bits.TrailingZeros(orders)], uint(0)
		for rest := orders; rest != 0; rest &= rest - 1 {
			if order := bits.TrailingZeros(rest); choice[order] == at {
				together |= 1 << order
			}
		}
		orders &^= together
		*s = *stuck
		s.place(at, gr.solution.digit[at])
		e := gr.scanOn(effort)
		if s.blanks > 0 {
			gr.scanApart(placed+1, together, form, e, efforts)
			continue
		}
		for ; together != 0; together &= together - 1 {
			efforts[bits.TrailingZeros(together)] = e
		}
	}
}

// first returns the first of the cells in an order, which is one of the cells of the
// canonical form.
func first(cells *board.CellSet, form *board.Transform, order int) (at board.Cell) {
	least := uint64(math.MaxUint64)
	for c := range cells.All() {
		if place := shuffled(uint64(order<<16) | uint64(form.Cell(c))); place < least {
			at, least = c, place
		}
	}
	return at
}

// scanOn continues until the puzzle is solved or only a true digit helps, and
// returns the effort so far.
func (gr *Grader) scanOn(effort float64) float64 {
	s := &gr.state
	var w visibleSingles
	for s.blanks > 0 {
		s.look(&w)
		if w.classes[0].cells+w.classes[1].cells+w.classes[2].cells > 0 {
			var ok bool
			if effort, ok = s.placeWave(&w, effort); !ok {
				return effort // no solution, as findTruth will say
			}
			continue
		}
		before := s.blanks
		if !gr.strike(strikeKinds) {
			return effort
		}
		effort += float64(2 * before)
	}
	return effort
}

// class is the cells of one kind of single, with their digits.
type class struct {
	set   board.CellSet
	cells int
}

// visibleSingles is what a person could fill in now.
type visibleSingles struct {
	classes [3]class // by box or last blank, by line, naked
	digit   [board.MaxCells]board.Digit
}

// look collects the singles of the current state. It fills in w.digit only for cells
// of the classes.
func (s *state) look(w *visibleSingles) {
	w.classes = [3]class{}
	first := s.boxes | s.last
	var seen board.CellSet
	s.addHidden(w, 0, s.hidden&first, &seen)
	s.addHidden(w, 1, s.hidden&^first, &seen)
	for i, x := range s.by[1][:s.words] {
		x &^= seen[i]
		w.classes[2].set[i] = x
		w.classes[2].cells += bits.OnesCount64(x)
		for ; x != 0; x &= x - 1 {
			c := i<<6 | bits.TrailingZeros64(x)
			w.digit[c] = s.cand[c].First()
		}
	}
}

// addHidden adds the hidden singles of some houses, but for cells that are in a class.
func (s *state) addHidden(w *visibleSingles, k int, houses uint64, seen *board.CellSet) {
	for ; houses != 0; houses &= houses - 1 {
		h := bits.TrailingZeros64(houses)
		for m := s.cnt[h][1]; m != 0; m &= m - 1 {
			d := m.First()
			c := s.cells[h][bits.TrailingZeros16(s.pos[h][d])]
			if !seen.Has(c) {
				seen.Add(c)
				w.classes[k].set.Add(c)
				w.classes[k].cells++
				w.digit[c] = d
			}
		}
	}
}

// weight returns the divisor of the effort for a cell, in tenths: whole numbers,
// so that every machine gets the same sum.
func (w *visibleSingles) weight() float64 {
	return float64(10*w.classes[0].cells + 7*w.classes[1].cells + w.classes[2].cells + 5)
}

// placeWave places the first class that is not empty.
func (s *state) placeWave(w *visibleSingles, effort float64) (float64, bool) {
	weight := w.weight()
	k := 0
	for w.classes[k].cells == 0 {
		k++
	}
	for i, x := range w.classes[k].set {
		for ; x != 0; x &= x - 1 {
			c := board.Cell(i<<6 | bits.TrailingZeros64(x))
			if !s.cand[c].Has(w.digit[c]) {
				return 0, false // another cell of the wave took the digit: there is no solution
			}
			effort += float64(10*s.blanks) / weight
			s.place(c, w.digit[c])
		}
	}
	return effort, true
}

// strike makes all eliminations of the easiest kind that makes any, of locked candidates, pairs
// and triplets up to the last kind, round by round: each round finds all of them before it makes
// one, since a pair is no longer a pair once a cell of it loses a digit.
func (gr *Grader) strike(last int) bool {
	for kind := 1; kind <= last; kind++ {
		rounds := 0
		for gr.strikeRound(kind, rounds) {
			rounds++
		}
		if rounds > 0 {
			return true
		}
	}
	return false
}

// strikeKinds are the kinds of strikes: locked candidates, pairs, triplets.
const strikeKinds = 3

// strikeRound makes all current eliminations of a kind, after some rounds of it. The searches are
// those of the finders pointing, claiming, nakedSet and hiddenSet, without their findings.
func (gr *Grader) strikeRound(kind, rounds int) bool {
	s := &gr.state
	s.settle()
	gr.struck = gr.struck[:0]
	if kind == 1 {
		gr.strikeLocked()
	} else {
		gr.strikeSets(kind, rounds)
	}
	any := false
	for _, l := range gr.struck {
		for m := l.digits & s.cand[l.cell]; m != 0; m &= m - 1 {
			s.remove(l.cell, m.First())
			any = true
		}
	}
	return any
}

func (gr *Grader) strikeLocked() {
	s := &gr.state
	changed := s.changedFor(strikeSearch)
	for pass := range s.parts {
		for i := range s.parts[pass] {
			b := &s.parts[pass][i]
			if b.pair&*changed == 0 {
				continue
			}
			for x, d := range s.lockedIn(b) {
				for at := s.pos[x.cover][d] &^ x.inCover; at != 0; at &= at - 1 {
					gr.struck = append(gr.struck, loss{s.cells[x.cover][bits.TrailingZeros16(at)], d.Mask()})
				}
			}
		}
	}
	*changed = 0
}

// strikeSets notes what naked and hidden sets of n strike out. In the first round no single is
// left, and no smaller set strikes anything out. So no set of more than half of a house's blanks
// does: its complement is a smaller set. A hidden set of half is the complement of a naked one.
func (gr *Grader) strikeSets(n, rounds int) {
	s := &gr.state
	var naked, hidden tuples
	changed := s.changedFor(strikeSearch + n - 1)
	for h := range s.geo.Houses {
		blanks := int(s.empty[h])
		if *changed>>h&1 == 0 || blanks <= n || rounds == 0 && blanks < 2*n {
			continue // a set would be all of the house, or more than half
		}
		cells := s.geo.HouseCells(board.House(h))
		s.cellsIn(board.House(h), n, n, &naked)
		for naked.next() {
			digits, set := board.Digits(naked.all()), naked.members()
			for i, c := range cells {
				if set>>i&1 == 0 {
					gr.struck = append(gr.struck, loss{c, digits})
				}
			}
		}
		if rounds == 0 && blanks == 2*n {
			continue
		}
		hidden.start(n, n, 0)
		for m := s.few(board.House(h), n); m != 0; m &= m - 1 {
			d := m.First()
			hidden.add(int(d)-1, s.pos[h][d])
		}
		for hidden.next() {
			digits := board.Digits(hidden.members())
			for at := hidden.all(); at != 0; at &= at - 1 {
				gr.struck = append(gr.struck, loss{cells[bits.TrailingZeros16(at)], ^digits})
			}
		}
	}
	*changed = 0
}

// shuffled maps numbers one to one to shuffled numbers (Guy Steele, Doug Lea and
// Christine Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014: the
// finalizer of SplitMix).
func shuffled(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// toCanonical returns the transform of the current puzzle to its canonical form.
// The solution must be known.
func (gr *Grader) toCanonical(p *board.Grid) board.Transform {
	full := *p
	for i, d := range p.Digits() {
		if d == 0 {
			full.Set(board.Cell(i), gr.solution.digit[i])
		}
	}
	return gr.canon.Transform(p, &full)
}

// Key is [board.Key]. It may take less time for the puzzle that was graded last.
func (gr *Grader) Key(p, solution *board.Grid) [16]byte { return gr.canon.Key(p, solution) }

// Canonical returns the canonical form of a proper puzzle of the grader's size, see
// [board.Canonical]; false if it has no solution, if the search's budget ran out,
// or if Stop ended the search.
func (gr *Grader) Canonical(p *board.Grid) (board.Grid, bool) {
	if !gr.begin(p) {
		return board.Grid{}, false
	}
	form := gr.toCanonical(p)
	return form.Apply(p), true
}

// solution is the solution of the current puzzle, found when it is first needed:
// singles, then a guess in a cell with the fewest candidates.
type solution struct {
	known  bool
	digit  [board.MaxCells]board.Digit // of the blanks of the puzzle
	trials []*state                    // one for each open guess, kept from puzzle to puzzle
	budget int
	stop   func() bool // asked every truthAsks cells whether to give up; nil: never
}

// truthAsks is a few milliseconds of a large puzzle.
const truthAsks = 1 << 10

// findTruth solves the current puzzle from its start. On 9x9, and for variants up to
// that size, it uses the solver, which is faster; a proper puzzle has only one solution.
func (gr *Grader) findTruth(p *board.Grid) {
	t := &gr.solution
	if geo := p.Geometry(); geo.Size == 9 || geo.Size < 9 && !geo.Classical() {
		if gr.solver == nil {
			gr.solver = solve.NewSearcher(p.Geometry())
		}
		full, n := gr.solver.Solve(p)
		if t.known = n == 1; t.known {
			copy(t.digit[:], full.Digits())
			return
		}
	}
	t.budget, t.stop = scanBudget, gr.Stop
	t.known = t.complete(1, t.open(0, &gr.start))
}

// begin loads a puzzle of the grader's size and finds its solution. It reports false if that
// failed: the puzzle has none, or the search ended early.
func (gr *Grader) begin(p *board.Grid) bool {
	gr.mustFit(p)
	if !gr.state.load(p) {
		return false
	}
	gr.start = gr.state
	gr.findTruth(p)
	return gr.solution.known
}

// open returns the workspace of a depth with a copy of s in it.
func (t *solution) open(depth int, s *state) *state {
	if depth == len(t.trials) {
		t.trials = append(t.trials, new(state))
	}
	*t.trials[depth] = *s
	return t.trials[depth]
}

// complete solves s, with depth guesses open. If the budget runs out, it reports that
// there is no solution.
func (t *solution) complete(depth int, s *state) bool {
	for s.blanks > 0 {
		c, ok := s.tightest()
		if t.budget--; t.budget < 0 || !ok {
			return false
		}
		if t.stop != nil && t.budget%truthAsks == 0 && t.stop() {
			t.budget = 0
			return false
		}
		if s.hidden != 0 && !s.cand[c].Single() {
			h := bits.TrailingZeros64(s.hidden)
			d := s.cnt[h][1].First()
			t.place(s, s.cells[h][bits.TrailingZeros16(s.pos[h][d])], d)
			continue
		}
		for m := s.cand[c]; m&(m-1) != 0; m &= m - 1 {
			next := t.open(depth, s)
			t.place(next, c, m.First())
			if t.complete(depth+1, next) {
				return true
			}
			s.remove(c, m.First())
		}
		t.place(s, c, s.cand[c].First())
	}
	return true
}

// place records what it places. A digit of a failed guess is written over by the
// guess that succeeds, because that one fills all cells.
func (t *solution) place(s *state, c board.Cell, d board.Digit) {
	t.digit[c] = d
	s.place(c, d)
}

// tightest returns the first of the blanks with the fewest candidates, or false
// when one has none.
func (s *state) tightest() (board.Cell, bool) {
	s.settle()
	for k := range s.geo.Size + 1 {
		for i, x := range s.by[k] {
			if x != 0 {
				return board.Cell(i<<6 | bits.TrailingZeros64(x)), k > 0
			}
		}
	}
	return 0, false
}
