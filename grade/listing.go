package grade

import (
	"cmp"
	"fmt"
	"slices"

	"gradoku/board"
)

// Find lists all steps of one technique in a position; the step that a path takes comes
// first. The position need not be the beginning of a puzzle. A step that can be seen in
// several ways is listed once. An unknown id is an error.
//
// To follow a ladder, call [Next], not Find for one technique after another: Find lists
// sets for which the ladder finds the smaller complement, and of several techniques that
// share a search, such as the chains, the ladder takes the one with the shortest step.
//
// Of the techniques with several assumptions (from Nishio on) only the best step
// is found: there would be too many to be of use.
func (gr *Grader) Find(b *board.Board, id string) ([]Step, error) {
	row, err := rowByID(id)
	if err != nil {
		return nil, err
	}
	if b.Geometry() != gr.state.geo {
		return nil, fmt.Errorf("a position of another size was given to a grader for %dx%d", gr.state.geo.Size, gr.state.geo.Size)
	}
	if row == lastResort {
		return nil, nil
	}
	first := row // of those that share the finder
	for technique(first).find == nil {
		first--
	}
	gr.state.loadBoard(b)
	gr.state.limit(gr.Budget, gr.Stop)
	var steps []Step
	seen := map[string]bool{}
	keep := func(found int) {
		if found != row {
			return
		}
		s := gr.step(row)
		if key := s.key(); !seen[key] {
			seen[key] = true
			steps = append(steps, s)
		}
	}
	// The step that a path takes comes first.
	if found, ok := gr.find([]int{first}); ok {
		keep(found)
	}
	gr.list(first, keep)
	return steps, nil
}

// list calls each with every step of the techniques that share a search, in the order
// of the search; the step is in gr.found.
func (gr *Grader) list(first int, each func(row int)) {
	gr.state.unchanged.forget() // what a search for the first step passed over must be found
	gr.found.reset()
	gr.found.each = func() {
		row := first + gr.found.variant
		gr.found.rating = cmp.Or(gr.found.rating, technique(row).Rating)
		each(row)
	}
	if technique(first).find(&gr.state, &gr.found) {
		gr.found.each()
	}
	gr.found.each = nil
	gr.found.reset()
	gr.state.unchanged.forget() // what was listed must be found again next time
}

// key distinguishes steps by their reasons, in any order, and their
// conclusions.
func (s *Step) key() string {
	cells, houses := slices.Clone(s.Cells), slices.Clone(s.Houses)
	slices.Sort(cells)
	slices.Sort(houses)
	return fmt.Sprint(s.Rating, cells, houses, s.Digits, s.Place, s.Eliminate)
}

// findAll passes on every single chain of a position, and the best step of the
// techniques with several assumptions.
func (c *chains) findAll(s *state, f *finding, what chainProducer) bool {
	each := f.each
	f.each = nil
	found := c.find(s, f, what)
	f.each = each
	if !found {
		return false
	}
	if what != unaryChains {
		return f.done()
	}
	f.reset()
	return c.use.allUnary(s, f)
}

// longestListed is the number of nodes up to which cycles are listed.
const longestListed = 60

// allUnary passes on the shortest chain to each possible conclusion, and the
// cycles.
func (e *engine[S]) allUnary(s *state, f *finding) bool {
	p := &e.pos
	for _, kind := range [2]int{kindX, kindMixed} {
		base := [3]float64{kindX: 6.6, kindMixed: 7.0}[kind]
		for i := range members(&p.open) {
			for _, isOn := range [2]bool{false, true} {
				if n := e.unary.tree.distance(p, kind, i, isOn); n > 0 {
					foundForced(p, f, unaryEntry{nodes: n, rating: base + lengthRating(n)}, kind, forced{i, isOn})
					if f.done() {
						return true
					}
				}
			}
		}
	}
	for _, kind := range [3]int{kindX, kindY, kindMixed} {
		base := [3]float64{kindX: 6.5, kindY: 6.5, kindMixed: 7.0}[kind]
		for i := range members(&p.linked[kind]) {
			for n := 4; n <= longestListed; n += 2 {
				if e.unary.cycleAt(p, kind, i, n) {
					e.unary.foundCycle(p, f, unaryEntry{nodes: n, rating: base + lengthRating(n)}, kind, i)
					if f.done() {
						return true
					}
				}
			}
		}
	}
	return false
}

// distance returns the number of nodes of the shortest chain from a candidate's
// opposite to the candidate being true, or false; 0 when there is none.
func (t *tree[S]) distance(p *position[S], kind int, i int16, isOn bool) int {
	t.grow(p, kind, i, !isOn)
	if isOn && !has(&t.seenOn, i) || !isOn && !has(&t.seenOff, i) {
		return 0
	}
	return len(t.path(p, i, isOn))
}
