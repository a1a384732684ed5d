package generate

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/cmd/gradoku/cli"
	"gradoku/generate"
	"gradoku/store"
)

func Command(s cli.Streams) *urfave.Command {
	return &urfave.Command{
		Name:  "generate",
		Usage: "make new puzzles: proved, graded and saved",
		UsageText: "gradoku generate -n 1000\n" +
			"gradoku generate -n 200 --size 6 --symmetry rotate180 --seed 42\n" +
			"gradoku generate -n 1000 --rating 4.0-4.6 --symmetry rotate180\n" +
			"gradoku generate --quota gentle=200,medium=300,hard=100\n" +
			"gradoku generate -n 50 --pattern mask.txt --technique xy-wing\n" +
			"gradoku generate --tries 3000000 --shard 2/3 --seed 42 --db slice2.db\n" +
			"gradoku generate --resume",
		Description: "Without --seed every call draws a new seed and so brings new puzzles. With --seed the\n" +
			"same options give the same puzzles; a call that finds part of them saved goes on from there.\n" +
			"No puzzle is saved twice, not even rotated, reordered or relabelled; disguised copies are for\n" +
			"files alone: gradoku export --morph K.\n\n" +
			"With a target (--rating, --level, --letter, --technique, --quota and so on, in any combination) a small\n" +
			"sample of tries shows first what share of them fits. What is rare among random puzzles is walked to:\n" +
			"clues are put back and taken out, each step not further from the target than the one before.\n" +
			"A search that ends before its target, by --max-tries, --patience or --timeout, keeps what it found\n" +
			"and ends with exit code 3.\n\n" +
			"A run ends with its n-th puzzle, or with --tries after so many tries; either can be raised later.\n" +
			"With --shard I/N a machine computes one slice of the tries. A slice cannot be raised, and must have\n" +
			"the seed and the options of the others; gradoku db merge makes of all of them the database of the\n" +
			"one run that nobody cut.",
		Flags: slices.Concat([]urfave.Flag{
			&urfave.Int64Flag{Name: "n", Value: 100, Usage: "how many puzzles the run shall have"},
			cli.SizeFlag(nil, 9, "digits in a row"),
			&urfave.Int64Flag{Name: "seed", Usage: "the run's seed, from 0 (default: drawn at random and printed)"},
			cli.SymmetryFlag(nil, "none", "of the clues"),
			&urfave.BoolFlag{Name: "minimal", Usage: "accept only puzzles none of whose clues can be dropped (always so by default without symmetry)"},
			&urfave.StringFlag{Name: "grids", Value: "any", Usage: "how full grids are drawn: uniform (each equally likely; up to 9x9), fast (random backtracking), any (uniform where it can be)"},
			cli.SamplingFlag(nil),
			&urfave.BoolFlag{Name: "resume", Usage: "go on with the last unfinished run of the database"},
			&urfave.Int64Flag{Name: "max-tries", Usage: "stop after `N` tries in all (default: no limit)"},
			&urfave.Int64Flag{Name: "patience", Usage: "give up after `N` tries in a row without a new puzzle (default: 100000; fewer where a try takes long; 100000000 with controlled bias; with --tries no limit)"},
			&urfave.DurationFlag{Name: "timeout", Usage: "stop after this `TIME`, for example 90s or 10m; the same command or --resume goes on"},
			cli.WorkersFlag(nil),
		}, targetFlags(), cutFlags(), []urfave.Flag{
			manifestFlag(), cli.DBFlag(nil), cli.QuietFlag(nil), cli.JSONFlag(nil, "print the summary as one JSON object"),
		}),
		Before: cli.NoArgs,
		Action: func(c *urfave.Context) error { return generateAction(c, s) },
	}
}

