package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"gradoku/grade"
	"gradoku/internal/ordered"
	"gradoku/store"
)

// NodeOptions configure a node.
type NodeOptions struct {
	DB      string // the URL of the database
	Version string // of gradoku
	Cores   int    // ranges that it computes at a time
	Log     *slog.Logger
	Clock   func() time.Time // the clock of this machine; nil for time.Now

	// Tests set these; zero means the default.
	compute            func(context.Context, *work, ordered.Range) (Chunk, error)
	late, grace, retry time.Duration
	seconds            float64
}

// Node is one process of workers.
type Node struct {
	opt    NodeOptions
	name   string
	log    *slog.Logger
	db     *store.DB
	client *river.Client[pgx.Tx]
	// staging limits how many results are staged at a time. A node with many cores has few
	// connections; if results took them all, the queue and the committer would wait.
	staging chan struct{}

	ahead                   atomic.Int64 // nanoseconds by which the server's clock is ahead of this machine's
	skewed                  atomic.Bool  // a difference has been logged
	ranges, failed, puzzles atomic.Int64
	troubles                atomic.Int64 // errors of the database
	reached                 atomic.Bool  // the last query of the database succeeded

	loading    sync.Mutex // held while an entry is added to works
	mu         sync.Mutex
	works      map[string]*work  // by the shared run's name
	shared     []store.SharedRun // of all versions, as last seen
	committing map[string]bool   // shared runs that this node commits or tries to, by name
	refused    map[string]bool   // shared runs that it cannot compute and has logged as such, by name
}

const (
	// glance is how often a node reads the shared runs and shows that it is alive.
	glance = time.Second
	// grace is how long a stopping node waits for its ranges to finish. The others go back to
	// the queue.
	grace = 6 * time.Second
	// stagers is how many results are staged at a time. They leave two of a worker's
	// connections (see package store) free, and one of these listens.
	stagers = 2
)

// OpenNode connects a node to its database. It creates the queue's tables if they are
// missing.
func OpenNode(ctx context.Context, opt NodeOptions) (*Node, error) {
	host, err := os.Hostname()
	if err != nil {
		host = "host"
	}
	// The name fits into PostgreSQL's application name. It keeps the end of a long host name,
	// since that tells the pods of a deployment apart.
	host = strings.ToValidUTF8(host[max(0, len(host)-38):], "?")
	n := &Node{
		opt: opt, log: opt.Log,
		name:    fmt.Sprintf("%s %d %x", host, os.Getpid(), time.Now().UnixNano()),
		staging: make(chan struct{}, stagers),
		works:   map[string]*work{}, committing: map[string]bool{}, refused: map[string]bool{},
	}
	if n.opt.compute == nil {
		n.opt.compute = func(ctx context.Context, w *work, attempts ordered.Range) (Chunk, error) {
			return w.compute(ctx, attempts)
		}
	}
	n.opt.late, n.opt.grace, n.opt.retry = cmp.Or(opt.late, late), cmp.Or(opt.grace, grace), cmp.Or(opt.retry, time.Second)
	if n.opt.Clock == nil {
		n.opt.Clock = time.Now
	}
	n.opt.seconds = cmp.Or(opt.seconds, rangeSeconds)
	if n.db, err = store.OpenWorker(ctx, opt.DB, n.name); err != nil {
		return nil, err
	}
	err = errors.Join(n.makeQueue(ctx), n.readClock(ctx))
	if err == nil {
		n.client, err = n.newClient()
	}
	if err != nil {
		return nil, errors.Join(err, n.db.Close())
	}
	return n, nil
}

