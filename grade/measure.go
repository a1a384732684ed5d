package grade

import (
	"hash/fnv"
	"math/bits"
	"math/rand/v2"

	"gradoku/board"
)

// Measures are measures beyond the grade that were proposed to predict how long
// people take. They are not part of a grade, since two of them are means over random
// solves.
//
// Dependency and Refutation follow Radek Pelánek, Difficulty Rating of Sudoku
// Puzzles: An Overview and Evaluation (arXiv:1403.7373, 2014). His solver fills a
// random cell among those that singles can fill, and where there is none, the cell
// whose wrong candidates are refuted by the fewest singles.
type Measures struct {
	// Dependency is the number of cells that singles can fill at a time, averaged
	// over the first DependencySteps fills of such solves; DependencyHidden counts
	// hidden singles only.
	Dependency, DependencyHidden float64
	// Refutation is the sum, over the cells filled where singles end, of the singles
	// that refute the cell's wrong candidates; 0 for a puzzle that singles solve.
	Refutation float64
	// Scan is the scan effort, in cells, of such solves with one cell filled at a
	// time, a random one of the class that S would fill completely: see the function
	// scan.
	Scan   float64
	Rounds int // rounds of singles, all of a round at once, until they end
	Left   int // blanks that singles leave
}

// DependencySteps is how many fills a dependency looks at. Correlations with
// times are highest at 20 to 30 in the paper.
const DependencySteps = 25

// unrefuted is the count for a wrong candidate that singles do not refute. It is
// above the count of any that they do, so that such a cell is chosen last.
const unrefuted = 100

// Measure measures a proper puzzle of the grader's size, with the given number of
// random solves from a seed. It solves the canonical form, with a random stream of
// that form's own. So all images of a puzzle have the same measures, and the order in
// which puzzles are measured does not matter. The figures of an improper puzzle, or of
// one that Stop ends, are meaningless.
func (gr *Grader) Measure(p *board.Grid, runs int, seed uint64) Measures {
	var h Measures
	form, ok := gr.Canonical(p)
	if !ok {
		return h
	}
	gr.turn(form.Geometry())
	defer gr.turn(p.Geometry())
	s, m := &gr.state, human{gr: gr, rng: streamOf(&form, seed)}
	s.load(&form)
	gr.start = *s
	if gr.findTruth(&form); !gr.solution.known {
		return h
	}
	h.Rounds = s.rounds()
	h.Left = s.blanks
	closed := *s
	for range runs {
		if gr.stopped() {
			return h
		}
		*s = closed
		h.Refutation += float64(m.refute()) / float64(runs)
		if h.Left == 0 {
			break
		}
	}
	for range runs {
		*s = gr.start
		all, hidden := m.solve()
		h.Dependency += all / float64(runs)
		h.DependencyHidden += hidden / float64(runs)
	}
	for range runs {
		if gr.stopped() {
			return h
		}
		*s = gr.start
		h.Scan += m.scan() / float64(runs)
	}
	return h
}

// streamOf returns the random stream of a puzzle and a seed.
func streamOf(p *board.Grid, seed uint64) *rand.Rand {
	hash := fnv.New64a()
	hash.Write([]byte(p.String()))
	return rand.New(rand.NewPCG(seed, hash.Sum64()))
}

// stopped reports whether to end: on 16x16 one measure can take seconds.
func (gr *Grader) stopped() bool { return gr.Stop != nil && gr.Stop() }

// human is one call of Measure.
type human struct {
	gr      *Grader
	rng     *rand.Rand
	guesses []Candidate // what is placed when singles end; closures do not depend on the order of fills
	trial   state
}

// rounds fills all singles at once, again and again, and counts.
func (s *state) rounds() int {
	n := 0
	var w visibleSingles
	for s.look(&w); s.fillAll(&w) > 0; s.look(&w) {
		n++
	}
	return n
}

// fillAll places the visible singles and returns the number of cells.
func (s *state) fillAll(w *visibleSingles) int {
	filled := 0
	for k := range w.classes {
		for i, x := range w.classes[k].set {
			for ; x != 0; x &= x - 1 {
				c := board.Cell(i<<6 | bits.TrailingZeros64(x))
				if s.cand[c].Has(w.digit[c]) {
					s.place(c, w.digit[c])
					filled++
				}
			}
		}
	}
	return filled
}

// solve fills one random cell at a time and returns both mean dependencies.
func (m *human) solve() (all, hidden float64) {
	s := &m.gr.state
	guess, steps := 0, 0
	var w visibleSingles
	for ; steps < DependencySteps && s.blanks > 0; steps++ {
		s.look(&w)
		seen := w.classes[0].cells + w.classes[1].cells
		hidden += float64(seen)
		seen += w.classes[2].cells
		all += float64(seen)
		var c Candidate
		switch {
		case seen > 0:
			c.Cell = anyOf(w.classes[0].set.Union(w.classes[1].set).Union(w.classes[2].set), m.rng)
			c.Digit = w.digit[c.Cell]
		case guess < len(m.guesses):
			c = m.guesses[guess]
			guess++
		}
		if c.Digit == 0 || !s.cand[c.Cell].Has(c.Digit) {
			break // no solution
		}
		s.place(c.Cell, c.Digit)
	}
	n := float64(max(steps, 1))
	return all / n, hidden / n
}