func generateAction(c *urfave.Context, s cli.Streams) error {
	start := time.Now()
	if err := checkGenerate(c); err != nil {
		return err
	}
	opt, err := generateOptions(c)
	if err != nil {
		return err
	}
	cut, err := generateCut(c)
	if err != nil {
		return err
	}
	if err := checkManifestFile(c); err != nil {
		return err
	}
	mode := store.ReadWrite
	if _, err := os.Stat(cli.DBPath(c)); err != nil && c.Bool("resume") {
		mode = store.ReadOnly // do not make an empty database to go on in
	}
	db, err := store.Open(c.Context, cli.DBPath(c), mode)
	if err != nil {
		return err
	}
	defer db.Close()
	say := cli.TalkTo(s.Err, c.Bool("quiet"))
	if !c.Bool("resume") {
		if err := chooseSearch(c, &opt, puzzlesWanted(c, &opt), say); err != nil {
			return err
		}
	}
	run, opt, err := beginRun(c, db, opt, cut)
	if err != nil {
		return err
	}
	if over, why := isOver(run, Patience(c, opt, run), c.Int64("max-tries")); over {
		say("run %d with seed %d is complete: %s puzzles; nothing to add (%s)", run.ID, run.Seed, cli.Grouped(run.Accepted), why)
		return saveManifest(c, db, run)
	}
	say("run %d, seed %d, %s%s", run.ID, run.Seed, Describe(opt), DescribeCut(run))
	if from, _, _ := RunSpan(run); run.Next > from {
		say("going on at try %s with %s saved", cli.Grouped(run.Next), savedText(run))
	}
	if d := c.Duration("timeout"); d > 0 {
		ctx, cancel := context.WithDeadlineCause(c.Context, start.Add(d), errTimeout)
		defer cancel()
		c.Context = ctx
	}
	return carryOut(c, s, db, run, opt)
}

// puzzlesWanted is how many puzzles the run shall have.
func puzzlesWanted(c *urfave.Context, opt *generate.Target) int64 {
	if n := opt.Wanted(); n > 0 {
		return n
	}
	return c.Int64("n")
}

// checkGenerate refuses numbers that make no sense.
func checkGenerate(c *urfave.Context) error {
	for _, f := range []struct {
		name     string
		from, to int64
	}{
		{"n", 1, 1_000_000_000_000},
		{"seed", 0, math.MaxInt64},
		{"max-tries", 1, math.MaxInt64},
		{"patience", 1, math.MaxInt64},
		{"tries", 1, 1_000_000_000_000_000},
		{"workers", 1, 4096},
	} {
		if v := c.Int64(f.name); c.IsSet(f.name) && (v < f.from || v > f.to) {
			return cli.UsageError(fmt.Errorf("%s is %d; it must be from %d to %d", cli.Dashed(f.name), v, f.from, f.to), cli.HelpAdvice(c))
		}
	}
	if d := c.Duration("timeout"); c.IsSet("timeout") && d <= 0 {
		return cli.UsageError(fmt.Errorf("--timeout is %v; it must be above 0", d), cli.HelpAdvice(c))
	}
	if c.Bool("resume") {
		for _, name := range append([]string{"seed", "size", "symmetry", "minimal", "grids", "sampling", "n", "tries", "shard"}, targetNames()...) {
			if c.IsSet(name) {
				return cli.UsageError(fmt.Errorf("--resume takes its options from the unfinished run; %s cannot change them", cli.Dashed(name)),
					"drop one of the two")
			}
		}
	}
	return nil
}

// generateOptions reads the flags that say what puzzles to make, and checks
// that they can be made at all.
func generateOptions(c *urfave.Context) (generate.Target, error) {
	var opt generate.Target
	geo, err := cli.Geometry(c.Int("size"))
	if err != nil {
		return opt, err
	}
	sym, err := board.SymmetryByName(c.String("symmetry"))
	if err != nil {
		return opt, cli.UsageError(err, "for example: --symmetry rotate180")
	}
	grids, err := generate.GridsByName(c.String("grids"))
	if err != nil {
		return opt, cli.UsageError(err, "for example: --grids uniform")
	}
	sampling, err := generate.SamplingByName(c.String("sampling"))
	if err != nil {
		return opt, cli.UsageError(err, "for example: --sampling controlled-bias")
	}
	opt.Options = generate.Options{
		Geometry: geo, Grids: grids, Symmetry: sym, Minimal: c.Bool("minimal"), Sampling: sampling,
	}
	if err := readTarget(c, &opt); err != nil {
		return opt, err
	}
	return opt, TargetError(opt.Check(), changeTarget)
}

// describe says in words what a run makes.
func Describe(opt generate.Target) string {
	s := fmt.Sprintf("%dx%d, %v grids, symmetry %s", opt.Geometry.Size, opt.Geometry.Size, opt.GridsUsed(), opt.Symmetry.Name)
	if opt.Sampling != generate.TopDown {
		s = fmt.Sprintf("%dx%d, %v sampling", opt.Geometry.Size, opt.Geometry.Size, opt.Sampling)
	}
	s += describeTarget(&opt)
	if opt.Minimal || opt.Clues == 0 && opt.Pattern.Empty() && opt.Symmetry.Name == "none" || opt.Sampling != generate.TopDown {
		s += ", minimal"
	}
	return s
}
