package run

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math"
	"time"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/ordered"
	"gradoku/store"
)

// RegradeConfig says how to grade the puzzles without a grade.
type RegradeConfig struct {
	Filter  store.Filter // which puzzles
	Workers int          // at least 1
	Budget  int64
	// Progress, when not nil, is called now and then with the grades saved.
	Progress func(int64)

	settling *store.Settling // workers elsewhere grade; nil when it is done here
}

const (
	regradePage = 4096 // puzzles asked of the database at a time
	regradeRows = 1024 // grades make a transaction
)

// Regrade grades the puzzles that have no grade of the database's grader and
// returns how many grades it saved. Other grades stay. However it ends, a later
// call goes on with the puzzles still without one.
func Regrade(ctx context.Context, db *store.DB, cfg RegradeConfig) (int64, error) {
	r := regrader{db: db, cfg: cfg, saved: time.Now()}
	var work []ordered.Worker[gradeJob, []store.Graded]
	for range cfg.Workers {
		grade := gradesOf(cfg.Budget)
		work = append(work, func(ctx context.Context, job gradeJob) ([]store.Graded, error) {
			graded, err := grade(ctx, job.puzzles)
			return graded, cmp.Or(err, job.err)
		})
	}
	err := takeAll(ctx, ordered.Map(ctx, r.jobs(ctx), work), func(ctx context.Context, graded []store.Graded) error {
		return r.take(ctx, Chunk{Grades: graded})
	})
	flushErr := r.flush(context.WithoutCancel(ctx))
	return r.done, joined(err, flushErr)
}

// joined is an error and that of saving what there was before it. A server that is
// away is told once.
func joined(err, saving error) error {
	if errors.Is(err, store.ErrServer) && errors.Is(saving, store.ErrServer) {
		return err
	}
	return errors.Join(err, saving)
}

// gradeJob is some puzzles to grade, or why there are no more.
type gradeJob struct {
	puzzles []store.Ungraded
	err     error
}

// regrader is one Regrade under way.
type regrader struct {
	db    *store.DB
	cfg   RegradeConfig
	open  []store.Graded // not saved yet
	to    int64          // the first id after them, of a settler
	saved time.Time      // when the last batch was
	done  int64
}

// jobs reads pages, each in its own transaction, so that the database's log can
// be folded in while this goes on for hours.
func (r *regrader) jobs(ctx context.Context) iter.Seq[gradeJob] {
	return func(yield func(gradeJob) bool) {
		for after := int64(0); ; {
			page, err := r.db.Ungraded(ctx, r.cfg.Filter, after, math.MaxInt64, regradePage)
			if err != nil {
				yield(gradeJob{err: err})
				return
			}
			if len(page) == 0 {
				return
			}
			after = page[len(page)-1].ID
			for len(page) > 0 {
				n := min(len(page), gradeChunk)
				if !yield(gradeJob{puzzles: page[:n]}) {
					return
				}
				page = page[n:]
			}
		}
	}
}

// gradesOf returns what grades puzzles, with graders of its own.
func gradesOf(budget int64) ordered.Worker[[]store.Ungraded, []store.Graded] {
	var graders grade.Graders
	return func(ctx context.Context, puzzles []store.Ungraded) ([]store.Graded, error) {
		var graded []store.Graded
		for _, u := range puzzles {
			p, err := board.Parse(u.Givens)
			if err != nil {
				return nil, err
			}
			g := graders.Of(p.Geometry())
			g.Budget, g.Stop = budget, func() bool { return ctx.Err() != nil }
			graded = append(graded, store.Graded{Ungraded: u, Grade: g.Grade(&p)})
			if ctx.Err() != nil { // which may have cut the grade short
				return nil, context.Cause(ctx)
			}
		}
		return graded, nil
	}
}

func (r *regrader) take(ctx context.Context, c Chunk) error {
	r.open, r.to = append(r.open, c.Grades...), c.To
	if len(r.open) < regradeRows && time.Since(r.saved) < batchAge {
		return nil
	}
	return r.flush(context.WithoutCancel(ctx))
}

func (r *regrader) flush(ctx context.Context) error {
	if len(r.open) == 0 {
		return nil
	}
	graded := r.open
	r.open = nil // what could not be saved is not tried again
	var err error
	if by := r.cfg.settling; by != nil {
		by.Rate = smoothed(by.Rate, len(graded), r.saved)
		err = r.db.SettleGrades(ctx, *by, graded, r.to)
	} else {
		err = r.db.SaveGrades(ctx, graded)
	}
	if err != nil {
		return err
	}
	r.done += int64(len(graded))
	r.saved = time.Now()
	if r.cfg.Progress != nil {
		r.cfg.Progress(r.done)
	}
	return nil
}
