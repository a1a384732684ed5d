package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/internal/text"
	"gradoku/store"
)

// DistributeFlags are for a command whose work gradoku worker can do.
func DistributeFlags(distribute, detach *bool) []urfave.Flag {
	return []urfave.Flag{
		&urfave.BoolFlag{Name: "distribute", Destination: distribute, Usage: "leave the work to gradoku worker, on any machines that reach the database, and show how far it is"},
		&urfave.BoolFlag{Name: "detach", Destination: detach, Usage: "with --distribute: do not wait for the end"},
	}
}

// CheckDistribute refuses --detach without --distribute, and a file for either.
func CheckDistribute(call *Call, place string, distribute, detach bool) error {
	switch {
	case detach && !distribute:
		return UsageError(errors.New("--detach goes with --distribute"), call.HelpAdvice())
	case distribute && store.IsFile(place):
		return NeedsServer(place)
	}
	return nil
}

// TellWorkers says who will do the work.
func TellWorkers(ctx context.Context, call *Call, db *store.DB, place string, say func(string, ...any)) error {
	workers, err := db.Workers(ctx)
	if err != nil {
		return err
	}
	cores := 0
	for _, w := range workers {
		cores += w.Cores
	}
	if cores == 0 {
		say("no worker is there yet; start some, on any machine: gradoku worker%s", DBHint(call, place))
	} else {
		say("%s with %s", text.Count(int64(len(workers)), "worker", "workers"), text.Count(int64(cores), "core", "cores"))
	}
	return nil
}

// Watch looks at a regrade once a second until it is over. It
// returns the plan as last seen, and a [DataError] when it ended before it was complete. A
// server that is down is waited for.
func Watch(ctx context.Context, db *store.DB, p store.Plan, say func(string, ...any), show func(store.Plan)) (store.Plan, error) {
	for unreached := false; ; {
		select {
		case <-ctx.Done():
			return p, context.Cause(ctx)
		case <-time.After(time.Second):
		}
		now, err := db.Plan(ctx, p.ID)
		switch {
		case err == nil:
			p, unreached = now, false
		case errors.Is(err, store.ErrNotFound): // complete, and cleared away
			return p, nil
		case !errors.Is(err, store.ErrServer):
			return p, err
		case !unreached:
			say("%v; waiting for it", err)
			unreached = true
		}
		switch {
		case unreached:
		case p.Ended == store.Complete:
			return p, nil
		case p.Ended != "":
			return p, DataError(fmt.Errorf("%v was ended: %s", p, p.Ended), "the same command goes on where it stopped")
		default:
			show(p)
		}
	}
}

// Unwatched is the error of a command that was interrupted while workers do its work.
func Unwatched(call *Call, place string, p store.Plan, what string) error {
	return Fail(ExitInterrupted, fmt.Errorf("%s", what),
		fmt.Sprintf("gradoku runs%s shows it, gradoku runs --cancel %v%s ends it", DBHint(call, place), p, DBHint(call, place)))
}
