package run

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"time"

	"gradoku/board"
	"gradoku/grade"
	"gradoku/internal/ordered"
	"gradoku/internal/text"
	"gradoku/store"
)

// RegradeConfig says how to grade the puzzles without a grade of this version.
type RegradeConfig struct {
	Filter  store.Filter // which puzzles
	Workers int          // at least 1
	Budget  int64
	// Progress, when not nil, is called now and then with the number of grades saved.
	Progress func(int64)
	// Report, when not nil, is called with the grades that were saved and what they replaced.
	Report func([]store.Regraded) error

	shared *store.SharedRun // set when workers elsewhere grade; nil when this process does
}

const (
	regradePage = 4096 // puzzles read from the database at a time
	regradeRows = 1024 // grades saved per transaction
)

// Regrade grades the puzzles that have no grade of this version and returns how many grades
// it saved. They replace older ones. However it ends, a later call continues with the
// puzzles that still have none.
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

// joined joins an error with that of saving the results before it. An unreachable server
// is reported once.
func joined(err, saving error) error {
	if errors.Is(err, store.ErrServer) && errors.Is(saving, store.ErrServer) {
		return err
	}
	return errors.Join(err, saving)
}

// gradeJob is some puzzles to grade, or the error that ended them.
type gradeJob struct {
	puzzles []store.Ungraded
	err     error
}

// regrader is one Regrade under way.
type regrader struct {
	db    *store.DB
	cfg   RegradeConfig
	open  []store.Graded // not saved yet
	to    int64          // the first id after them; for a committer
	saved time.Time      // when the last batch was saved
	done  int64
}

// jobs reads pages, each in its own transaction, so that the write-ahead log can be
// checkpointed during hours of work.
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
			for some := range slices.Chunk(page, gradeChunk) {
				if !yield(gradeJob{puzzles: some}) {
					return
				}
			}
		}
	}
}

// gradesOf returns a worker that grades puzzles, with its own graders.
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
			if ctx.Err() != nil { // its end may have cut the grade short
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
	if by := r.cfg.shared; by != nil {
		by.Rate = smoothed(by.Rate, len(graded), r.saved)
		if err := r.db.CommitGrades(ctx, by, graded, r.to); err != nil {
			return err
		}
	} else {
		replaced, err := r.db.SaveGrades(ctx, graded)
		if err == nil && r.cfg.Report != nil {
			err = r.cfg.Report(replaced)
		}
		if err != nil {
			return err
		}
	}
	r.done += int64(len(graded))
	r.saved = time.Now()
	if r.cfg.Progress != nil {
		r.cfg.Progress(r.done)
	}
	return nil
}

// RegradeCommand is the command of a shared regrade, which workers elsewhere compute
// as they do a run of [Command].
const RegradeCommand = "regrade"

// storedRegrade is the form in which workers read a regrade.
type storedRegrade struct {
	Where  store.Condition `json:"where,omitzero"`
	Budget int64           `json:"budget"`
}

// Encode writes what workers need to know about a regrade. Of its filter, that is only
// Where.
func (c *RegradeConfig) Encode() string {
	b, err := json.Marshal(storedRegrade{c.Filter.Where, c.Budget})
	if err != nil {
		panic(err) // numbers and strings always encode
	}
	return string(b)
}

// DecodeRegrade reads what Encode wrote.
func DecodeRegrade(encoded string) (RegradeConfig, error) {
	var s storedRegrade
	if err := json.Unmarshal([]byte(encoded), &s); err != nil {
		return RegradeConfig{}, fmt.Errorf("reading the options of a regrade: %w", text.JSONFault(err))
	}
	return RegradeConfig{Filter: store.Filter{Selection: store.Selection{Where: s.Where}}, Budget: s.Budget}, nil
}

// FirstItems is the size of the first jobs of a regrade, while the time per puzzle is
// unknown: the hardest take a second each.
const FirstItems = 16

// commitRegrade is [Regrade] for puzzles that workers elsewhere grade: chunks yields the
// grades in the order of their ids. When chunks ends, the regrade is complete.
func commitRegrade(ctx context.Context, s *committer, chunks iter.Seq2[Chunk, error]) error {
	by := s.shared
	r := regrader{db: s.db, cfg: RegradeConfig{shared: &by}, saved: time.Now()}
	if err := takeAll(ctx, chunks, r.take); err != nil {
		return err
	}
	if err := r.flush(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	return s.db.CompleteSharedRun(ctx, &by)
}
