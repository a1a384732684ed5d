package run

import (
	"context"
	"iter"
	"math"
	"slices"

	"gradoku/generate"
	"gradoku/internal/ordered"
	"gradoku/store"
)

// kind is a kind of work that is cut into ranges.
type kind struct {
	command string // of the plans
	what    string // ranges are of these, in messages
	// worker returns what makes workers for a plan and its run.
	worker func(db *store.DB, p store.Plan, run store.Run, full *generate.FilledQuotas) (func() (rangeFunc, error), error)
	// cut returns up to n ranges that no job has yet, from the place where the plan
	// stands, and the end of all if it is known, else the largest number. Each should take one core
	// as long as size tries or puzzles do. They are fewer where there are no more yet.
	cut func(ctx context.Context, s *settler, n int, size int64) (ranges []ordered.Range, end int64, err error)
	// settle saves results in order, until the end of the work.
	settle func(ctx context.Context, s *settler, by store.Settling, chunks iter.Seq2[Chunk, error]) error
}

var kinds = []kind{
	{command: Command, what: "tries", worker: runWorker, cut: cutTries, settle: settleRun},
	{command: RegradeCommand, what: "puzzles", worker: regradeWorker, cut: cutPuzzles, settle: settleRegrade},
}

// kindOf is nil for the plan of an import, which an earlier version shared, and for
// one of a later version.
func kindOf(p store.Plan) *kind {
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.command == p.Command })
	if i < 0 {
		return nil
	}
	return &kinds[i]
}

// A run is cut into tries, anywhere.

func runWorker(_ *store.DB, _ store.Plan, run store.Run, full *generate.FilledQuotas) (func() (rangeFunc, error), error) {
	target, err := DecodeOptions(run.Options)
	return func() (rangeFunc, error) {
		w, err := NewWorker(target, run.Seed, full)
		if err != nil {
			return nil, err
		}
		return w.Compute, nil
	}, err
}

func cutTries(ctx context.Context, s *settler, n int, size int64) (ranges []ordered.Range, end int64, err error) {
	run, err := s.db.Run(ctx, s.plan.RunID)
	if err != nil {
		return nil, 0, err
	}
	if end, err = End(run, s.plan.MaxTries); err != nil {
		return nil, 0, err
	}
	if end == 0 {
		end = math.MaxInt64
	}
	for r := range ordered.Ranges(s.plan.Planned, end, size) {
		if ranges = append(ranges, r); len(ranges) >= n {
			break
		}
	}
	return ranges, end, nil
}

func settleRun(ctx context.Context, s *settler, by store.Settling, chunks iter.Seq2[Chunk, error]) error {
	run, err := s.db.Run(ctx, s.plan.RunID)
	if err != nil {
		return err
	}
	target, err := DecodeOptions(run.Options)
	if err != nil {
		return err
	}
	_, err = Settle(ctx, s.db, run, Config{Options: target, Patience: s.plan.Patience, MaxTries: s.plan.MaxTries}, by, chunks)
	return err
}

// morePuzzles are looked at to make jobs of them.
const morePuzzles = 1 << 14

// A regrade is cut by ids, such that the ranges have equally many puzzles to grade.

func regradeWorker(db *store.DB, p store.Plan, _ store.Run, _ *generate.FilledQuotas) (func() (rangeFunc, error), error) {
	cfg, err := DecodeRegrade(p.Options)
	return func() (rangeFunc, error) { return RegradeWorker(db, cfg), nil }, err
}

func cutPuzzles(ctx context.Context, s *settler, n int, size int64) (ranges []ordered.Range, end int64, err error) {
	cfg, err := DecodeRegrade(s.plan.Options)
	if err != nil {
		return nil, 0, err
	}
	limit := int(min(int64(n)*size, morePuzzles))
	page, err := s.db.Ungraded(ctx, cfg.Filter, s.plan.Planned-1, math.MaxInt64, limit)
	if end = math.MaxInt64; len(page) == 0 {
		end = s.plan.Planned
	}
	from := s.plan.Planned
	for some := range slices.Chunk(page, int(size)) {
		to := some[len(some)-1].ID + 1
		ranges, from = append(ranges, ordered.Range{From: from, To: to}), to
	}
	return ranges, end, err
}

func settleRegrade(ctx context.Context, s *settler, by store.Settling, chunks iter.Seq2[Chunk, error]) error {
	return SettleRegrade(ctx, s.db, by, chunks)
}
