package run

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"gradoku/generate"
	"gradoku/internal/ordered"
	"gradoku/store"
)

const (
	// jobTimeout limits the first attempt at a job of about a second. Each further attempt
	// has twice the time, in case the attempts are slow.
	jobTimeout = time.Minute
	// rescueAfter is how long the first attempt at a job may stay unfinished before the job
	// goes back to the queue. Each further attempt has twice the time. It must be longer than
	// jobTimeout.
	rescueAfter = jobTimeout + 15*time.Second
	never       = 100 * 365 * 24 * time.Hour
	// attempts is how often a range is tried before it counts as failing everywhere.
	attempts = 4
)

// Priorities of jobs; River takes the lowest number first.
const (
	priorityCopy  = 1 // the committer waits for it
	priorityRange = 2
)

// rangeArgs are the arguments of a job: attempts [From, To) of a shared run, or puzzle ids.
type rangeArgs struct {
	Name string `json:"name"` // of the shared run
	From int64  `json:"from"`
	To   int64  `json:"to"`
}

// Kind is the name of these jobs in the queue.
func (rangeArgs) Kind() string { return "range" }

// queueOf names the queue for workers of one version of gradoku and its grader. Other
// versions do not read it, so all ranges of a run are computed alike.
func queueOf(version string, grader int) string {
	clean := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' {
			return r
		}
		return '_'
	}, strings.ToLower(version))
	return fmt.Sprintf("gradoku_%s_grader_%d", clean, grader)
}

// work is what a node needs to compute the ranges of a shared run.
type work struct {
	what   string          // the shared run, in messages
	run    store.Run       // zero for a regrade
	over   context.Context // ends with the shared run
	end    context.CancelFunc
	full   generate.FilledQuotas
	worker func() (rangeFunc, error) // makes a worker with its own workspaces
	mu     sync.Mutex
	idle   []rangeFunc
}

// rangeFunc computes a range in its own workspaces.
type rangeFunc = ordered.Worker[ordered.Range, Chunk]

// compute computes a range with an idle worker, or a new one if none is idle.
func (w *work) compute(ctx context.Context, attempts ordered.Range) (Chunk, error) {
	w.mu.Lock()
	var worker rangeFunc
	if last := len(w.idle) - 1; last >= 0 {
		worker, w.idle = w.idle[last], w.idle[:last]
	}
	w.mu.Unlock()
	if worker == nil {
		var err error
		if worker, err = w.worker(); err != nil {
			return Chunk{}, err
		}
	}
	c, err := worker(ctx, attempts)
	if err == nil { // after an error its workspaces may be in any state
		w.mu.Lock()
		w.idle = append(w.idle, worker)
		w.mu.Unlock()
	}
	return c, err
}

// rangeWorker does the jobs of a node.
type rangeWorker struct {
	river.WorkerDefaults[rangeArgs]
	node *Node
}

// Timeout is how long an attempt may take.
func (*rangeWorker) Timeout(job *river.Job[rangeArgs]) time.Duration {
	return jobTimeout << max(0, job.Attempt-1)
}

// Work computes a range and stages its result; then the queue completes the job. It does nothing
// if the shared run is over.
func (r *rangeWorker) Work(ctx context.Context, job *river.Job[rangeArgs]) error {
	w, err := r.node.workOf(ctx, job.Args.Name)
	if err != nil {
		return river.JobSnooze(time.Second) // the database cannot be reached now
	}
	if w == nil {
		return nil
	}
	start := time.Now()
	computing, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(w.over, cancel)
	chunk, err := r.node.opt.compute(computing, w, ordered.Range{From: job.Args.From, To: job.Args.To})
	stop()
	cancel()
	switch {
	case err == nil:
	case w.over.Err() != nil, errors.Is(err, store.ErrNotFound):
		return nil // nobody needs it any more
	case errors.Is(err, store.ErrServer), errors.Is(err, store.ErrBusy):
		return river.JobSnooze(time.Second) // the database cannot be read now
	}
	if err != nil {
		if ctx.Err() == nil {
			r.node.failed.Add(1)
			r.node.log.Error("a range failed", "work", w.what, "from", job.Args.From, "to", job.Args.To-1, "attempt", job.Attempt, "error", err)
		}
		return err
	}
	result, err := chunk.Encode()
	if err != nil {
		return err
	}
	staged := store.Staged{From: chunk.From, To: chunk.To, Seconds: time.Since(start).Seconds(), Result: result}
	// Keep trying to save: a result is not thrown away because the database cannot take it
	// now.
	for first := true; ; first = false {
		select {
		case <-ctx.Done():
			return river.JobSnooze(time.Second)
		case r.node.staging <- struct{}{}:
		}
		staging, cancel := context.WithTimeout(ctx, store.TransactionTime)
		kept, err := r.node.db.Stage(staging, job.Args.Name, staged)
		cancel()
		<-r.node.staging
		if err == nil {
			if kept {
				r.node.ranges.Add(1)
				r.node.puzzles.Add(int64(len(chunk.Puzzles) + len(chunk.Grades)))
			}
			return nil
		}
		if errors.Is(err, store.ErrNotFound) {
			return nil
		}
		if first && ctx.Err() == nil {
			r.node.troubles.Add(1)
			r.node.log.Warn("a result is waiting because the database does not accept it", "work", w.what, "from", job.Args.From, "error", err)
		}
		select {
		case <-ctx.Done():
			return river.JobSnooze(time.Second)
		case <-time.After(time.Second):
		}
	}
}

// NextRetry decides when a failed job is tried again: it waits longer after each attempt.
func (n *Node) NextRetry(job *rivertype.JobRow) time.Time {
	return n.Now().Add(time.Duration(job.Attempt) * n.opt.retry)
}

// lastError says why the last attempt at a job failed.
func lastError(row *rivertype.JobRow) string {
	if len(row.Errors) == 0 {
		return "its last attempt did not finish"
	}
	why, _, _ := strings.Cut(row.Errors[len(row.Errors)-1].Error, "\n")
	return why
}

// Encode encodes a chunk to be sent to the committer. Both ends run the same version of
// gradoku, so the format need not outlive it.
func (c *Chunk) Encode() ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(c)
	return b.Bytes(), err
}

// DecodeChunk reads what Encode wrote.
func DecodeChunk(b []byte) (Chunk, error) {
	var c Chunk
	if err := gob.NewDecoder(bytes.NewReader(b)).Decode(&c); err != nil {
		return c, fmt.Errorf("reading the result of a range: %w", err)
	}
	return c, nil
}
