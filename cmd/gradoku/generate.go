package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"time"

	"github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/generate"
	"gradoku/pipeline"
	"gradoku/store"
)

func generateCommand(s streams) *cli.Command {
	return &cli.Command{
		Name:  "generate",
		Usage: "make new puzzles: proved, graded and saved",
		UsageText: "gradoku generate -n 1000\n" +
			"gradoku generate -n 200 --size 6 --symmetry rotate180 --seed 42\n" +
			"gradoku generate --tries 3000000 --shard 2/3 --seed 42 --db slice2.db\n" +
			"gradoku generate --resume",
		Description: "Without --seed every call draws a new seed and so brings new puzzles. With --seed the\n" +
			"same options give the same puzzles; a call that finds part of them saved goes on from there.\n" +
			"No puzzle is saved twice, not even rotated, reordered or relabelled; disguised copies are for\n" +
			"files alone: gradoku export --morph K.\n\n" +
			"A run ends with its n-th puzzle, or with --tries after so many tries; either can be raised later.\n" +
			"With --shard I/N a machine computes one slice of the tries. A slice cannot be raised, and must have\n" +
			"the seed and the options of the others; gradoku db merge makes of all of them the database of the\n" +
			"one run that nobody cut.",
		Flags: append([]cli.Flag{
			&cli.Int64Flag{Name: "n", Value: 100, Usage: "how many puzzles the run shall have"},
			sizeFlag(9, "digits in a row"),
			&cli.Int64Flag{Name: "seed", Usage: "the run's seed, from 0 (default: drawn at random and printed)"},
			symmetryFlag("none", "of the clues"),
			&cli.IntFlag{Name: "clues", Usage: "stop removing at `N` clues (default: remove all that can go)"},
			&cli.BoolFlag{Name: "minimal", Usage: "accept only puzzles none of whose clues can be dropped (always so by default without symmetry)"},
			&cli.StringFlag{Name: "grids", Value: "any", Usage: "how full grids are drawn: uniform (each equally likely; up to 9x9), fast (random backtracking), any (uniform where it can be)"},
			samplingFlag(),
			&cli.BoolFlag{Name: "resume", Usage: "go on with the last unfinished run of the database"},
			&cli.Int64Flag{Name: "max-tries", Usage: "give up after `N` tries in a row without a new puzzle (default 100000; 1000 above 9x9; 100000000 with controlled bias)"},
			&cli.IntFlag{Name: "workers", Value: runtime.NumCPU(), Usage: "how many puzzles to compute at a time"},
			manifestFlag(),
			dbFlag(), quietFlag(), jsonFlag("print the summary as one JSON object"),
		}, cutFlags()...),
		Before: noArgs,
		Action: func(c *cli.Context) error { return generateAction(c, s) },
	}
}

func generateAction(c *cli.Context, s streams) error {
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
	db, err := store.Open(c.Context, dbPath(c), store.ReadWrite)
	if err != nil {
		return err
	}
	defer db.Close()
	run, opt, err := beginRun(c, db, opt, cut)
	if err != nil {
		return err
	}
	say := talkTo(s.err, c.Bool("quiet"))
	if over, why := isOver(run, patience(c, opt, run)); over {
		say("run %d with seed %d is complete: %s puzzles; nothing to add (%s)", run.ID, run.Seed, grouped(run.Accepted), why)
		return saveManifest(c, db, run)
	}
	say("run %d, seed %d, %s%s", run.ID, run.Seed, describe(opt), describeCut(run))
	if from, _, _ := runSpan(run); run.Next > from {
		say("going on at try %s with %s saved", grouped(run.Next), savedText(run))
	}
	return carryOut(c, s, db, run, opt)
}

// carryOut computes the run and prints how it went.
func carryOut(c *cli.Context, s streams, db *store.DB, run store.Run, opt generate.Options) error {
	patience := patience(c, opt, run)
	show, finish := runProgress(c, s, run)
	before, start := run.Accepted, time.Now()
	run, err := pipeline.Run(c.Context, db, run, pipeline.Config{
		Options: opt, Workers: c.Int("workers"), Patience: patience,
		Progress: func(p pipeline.Progress) { show(p.Accepted, p.Tries) },
	})
	finish()
	if err != nil {
		if errors.Is(err, context.Canceled) {
			return &problem{
				exitInterrupted, fmt.Errorf("interrupted at try %s; %s are saved in %s", grouped(run.Next), savedText(run), db.Path()),
				"go on with: gradoku generate --resume" + dbHint(c),
			}
		}
		return err
	}
	if !c.Bool("quiet") || c.Bool("json") {
		if err := printSummary(c, s, db, run, run.Accepted-before, time.Since(start)); err != nil {
			return err
		}
	}
	if err := saveManifest(c, db, run); err != nil {
		return err
	}
	if run.State == store.Exhausted {
		return &problem{
			exitExhausted, fmt.Errorf("stopped with %s: %s tries in a row brought nothing new", savedText(run), grouped(patience)),
			"what was found is kept; relax the wishes, or search longer with a larger --max-tries",
		}
	}
	return nil
}

