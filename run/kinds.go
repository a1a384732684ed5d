package run

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math"
	"slices"

	"gradoku/generate"
	"gradoku/internal/ordered"
	"gradoku/store"
)

// kind is a kind of work that is cut into ranges.
type kind struct {
	command string // that started the work
	what    string // the unit of its ranges, in messages
	// worker returns a function that makes workers for a shared run, given its row in runs.
	worker func(db *store.DB, p store.SharedRun, run store.Run, full *generate.FilledQuotas) (func() (rangeFunc, error), error)
	// cut returns up to n further ranges, beginning where the planned ones end, and the end
	// of the work, math.MaxInt64 while unknown. Each range should take as long as size attempts
	// or puzzles on one core. It returns fewer ranges if there are no more yet.
	cut func(ctx context.Context, s *committer, n int, size int64) (ranges []ordered.Range, end int64, err error)
	// commit saves results in order, until the end of the work.
	commit func(ctx context.Context, s *committer, chunks iter.Seq2[Chunk, error]) error
}

var kinds = []kind{
	{command: Command, what: "attempts", worker: runWorker, cut: cutAttempts, commit: commitRun},
	{command: RegradeCommand, what: "puzzles", worker: regradeWorker, cut: cutPuzzles, commit: commitRegrade},
}

// kindOf returns nil for a kind of a later version.
func kindOf(p store.SharedRun) *kind {
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.command == p.Command })
	if i < 0 {
		return nil
	}
	return &kinds[i]
}

// A run can be cut at any attempt.

func runWorker(_ *store.DB, _ store.SharedRun, run store.Run, full *generate.FilledQuotas) (func() (rangeFunc, error), error) {
	target, err := DecodeOptions(run.Options)
	return func() (rangeFunc, error) {
		w, err := NewWorker(target, run.Seed, full)
		if err != nil {
			return nil, err
		}
		return w.Compute, nil
	}, err
}

func cutAttempts(ctx context.Context, s *committer, n int, size int64) (ranges []ordered.Range, end int64, err error) {
	run, err := s.db.Run(ctx, s.shared.RunID)
	if err != nil {
		return nil, 0, err
	}
	if end, err = run.End(); err != nil {
		return nil, 0, err
	}
	end = cmp.Or(end, math.MaxInt64)
	for r := range ordered.Ranges(s.shared.Planned, end, size) {
		if ranges = append(ranges, r); len(ranges) >= n {
			break
		}
	}
	return ranges, end, nil
}

// commitRun is [Generate] for a run that workers elsewhere compute. chunks yields their
// results in the order of the attempts, from the run's next index on. While there are none,
// it yields an empty chunk now and then. If commitRun ends early, the state of the run does
// not change, and the unsaved results can be read again.
func commitRun(ctx context.Context, c *committer, chunks iter.Seq2[Chunk, error]) error {
	run, err := c.db.Run(ctx, c.shared.RunID)
	if err != nil {
		return err
	}
	target, err := DecodeOptions(run.Options)
	if err != nil {
		return err
	}
	by := c.shared
	s, err := newSaver(ctx, c.db, run, Config{Options: target, Patience: by.Patience, shared: &by}, new(generate.FilledQuotas))
	if err != nil {
		return err
	}
	if err := takeAll(ctx, chunks, s.take); !errors.Is(err, errOver) {
		return err
	}
	return nil
}

// morePuzzles is the most puzzles read at a time to cut them into jobs.
const morePuzzles = 1 << 14

// A regrade is cut by puzzle id, so that its ranges have equally many puzzles to grade.

func regradeWorker(db *store.DB, p store.SharedRun, _ store.Run, _ *generate.FilledQuotas) (func() (rangeFunc, error), error) {
	cfg, err := DecodeRegrade(p.Options)
	return func() (rangeFunc, error) {
		grade := gradesOf(cfg.Budget)
		return func(ctx context.Context, ids ordered.Range) (Chunk, error) {
			c := Chunk{From: ids.From, To: ids.To}
			puzzles, err := db.Ungraded(ctx, cfg.Filter, ids.From-1, ids.To-1, int(ids.To-ids.From))
			if err == nil {
				c.Grades, err = grade(ctx, puzzles)
			}
			return c, err
		}, nil
	}, err
}

func cutPuzzles(ctx context.Context, s *committer, n int, size int64) (ranges []ordered.Range, end int64, err error) {
	cfg, err := DecodeRegrade(s.shared.Options)
	if err != nil {
		return nil, 0, err
	}
	limit := int(min(int64(n)*size, morePuzzles))
	page, err := s.db.Ungraded(ctx, cfg.Filter, s.shared.Planned-1, math.MaxInt64, limit)
	if end = math.MaxInt64; len(page) == 0 {
		end = s.shared.Planned
	}
	from := s.shared.Planned
	for some := range slices.Chunk(page, int(size)) {
		to := some[len(some)-1].ID + 1
		ranges, from = append(ranges, ordered.Range{From: from, To: to}), to
	}
	return ranges, end, err
}
