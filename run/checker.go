package run

import (
	"errors"

	"gradoku/board"
	"gradoku/solve"
	"gradoku/store"
)

const (
	// minimalBudget bounds the search for one clue that can be removed. It takes effect only
	// above 9x9, where each of some hundred clues needs a search.
	minimalBudget = 100_000
	// fewestClues is the fewest clues of a proper 9x9 puzzle, so one with this many is
	// minimal (Gary McGuire, Bastian Tugemann and Gilles Civario, There Is No 16-Clue Sudoku,
	// Experimental Mathematics 23, 2014). Testing that for each of 49,158 known puzzles takes
	// three times as long as everything else.
	fewestClues = 17
)

// Checker checks puzzles from elsewhere. It is a workspace for one goroutine
// and any mix of sizes; the zero value is ready.
type Checker struct {
	// Stop, unless nil, reports whether to give up; the verdict is then invalid.
	Stop func() bool

	prover solve.Prover
	canon  board.Canonicalizer
	swaps  solve.Swaps
}

// Verdict is the result of a check.
type Verdict struct {
	Status   string // the store's status for an improper puzzle, else ""
	Reason   string // what is wrong with it, in words; "" when it is proper
	Solution board.Grid
	Canon    [16]byte
}

// Check proves that a puzzle is proper, or says what it is instead, and
// computes its canonical form.
func (c *Checker) Check(p *board.Grid) Verdict {
	c.prover.Stop = c.Stop
	solution, err := c.prover.Prove(p)
	if err == nil {
		return Verdict{Solution: solution, Canon: c.canon.Key(p, &solution)}
	}
	v := Verdict{Status: store.StatusNone, Reason: err.Error()}
	switch {
	case errors.Is(err, solve.ErrSeveral):
		v.Status = store.StatusSeveral
	case errors.Is(err, solve.ErrUnproved):
		v.Status = store.StatusUnproved
	}
	return v
}

// Redundant returns the first clue of a proper puzzle that follows from the
// others. ok is false when there is none; sure says whether that is proved.
func (c *Checker) Redundant(p, solution *board.Grid) (cell board.Cell, ok, sure bool) {
	nine := p.Geometry() == board.Nine()
	if nine && p.Clues() <= fewestClues {
		return 0, false, true
	}
	if nine {
		c.swaps.Load(p, solution)
	}
	search := c.prover.Searcher(p.Geometry())
	search.Budget = minimalBudget
	sure = true
	for i, d := range p.Digits() {
		if d == 0 || nine && c.swaps.Needed(board.Cell(i)) {
			continue
		}
		if !search.Other(p, board.Cell(i)) {
			return board.Cell(i), true, true
		}
		sure = sure && !search.Spent
	}
	return 0, false, sure
}
