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
	target    *target
}

// newWorker makes a worker. What the saver learns of full quotas comes through
// full.
func newWorker(opt Options, seed int64, full *filledQuotas) (*worker, error) {
	generator, err := generate.New(opt.Options)
	if err != nil {
		return nil, err
	}
	target, err := newTarget(&opt, full)
	if err != nil {
		return nil, err
	}
	return &worker{
		seed:      uint64(seed),
		generator: generator,
		verify:    solve.Verifier(opt.Geometry),
		grader:    grade.NewGrader(opt.Geometry),
		target:    target,
	}, nil
}

// try computes one index. The class of the puzzle is its place in the quotas, 0
// without quotas, and -1 when the try brought none that is wanted. An error means
// that gradoku itself is wrong: two of its solvers disagree.
func (w *worker) try(ctx context.Context, index int64) (p store.Puzzle, class int, err error) {
	made, g, class, err := w.find(ctx, index)
	if err != nil || class < 0 {
		return store.Puzzle{}, -1, err
	}
	confirmed, err := w.prove(ctx, &made)
	if err != nil {
		return store.Puzzle{}, -1, fmt.Errorf("seed %d, index %d: %w", w.seed, index, err)
	}
	if !confirmed {
		return store.Puzzle{}, -1, nil
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
		Grade:    g,
	}, class, nil
}

// find makes the puzzle of a try, grades it and says which class it has. The
// grade is whole when the class is not -1.
func (w *worker) find(ctx context.Context, index int64) (generate.Puzzle, grade.Grade, int, error) {
	made, err := w.generator.TryUntil(ctx, w.seed, uint64(index))
	if miss := (*generate.Miss)(nil); errors.As(err, &miss) {
		return made, grade.Grade{}, -1, nil
	}
	if err != nil {
		return made, grade.Grade{}, -1, err
	}
	if made.Grid.Geometry().Size > 9 { // a grade can take seconds
		w.grader.Stop = func() bool { return ctx.Err() != nil }
	}
	g, class := w.target.look(w.grader, &made.Grid)
	switch {
	case ctx.Err() != nil: // which may have cut the grade short
		return made, g, -1, context.Cause(ctx)
	case class >= 0 && w.target.full.has(class):
		return made, g, -1, nil // as the database would say
	case class >= 0 || len(w.target.goals) == 0:
		return made, g, class, nil
	}
	return w.walk(ctx, index, made)
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
