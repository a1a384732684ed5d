package pipeline

import (
	"context"
	"errors"
	"fmt"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/grade"
	"gradoku/solve"
	"gradoku/store"
)

// worker carries one puzzle at a time through all stages, in workspaces of its
// own.
type worker struct {
	seed      uint64
	generator *generate.Generator
	verify    solve.Solver
	canon     board.Canonicalizer
	grader    *grade.Grader
}

func newWorker(opt generate.Options, seed int64) (*worker, error) {
	generator, err := generate.New(opt)
	if err != nil {
		return nil, err
	}
	return &worker{
		seed:      uint64(seed),
		generator: generator,
		verify:    solve.Verifier(opt.Geometry),
		grader:    grade.NewGrader(opt.Geometry),
	}, nil
}

// try computes one index. ok is false when the try missed. An error means that
// gradoku itself is wrong: two of its solvers disagree.
func (w *worker) try(ctx context.Context, index int64) (p store.Puzzle, ok bool, err error) {
	made, err := w.generator.Try(w.seed, uint64(index))
	if miss := (*generate.Miss)(nil); errors.As(err, &miss) {
		return store.Puzzle{}, false, nil
	}
	if err != nil {
		return store.Puzzle{}, false, err
	}
	confirmed, err := w.prove(ctx, &made)
	if err != nil {
		return store.Puzzle{}, false, fmt.Errorf("seed %d, index %d: %w", w.seed, index, err)
	}
	if !confirmed {
		return store.Puzzle{}, false, nil
	}
	clues := made.Grid.ClueSet()
	return store.Puzzle{
		Seq:      index,
		Size:     made.Grid.Geometry().Size,
		Givens:   made.Grid.String(),
		Solution: made.Solution.String(),
		Canon:    w.canon.Key(&made.Grid, &made.Solution),
		Clues:    clues.Len(),
		Symmetry: board.SymmetryOf(clues, made.Grid.Geometry()).Name,
		Minimal:  made.Minimal,
		Grade:    w.grader.Grade(&made.Grid),
	}, true, nil
}

// proofBudget bounds the second proof. Only a 16x16 ever gets there.
const proofBudget = 2_000_000

// prove solves the puzzle again with a solver that shares no code with the one
// that the generator trusted. It reports false when that took too long: the
// first proof, made clue by clue, stands all the same, but a puzzle without two
// proofs is not accepted.
func (w *worker) prove(ctx context.Context, made *generate.Puzzle) (bool, error) {
	r, err := solve.Run(ctx, w.verify, &made.Grid, solve.Options{Limit: 2, Budget: proofBudget})
	switch {
	case err != nil:
		return false, err
	case r.Status == solve.Canceled:
		return false, context.Cause(ctx)
	case r.Status == solve.BudgetSpent && r.Solutions < 2:
		return false, nil
	case !r.Unique() || r.First != made.Solution:
		return false, fmt.Errorf("solver %s does not confirm that %v has the one solution %v",
			w.verify.Name, made.Grid, made.Solution)
	}
	return true, nil
}
