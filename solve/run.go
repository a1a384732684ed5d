package solve

import (
	"context"
	"fmt"

	"gradoku/board"
)

// Run solves a puzzle with one solver and believes nothing: the first solution
// is checked against the clues before it is returned. Clues that contradict
// each other make a puzzle with no solution, not an error; [board.Grid.Check]
// says which they are. There is an error when the solver does not take the
// size, and when it returned a wrong solution.
func Run(ctx context.Context, s Solver, p *board.Grid, opt Options) (Result, error) {
	geo := p.Geometry()
	if geo == nil {
		return Result{}, fmt.Errorf("solving with %s: there is no grid", s.Name)
	}
	if !s.Takes(geo) {
		return Result{}, fmt.Errorf("solving with %s: it takes sizes %v, not %d", s.Name, s.Sizes, geo.Size)
	}
	if p.Check() != nil {
		return Result{Status: Exhausted}, nil
	}
	r := s.Solve(ctx, p, opt)
	if r.Solutions > 0 && !r.First.Solves(p) {
		return Result{}, fmt.Errorf("solving %v with %s: the solver returned %v, which is no solution", p, s.Name, r.First)
	}
	return r, nil
}

// Count counts solutions with the default solver, up to a limit; 0 means all.
func Count(p *board.Grid, limit int) Result {
	s := Default(p.Geometry())
	return s.Solve(context.Background(), p, Options{Limit: limit})
}

// Unique reports whether the puzzle is proper: whether it has exactly one
// solution.
func Unique(p *board.Grid) bool { return Count(p, 2).Unique() }

// First returns a solution, or false when there is none.
func First(p *board.Grid) (board.Grid, bool) {
	r := Count(p, 1)
	return r.First, r.Solutions > 0
}
