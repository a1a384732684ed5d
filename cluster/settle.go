package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"gradoku/pipeline"
	"gradoku/store"
)

const (
	// rangeSeconds is how long one core should take for a range: long enough that the
	// queue costs little, short enough that little is lost with a worker.
	rangeSeconds = 1.0
	// mostRanges a second are cut, since each costs the server some 1.5 ms of CPU time:
	// with more cores than that, ranges are longer.
	mostRanges = 500
	// mostTries is the largest range, where tries take next to nothing.
	mostTries = 1 << 16
	// ahead is how many ranges for each core are queued ahead of what is settled.
	ahead = 4
	// fewestAhead are queued for any number of cores.
	fewestAhead = 16
	// reading is how many staged ranges are read at a time.
	reading = 16
	// pause is how long a settler that has nothing to settle waits before it looks again.
	pause = 100 * time.Millisecond
	// late is how long a range of about a second may take before it is given to another
	// worker too.
	late = 8 * time.Second
	// copies of a range that nobody finishes, after which it counts as one that fails
	// everywhere: it may kill its workers.
	copies = 6
	// mostCopies are made at a time, of the ranges that are wanted first: where the server
	// is what makes ranges late, copies of all of them would make it slower still.
	mostCopies = mostRanges / 8
)

// errLost ends a settler that is not the settler any more.
var errLost = errors.New("another worker settles it")

// settler settles one plan.
type settler struct {
	*Node
	plan    store.Plan
	run     store.Run
	end     int64   // the try at which the run ends, 0 when its tries do not end it
	perTry  float64 // seconds, of late; 0 before the first range
	cores   int     // of all workers
	renewed time.Time
	moved   time.Time           // when the last range came
	listed  time.Time           // when the queue was last asked about late ranges
	copied  map[int64]int       // copies of late ranges, by first try
	at      map[int64]time.Time // when they were last copied
}

// settle settles a plan until it is over, until another node does, or until ctx ends.
func (n *Node) settle(ctx context.Context, p store.Plan) {
	defer func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		delete(n.settling, p.ID)
	}()
	held, err := n.db.Lease(ctx, p.ID, n.name)
	if err == nil && held {
		err = n.settled(ctx, p)
	}
	var failed *failedRange
	if errors.As(err, &failed) {
		err = n.db.EndPlan(ctx, p.RunID, failed.Error())
	}
	if err != nil && ctx.Err() == nil && !errors.Is(err, errLost) && !errors.Is(err, store.ErrRaced) {
		n.log.Warn("settling is interrupted", "run", p.RunID, "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(glance):
		}
	}
}

// settled settles a plan to which the node has the lease.
func (n *Node) settled(ctx context.Context, p store.Plan) error {
	p, err := n.db.PlanOf(ctx, p.RunID)
	if err != nil {
		return err
	}
	s := settler{Node: n, plan: p, renewed: time.Now(), moved: time.Now(), copied: map[int64]int{}, at: map[int64]time.Time{}}
	if s.run, err = n.db.Run(ctx, p.RunID); err != nil {
		return err
	}
	target, err := pipeline.DecodeOptions(s.run.Options)
	if err != nil {
		return err
	}
	if s.end, err = pipeline.End(s.run, p.MaxTries); err != nil {
		return err
	}
	_, err = pipeline.Settle(ctx, n.db, s.run, pipeline.Config{Options: target, Patience: p.Patience, MaxTries: p.MaxTries},
		store.Settling{Plan: p.ID, Name: n.name, Rate: p.Rate}, s.chunks(ctx))
	return err
}

// chunks yields the results of the ranges in the order of the tries, and empty ones
// while the next is not there. Meanwhile it keeps the lease and the queue filled.
func (s *settler) chunks(ctx context.Context) iter.Seq2[pipeline.Chunk, error] {
	return func(yield func(pipeline.Chunk, error) bool) {
		for at := s.run.Next; ; {
			err := s.keep(ctx, at)
			var ranges []store.Staged
			if err == nil {
				ranges, err = s.db.Staged(ctx, s.plan.ID, at, reading)
			}
			if err != nil {
				yield(pipeline.Chunk{}, err)
				return
			}
			for _, r := range ranges {
				c, err := pipeline.DecodeChunk(r.Puzzles)
				if !yield(c, err) || err != nil {
					return
				}
				at = r.To
				s.took(r)
			}
			if len(ranges) > 0 {
				continue
			}
			if !yield(pipeline.Chunk{From: at, To: at}, s.missing(ctx, at)) {
				return
			}
			select {
			case <-ctx.Done():
				yield(pipeline.Chunk{}, context.Cause(ctx))
				return
			case <-time.After(pause):
			}
		}
	}
}

// took notes what a range has taken.
func (s *settler) took(r store.Staged) {
	s.moved = time.Now()
	perTry := r.Seconds / float64(r.To-r.From)
	if s.perTry == 0 {
		s.perTry = perTry
	}
	s.perTry += (perTry - s.perTry) / 8
	delete(s.copied, r.From)
	delete(s.at, r.From)
}

