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

	geo    *board.Geometry
	tree   tree
	random *mrvSearch // for random solutions
}

// tree is a depth-first search with its own memory.
type tree interface {
	walk
	load(p *board.Grid)                          // discards an earlier search
	loadOther(p *board.Grid, cell board.Cell)    // like load, but for solutions with another digit in a clue's cell
	keep(within *board.Board)                    // leaves only the candidates of a board in the blanks
	search(want int, maxNodes int64) (found int) // continues until it has found want solutions, or has looked at maxNodes nodes in all
}

// NewSearcher returns a searcher for one size; it panics if g is nil.
func NewSearcher(g *board.Geometry) *Searcher {
	g = cmp.Or(g, board.Nine())
	if Default(g).Name == "bitboard" {
		return &Searcher{geo: g, tree: new(bitSearch).fit(g)}
	}
	return &Searcher{geo: g, tree: newMRVSearch(g)}
}

// Count returns the number of solutions, up to the limit; 0 means all.
func (s *Searcher) Count(p *board.Grid, limit int) int {
	s.tree.load(p)
	if limit <= 0 {
		limit = math.MaxInt
	}
	return s.find(limit)
}

// Solve counts solutions up to 2 and returns the first of them: n is 0, 1, or
// 2 for several.
func (s *Searcher) Solve(p *board.Grid) (solution board.Grid, n int) {
	s.tree.load(p)
	return s.first()
}

// SolveWithin is Solve for solutions within the candidates of a board.
func (s *Searcher) SolveWithin(b *board.Board) (solution board.Grid, n int) {
	s.tree.load(&b.Grid)
	s.tree.keep(b)
	return s.first()
}

// first is Solve for what was loaded.
func (s *Searcher) first() (solution board.Grid, n int) {
	if s.find(1) == 0 {
		return solution, 0
	}
	solution = s.tree.solution()
	return solution, 1 + s.find(1)
}

// Random returns a solution of a puzzle of a variant whose search guesses digits at random.
// Every solution is possible, but not equally likely. It reports false if there is none, or
// if the budget was spent; another call may then have more luck.
func (s *Searcher) Random(p *board.Grid, rng *rand.Rand) (solution board.Grid, ok bool) {
	if s.random == nil {
		s.random = newMRVSearch(s.geo)
	}
	usual := s.tree
	s.tree, s.random.rng = s.random, rng
	defer func() { s.tree, s.random.rng = usual, nil }()
	s.tree.load(p)
	if s.find(1) == 0 {
		return solution, false
	}
	return s.tree.solution(), true
}

// Other reports whether p, with the clue in one cell blanked, has a solution
// with a different digit there. If p has a solution, "no" proves that the clue
// follows from the others: a search for one solution where counting would look
// for two. When the budget is spent the answer is yes, "the clue is needed".
func (s *Searcher) Other(p *board.Grid, cell board.Cell) bool {
	s.tree.loadOther(p, cell)
	return s.find(1) == 1 || s.Spent
}

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
			stats, _ := s.tree.progress()
			pause = min(most, stats.Nodes+ctxEvery)
		}
		found += s.tree.search(want-found, pause)
		_, more := s.tree.progress()
		s.Spent = found < want && more
		if !s.Spent || pause == most || s.Stop() {
			return found
		}
	}
}