// scan is the scan effort of one solve that fills one cell at a time.
func (m *human) scan() float64 {
	s := &m.gr.state
	effort := 0.0
	var w visibleSingles
	for s.blanks > 0 {
		s.look(&w)
		k := 0
		for k < len(w.classes) && w.classes[k].cells == 0 {
			k++
		}
		if k < len(w.classes) {
			effort += float64(10*s.blanks) / w.weight()
			c := anyOf(w.classes[k].set, m.rng)
			s.place(c, w.digit[c])
			continue
		}
		effort += float64(2 * s.blanks)
		if m.gr.strike(strikeKinds) {
			continue
		}
		k = 0
		for s.by[k].Empty() {
			k++
		}
		c := anyOf(s.by[k], m.rng)
		d := m.gr.solution.digit[c]
		if !s.cand[c].Has(d) {
			return effort // no solution
		}
		s.place(c, d)
	}
	return effort
}

// anyOf picks one of the cells.
func anyOf(cells board.CellSet, rng *rand.Rand) board.Cell {
	return nth(cells, rng.IntN(cells.Len()))
}

// nth returns the n-th of the cells, from 0.
func nth(cells board.CellSet, n int) board.Cell {
	for i, x := range cells {
		if k := bits.OnesCount64(x); n >= k {
			n -= k
			continue
		}
		for ; n > 0; n-- {
			x &= x - 1
		}
		return board.Cell(i<<6 | bits.TrailingZeros64(x))
	}
	return 0
}

// refute solves on from the board at which singles ended, and adds up the
// refutations. The first call remembers the guesses.
func (m *human) refute() int {
	s := &m.gr.state
	first := m.guesses == nil
	sum := 0
	for s.blanks > 0 && !m.gr.stopped() {
		c, cost := m.cheapest()
		d := m.gr.solution.digit[c]
		if !s.cand[c].Has(d) {
			return sum
		}
		sum += cost
		if first {
			m.guesses = append(m.guesses, Candidate{c, d})
		}
		s.place(c, d)
		s.rounds()
	}
	return sum
}

// cheapest returns the cell whose wrong candidates take the fewest singles to
// refute in all, and that number. Cells with few candidates come first, so that
// most others can be dropped early.
func (m *human) cheapest() (board.Cell, int) {
	s := &m.gr.state
	s.settle()
	best, at := 1<<30, board.Cell(0)
	for k := 2; k <= s.geo.Size; k++ {
		for i, x := range s.by[k] {
			for ; x != 0; x &= x - 1 {
				if m.gr.stopped() {
					return at, best
				}
				c := board.Cell(i<<6 | bits.TrailingZeros64(x))
				if cost := m.cost(c, best); cost < best {
					best, at = cost, c
				}
			}
		}
	}
	return at, best
}

// cost adds up what it takes to refute the wrong candidates of a cell, or
// returns limit when that is reached.
func (m *human) cost(c board.Cell, limit int) int {
	sum := 0
	for d := range m.gr.state.cand[c].All() {
		if d == m.gr.solution.digit[c] {
			continue
		}
		m.trial.follow(&m.gr.state)
		m.trial.place(c, d)
		if sum += m.contradiction(limit - sum); sum >= limit {
			return limit
		}
	}
	return sum
}

// follow copies the parts of another state that filling cells needs. A whole copy takes
// three times as long, and there are thousands for a puzzle.
func (s *state) follow(other *state) {
	geo := other.geo
	s.layout = other.layout
	copy(s.cand[:geo.Cells], other.cand[:])
	copy(s.pos[:geo.Houses], other.pos[:])
	copy(s.cnt[:geo.Houses], other.cnt[:])
	copy(s.at[:geo.Size+1], other.at[:])
	copy(s.by[:geo.Size+1], other.by[:])
	s.empty, s.hidden, s.last, s.blanks = other.empty, other.hidden, other.last, other.blanks
	s.fresh = 0
}

// contradiction fills singles in random order until a cell or a house of the trial is
// dead, and returns how many it filled, counting the assumption.
func (m *human) contradiction(limit int) int {
	s := &m.trial
	for steps := 1; ; steps++ {
		switch {
		case s.dead():
			return steps
		case steps >= limit:
			return limit
		}
		c, d := m.anySingle()
		if d == 0 {
			return unrefuted
		}
		s.fresh = 0
		s.place(c, d)
	}
}

// anySingle picks a single of the trial: a random house or cell, then its first.
func (m *human) anySingle() (board.Cell, board.Digit) {
	s := &m.trial
	houses := bits.OnesCount64(s.hidden)
	n := houses + s.by[1].Len()
	if n == 0 {
		return 0, 0
	}
	k := m.rng.IntN(n)
	if k < houses {
		x := s.hidden
		for ; k > 0; k-- {
			x &= x - 1
		}
		h := bits.TrailingZeros64(x)
		d := s.cnt[h][1].First()
		return s.cells[h][bits.TrailingZeros16(s.pos[h][d])], d
	}
	c := nth(s.by[1], k-houses)
	return c, s.cand[c].First()
}

// dead reports whether a blank has no candidate, or a digit no place in one of the fresh
// houses with room for it.
func (s *state) dead() bool {
	if !s.by[0].Empty() {
		return true
	}
	for m := s.fresh; m != 0; m &= m - 1 {
		h := bits.TrailingZeros64(m)
		if s.cnt[h][0].Len() > s.geo.Size-int(s.empty[h]) {
			return true
		}
	}
	return false
}
