package grade

import (
	"context"
	"errors"
	"fmt"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
	"gradoku/run"
	"gradoku/store"
	"gradoku/task"
)

// regradeOptions are what the command line of "gradoku regrade" says.
type regradeOptions struct {
	cli.Call
	Where   store.Condition `query:"where" doc:"only puzzles with this condition, for example 'rating >= 4.0 and clues < 25' (gradoku list columns)"`
	budget  int64
	workers int
	db      string
	quiet   bool

	distribute, detach bool
}

// RegradeCommand is "gradoku regrade".
func RegradeCommand(s cli.Streams) *urfave.Command {
	var o regradeOptions
	return &urfave.Command{
		Name:  "regrade",
		Usage: "grade what this version has not graded yet",
		UsageText: "gradoku regrade\n" +
			"gradoku regrade --where 'corpus = top1465 and size = 9'\n" +
			"gradoku regrade --where 'rating >= 7.5 or level is null'\n" +
			"gradoku regrade --distribute --db postgres://ada@db.example.org/puzzles",
		Description: "Grades the saved puzzles that have no grade of this version: imported ones that were left ungraded, and all\n" +
			"when gradoku's techniques have changed. Older grades stay; gradoku diff-grades compares them. --where is about\n" +
			"the newest grade that a puzzle has. Interrupted, the same command goes on where it stopped.\n" +
			"With --distribute workers on any number of machines grade them, and go on when this command is interrupted.",
		Flags: append([]urfave.Flag{
			cli.BoundFlags(&o)[0], cli.BudgetFlag(&o.budget), cli.WorkersFlag(&o.workers), cli.DBFlag(&o.db), cli.QuietFlag(&o.quiet),
		}, cli.DistributeFlags(&o.distribute, &o.detach)...),
		Before: cli.NoArgs,
		Action: cli.Action(s, &o.Call, o.run),
	}
}

func (o *regradeOptions) run(ctx context.Context) (err error) {
	if err := cli.CheckBudget(o.budget); err != nil {
		return err
	}
	if err := cli.CheckWorkers(&o.Call, o.workers); err != nil {
		return err
	}
	if err := cli.CheckDistribute(&o.Call, o.db, o.distribute, o.detach); err != nil {
		return err
	}
	db, err := task.OpenExisting(ctx, o.db, store.ReadWrite)
	if err != nil {
		return err
	}
	defer task.Close(db, &err)
	filter := store.Filter{Where: o.Where.Text}
	total, err := db.CountUngraded(ctx, filter)
	if err != nil {
		return cli.FilterError(&o.Call, err)
	}
	cfg := run.RegradeConfig{Filter: filter, Workers: o.workers, Budget: o.budget}
	if o.distribute && total > 0 {
		return o.watch(ctx, db, cfg, total)
	}
	bar := cli.NewProgress(o.Err, o.quiet, "puzzles", total, 0)
	cfg.Progress = func(n int64) { bar.Set(n, n) }
	start := time.Now()
	n, err := run.Regrade(ctx, db, cfg)
	bar.Finish()
	if errors.Is(err, context.Canceled) {
		return cli.Fail(cli.ExitInterrupted, fmt.Errorf("interrupted; %s of %s saved in %s", text.Grouped(n), text.Count(total, "grade is", "grades are"), db.Path()),
			"the same command goes on where it stopped")
	}
	if err != nil {
		return err
	}
	cli.TalkTo(o.Err, o.quiet)("%s graded by grader %d in %.1f s", text.Count(n, "puzzle", "puzzles"), db.Grader(), time.Since(start).Seconds())
	return nil
}

// watch opens a regrade to workers and shows how far they are until it is over.
func (o *regradeOptions) watch(ctx context.Context, db *store.DB, cfg run.RegradeConfig, total int64) error {
	start := time.Now()
	say := cli.TalkTo(o.Err, o.quiet)
	p, err := db.BeginPlan(ctx, store.Plan{Command: run.RegradeCommand, Options: cfg.Encode(), Version: cli.Version, Size: run.FirstItems, Target: total})
	if err == nil {
		err = cli.TellWorkers(ctx, &o.Call, db, o.db, say)
	}
	if err != nil || o.detach {
		return err
	}
	before := p.Saved
	bar := cli.NewProgress(o.Err, o.quiet, "puzzles", total, 0)
	p, err = cli.Watch(ctx, db, p, say, func(p store.Plan) { bar.Set(min(p.Saved-before, total), min(p.Saved-before, total)) })
	bar.Finish()
	if errors.Is(err, context.Canceled) {
		return cli.Unwatched(&o.Call, o.db, p, "the workers go on with the regrade")
	}
	if err != nil {
		return err
	}
	left, err := db.CountUngraded(ctx, cfg.Filter)
	if err == nil {
		say("%s graded by grader %d in %.1f s", text.Count(total-left, "puzzle", "puzzles"), db.Grader(), time.Since(start).Seconds())
	}
	return err
}
