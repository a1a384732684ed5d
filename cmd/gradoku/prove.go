package main

import (
	"errors"
	"fmt"

	"gradoku/board"
	"gradoku/solve"
)

// provers proves that puzzles are proper, with a searcher per size, made when
// first needed.
type provers map[*board.Geometry]*solve.Searcher

// of returns the searcher of a size.
func (p provers) of(geo *board.Geometry) *solve.Searcher {
	if p[geo] == nil {
		p[geo] = solve.NewSearcher(geo)
		p[geo].Budget = searchBudget
	}
	return p[geo]
}

// prove returns the one solution of a puzzle, or says why it has not one.
func (p provers) prove(puzzle *board.Grid) (board.Grid, error) {
	return proveProper(p.of(puzzle.Geometry()), puzzle)
}

// proveProper returns the one solution of a puzzle, or says why it has not one.
func proveProper(search *solve.Searcher, p *board.Grid) (board.Grid, error) {
	if err := p.Check(); err != nil {
		return board.Grid{}, fmt.Errorf("no solution: %w", err)
	}
	solution, n := search.Solve(p)
	switch {
	case n > 1:
		return board.Grid{}, errors.New("several solutions")
	case search.Spent:
		return board.Grid{}, errors.New("too hard to prove: the search was given up")
	case n == 0:
		return board.Grid{}, errors.New("no solution")
	}
	return solution, nil
}

// placed puts the place of a puzzle before what is wrong with it.
func placed(src *source, err error) error { return fmt.Errorf("%s: %w", src.place(), err) }
