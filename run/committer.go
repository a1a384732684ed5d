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
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"gradoku/store"
)

const (
	// rangeSeconds is how long one core should take for a range: long enough that the
	// queue costs little, short enough that little is lost with a worker.
	rangeSeconds = 1.0
	// mostRanges is the most ranges a second, since each costs the server some 1.5 ms of CPU
	// time. With more cores than that, ranges are longer.
	mostRanges = 500
	// mostAttempts is the size of the largest range, for attempts that take almost no time.
	mostAttempts = 1 << 16
	// ahead is how many ranges for each core are queued ahead of what is committed.
	ahead = 4
	// fewestAhead is the least number of ranges queued ahead, however few the cores.
	fewestAhead = 16
	// reading is how many staged ranges are read at a time.
	reading = 16
	// pause is how long a committer that has nothing to commit waits before it looks again.
	pause = 100 * time.Millisecond
	// late is how long a range of about a second may take before it is given to another
	// worker too.
	late = 8 * time.Second
	// copies is how many copies of a range are made. If no worker finishes one, the range
	// counts as failing everywhere: it may kill its workers.
	copies = 6
	// mostCopies is how many copies are made at a time, of the ranges needed first. If a slow
	// server makes ranges late, copying them all would slow it further.
	mostCopies = mostRanges / 8
)

// errLost ends a committer that has lost its lease, errStuck one that makes no progress:
// its connections may be dead, or it waits for another process that never ends.
// errFailsEverywhere ends the shared run.
var (
	errLost            = errors.New("another worker is saving its results now")
	errStuck           = fmt.Errorf("nothing was read or saved for %v", store.TransactionTime)
	errFailsEverywhere = errors.New("failed on every machine")
)

// committer commits one shared run.
type committer struct {
	*Node
	shared     store.SharedRun
	kind       *kind
	end        int64               // where the work ends; math.MaxInt64 while unknown
	queued     []int64             // ends of the queued ranges that this committer cut
	found      int64               // the end of the ranges that earlier committers cut
	perAttempt float64             // seconds, smoothed; 0 before the first range
	cores      int                 // of all workers
	counted    time.Time           // when the cores were counted
	moved      time.Time           // when the last range arrived
	listed     time.Time           // when the queue was last searched for late ranges
	copied     map[int64]int       // copies made of late ranges, by first attempt
	at         map[int64]time.Time // when they were last copied, by the server's clock
	steps      atomic.Int64        // reads and results so far
}

// commit commits a shared run until it is over, until another node does, or until ctx ends.
func (n *Node) commit(ctx context.Context, p store.SharedRun) {
	defer func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		delete(n.committing, p.Name)
	}()
	held, err := n.db.Lease(ctx, p.Name, n.name)
	if err == nil && held {
		err = n.commitHeld(ctx, p)
	}
	if errors.Is(err, errFailsEverywhere) {
		err = n.db.EndSharedRun(ctx, p.Name, err.Error())
	}
	if err != nil && ctx.Err() == nil && !errors.Is(err, errLost) && !errors.Is(err, store.ErrRaced) {
		n.troubles.Add(1)
		n.log.Warn("saving the results of workers was interrupted", "work", p.String(), "error", err)
		if err := errors.Join(n.makeQueue(ctx), n.db.Release(ctx, n.name, p.Name, err.Error())); err != nil { // a recreated database has no queue
			n.log.Warn("could not hand the work over to another worker", "work", p.String(), "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(glance):
		}
	}
}

// commitHeld commits a shared run whose lease the node holds.
func (n *Node) commitHeld(ctx context.Context, p store.SharedRun) error {
	p, _, err := n.db.Work(ctx, p.Name)
	if errors.Is(err, store.ErrNotFound) {
		return errLost
	}
	if err != nil {
		return err
	}
	p.Committer = n.name
	s := committer{
		Node: n, shared: p, kind: kindOf(p), end: math.MaxInt64, found: p.Planned,
		moved: time.Now(), copied: map[int64]int{}, at: map[int64]time.Time{},
	}
	ctx, lose := context.WithCancelCause(ctx)
	var holding sync.WaitGroup
	holding.Go(func() { s.hold(ctx, lose) })
	if p.RunID != 0 {
		defer beating(ctx, n.db, p.RunID)()
	}
	err = s.kind.commit(ctx, &s, s.chunks(ctx))
	lose(nil)
	holding.Wait()
	return err
}

