package grade

import (
	"context"
	"errors"
	"fmt"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
	"gradoku/pipeline"
	"gradoku/store"
)

// regradeOptions are what the command line of "gradoku regrade" says.
type regradeOptions struct {
	cli.Call
	where   string
	budget  int64
	workers int
	db      string
	quiet   bool
}

// RegradeCommand is "gradoku regrade".
func RegradeCommand(s cli.Streams) *urfave.Command {
	var o regradeOptions
	return &urfave.Command{
		Name:  "regrade",
		Usage: "grade what this version has not graded yet",
		UsageText: "gradoku regrade\n" +
			"gradoku regrade --where 'corpus = top1465 and size = 9'\n" +
			"gradoku regrade --where 'rating >= 7.5 or level is null'",
		Description: "Grades the saved puzzles that have no grade of this version: imported ones that were left ungraded, and all\n" +
			"when gradoku's techniques have changed. Older grades stay; gradoku diff-grades compares them. --where is about\n" +
			"the newest grade that a puzzle has. Interrupted, the same command goes on where it stopped.",
		Flags: []urfave.Flag{
			cli.WhereFlag(&o.where), cli.BudgetFlag(&o.budget), cli.WorkersFlag(&o.workers), cli.DBFlag(&o.db), cli.QuietFlag(&o.quiet),
		},
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
	db, err := cli.OpenExisting(ctx, o.db, store.ReadWrite)
	if err != nil {
		return err
	}
	defer cli.Close(db, &err)
	filter := store.Filter{Where: o.where}
	total, err := db.CountUngraded(ctx, filter)
	if err != nil {
		return cli.FilterError(&o.Call, err)
	}
	bar := cli.NewProgress(o.Err, o.quiet, "puzzles", total, 0)
	start := time.Now()
	n, err := pipeline.Regrade(ctx, db, pipeline.RegradeConfig{
		Filter: filter, Workers: o.workers, Budget: o.budget,
		Progress: func(n int64) { bar.Set(n, n) },
	})
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
