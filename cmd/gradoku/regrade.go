package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"gradoku/pipeline"
	"gradoku/store"
)

func regradeCommand(s streams) *cli.Command {
	return &cli.Command{
		Name:  "regrade",
		Usage: "grade what this version has not graded yet",
		UsageText: "gradoku regrade\n" +
			"gradoku regrade --where 'corpus = top1465 and size = 9'\n" +
			"gradoku regrade --where 'rating >= 7.5 or level is null'",
		Description: "Grades the saved puzzles that have no grade of this version: imported ones that were left ungraded, and all\n" +
			"when gradoku's techniques have changed. Older grades stay; gradoku diff-grades compares them. --where is about\n" +
			"the newest grade that a puzzle has. Interrupted, the same command goes on where it stopped.",
		Flags:  []cli.Flag{whereFlag(), budgetFlag(), workersFlag(), dbFlag(), quietFlag()},
		Before: noArgs,
		Action: func(c *cli.Context) error { return regradeAction(c, s) },
	}
}

func regradeAction(c *cli.Context, s streams) error {
	if err := checkWork(c); err != nil {
		return err
	}
	db, err := openExisting(c, store.ReadWrite)
	if err != nil {
		return err
	}
	defer db.Close()
	filter := store.Filter{Where: c.String("where")}
	total, err := db.CountUngraded(c.Context, filter)
	if err != nil {
		return filterError(c, err)
	}
	bar := newProgress(s.err, c.Bool("quiet"), "puzzles", total, 0)
	start := time.Now()
	n, err := pipeline.Regrade(c.Context, db, pipeline.RegradeConfig{
		Filter: filter, Workers: c.Int("workers"), Budget: c.Int64("budget"),
		Progress: func(n int64) { bar.set(n, n) },
	})
	bar.finish()
	if errors.Is(err, context.Canceled) {
		return &problem{
			exitInterrupted, fmt.Errorf("interrupted; %s of %s grades are saved in %s", grouped(n), grouped(total), db.Path()),
			"the same command goes on where it stopped",
		}
	}
	if err != nil {
		return err
	}
	talkTo(s.err, c.Bool("quiet"))("%s puzzles graded by grader %d in %.1f s", grouped(n), db.Grader(), time.Since(start).Seconds())
	return nil
}
