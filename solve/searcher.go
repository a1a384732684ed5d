package solve

import (
	"cmp"
	"math"
	"math/rand/v2"

	"gradoku/board"
)

// Searcher is the default search of one size for callers in a loop, such as a generator: it
// owns its memory, and allocates nothing after the first call. It is not for concurrent
// use. It trusts its caller: puzzles must have its size and only digits of that size.
// [Prover] and [Count] check their puzzles.
type Searcher struct {
	Budget int64 // stop each call after this many search nodes; 0 = no budget
	Spent  bool  // whether the last call stopped early, and so may have missed solutions

	// Stop, unless nil, is asked every few thousand nodes whether to stop early: for
	// callers that must not wait for the end of a large puzzle's search.
	Stop func() bool

	geo  *board.Geometry
	nine *bitSearch // 9x9 and its variants
	any  *mrvSearch // all other puzzles, and random solutions
}

// NewSearcher returns a searcher for one size; it panics if g is nil.
func NewSearcher(g *board.Geometry) *Searcher {
	g = cmp.Or(g, board.Nine())
	if Default(g).Name == "bitboard" {
		return &Searcher{geo: g, nine: new(bitSearch).fit(g)}
	}
	return &Searcher{geo: g, any: newMRVSearch(g)}
}

// Count returns the number of solutions, up to the limit; 0 means all.
func (s *Searcher) Count(p *board.Grid, limit int) int {
	s.load(p)
	if limit <= 0 {
		limit = math.MaxInt
	}
	if s.nine != nil {
		s.nine.speculative = limit >= 2
	}
	return s.find(limit)
}

// Solve counts solutions up to 2 and returns the first of them: n is 0, 1, or
// 2 for several.
func (s *Searcher) Solve(p *board.Grid) (solution board.Grid, n int) {
	s.load(p)
	return s.first()
}

// SolveWithin is Solve for solutions within the candidates of a board.
func (s *Searcher) SolveWithin(b *board.Board) (solution board.Grid, n int) {
	s.load(&b.Grid)
	if s.nine != nil {
		s.nine.keep(b)
	} else {
		s.any.keep(b)
	}
	return s.first()
}

// first is Solve for what was loaded.
func (s *Searcher) first() (solution board.Grid, n int) {
	if !s.next() {
		return solution, 0
	}
	solution = board.NewGrid(s.geo)
	if s.nine != nil {
		s.nine.stack[s.nine.depth].write(&solution)
	} else {
		s.any.write(&s.any.stack[s.any.depth], &solution)
	}
	if s.next() {
		return solution, 2
	}
	return solution, 1
}

// Random returns a solution of a puzzle of a variant whose search guesses digits at random.
// Every solution is possible, but not equally likely. It reports false if there is none, or
// if the budget was spent; another call may then have more luck.
func (s *Searcher) Random(p *board.Grid, rng *rand.Rand) (solution board.Grid, ok bool) {
	if s.any == nil {
		s.any = newMRVSearch(s.geo)
	}
	nine := s.nine
	s.nine, s.any.rng = nil, rng
	defer func() { s.nine, s.any.rng = nine, nil }()
	s.load(p)
	if !s.next() {
		return solution, false
	}
	solution = board.NewGrid(s.geo)
	s.any.write(&s.any.stack[s.any.depth], &solution)
	return solution, true
}

// Other reports whether p, with the clue in one cell blanked, has a solution
// with a different digit there. If p has a solution, "no" proves that the clue
// follows from the others: a search for one solution where counting would look
// for two. When the budget is spent the answer is yes, "the clue is needed".
func (s *Searcher) Other(p *board.Grid, cell board.Cell) bool {
	if s.nine != nil {
		s.load(p)
		s.nine.stack[0].forbid(cell, p.At(cell))
	} else {
		q := *p
		q.Set(cell, 0)
		s.load(&q)
		s.any.stack[0].cand[cell] &^= p.At(cell).Mask()
	}
	return s.next() || s.Spent
}

func (s *Searcher) load(p *board.Grid) {
	s.Spent = false
	if s.nine != nil {
		s.nine.load(p.Digits())
	} else {
		s.any.start(p)
	}
}

// next searches for the next solution, and sets Spent if it had to stop.
func (s *Searcher) next() bool { return s.find(1) == 1 }

// find searches until it has as many solutions as wanted, or all there are, and
// sets Spent if it stopped before that.
func (s *Searcher) find(want int) (found int) {
	most := s.Budget
	if most <= 0 {
		most = math.MaxInt64
	}
	for {
		pause := most
		if s.Stop != nil {
			pause = min(most, s.nodes()+ctxEvery)
		}
		n, more := s.search(want-found, pause)
		found += n
		s.Spent = found < want && more
		if !s.Spent || pause == most || s.Stop() {
			return found
		}
	}
}

// search is find up to a number of nodes; more says whether nodes are left.
func (s *Searcher) search(want int, most int64) (found int, more bool) {
	if s.nine != nil {
		found = s.nine.search(want, most)
		return found, s.nine.depth > 0
	}
	for found < want && s.any.next(most) {
		found++
	}
	return found, s.any.depth > 0
}

// nodes returns how many nodes the search has looked at since it was loaded.
func (s *Searcher) nodes() int64 {
	if s.nine != nil {
		return s.nine.stats.Nodes
	}
	return s.any.stats.Nodes
}