// makeQueue creates the queue's tables if they are missing.
func (n *Node) makeQueue(ctx context.Context) error {
	m, err := rivermigrate.New(riverpgxv5.New(n.db.Pool()), &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	// River's version 6 uses a value that version 4 adds to a type, for which PostgreSQL
	// requires two transactions. Package store accepts the tables after either.
	for _, last := range []int{4, 0} { // 0: the newest
		err := n.db.Exclusively(ctx, "making the tables of the queue", func(tx pgx.Tx) error {
			have, err := m.ExistingVersionsTx(ctx, tx)
			if err != nil || len(have) >= 4 && last == 4 {
				return err
			}
			//lint:ignore SA1019 Migrate would let others see tables that it makes for a moment, and a kill leave them
			_, err = m.MigrateTx(ctx, tx, rivermigrate.DirectionUp, &rivermigrate.MigrateOpts{TargetVersion: last})
			return err
		})
		if errors.Is(err, store.ErrBusy) { // somebody writes for long, but the tables may be there
			// Not looked at before: a session that has not found a table goes on not to find it
			// while it waits in a transaction in which no other table is read.
			if have, found := m.ExistingVersions(ctx); found == nil && len(have) == len(m.AllVersions()) {
				return nil
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (n *Node) newClient() (*river.Client[pgx.Tx], error) {
	workers := river.NewWorkers()
	river.AddWorker(workers, &rangeWorker{node: n})
	return river.NewClient(riverpgxv5.New(n.db.Pool()), &river.Config{
		Queues:  map[string]river.QueueConfig{queueOf(n.opt.Version, grade.Version): {MaxWorkers: n.opt.Cores}},
		Workers: workers, ID: n.name, Logger: slog.New(onlyErrors{n.log.Handler()}),
		JobTimeout: jobTimeout, MaxAttempts: attempts, RetryPolicy: n,
		Test:                        river.TestConfig{Time: n},
		RescueStuckJobsAfter:        never, // River does that by this machine's clock; store.DB.Rescue does it by the server's
		SoftStopTimeout:             n.opt.grace,
		CompletedJobRetentionPeriod: time.Minute, CancelledJobRetentionPeriod: time.Minute,
		DiscardedJobRetentionPeriod: 25 * time.Hour, // by a clock that may be hours ahead
	})
}

// onlyErrors passes on only what River counts as an error.
type onlyErrors struct{ slog.Handler }

// Enabled reports whether records of a level are logged.
func (h onlyErrors) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelError && h.Handler.Enabled(ctx, l)
}

// Handle drops the error that a connection was closed before the queue could stop
// listening on it. It is harmless and happens when a node ends.
func (h onlyErrors) Handle(ctx context.Context, r slog.Record) error {
	if strings.HasPrefix(r.Message, "notifier.Notifier: Error unlistening") {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

// Name is the node's name in the database.
func (n *Node) Name() string { return n.name }

// Close closes the database. The node must not be running.
func (n *Node) Close() error { return n.db.Close() }

// Run computes ranges, and commits, until ctx ends. Then it finishes its ranges or
// gives them back, within ten seconds.
func (n *Node) Run(ctx context.Context) error {
	err := n.look(ctx)
	if err == nil {
		err = n.client.Start(ctx)
	}
	switch {
	case err != nil && ctx.Err() != nil: // ctx ended before the node had started
		return n.leave(ctx)
	case err != nil: // report an error at the start at once
		return err
	}
	var committers sync.WaitGroup
	tick := time.NewTicker(glance)
	defer tick.Stop()
	for ctx.Err() == nil {
		for _, p := range n.mine() {
			n.mu.Lock()
			begin := !n.committing[p.Name] && p.Committer == ""
			n.committing[p.Name] = n.committing[p.Name] || begin
			n.mu.Unlock()
			if begin {
				committers.Go(func() { n.commit(ctx, p) })
			}
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
			err := n.look(ctx)
			if err != nil {
				n.troubles.Add(1)
			}
			if err != nil && ctx.Err() == nil && n.reached.Load() {
				n.log.Warn("the database cannot be reached; continuing as soon as it can", "error", err)
			}
			n.reached.Store(err == nil)
		}
	}
	committers.Wait()
	select {
	case <-n.client.Stopped():
	case <-time.After(n.opt.grace): // the client may be waiting for an unreachable server
	}
	return n.leave(ctx)
}

// leave releases the node's leases and removes its row.
func (n *Node) leave(ctx context.Context) error {
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	return errors.Join(n.db.Release(last, n.name, "", ""), n.db.Leave(last, n.name))
}

// look renews the node's row and reads the shared runs.
func (n *Node) look(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, store.TransactionTime)
	defer cancel()
	err := n.db.See(ctx, store.Worker{
		Name: n.name, Version: n.opt.Version, Grader: grade.Version, Cores: n.opt.Cores,
		Ranges: n.ranges.Load(), Failed: n.failed.Load(), Puzzles: n.puzzles.Load(),
	})
	if err != nil {
		return err
	}
	if err := n.readClock(ctx); err != nil {
		return err
	}
	if err := n.db.Clean(ctx); err != nil {
		return err
	}
	if err := n.db.Rescue(ctx, rescueAfter); err != nil {
		return errors.Join(err, n.makeQueue(ctx)) // a recreated database has no queue
	}
	shared, err := n.db.SharedRuns(ctx)
	if err != nil {
		return err
	}
	n.reached.Store(true)
	for _, w := range n.note(shared) {
		run, err := n.db.Run(ctx, w.run.ID)
		if w.run.ID == 0 || err == nil && w.run.Same(run) && run.State != store.Running {
			continue // it is over
		}
		n.log.Warn("the database was recreated or restored: dropping the results for the earlier one", "work", w.what)
	}
	return nil
}

// readClock reads the server's clock, which is the one that counts, and logs when this
// machine's clock is more than a second off.
func (n *Node) readClock(ctx context.Context) error {
	before := n.opt.Clock()
	server, err := n.db.Clock(ctx)
	if err != nil {
		return err
	}
	after := n.opt.Clock()
	ahead := server.Sub(before.Add(after.Sub(before) / 2))
	n.ahead.Store(int64(ahead))
	off := ahead.Abs() > time.Second+after.Sub(before)
	if off && !n.skewed.Load() {
		n.log.Warn("the clock of this machine differs from the server's clock, which is used", "server_ahead", ahead.Round(time.Second/10).String())
	}
	n.skewed.Store(off)
	return nil
}

// Now returns the server's time as this machine estimates it. The queue uses it too.
func (n *Node) Now() time.Time { return n.opt.Clock().Add(time.Duration(n.ahead.Load())) }

// NowOrNil returns nil: statements then use the server's own time.
func (n *Node) NowOrNil() *time.Time { return nil }

// note records the shared runs under way, and returns the work of this node that no
// longer is.
func (n *Node) note(shared []store.SharedRun) (gone []*work) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.shared = shared
	for _, p := range shared {
		if w := n.works[p.Name]; w != nil && p.Room != nil {
			w.full.Set(p.Room)
		}
		if n.can(p) || n.refused[p.Name] {
			continue
		}
		n.log.Warn(fmt.Sprintf("%v was started by gradoku %s with grader %d, but this is gradoku %s with grader %d, which cannot work on it: finish it with that version, or end it with gradoku runs --cancel %v first",
			p, p.Version, p.Grader, n.opt.Version, grade.Version, strings.TrimPrefix(p.String(), "run ")))
		n.refused[p.Name] = true
	}
	for name, w := range n.works {
		if !slices.ContainsFunc(shared, func(p store.SharedRun) bool { return p.Name == name }) {
			w.end()
			delete(n.works, name)
			gone = append(gone, w)
		}
	}
	return gone
}

// can reports whether this node may compute a shared run.
func (n *Node) can(p store.SharedRun) bool {
	return p.Version == n.opt.Version && p.Grader == grade.Version && kindOf(p) != nil
}

// mine returns the shared runs under way that this node may compute.
func (n *Node) mine() []store.SharedRun {
	n.mu.Lock()
	defer n.mu.Unlock()
	var mine []store.SharedRun
	for _, p := range n.shared {
		if n.can(p) {
			mine = append(mine, p)
		}
	}
	return mine
}

// workOf returns what is needed to compute a shared run, nil for one that is over, is not
// in this database or is of another version.
func (n *Node) workOf(ctx context.Context, name string) (*work, error) {
	known := func() *work {
		n.mu.Lock()
		defer n.mu.Unlock()
		return n.works[name]
	}
	if w := known(); w != nil {
		return w, nil
	}
	n.loading.Lock() // only one caller at a time asks the database
	defer n.loading.Unlock()
	if w := known(); w != nil {
		return w, nil
	}
	p, run, err := n.db.Work(ctx, name)
	switch {
	case errors.Is(err, store.ErrNotFound) || err == nil && !n.can(p):
		return nil, nil
	case err != nil:
		return nil, err
	}
	w := &work{what: p.String(), run: run}
	if w.worker, err = kindOf(p).worker(n.db, p, run, &w.full); err != nil {
		return nil, err
	}
	w.over, w.end = context.WithCancel(context.Background())
	if p.Room != nil {
		w.full.Set(p.Room)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.works[name] = w
	return w, nil
}
