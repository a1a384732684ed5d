package generate

import (
	"cmp"
	"slices"

	"gradoku/board"
	"gradoku/solve"
)

// Minimizer removes clues that are not needed from proper puzzles. It is a
// workspace for one size: use one per goroutine.
type Minimizer struct {
	rng    *stream
	order  []board.Cell
	search *solve.Searcher
}

// NewMinimizer returns a Minimizer for one size, 9x9 if g is nil. Its methods panic on a
// puzzle of another size.
func NewMinimizer(g *board.Geometry) *Minimizer {
	g = cmp.Or(g, board.Nine())
	m := &Minimizer{rng: newStream(), search: solve.NewSearcher(g)}
	if g.Size > 9 {
		m.search.Budget = proofBudget
	}
	return m
}

// Redundant returns the clues of a proper puzzle that could each be removed alone,
// which does not mean that two of them could be removed together. unproved counts
// the clues whose proof ran out of budget, which happens only above 9x9; they are
// not returned.
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
// order, and each one that is not needed is removed. unproved is as in Redundant: if
// it is not 0, the result may still have needless clues.
func (m *Minimizer) InOrder(puzzle *board.Grid) (minimal board.Grid, unproved int) {
	m.order = slices.AppendSeq(m.order[:0], puzzle.ClueSet().All())
	return m.reduce(puzzle)
}

// Shuffled is InOrder with the clues in the random order of (seed, index):
// another seed may find another minimal puzzle, perhaps with fewer clues.
func (m *Minimizer) Shuffled(puzzle *board.Grid, seed, index uint64) (minimal board.Grid, unproved int) {
	m.order = slices.AppendSeq(m.order[:0], puzzle.ClueSet().All())
	m.rng.rekey(seed, index)
	m.rng.Shuffle(len(m.order), func(i, j int) { m.order[i], m.order[j] = m.order[j], m.order[i] })
	return m.reduce(puzzle)
}

// reduce tries each clue once: a clue that was needed while there were more
// clues is needed later too.
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
