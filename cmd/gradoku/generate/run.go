package generate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/generate"
	"gradoku/pipeline"
	"gradoku/store"
)

// beginRun finds or makes the run that the command line asks for.
func beginRun(c *urfave.Context, db *store.DB, opt generate.Target, cut store.Shard) (store.Run, generate.Target, error) {
	if c.Bool("resume") {
		run, err := db.LastUnfinished(c.Context, pipeline.Command)
		if errors.Is(err, store.ErrNotFound) {
			return run, opt, cli.DataError(fmt.Errorf("no run in %s is unfinished", db.Path()), "start one with: gradoku generate -n 1000"+cli.DBHint(cli.CallFrom(c, cli.Streams{}), cli.DBPath(c)))
		}
		if err != nil {
			return run, opt, err
		}
		if run.Version != cli.Version {
			return run, opt, cli.DataError(fmt.Errorf("run %d was begun by gradoku %s, this is %s: its seed may mean other puzzles now",
				run.ID, run.Version, cli.Version), "finish it with that version, or start a new run")
		}
		opt, err = pipeline.DecodeOptions(run.Options)
		return run, opt, err
	}
	seed := c.Int64("seed")
	if !c.IsSet("seed") {
		seed = rand.Int64N(1 << 53) // what a JSON number and a spreadsheet carry exactly
	}
	run, err := db.BeginRun(c.Context, store.Run{
		Command: pipeline.Command, Options: cut.Mark(pipeline.EncodeOptions(opt)), Seed: seed,
		Version: cli.Version, Target: runTarget(c, cut, &opt),
	})
	return run, opt, err
}

// Patience is the stop rule: the user's, or the target's. A run that ends by its
// tries needs none.
func Patience(c *urfave.Context, opt generate.Target, run store.Run) int64 {
	_, _, byTries := RunSpan(run)
	switch {
	case c.IsSet("patience"):
		return c.Int64("patience")
	case byTries:
		return 0
	}
	return opt.Patience()
}

// isOver reports whether a run has nothing left to do, and what would change
// that. One that gave up goes on when it is given more patience, or more tries,
// than it had.
func isOver(run store.Run, patience, maxTries int64) (bool, string) {
	_, _, byTries := RunSpan(run)
	switch {
	case run.State == store.Done && byTries:
		return true, fmt.Sprintf("all its tries are computed%s", DescribeCut(run))
	case run.State == store.Done:
		return true, "ask for more with a larger -n"
	case run.State != store.Exhausted:
		return false, ""
	case patience > 0 && run.Next-run.Last-1 >= patience:
		return true, fmt.Sprintf("it gave up after %s tries in a row without a new one; a larger --patience goes on",
			cli.Grouped(run.Next-run.Last-1))
	case maxTries > 0 && run.Next >= maxTries:
		return true, fmt.Sprintf("it has made %s tries; a larger --max-tries goes on", cli.Grouped(run.Next))
	}
	return false, ""
}

// carryOut computes the run and prints how it went.
func carryOut(c *urfave.Context, s cli.Streams, db *store.DB, run store.Run, opt generate.Target) error {
	show, finish := RunProgress(c, s, run, &opt)
	before, start := run.Accepted, time.Now()
	run, err := pipeline.Run(c.Context, db, run, pipeline.Config{
		Options: opt, Workers: c.Int("workers"), Patience: Patience(c, opt, run), MaxTries: c.Int64("max-tries"),
		Progress: show,
	})
	finish()
	out := errors.Is(err, errTimeout)
	if err != nil && !out {
		if errors.Is(err, context.Canceled) {
			return cli.Fail(cli.ExitInterrupted, fmt.Errorf("interrupted at try %s; %s are saved in %s", cli.Grouped(run.Next), savedText(run), db.Path()),
				"go on with: gradoku generate --resume"+cli.DBHint(cli.CallFrom(c, cli.Streams{}), cli.DBPath(c)))
		}
		return err
	}
	c.Context = context.WithoutCancel(c.Context) // what is left is to say how it went
	if !c.Bool("quiet") || c.Bool("json") {
		if err := printSummary(c, s, db, run, run.Accepted-before, time.Since(start)); err != nil {
			return err
		}
	}
	if err := saveManifest(c, db, run); err != nil {
		return err
	}
	if out || run.State == store.Exhausted {
		return stoppedShort(c, db, run, opt, out)
	}
	return nil
}

// stoppedShort says by which rule a run ended before its target, what it is short
// of and what would change that.
func stoppedShort(c *urfave.Context, db *store.DB, run store.Run, opt generate.Target, out bool) error {
	short, err := shortOf(c.Context, db, run, &opt)
	if err != nil {
		return err
	}
	patience, why, how := Patience(c, opt, run), "", ""
	switch {
	case out:
		why = fmt.Sprintf("the time of %v is up", c.Duration("timeout"))
		how = "go on with: gradoku generate --resume" + cli.DBHint(cli.CallFrom(c, cli.Streams{}), cli.DBPath(c))
	case patience > 0 && run.Next-run.Last-1 >= patience:
		why = fmt.Sprintf("%s tries in a row brought nothing new", cli.Grouped(patience))
		how = "search longer with a larger --patience"
	default:
		why = fmt.Sprintf("the %s tries allowed are made", cli.Grouped(run.Next))
		how = "search longer with a larger --max-tries"
	}
	advice := "what was found is kept; relax the wishes, or " + how
	if opt.Targeted() && !opt.Walks() && !out {
		advice += ", or try --search walk"
	}
	return cli.Fail(cli.ExitExhausted, fmt.Errorf("stopped with %s: %s%s", savedText(run), why, short), advice)
}
