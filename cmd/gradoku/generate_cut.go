package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"gradoku/pipeline"
	"gradoku/store"
)

// cutFlags are the flags that cut a run by its tries.
func cutFlags() []cli.Flag {
	return []cli.Flag{
		&cli.Int64Flag{Name: "tries", Usage: "end the run after `N` tries, whatever they bring, instead of after so many puzzles"},
		&cli.StringFlag{Name: "shard", Usage: "compute only slice `I/N` of the --tries, on a machine of its own; gradoku db merge puts slices together"},
	}
}

// generateCut reads the flags that cut a run by its tries, and refuses what
// contradicts them.
func generateCut(c *cli.Context) (store.Shard, error) {
	cut := store.Shard{Tries: c.IsSet("tries")}
	if c.IsSet("shard") {
		var err error
		if cut.Index, cut.Of, err = store.ParseShard(c.String("shard")); err != nil {
			return cut, usageError(err, "for example: --tries 3000000 --shard 2/3 --seed 42")
		}
		if c.IsSet("n") {
			return cut, usageError(errors.New("--shard cannot be cut by -n: no slice knows how many puzzles the others accept"),
				"say how many tries the whole run has, for example: --tries 3000000 --shard "+c.String("shard"))
		}
		if !cut.Tries {
			return cut, usageError(errors.New("--shard needs --tries, the number of tries of the whole run"),
				"for example: --tries 3000000 --shard "+c.String("shard"))
		}
		if !c.IsSet("seed") {
			return cut, usageError(errors.New("--shard needs --seed: all slices of a run have one seed"), "for example: --seed 42")
		}
		for _, name := range []string{"max-tries", "patience"} {
			if c.IsSet(name) {
				return cut, usageError(fmt.Errorf("--shard and --%s exclude each other: a slice that gave up would leave a gap", name), "drop one of the two")
			}
		}
	}
	if cut.Tries && c.IsSet("n") {
		return cut, usageError(errors.New("-n and --tries exclude each other: a run ends by its puzzles or by its tries"), "drop one of the two")
	}
	if cut.Tries && c.IsSet("quota") {
		return cut, usageError(errors.New("--quota and --tries exclude each other: a run ends when its quotas are full or by its tries"), "drop one of the two")
	}
	if err := cut.Fits(c.Int64("tries")); err != nil {
		return cut, usageError(err, "use fewer slices or more tries")
	}
	return cut, nil
}

// runTarget is what the run counts up to: tries or puzzles.
func runTarget(c *cli.Context, cut store.Shard, opt *pipeline.Options) int64 {
	if cut.Tries {
		return c.Int64("tries")
	}
	return puzzlesWanted(c, opt)
}

// runSpan is the tries of a run that ends by them; ok is false for one that
// ends by its puzzles.
func runSpan(run store.Run) (from, to int64, ok bool) {
	cut, err := store.ShardOf(run.Options)
	if err != nil || !cut.Tries {
		return 0, 0, false
	}
	from, to = cut.Range(run.Target)
	return from, to, true
}

// describeCut says in words how a run is cut, beginning with a comma; "" when
// its puzzles end it.
func describeCut(run store.Run) string {
	from, to, ok := runSpan(run)
	if !ok {
		return ""
	}
	if cut, err := store.ShardOf(run.Options); err == nil && cut.Of > 0 {
		return fmt.Sprintf(", %v of %s tries: %s to %s", cut, grouped(run.Target), grouped(from), grouped(to-1))
	}
	return fmt.Sprintf(", %s tries", grouped(to))
}

// savedText says how far a run is: "30 of 50 puzzles", or "17 puzzles of 200 of
// 300 tries".
func savedText(run store.Run) string {
	if from, to, ok := runSpan(run); ok {
		return fmt.Sprintf("%s puzzles of %s of %s tries", grouped(run.Accepted), grouped(run.Next-from), grouped(to-from))
	}
	return fmt.Sprintf("%s of %s puzzles", grouped(run.Accepted), grouped(run.Target))
}

// runProgress shows how far a run is, by what ends it.
func runProgress(c *cli.Context, s streams, run store.Run, opt *pipeline.Options) (show func(pipeline.Progress), finish func()) {
	from, to, byTries := runSpan(run)
	if byTries {
		bar := newProgress(s.err, c.Bool("quiet"), "tries", to-from, run.Next-from)
		return func(p pipeline.Progress) { bar.set(min(p.Tries, to)-from, min(p.Tries, to)) }, bar.finish
	}
	bar := newProgress(s.err, c.Bool("quiet"), "puzzles", run.Target, run.Accepted)
	clock := quotaClock{quotas: opt.Quotas}
	return func(p pipeline.Progress) {
		if len(opt.Quotas) > 0 {
			bar.detail = clock.text(opt, p.Quotas)
		}
		bar.set(p.Accepted, p.Tries)
	}, bar.finish
}
