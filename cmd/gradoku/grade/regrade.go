package grade

import (
	"context"
	"errors"
	"fmt"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/pipeline"
	"gradoku/store"
)

func RegradeCommand(s cli.Streams) *urfave.Command {
	return &urfave.Command{
		Name:  "regrade",
		Usage: "grade what this version has not graded yet",
		UsageText: "gradoku regrade\n" +
			"gradoku regrade --where 'corpus = top1465 and size = 9'\n" +
			"gradoku regrade --where 'rating >= 7.5 or level is null'",
		Description: "Grades the saved puzzles that have no grade of this version: imported ones that were left ungraded, and all\n" +
			"when gradoku's techniques have changed. Older grades stay; gradoku diff-grades compares them. --where is about\n" +
			"the newest grade that a puzzle has. Interrupted, the same command goes on where it stopped.",
		Flags:  []urfave.Flag{cli.WhereFlag(nil), cli.BudgetFlag(nil), cli.WorkersFlag(nil), cli.DBFlag(nil), cli.QuietFlag(nil)},
		Before: cli.NoArgs,
		Action: func(c *urfave.Context) error { return regradeAction(c, s) },
	}
}

func regradeAction(c *urfave.Context, s cli.Streams) error {
	if err := cli.CheckWorkOf(c); err != nil {
		return err
	}
	db, err := cli.OpenExisting(c.Context, cli.DBPath(c), store.ReadWrite)
	if err != nil {
		return err
	}
	defer db.Close()
	filter := store.Filter{Where: c.String("where")}
	total, err := db.CountUngraded(c.Context, filter)
	if err != nil {
		return cli.FilterError(cli.CallFrom(c, cli.Streams{}), err)
	}
	bar := cli.NewProgress(s.Err, c.Bool("quiet"), "puzzles", total, 0)
	start := time.Now()
	n, err := pipeline.Regrade(c.Context, db, pipeline.RegradeConfig{
		Filter: filter, Workers: c.Int("workers"), Budget: c.Int64("budget"),
		Progress: func(n int64) { bar.Set(n, n) },
	})
	bar.Finish()
	if errors.Is(err, context.Canceled) {
		return cli.Fail(cli.ExitInterrupted, fmt.Errorf("interrupted; %s of %s grades are saved in %s", cli.Grouped(n), cli.Grouped(total), db.Path()),
			"the same command goes on where it stopped")
	}
	if err != nil {
		return err
	}
	cli.TalkTo(s.Err, c.Bool("quiet"))("%s puzzles graded by grader %d in %.1f s", cli.Grouped(n), db.Grader(), time.Since(start).Seconds())
	return nil
}