// hold renews the lease until ctx ends, even while a batch is saved, which may take
// longer than a lease. It ends the committer when the lease is lost, or when nothing was
// read or saved for too long: this connection may work while the one that saves does not.
func (s *committer) hold(ctx context.Context, lose context.CancelCauseFunc) {
	seen, moved := int64(0), time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(glance):
		}
		if n := s.steps.Load(); n != seen {
			seen, moved = n, time.Now()
		}
		asking, cancel := context.WithTimeout(ctx, store.LeaseTime)
		held, err := s.db.Lease(asking, s.shared.Name, s.name)
		cancel()
		switch {
		case time.Since(moved) > store.TransactionTime:
			err = errStuck
		case err == nil && !held:
			err = errLost
		}
		if err != nil {
			lose(err)
			return
		}
	}
}

// chunks yields the results of the ranges in order, and empty chunks while the next
// result is missing. Meanwhile it keeps the queue filled.
func (s *committer) chunks(ctx context.Context) iter.Seq2[Chunk, error] {
	return func(yield func(Chunk, error) bool) {
		for at := s.shared.Next; ; {
			err := s.keep(ctx, at)
			var ranges []store.Staged
			if err == nil {
				ranges, err = s.db.Staged(ctx, s.shared.Name, at, reading)
			}
			if err != nil {
				yield(Chunk{}, err)
				return
			}
			s.steps.Add(1)
			for _, r := range ranges {
				c, err := DecodeChunk(r.Result)
				if !yield(c, err) || err != nil {
					return
				}
				at = r.To
				s.steps.Add(1)
				s.took(r, &c)
			}
			if len(ranges) > 0 {
				continue
			}
			if at >= s.end || !yield(Chunk{From: at, To: at}, s.missing(ctx, at)) {
				return
			}
			select {
			case <-ctx.Done():
				yield(Chunk{}, context.Cause(ctx))
				return
			case <-time.After(pause):
			}
		}
	}
}

// took updates the time per attempt with that of a range.
func (s *committer) took(r store.Staged, c *Chunk) {
	s.moved = time.Now()
	n := r.To - r.From
	if s.shared.Command == RegradeCommand { // most ids may need no grade
		n = int64(max(1, len(c.Grades)))
	}
	perAttempt := r.Seconds / float64(n)
	if s.perAttempt == 0 {
		s.perAttempt = perAttempt
	}
	s.perAttempt += (perAttempt - s.perAttempt) / 8
	delete(s.copied, r.From)
	delete(s.at, r.From)
}

// keep queues ranges, up to a window ahead of what is committed.
func (s *committer) keep(ctx context.Context, at int64) error {
	if s.cores == 0 || time.Since(s.counted) > glance {
		workers, err := s.db.Workers(ctx)
		if err != nil {
			return err
		}
		s.cores = 0
		for _, w := range workers {
			if w.Version == s.shared.Version && w.Grader == s.shared.Grader {
				s.cores += w.Cores
			}
		}
		s.counted = time.Now()
	}
	size := s.shared.Size
	if s.perAttempt > 0 {
		seconds := max(s.opt.seconds, float64(s.cores)/mostRanges)
		size = max(1, min(int64(seconds/s.perAttempt), 4*size, mostAttempts))
	}
	for len(s.queued) > 0 && s.queued[0] <= at {
		s.queued = s.queued[1:]
	}
	window := max(fewestAhead, ahead*s.cores)
	room := window - len(s.queued) - int(min(int64(window), (max(0, s.found-at)+size-1)/size))
	// The window is refilled when an eighth of it is free, not range by range.
	if s.shared.Planned >= s.end || room <= window/8 {
		return nil
	}
	ranges, end, err := s.kind.cut(ctx, s, room, size)
	if s.end = end; err != nil || len(ranges) == 0 {
		return err
	}
	var jobs []river.InsertManyParams
	for _, r := range ranges {
		jobs = append(jobs, s.job(rangeArgs{s.shared.Name, r.From, r.To}, priorityRange))
	}
	planned := ranges[len(ranges)-1].To
	err = pgx.BeginFunc(ctx, s.db.Pool(), func(tx pgx.Tx) error {
		if err := store.Extend(ctx, tx, s.shared, planned, size); err != nil {
			return err
		}
		_, err := s.client.InsertManyFastTx(ctx, tx, jobs)
		return err
	})
	if err == nil {
		s.shared.Planned, s.shared.Size = planned, size
		for _, r := range ranges {
			s.queued = append(s.queued, r.To)
		}
	}
	return err
}

