package pipeline

import (
	"context"
	"errors"
	"iter"
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
		work = append(work, r.worker())
	}
	err := takeAll(ctx, ordered.Map(ctx, r.jobs(ctx), work), r.take)
	flushErr := r.flush(context.WithoutCancel(ctx))
	return r.done, errors.Join(err, flushErr)
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
	saved time.Time      // when the last batch was
	done  int64
}

// jobs reads pages, each in its own transaction, so that the database's log can
// be folded in while this goes on for hours.
func (r *regrader) jobs(ctx context.Context) iter.Seq[gradeJob] {
	return func(yield func(gradeJob) bool) {
		for after := int64(0); ; {
			page, err := r.db.Ungraded(ctx, r.cfg.Filter, after, regradePage)
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

// worker returns a worker with its own graders.
func (r *regrader) worker() ordered.Worker[gradeJob, []store.Graded] {
	var graders grade.Graders
	return func(ctx context.Context, job gradeJob) ([]store.Graded, error) {
		var graded []store.Graded
		for _, u := range job.puzzles {
			p, err := board.Parse(u.Givens)
			if err != nil {
				return nil, err
			}
			g := graders.Of(p.Geometry())
			g.Budget, g.Stop = r.cfg.Budget, func() bool { return ctx.Err() != nil }
			graded = append(graded, store.Graded{ID: u.ID, Grade: g.Grade(&p)})
			if ctx.Err() != nil { // which may have cut the grade short
				return nil, context.Cause(ctx)
			}
		}
		return graded, job.err
	}
}

func (r *regrader) take(ctx context.Context, graded []store.Graded) error {
	r.open = append(r.open, graded...)
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
	if err := r.db.SaveGrades(ctx, graded); err != nil {
		return err
	}
	r.done += int64(len(graded))
	r.saved = time.Now()
	if r.cfg.Progress != nil {
		r.cfg.Progress(r.done)
	}
	return nil
}
