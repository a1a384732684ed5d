package task

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gradoku/generate"
	"gradoku/internal/text"
	"gradoku/run"
	"gradoku/store"
)

// ErrWatching is the cause of an interruption after which workers continue a run.
var ErrWatching = errors.New("the workers continue it")

// ErrEnded is in the error for work that someone ended before it was complete.
var ErrEnded = errors.New("was ended")

// watch lets workers compute a run and reports their progress until the run ends. It
// returns the run as it last saw it.
func (l *Limits) watch(ctx context.Context, env *Env, db *store.DB, r store.Run, target *generate.Target, patience int64) (store.Run, error) {
	shared, err := db.BeginSharedRun(ctx, store.SharedRun{
		Command: run.Command, RunID: r.ID, Version: Build(), Patience: patience, Size: target.Chunk(),
	})
	if err == nil {
		err = tellWorkers(ctx, env, db)
	}
	if err != nil || l.Detach {
		return r, err
	}
	show, trouble, why := progressOf(env, r, target), "", ""
	err = poll(ctx, env, func() (over bool, err error) {
		now, err := db.Run(ctx, r.ID)
		if err != nil {
			return false, err
		}
		if !r.Same(now) {
			return false, fmt.Errorf("the database was recreated or restored in the meantime: its run %d is a different one", r.ID)
		}
		if r = now; r.State != store.Running {
			return true, nil
		}
		p := run.Progress{Accepted: r.Accepted, Attempts: r.Next, Quotas: make([]int64, len(target.Quotas))}
		if shared, err := db.SharedRunOf(ctx, r.ID); err == nil {
			for i, left := range shared.Room {
				p.Quotas[i] = target.Quotas[i].Count - left
			}
			if shared.Trouble != "" && shared.Trouble != trouble {
				env.note("results cannot be saved: %s", shared.Trouble)
			}
			trouble = shared.Trouble
			if now := Unmoved(ctx, db, shared); now != why {
				if why = now; why != "" {
					env.note("nothing was saved for a minute: %s", why)
				}
			}
		}
		show(p)
		return false, nil
	})
	if err != nil && ctx.Err() != nil {
		return l.unwatched(ctx, db, r, shared.Name)
	}
	if err != nil {
		return r, err
	}
	if r.State == store.Stopped {
		shared, err := db.SharedRunOf(ctx, r.ID)
		if err != nil {
			return r, err
		}
		return r, fmt.Errorf("run %d %w at attempt %s: %s; %s are saved", r.ID, ErrEnded, text.Grouped(r.Next), shared.Ended, Saved(r))
	}
	return r, nil
}

// poll checks the work of others once a second until it is over. If the server is down, it
// waits.
func poll(ctx context.Context, env *Env, look func() (over bool, err error)) error {
	for unreached := false; ; {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(time.Second):
		}
		over, err := look()
		switch {
		case err != nil && ctx.Err() != nil: // the end of ctx may have caused the error
		case errors.Is(err, store.ErrServer), errors.Is(err, store.ErrBusy): // the workers continue
			if !unreached {
				env.note("%v; waiting for it", err)
			}
			unreached = true
		case err != nil || over:
			return err
		default:
			unreached = false
		}
	}
}

// unwatched stops watching a run that is not over. At the time limit it also ends the run;
// otherwise the workers continue.
func (l *Limits) unwatched(ctx context.Context, db *store.DB, r store.Run, shared string) (store.Run, error) {
	cause := context.Cause(ctx)
	if !errors.Is(cause, errTimeout) {
		return r, fmt.Errorf("%w: %w", ErrWatching, cause)
	}
	ctx = context.WithoutCancel(ctx)
	err := db.EndSharedRun(ctx, shared, fmt.Sprintf("the time limit of %v was reached", l.Timeout))
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return r, err
	}
	if r, err = db.Run(ctx, r.ID); err == nil && r.State == store.Stopped {
		err = errTimeout
	}
	return r, err
}

// Unmoved says why a shared run has saved no results for a minute. It is "" if some were saved.
func Unmoved(ctx context.Context, db *store.DB, p store.SharedRun) string {
	if p.Unmoved < time.Minute {
		return ""
	}
	workers, err := db.Workers(ctx)
	able := slices.ContainsFunc(workers, func(w store.Worker) bool { return w.Version == p.Version && w.Grader == p.Grader })
	switch {
	case err != nil:
		return err.Error()
	case !able:
		return fmt.Sprintf("no worker of gradoku %s with grader %d is running", p.Version, p.Grader)
	case p.Committer == "":
		return "no worker has begun to save results"
	}
	state, err := db.Await(ctx, p.Name, p.Next)
	if err != nil { // its queue may belong to a role that hides it
		return err.Error()
	}
	what := map[string]string{
		"staged":    "is there, but " + p.Committer + " has not saved it",
		"running":   "is being computed",
		"available": "waits in the queue for a free worker",
		"discarded": "failed on every worker",
		"":          "was lost and will be computed again",
	}[state]
	return fmt.Sprintf("the next result, from %s on, %s", text.Grouped(p.Next), cmp.Or(what, "failed and will be computed again"))
}

// tellWorkers reports which workers will do the work.
func tellWorkers(ctx context.Context, env *Env, db *store.DB) error {
	workers, err := db.Workers(ctx)
	if err != nil {
		return err
	}
	cores := 0
	for _, w := range workers {
		cores += w.Cores
	}
	if cores == 0 {
		env.note("there are no workers yet; start some with gradoku worker, on any machine")
	} else {
		env.note("%s with %s", text.Count(int64(len(workers)), "worker", "workers"), text.Count(int64(cores), "core", "cores"))
	}
	return nil
}
