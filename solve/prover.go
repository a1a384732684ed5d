package solve

import (
	"cmp"
	"errors"
	"fmt"

	"gradoku/board"
)

// Why a puzzle is not proper, or not known to be.
var (
	ErrNone     = errors.New("no solution")
	ErrSeveral  = errors.New("several solutions")
	ErrUnproved = errors.New("too hard to prove: the search was given up")
)

// ProofBudget limits the nodes spent on one puzzle from elsewhere. A 9x9 never gets
// near it; a 16x16 that is too hard is reported instead of hanging.
const ProofBudget = 50_000_000

// Prover proves that puzzles from elsewhere are proper. It is a workspace for one
// goroutine and any mix of sizes; the zero value is ready.
type Prover struct {
	Budget int64       // nodes spent on one puzzle; 0 = ProofBudget
	Stop   func() bool // unless nil, is asked whether to give up, as in a Searcher

	searches map[*board.Geometry]*Searcher
}

// Prove returns the only solution of a puzzle. The error says why it cannot; it
// wraps [ErrNone], [ErrSeveral] or [ErrUnproved], and names clues that contradict
// each other.
func (pr *Prover) Prove(p *board.Grid) (board.Grid, error) {
	return pr.prove(p, func(search *Searcher) (board.Grid, int) { return search.Solve(p) })
}

// ProveWithin is Prove for solutions within the candidates of a board.
func (pr *Prover) ProveWithin(b *board.Board) (board.Grid, error) {
	return pr.prove(&b.Grid, func(search *Searcher) (board.Grid, int) { return search.SolveWithin(b) })
}

func (pr *Prover) prove(p *board.Grid, solve func(*Searcher) (board.Grid, int)) (board.Grid, error) {
	if err := p.Check(); err != nil {
		return board.Grid{}, fmt.Errorf("%w: %w", ErrNone, err)
	}
	search := pr.Searcher(p.Geometry())
	search.Budget, search.Stop = cmp.Or(pr.Budget, ProofBudget), pr.Stop
	solution, n := solve(search)
	switch {
	case n > 1:
		return board.Grid{}, ErrSeveral
	case search.Spent:
		return board.Grid{}, ErrUnproved
	case n == 0:
		return board.Grid{}, ErrNone
	}
	return solution, nil
}

// manyGeometries is more than the sizes and usual variants. Every layout of a jigsaw is one,
// and their searchers must not pile up.
const manyGeometries = 32

// Searcher returns the searcher of a size, created when first needed, for other
// questions about a puzzle. The caller sets its budget.
func (pr *Prover) Searcher(g *board.Geometry) *Searcher {
	if pr.searches[g] == nil {
		if len(pr.searches) == manyGeometries {
			clear(pr.searches)
		}
		if pr.searches == nil {
			pr.searches = map[*board.Geometry]*Searcher{}
		}
		pr.searches[g] = NewSearcher(g)
	}
	return pr.searches[g]
}
