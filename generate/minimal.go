package generate

import (
	"gradoku/board"
	"gradoku/solve"
)

// Minimizer takes clues that are not needed out of proper puzzles. It is a
// workspace for one size: use one per goroutine.
type Minimizer struct {
	geo    *board.Geometry
	rng    *stream
	order  []board.Cell
	search *solve.Searcher
}

// NewMinimizer returns a Minimizer for one size; without one it panics, as do its methods
// with a puzzle of another.
func NewMinimizer(g *board.Geometry) *Minimizer {
	m := &Minimizer{geo: g, rng: newStream(), search: solve.NewSearcher(g)}
	if g.Size > 9 {
		m.search.Budget = proofBudget
	}
	return m
}

// Redundant returns the clues of a proper puzzle that could each go alone. It does
// not follow that two of them could go together. unproved counts the clues whose
// proof ran into its budget, which only a puzzle larger than 9x9 can have; they are
// not among those returned.
func (m *Minimizer) Redundant(puzzle *board.Grid) (cells board.CellSet, unproved int) {
	for c := range puzzle.ClueSet().All() {
		other := m.search.Other(puzzle, c)
		switch {
		case m.search.Spent:
			unproved++
		case !other:
			cells.Add(c)
		}
	}
	return cells, unproved
}

// InOrder returns a minimal puzzle within a proper one: clues are tried in row-major
// order, and each one that can go does. unproved is as in Redundant: where it is not
// 0 the result may have clues to spare.
func (m *Minimizer) InOrder(puzzle *board.Grid) (minimal board.Grid, unproved int) {
	m.list(puzzle)
	return m.reduce(puzzle)
}

// Shuffled is InOrder with the clues in the random order of (seed, index):
// another seed may find another minimal puzzle, with fewer clues perhaps.
func (m *Minimizer) Shuffled(puzzle *board.Grid, seed, index uint64) (minimal board.Grid, unproved int) {
	m.list(puzzle)
	m.rng.rekey(seed, index)
	m.rng.Shuffle(len(m.order), func(i, j int) { m.order[i], m.order[j] = m.order[j], m.order[i] })
	return m.reduce(puzzle)
}

func (m *Minimizer) list(puzzle *board.Grid) {
	m.order = m.order[:0]
	for c := range puzzle.ClueSet().All() {
		m.order = append(m.order, c)
	}
}

// reduce tries each clue once: one that was needed while more clues stood is
// needed after that too.
func (m *Minimizer) reduce(puzzle *board.Grid) (minimal board.Grid, unproved int) {
	minimal = *puzzle
	for _, c := range m.order {
		other := m.search.Other(&minimal, c)
		switch {
		case m.search.Spent:
			unproved++
		case !other:
			minimal.Set(c, 0)
		}
	}
	return minimal, unproved
}
