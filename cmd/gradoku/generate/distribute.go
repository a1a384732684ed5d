package generate

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gradoku/cmd/gradoku/cli"
	"gradoku/generate"
	"gradoku/internal/text"
	"gradoku/run"
	"gradoku/store"
)

// checkDistribute refuses flags that do not go with --distribute and --detach.
func (o *options) checkDistribute() error {
	if err := cli.CheckDistribute(&o.Call, o.db, o.distribute, o.detach); err != nil || !o.distribute {
		return err
	}
	if o.practice != "" {
		return cli.UsageError(errors.New("--practice saves nothing that workers could share; --distribute does not go with it"), "drop one of the two")
	}
	for _, name := range []string{"manifest", "timeout", "json"} {
		if o.detach && o.Given(name) {
			return cli.UsageError(fmt.Errorf("--detach does not wait for the end of the run; %s does not go with it", cli.Dashed(name)), "drop one of the two")
		}
	}
	return nil
}

// watch opens a run to workers and shows how far they are until it is over.
func (o *options) watch(ctx context.Context, db *store.DB, r store.Run, target generate.Target, patience int64) error {
	say := cli.TalkTo(o.Err, o.quiet)
	before, start := r.Accepted, time.Now()
	plan, err := db.BeginPlan(ctx, store.Plan{
		Command: run.Command, RunID: r.ID, Patience: patience, MaxTries: o.maxTries, Size: target.Chunk(),
	})
	if err == nil {
		err = cli.TellWorkers(ctx, &o.Call, db, o.db, say)
	}
	if err != nil {
		return err
	}
	if o.detach {
		return nil
	}
	show, finish := Progress(o.Err, o.quiet, r, &target)
	defer finish()
	for unreached := false; ; {
		select {
		case <-ctx.Done():
			return o.unwatched(ctx, db, r, plan.ID, &target, outcome{added: r.Accepted - before, took: time.Since(start), timedOut: true, patience: patience})
		case <-time.After(time.Second):
		}
		now, err := db.Run(ctx, r.ID)
		if err != nil {
			if !unreached && errors.Is(err, store.ErrServer) {
				say("%v; waiting for it", err)
			}
			if unreached = errors.Is(err, store.ErrServer); unreached || ctx.Err() != nil {
				continue
			}
			return err
		}
		r, unreached = now, false
		if r.State != store.Running {
			break
		}
		p := run.Progress{Accepted: r.Accepted, Target: r.Target, Tries: r.Next, Quotas: make([]int64, len(target.Quotas))}
		if plan, err := db.PlanOf(ctx, r.ID); err == nil && plan.Room != nil {
			for i, q := range target.Quotas {
				p.Quotas[i] = q.Count - plan.Room[i]
			}
		}
		show(p)
	}
	finish()
	if r.State == store.Stopped {
		plan, err := db.PlanOf(ctx, r.ID)
		if err != nil {
			return err
		}
		return cli.DataError(fmt.Errorf("run %d was ended at try %s: %s; %s are saved", r.ID, text.Grouped(r.Next), plan.Ended, savedText(r)),
			o.resumption())
	}
	return o.conclude(context.WithoutCancel(ctx), db, r, &target, outcome{added: r.Accepted - before, took: time.Since(start), patience: patience})
}

// unwatched ends the watching of a run that is not over: at its time limit the run ends
// too, else the workers go on with it.
func (o *options) unwatched(ctx context.Context, db *store.DB, run store.Run, plan int64, target *generate.Target, end outcome) error {
	if !errors.Is(context.Cause(ctx), errTimeout) {
		return cli.Fail(cli.ExitInterrupted, fmt.Errorf("the workers go on with run %d; %s are saved", run.ID, savedText(run)),
			fmt.Sprintf("gradoku runs%s shows it, gradoku runs --cancel %d%s ends it", cli.DBHint(&o.Call, o.db), run.ID, cli.DBHint(&o.Call, o.db)))
	}
	ctx = context.WithoutCancel(ctx)
	err := db.EndPlan(ctx, plan, fmt.Sprintf("the time limit of %v was up", o.timeout))
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if run, err = db.Run(ctx, run.ID); err != nil {
		return err
	}
	end.timedOut = run.State == store.Stopped
	return o.conclude(ctx, db, run, target, end)
}