// checkGenerate refuses numbers that make no sense.
func checkGenerate(c *cli.Context) error {
	for _, f := range []struct {
		name     string
		from, to int64
	}{
		{"n", 1, 1_000_000_000_000},
		{"seed", 0, math.MaxInt64},
		{"clues", 1, board.MaxCells},
		{"max-tries", 1, math.MaxInt64},
		{"tries", 1, 1_000_000_000_000_000},
		{"workers", 1, 4096},
	} {
		if v := c.Int64(f.name); c.IsSet(f.name) && (v < f.from || v > f.to) {
			return usageError(fmt.Errorf("%s is %d; it must be from %d to %d", dashed(f.name), v, f.from, f.to), helpAdvice(c))
		}
	}
	if c.Bool("resume") {
		for _, name := range []string{"seed", "size", "symmetry", "clues", "minimal", "grids", "sampling", "n", "tries", "shard"} {
			if c.IsSet(name) {
				return usageError(fmt.Errorf("--resume takes its options from the unfinished run; %s cannot change them", dashed(name)),
					"drop one of the two")
			}
		}
	}
	return nil
}

func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// generateOptions reads the flags that say what puzzles to make, and checks
// that they can be made at all.
func generateOptions(c *cli.Context) (generate.Options, error) {
	geo, err := geometryOf(c)
	if err != nil {
		return generate.Options{}, err
	}
	sym, err := board.SymmetryByName(c.String("symmetry"))
	if err != nil {
		return generate.Options{}, usageError(err, "for example: --symmetry rotate180")
	}
	grids, err := generate.GridsByName(c.String("grids"))
	if err != nil {
		return generate.Options{}, usageError(err, "for example: --grids uniform")
	}
	sampling, err := generate.SamplingByName(c.String("sampling"))
	if err != nil {
		return generate.Options{}, usageError(err, "for example: --sampling controlled-bias")
	}
	opt := generate.Options{
		Geometry: geo, Grids: grids, Symmetry: sym, Clues: c.Int("clues"), Minimal: c.Bool("minimal"), Sampling: sampling,
	}
	if _, err := generate.New(opt); err != nil {
		return generate.Options{}, usageError(err, "change --clues, --symmetry, --grids or --sampling")
	}
	return opt, nil
}

// beginRun finds or makes the run that the command line asks for.
func beginRun(c *cli.Context, db *store.DB, opt generate.Options, cut store.Cut) (store.Run, generate.Options, error) {
	if c.Bool("resume") {
		run, err := db.LastUnfinished(c.Context, pipeline.Command)
		if errors.Is(err, store.ErrNotFound) {
			return run, opt, dataError(fmt.Errorf("no run in %s is unfinished", db.Path()), "start one with: gradoku generate -n 1000"+dbHint(c))
		}
		if err != nil {
			return run, opt, err
		}
		if run.Version != version {
			return run, opt, dataError(fmt.Errorf("run %d was begun by gradoku %s, this is %s: its seed may mean other puzzles now",
				run.ID, run.Version, version), "finish it with that version, or start a new run")
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
		Version: version, Target: runTarget(c, cut),
	})
	return run, opt, err
}

// patience is the stop rule. When the user names none: some seconds of fruitless
// search on 9x9, some minutes on sizes where a try takes long. A run that ends
// by its tries needs none.
func patience(c *cli.Context, opt generate.Options, run store.Run) int64 {
	_, _, byTries := runSpan(run)
	switch {
	case c.IsSet("max-tries"):
		return c.Int64("max-tries")
	case byTries:
		return 0
	case opt.Sampling == generate.ControlledBias:
		return 100_000_000 // one try in 250,000 succeeds on 9x9, and it is short
	case opt.Geometry.Size <= 9:
		return 100_000
	}
	return 1_000
}

// isOver reports whether a run has nothing left to do, and what would change
// that. One that gave up goes on when it is given more patience than it had.
func isOver(run store.Run, patience int64) (bool, string) {
	_, _, byTries := runSpan(run)
	switch {
	case run.State == store.Done && byTries:
		return true, fmt.Sprintf("all its tries are computed%s", describeCut(run))
	case run.State == store.Done:
		return true, "ask for more with a larger -n"
	case run.State == store.Exhausted && patience > 0 && run.Next-run.Last-1 >= patience:
		return true, fmt.Sprintf("it gave up after %s tries in a row without a new one; a larger --max-tries goes on",
			grouped(run.Next-run.Last-1))
	}
	return false, ""
}

// describe says in words what a run makes.
func describe(opt generate.Options) string {
	s := fmt.Sprintf("%dx%d, %v grids, symmetry %s", opt.Geometry.Size, opt.Geometry.Size, opt.GridsUsed(), opt.Symmetry.Name)
	if opt.Sampling != generate.TopDown {
		s = fmt.Sprintf("%dx%d, %v sampling", opt.Geometry.Size, opt.Geometry.Size, opt.Sampling)
	}
	if opt.Clues != 0 {
		s += fmt.Sprintf(", %d clues", opt.Clues)
	}
	if opt.Minimal || opt.Clues == 0 && opt.Symmetry.Name == "none" || opt.Sampling != generate.TopDown {
		s += ", minimal"
	}
	return s
}

// dbHint repeats --db in an advised command when the user gave it.
func dbHint(c *cli.Context) string {
	if !c.IsSet("db") {
		return ""
	}
	return " --db " + dbPath(c)
}
