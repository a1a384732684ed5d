package generate

import (
	"errors"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/generate"
	"gradoku/pipeline"
	"gradoku/store"
)

// cutFlags are the flags that cut a run by its tries.
func cutFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.Int64Flag{Name: "tries", Usage: "end the run after `N` tries, whatever they bring, instead of after so many puzzles"},
		&urfave.StringFlag{Name: "shard", Usage: "compute only slice `I/N` of the --tries, on a machine of its own; gradoku db merge puts slices together"},
	}
}

// generateCut reads the flags that cut a run by its tries, and refuses what
// contradicts them.
func generateCut(c *urfave.Context) (store.Shard, error) {
	cut := store.Shard{Tries: c.IsSet("tries")}
	if c.IsSet("shard") {
		var err error
		if cut.Index, cut.Of, err = store.ParseShard(c.String("shard")); err != nil {
			return cut, cli.UsageError(err, "for example: --tries 3000000 --shard 2/3 --seed 42")
		}
		if c.IsSet("n") {
			return cut, cli.UsageError(errors.New("--shard cannot be cut by -n: no slice knows how many puzzles the others accept"),
				"say how many tries the whole run has, for example: --tries 3000000 --shard "+c.String("shard"))
		}
		if !cut.Tries {
			return cut, cli.UsageError(errors.New("--shard needs --tries, the number of tries of the whole run"),
				"for example: --tries 3000000 --shard "+c.String("shard"))
		}
		if !c.IsSet("seed") {
			return cut, cli.UsageError(errors.New("--shard needs --seed: all slices of a run have one seed"), "for example: --seed 42")
		}
		for _, name := range []string{"max-tries", "patience"} {
			if c.IsSet(name) {
				return cut, cli.UsageError(fmt.Errorf("--shard and --%s exclude each other: a slice that gave up would leave a gap", name), "drop one of the two")
			}
		}
	}
	if cut.Tries && c.IsSet("n") {
		return cut, cli.UsageError(errors.New("-n and --tries exclude each other: a run ends by its puzzles or by its tries"), "drop one of the two")
	}
	if cut.Tries && c.IsSet("quota") {
		return cut, cli.UsageError(errors.New("--quota and --tries exclude each other: a run ends when its quotas are full or by its tries"), "drop one of the two")
	}
	if err := cut.Fits(c.Int64("tries")); err != nil {
		return cut, cli.UsageError(err, "use fewer slices or more tries")
	}
	return cut, nil
}

// runTarget is what the run counts up to: tries or puzzles.
func runTarget(c *urfave.Context, cut store.Shard, opt *generate.Target) int64 {
	if cut.Tries {
		return c.Int64("tries")
	}
	return puzzlesWanted(c, opt)
}

// runSpan is the tries of a run that ends by them; ok is false for one that
// ends by its puzzles.
func RunSpan(run store.Run) (from, to int64, ok bool) {
	cut, err := store.ShardOf(run.Options)
	if err != nil || !cut.Tries {
		return 0, 0, false
	}
	from, to = cut.Range(run.Target)
	return from, to, true
}

// describeCut says in words how a run is cut, beginning with a comma; "" when
// its puzzles end it.
func DescribeCut(run store.Run) string {
	from, to, ok := RunSpan(run)
	if !ok {
		return ""
	}
	if cut, err := store.ShardOf(run.Options); err == nil && cut.Of > 0 {
		return fmt.Sprintf(", %v of %s tries: %s to %s", cut, cli.Grouped(run.Target), cli.Grouped(from), cli.Grouped(to-1))
	}
	return fmt.Sprintf(", %s tries", cli.Grouped(to))
}

// savedText says how far a run is: "30 of 50 puzzles", or "17 puzzles of 200 of
// 300 tries".
func savedText(run store.Run) string {
	if from, to, ok := RunSpan(run); ok {
		return fmt.Sprintf("%s puzzles of %s of %s tries", cli.Grouped(run.Accepted), cli.Grouped(run.Next-from), cli.Grouped(to-from))
	}
	return fmt.Sprintf("%s of %s puzzles", cli.Grouped(run.Accepted), cli.Grouped(run.Target))
}

// runProgress shows how far a run is, by what ends it.
func RunProgress(c *urfave.Context, s cli.Streams, run store.Run, opt *generate.Target) (show func(pipeline.Progress), finish func()) {
	from, to, byTries := RunSpan(run)
	if byTries {
		bar := cli.NewProgress(s.Err, c.Bool("quiet"), "tries", to-from, run.Next-from)
		return func(p pipeline.Progress) { bar.Set(min(p.Tries, to)-from, min(p.Tries, to)) }, bar.Finish
	}
	bar := cli.NewProgress(s.Err, c.Bool("quiet"), "puzzles", run.Target, run.Accepted)
	clock := quotaClock{quotas: opt.Quotas}
	return func(p pipeline.Progress) {
		if len(opt.Quotas) > 0 {
			bar.Detail = clock.text(opt, p.Quotas)
		}
		bar.Set(p.Accepted, p.Tries)
	}, bar.Finish
}