// keep renews the lease once a second, and queues ranges as far as the window goes
// beyond the try at.
func (s *settler) keep(ctx context.Context, at int64) error {
	if s.cores == 0 || time.Since(s.renewed) > glance {
		held, err := s.db.Lease(ctx, s.plan.ID, s.name)
		if err != nil {
			return err
		}
		if !held {
			return errLost
		}
		workers, err := s.db.Workers(ctx)
		if err != nil {
			return err
		}
		s.cores = 0
		for _, w := range workers {
			if w.Version == s.plan.Version && w.Grader == s.plan.Grader {
				s.cores += w.Cores
			}
		}
		s.renewed = time.Now()
	}
	size := s.plan.Size
	if s.perTry > 0 {
		seconds := max(s.opt.seconds, float64(s.cores)/mostRanges)
		size = max(1, min(int64(seconds/s.perTry), 4*size, mostTries))
	}
	window := size * int64(max(fewestAhead, ahead*s.cores))
	// A full window is filled again when an eighth of it is settled, not range by range.
	if s.end > 0 && s.plan.Planned >= s.end || s.plan.Planned > at && s.plan.Planned-at > window-window/8 {
		return nil
	}
	var jobs []river.InsertManyParams
	planned := s.plan.Planned
	for planned < at+window && (s.end == 0 || planned < s.end) {
		to := planned + size
		if s.end > 0 {
			to = min(to, s.end)
		}
		jobs = append(jobs, s.job(rangeArgs{s.plan.ID, planned, to}, priorityRange))
		planned = to
	}
	err := pgx.BeginFunc(ctx, s.db.Pool(), func(tx pgx.Tx) error {
		p := s.plan
		p.Settler = s.name
		if err := store.Extend(ctx, tx, p, planned, size); err != nil {
			return err
		}
		_, err := s.client.InsertManyFastTx(ctx, tx, jobs)
		return err
	})
	if err == nil {
		s.plan.Planned, s.plan.Size = planned, size
	}
	return err
}

func (s *settler) job(args rangeArgs, priority int) river.InsertManyParams {
	return river.InsertManyParams{Args: args, InsertOpts: &river.InsertOpts{Queue: queueOf(s.plan.Version, s.plan.Grader), Priority: priority}}
}

// failedRange is a range that fails on every machine.
type failedRange struct {
	rangeArgs
	why string
}

func (f *failedRange) Error() string {
	return fmt.Sprintf("the tries %d to %d fail on every machine: %s", f.From, f.To-1, f.why)
}

// missing is called while the range at a try is not there. It copies ranges whose
// workers are late, so that others compute them too, and fails when one cannot be
// computed.
func (s *settler) missing(ctx context.Context, at int64) error {
	if time.Since(s.moved) < s.opt.late/4 || time.Since(s.listed) < s.opt.late/8 {
		return nil
	}
	s.listed = time.Now()
	patience := max(s.opt.late, time.Duration(8*s.perTry*float64(s.plan.Size)*float64(time.Second)))
	var overdue []rangeArgs
	var cursor *river.JobListCursor
	for {
		params := river.NewJobListParams().Queues(queueOf(s.plan.Version, s.plan.Grader)).Kinds(rangeArgs{}.Kind()).
			States(rivertype.JobStateRunning, rivertype.JobStateDiscarded).First(1000)
		if cursor != nil {
			params = params.After(cursor)
		}
		list, err := s.client.JobList(ctx, params)
		if err != nil {
			return err
		}
		for _, row := range list.Jobs {
			args, err := argsOf(row)
			if err != nil || args.Plan != s.plan.ID || args.From < at {
				continue
			}
			if row.State == rivertype.JobStateDiscarded {
				if args.From == at { // else another copy of it may have come, or will
					return &failedRange{args, lastError(row)}
				}
				continue
			}
			since := s.at[args.From]
			if row.AttemptedAt != nil && row.AttemptedAt.After(since) {
				since = *row.AttemptedAt
			}
			if time.Since(since) >= patience {
				overdue = append(overdue, args)
			}
		}
		if cursor = list.LastCursor; len(list.Jobs) < 1000 {
			break
		}
	}
	if len(overdue) == 0 {
		return nil
	}
	slices.SortFunc(overdue, func(a, b rangeArgs) int { return cmp.Compare(a.From, b.From) })
	var again []river.InsertManyParams
	overdue = slices.Compact(overdue) // two copies of a range may be running
	for _, args := range overdue[:min(mostCopies, len(overdue))] {
		if s.copied[args.From] == copies {
			return &failedRange{args, fmt.Sprintf("none of %d workers finished them", copies+1)}
		}
		s.copied[args.From]++
		s.at[args.From] = time.Now()
		again = append(again, s.job(args, priorityCopy))
	}
	s.log.Info("ranges are late and go to other workers too", "run", s.run.ID, "ranges", len(again))
	_, err := s.client.InsertManyFast(ctx, again)
	return err
}
