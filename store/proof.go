package store

import (
	"context"
	"fmt"
	"sync"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/solve"
)

// RowError is the error for a row whose values cannot be right: the file is damaged, or
// somebody has changed it. It wraps [ErrCorrupt].
type RowError struct {
	Puzzle int64 // its id
	Reason string
}

// Error names the puzzle and what is wrong with it. The reason is shortened, because it may
// quote a value of millions of characters.
func (e *RowError) Error() string { return fmt.Sprintf("puzzle %d: %.300s", e.Puzzle, e.Reason) }

// Unwrap returns ErrCorrupt.
func (e *RowError) Unwrap() error { return ErrCorrupt }

// readingBudget bounds, in nodes, the search for a second solution of a puzzle that is
// read: a tenth of a second for a 9x9, two seconds for a 16x16. Of 29 random 16x16 puzzles
// the hardest took 2,769 nodes. A puzzle that takes more was proved when it was saved, and
// is trusted.
const readingBudget = 100_000

// prover verifies puzzles that are read. It is a workspace for one goroutine.
type prover struct {
	solve.Prover
	keys             board.Canonicalizer
	givens, solution board.Grid // of the current puzzle
	trusting         bool       // checks only the grids
	proveKeys        bool
}

// provers keeps idle provers, since setting one up takes as long as twenty proofs.
type provers struct{ pool sync.Pool }

// take returns a prover that stops its searches when ctx ends.
func (all *provers) take(ctx context.Context, keys bool) *prover {
	if all == nil {
		return &prover{trusting: true}
	}
	w, ok := all.pool.Get().(*prover)
	if !ok {
		w = new(prover)
	}
	w.proveKeys, w.Budget, w.Stop = keys, readingBudget, func() bool { return ctx.Err() != nil }
	return w
}

func (all *provers) putBack(w *prover) {
	if all != nil {
		all.pool.Put(w)
	}
}

// fault returns what is wrong with a puzzle, "" if nothing is. Every puzzle that is read
// is checked here, so that none leaves the database with a wrong solution, with several
// solutions, or with the grade of another puzzle. Three things are trusted: the rating; that the puzzle is minimal; and its key, unless
// the caller wants it verified. A check takes 3 µs for a 9x9, with the key 30 µs.
func (w *prover) fault(p *Puzzle) string {
	if reason := w.read(p); reason != "" || w.trusting {
		return reason
	}
	geo := w.givens.Geometry()
	if symmetry := board.SymmetryOf(w.givens.ClueSet(), geo); symmetry.Name != p.Symmetry {
		return fmt.Sprintf("its symmetry is %s but %q is recorded", symmetry.Name, p.Symmetry)
	}
	// The grade must be that of the givens. A grade by another version of the grader is not checked.
	if _, freedom := grade.Metrics(&w.givens); p.Grader == grade.Version && p.Grade.Freedom != freedom {
		return fmt.Sprintf("its freedom is %d but its grade counts %d", freedom, p.Grade.Freedom)
	}
	// The stored solution is one, so counting up to two proves that there is no other.
	search := w.Searcher(geo)
	search.Budget, search.Stop = w.Budget, w.Stop
	if search.Count(&w.givens, 2) > 1 {
		return "it has several solutions"
	}
	if w.proveKeys {
		if key := w.keys.Key(&w.givens, &w.solution); key != p.Canon {
			return fmt.Sprintf("its canonical key is %x but %x is recorded", key, p.Canon)
		}
	}
	return ""
}

// read reads the givens and the solution of a puzzle. It returns what is wrong with
// them, "" if nothing is.
func (w *prover) read(p *Puzzle) string {
	variant, givens := board.CutVariant(p.Givens)
	_, solution := board.CutVariant(p.Solution)
	geo, err := variant.On(p.Size)
	switch {
	case err != nil:
		return fmt.Sprintf("its size is %d, and its variant %q", p.Size, variant)
	case len(givens) != geo.Cells || len(solution) != geo.Cells:
		return fmt.Sprintf("its size is %d, but it has %d cells and its solution has %d", p.Size, len(givens), len(solution))
	}
	w.givens, w.solution = board.NewGrid(geo), board.NewGrid(geo)
	var houses [3][board.MaxSize]board.Digits
	clues := 0
	for i := range geo.Cells {
		d := digitOf[solution[i]]
		c := board.Cell(i)
		w.solution.Set(c, d)
		houses[0][geo.Row(c)] |= d.Mask()
		houses[1][geo.Col(c)] |= d.Mask()
		houses[2][geo.Box(c)] |= d.Mask()
		switch givens[i] {
		case '.':
		case solution[i]:
			w.givens.Set(c, d)
			clues++
		default:
			return "its solution contradicts its clues"
		}
	}
	for _, kind := range houses {
		for _, digits := range kind[:geo.Size] {
			if digits != geo.All {
				return "its solution is not a complete, valid grid"
			}
		}
	}
	if !geo.Classical() && w.solution.Check() != nil {
		return "its solution does not keep the rules of its variant"
	}
	if clues != p.Clues {
		return fmt.Sprintf("it has %d clues but %d are recorded", clues, p.Clues)
	}
	return ""
}

// digitOf is the digit that a character stands for in the standard notation, 0 for
// any other.
var digitOf = func() (digits [256]board.Digit) {
	for d := board.Digit(1); d <= board.MaxSize; d++ {
		digits[d.String()[0]] = d
	}
	return digits
}()