// planAgain queues all ranges from an attempt on again, because the range that begins there has
// neither a result nor a job. Later ranges that still have a result or a job are computed twice,
// which does no harm.
func (s *committer) planAgain(ctx context.Context, at int64) error {
	s.troubles.Add(1)
	s.log.Warn("a range was lost, as in a crash of the server; it is queued again", "work", s.shared.String(), "from", at)
	err := pgx.BeginFunc(ctx, s.db.Pool(), func(tx pgx.Tx) error { return store.Extend(ctx, tx, s.shared, at, s.shared.Size) })
	s.shared.Planned, s.queued, s.found = at, nil, at
	return err
}

func (s *committer) job(args rangeArgs, priority int) river.InsertManyParams {
	return river.InsertManyParams{Args: args, InsertOpts: &river.InsertOpts{Queue: queueOf(s.shared.Version, s.shared.Grader), Priority: priority}}
}

// failsEverywhere is the error for a range that fails on every machine.
func (s *committer) failsEverywhere(r rangeArgs, why string) error {
	return fmt.Errorf("%s %d to %d %w: %s", s.kind.what, r.From, r.To-1, errFailsEverywhere, why)
}

// missing is called while the range that begins at an attempt has no result. If the range has no
// job either, missing queues it again. It queues copies of late ranges, so that other workers
// compute them too. It fails if a range cannot be computed.
func (s *committer) missing(ctx context.Context, at int64) error {
	if time.Since(s.moved) < s.opt.late/4 || time.Since(s.listed) < s.opt.late/8 {
		return nil
	}
	s.listed = time.Now()
	if at < s.shared.Planned {
		if state, err := s.db.Await(ctx, s.shared.Name, at); err != nil {
			return err
		} else if state == "" {
			return s.planAgain(ctx, at)
		}
	}
	patience := max(s.opt.late, time.Duration(8*s.perAttempt*float64(s.shared.Size)*float64(time.Second)))
	var overdue []rangeArgs
	var cursor *river.JobListCursor
	for {
		params := river.NewJobListParams().Queues(queueOf(s.shared.Version, s.shared.Grader)).Kinds(rangeArgs{}.Kind()).
			States(rivertype.JobStateRunning, rivertype.JobStateScheduled, rivertype.JobStateRetryable, rivertype.JobStateDiscarded).First(1000)
		if cursor != nil {
			params = params.After(cursor)
		}
		list, err := s.client.JobList(ctx, params)
		if err != nil {
			return err
		}
		for _, row := range list.Jobs {
			var args rangeArgs
			if err := json.Unmarshal(row.EncodedArgs, &args); err != nil || args.Name != s.shared.Name || args.From < at {
				continue
			}
			if row.State == rivertype.JobStateDiscarded {
				if args.From == at { // otherwise another copy may have a result, or get one
					return s.failsEverywhere(args, lastError(row))
				}
				continue
			}
			// A wrong clock may have scheduled a retry: count from the last attempt or copy.
			since := s.at[args.From]
			if begun := cmp.Or(row.AttemptedAt, &row.CreatedAt); begun.After(since) {
				since = *begun
			}
			if s.Now().Sub(since) >= patience {
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
			return s.failsEverywhere(args, fmt.Sprintf("none of %d workers finished them", copies+1))
		}
		s.copied[args.From]++
		s.at[args.From] = s.Now()
		again = append(again, s.job(args, priorityCopy))
	}
	s.log.Info("ranges are late; other workers now compute them as well", "work", s.shared.String(), "ranges", len(again))
	_, err := s.client.InsertManyFast(ctx, again)
	return err
}
