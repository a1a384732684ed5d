package grade

import (
	"math/bits"

	"gradoku/board"
)

// scanBudget bounds the search for the true digit of a cell, in cells tried. No
// puzzle of 9x9 has needed a thousandth of it; a hopeless 16x16 ends here.
const scanBudget = 1 << 18

// scan computes the scan effort S of the puzzle that is loaded, in tenths, and
// leaves the state at its solution. S is the best single predictor of solving
// times that this project has found: how many cells a person looks over for each
// cell found, summed over a solution in waves.
//
//	until solved, with E blanks:
//	  B = cells that are a hidden single in a box, or the last blank of a house
//	  L = other cells that are a hidden single in a line
//	  K = other cells that are a naked single
//	  place the first of the three classes that is not empty, all of it; for
//	    each cell S += E / (B + 0.7 L + 0.1 K + 0.5), then E -= 1
//	  all empty: S += E / 0.5, then strike out by all locked candidates there
//	    are, else all pairs, else all triplets (naked and hidden ones), else place
//	    the true digit of the first cell with the fewest candidates
//
// The weights say how eagerly people look: a single in a box is seen first, one in a
// line less, and a naked single is what is left. They were fitted once, on times that
// people took (synnwang/sudoku_dataset_difficulty, 1,533 puzzles), and are the same
// for every size. S is 0 for a full grid and for a puzzle without a solution, where
// there is nothing to scan.
func (gr *Grader) scan() int {
	s := &gr.state
	gr.solution.known = false
	effort := 0.0
	for s.blanks > 0 {
		w := s.look()
		var ok bool
		switch {
		case w.classes[0].cells+w.classes[1].cells+w.classes[2].cells == 0:
			effort += float64(2 * s.blanks)
			ok = gr.strike() || gr.placeTrue()
		default:
			effort, ok = s.placeWave(&w, effort)
		}
		if !ok {
			return 0
		}
	}
	return int(10*effort + 0.5)
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

// add puts a cell into a class unless it is in one before.
func (w *visibleSingles) add(k int, c board.Cell, d board.Digit) {
	for i := range k + 1 {
		if w.classes[i].set.Has(c) {
			return
		}
	}
	w.classes[k].set.Add(c)
	w.classes[k].cells++
	w.digit[c] = d
}

// look collects the singles of the present state.
func (s *state) look() visibleSingles {
	var w visibleSingles
	first := s.boxes | s.last
	s.addHidden(&w, 0, s.hidden&first)
	s.addHidden(&w, 1, s.hidden&^first)
	for i, x := range s.by[1] {
		for ; x != 0; x &= x - 1 {
			c := board.Cell(i<<6 | bits.TrailingZeros64(x))
			w.add(2, c, s.cand[c].First())
		}
	}
	return w
}

// addHidden adds the hidden singles of some houses.
func (s *state) addHidden(w *visibleSingles, k int, houses uint64) {
	for ; houses != 0; houses &= houses - 1 {
		h := bits.TrailingZeros64(houses)
		for m := s.cnt[h][1]; m != 0; m &= m - 1 {
			d := m.First()
			w.add(k, s.cells[h][bits.TrailingZeros16(s.pos[h][d])], d)
		}
	}
}

// placeWave places the first class that is not empty. The tenths of the weight are
// whole numbers, so that every machine gets the same sum.
func (s *state) placeWave(w *visibleSingles, effort float64) (float64, bool) {
	weight := float64(10*w.classes[0].cells + 7*w.classes[1].cells + w.classes[2].cells + 5)
	k := 0
	for w.classes[k].cells == 0 {
		k++
	}
	for i, x := range w.classes[k].set {
		for ; x != 0; x &= x - 1 {
			c := board.Cell(i<<6 | bits.TrailingZeros64(x))
			if !s.cand[c].Has(w.digit[c]) {
				return 0, false // another of the wave took it: there is no solution
			}
			effort += float64(10*s.blanks) / weight
			s.place(c, w.digit[c])
		}
	}
	return effort, true
}

// strikes are what a person turns to without a single, easiest first.
var strikes = [...][]finder{
	{pointing, claiming},
	{nakedSet(2), hiddenSet(2)},
	{nakedSet(3), hiddenSet(3)},
}

// strike makes all eliminations of the easiest kind that makes any.
func (gr *Grader) strike() bool {
	for _, kind := range strikes {
		any := false
		for _, find := range kind {
			for gr.found.reset(); find(&gr.state, &gr.found); gr.found.reset() {
				gr.apply()
				any = true
			}
		}
		if any {
			return true
		}
	}
	return false
}

// placeTrue places the digit that the solution has in the first of the cells
// with the fewest candidates. It reports false when there is no solution.
func (gr *Grader) placeTrue() bool {
	s := &gr.state
	c, ok := s.tightest()
	if !ok {
		return false
	}
	if !gr.solution.known {
		gr.findTruth()
	}
	d := gr.solution.digit[c]
	if !gr.solution.known || !s.cand[c].Has(d) {
		return false
	}
	s.place(c, d)
	return true
}

// solution is the solution of the puzzle under work, found when it is first asked
// for: singles, then a cell with the fewest candidates. Only some of the puzzles that
// triplets do not solve need it.
type solution struct {
	known  bool
	digit  [board.MaxCells]board.Digit // of the cells that were blank then
	trials []*state                    // one for each open guess, kept from puzzle to puzzle
	budget int
	stop   func() bool // asked every truthAsks cells whether to give up; nil: never
}

// truthAsks is a few milliseconds of a large puzzle.
const truthAsks = 1 << 10

// findTruth solves the puzzle under work.
func (gr *Grader) findTruth() {
	gr.solution.budget, gr.solution.stop = scanBudget, gr.Stop
	gr.solution.known = gr.solution.complete(1, gr.solution.open(0, &gr.state))
}

// open returns the workspace of a depth with a copy of s in it.
func (t *solution) open(depth int, s *state) *state {
	if depth == len(t.trials) {
		t.trials = append(t.trials, new(state))
	}
	*t.trials[depth] = *s
	return t.trials[depth]
}

// complete solves s, with depth guesses open. Out of budget, it reports that there is
// no solution.
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
	for k := range s.geo.Size + 1 {
		for i, x := range s.by[k] {
			if x != 0 {
				return board.Cell(i<<6 | bits.TrailingZeros64(x)), k > 0
			}
		}
	}
	return 0, false
}
