package generate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/generate"
	"gradoku/internal/text"
	"gradoku/run"
	"gradoku/store"
)

// options are what the command line of "gradoku generate" says.
type options struct {
	cli.Call
	generate.Request
	n        int64
	seed     int64
	grids    string
	sampling string
	resume   bool
	forecast bool
	maxTries int64
	patience int64
	timeout  time.Duration
	workers  int

	pattern, quota, search, practice string

	tries    int64
	shard    string
	manifest string
	db       string
	quiet    bool
	json     bool

	distribute, detach bool
}

// Command is "gradoku generate".
func Command(s cli.Streams) *urfave.Command {
	var o options
	return &urfave.Command{
		Name:  "generate",
		Usage: "make new puzzles: proved, graded and saved",
		UsageText: "gradoku generate -n 1000\n" +
			"gradoku generate -n 200 --size 6 --symmetry rotate180 --seed 42\n" +
			"gradoku generate -n 1000 --rating 4.0-4.6 --symmetry rotate180\n" +
			"gradoku generate --quota gentle=200,medium=300,hard=100\n" +
			"gradoku generate -n 50 --pattern mask.txt --technique xy-wing\n" +
			"gradoku generate --practice xy-wing -n 100 > positions.jsonl\n" +
			"gradoku generate --tries 3000000 --shard 2/3 --seed 42 --db slice2.db\n" +
			"gradoku generate --quota hard=500 --forecast\n" +
			"gradoku generate -n 10000000 --distribute --db postgres://ada@db.example.org/puzzles\n" +
			"gradoku generate --resume",
		Description: "Without --seed every call draws a new seed and so brings new puzzles. With --seed the\n" +
			"same options give the same puzzles; a call that finds part of them saved goes on from there.\n" +
			"No puzzle is saved twice, not even rotated, reordered or relabelled; disguised copies are for\n" +
			"files alone: gradoku export --morph K.\n\n" +
			"With a target (--rating, --level, --letter, --technique, --quota and so on, in any combination) a small\n" +
			"sample of tries shows first what share of them fits. What is rare among random puzzles is walked to:\n" +
			"clues are put back and taken out, each step not further from the target than the one before.\n" +
			"Where most random puzzles are too hard, a sample chooses how many clues stay, for each quota by itself,\n" +
			"and the forecast says so; --clues or --minimal decides otherwise. The choice is recorded with the run.\n" +
			"A search that ends before its target, by --max-tries, --patience or --timeout, keeps what it found\n" +
			"and ends with exit code 3.\n\n" +
			"With --practice nothing is saved: n positions are printed, as JSON lines, in which the technique is the next\n" +
			"step and nothing easier helps, by the ladder for people or, for what that leaves out, by the rating's.\n" +
			"gradoku convert makes of them the saved games of other programs, gradoku hint says the step.\n\n" +
			"A run ends with its n-th puzzle, or with --tries after so many tries; either can be raised later.\n" +
			"With --shard I/N a machine computes one slice of the tries. A slice cannot be raised, and must have\n" +
			"the seed and the options of the others; gradoku db merge makes of all of them the database of the\n" +
			"one run that nobody cut.\n\n" +
			"With --distribute the run is computed by gradoku worker, on as many machines as there are, and its rows\n" +
			"are the same. This command then shows how far it is, unless --detach ends it at once; gradoku runs shows\n" +
			"that too, and gradoku runs --cancel ends the run.",
		Flags: slices.Concat([]urfave.Flag{
			&urfave.Int64Flag{Name: "n", Destination: &o.n, Value: 100, Usage: "how many puzzles the run shall have"},
			&urfave.Int64Flag{Name: "seed", Destination: &o.seed, Usage: "the run's seed, from 0 (default: drawn at random and printed)"},
			cli.Choice(&urfave.StringFlag{Name: "grids", Destination: &o.grids, Value: "any", Usage: "how full grids are drawn: uniform (each equally likely; up to 9x9), fast (random backtracking), any (uniform where it can be)"}, "uniform", "fast", "any"),
			cli.SamplingFlag(&o.sampling),
			&urfave.BoolFlag{Name: "resume", Destination: &o.resume, Usage: "go on with the last unfinished run of the database"},
			&urfave.BoolFlag{Name: "forecast", Destination: &o.forecast, Usage: "only say what to expect, going by a sample of tries; save nothing"},
			&urfave.Int64Flag{Name: "max-tries", Destination: &o.maxTries, Usage: "stop after `N` tries in all (default: no limit)"},
			&urfave.Int64Flag{Name: "patience", Destination: &o.patience, Usage: "give up after `N` tries in a row without a new puzzle (default: 100000; fewer where a try takes long; 100000000 with controlled bias; with --tries no limit)"},
			&urfave.DurationFlag{Name: "timeout", Destination: &o.timeout, Usage: "stop after this `TIME`, for example 90s or 10m; the same command or --resume goes on"},
			cli.WorkersFlag(&o.workers),
		}, cli.BoundFlags(&o.Request, "pattern"), []urfave.Flag{
			&urfave.StringFlag{Name: "pattern", Destination: &o.pattern, Usage: "clues in exactly the cells that `FILE` marks, - for stdin: . and 0 are blanks, all else are clues; a puzzle serves as well"},
			cli.Choices(&urfave.StringFlag{Name: "quota", Destination: &o.quota, Usage: "so many of each, instead of -n: gentle=200,medium=300,hard=100, or 1.0-2.0=50,2.1-3.0=50"}, cli.LevelNames()...),
			cli.Choice(&urfave.StringFlag{Name: "search", Destination: &o.search, Value: "auto", Usage: "where random puzzles seldom fit: walk (change clues step by step towards the target), reject (try random puzzles only), auto (walk if hardly any of a small sample fits)"}, "walk", "reject", "auto"),
			&urfave.Int64Flag{Name: "tries", Destination: &o.tries, Usage: "end the run after `N` tries, whatever they bring, instead of after so many puzzles"},
			&urfave.StringFlag{Name: "shard", Destination: &o.shard, Usage: "compute only slice `I/N` of the --tries, on a machine of its own; gradoku db merge puts slices together"},
			&urfave.StringFlag{Name: "manifest", Destination: &o.manifest, Usage: "when the run is over, write seed, options, counts and a hash of the rows to `FILE` as JSON"},
			cli.PracticeFlag(&o.practice, "print positions in which this `TECHNIQUE` is the next step, instead of saving puzzles"),
			cli.DBFlag(&o.db), cli.QuietFlag(&o.quiet), cli.JSONFlag(&o.json, "print the summary as one JSON object"),
		}, cli.DistributeFlags(&o.distribute, &o.detach)),
		Before: cli.NoArgs,
		Action: cli.Action(s, &o.Call, o.run),
	}
}

// errTimeout ends a run at its --timeout.
var errTimeout = errors.New("the time is up")

func (o *options) run(ctx context.Context) (err error) {
	start := time.Now()
	if err := o.check(); err != nil {
		return err
	}
	target, err := o.target(ctx)
	if err != nil {
		return err
	}
	if o.practice != "" {
		return o.practise(ctx, target)
	}
	if o.forecast {
		return o.foretell(ctx, target)
	}
	cut, err := o.cut()
	if err != nil {
		return err
	}
	if o.Given("manifest") {
		if err := o.CheckApart(o.db, cli.Output{Flag: "--manifest", Path: o.manifest}); err != nil {
			return err
		}
		if err := cli.CheckOutput(o.manifest); err != nil {
			return err
		}
	}
	mode := store.ReadWrite
	if o.resume && !cli.Exists(ctx, o.db) {
		mode = store.ReadOnly // do not make an empty database to go on in
	}
	db, err := store.Open(ctx, o.db, mode)
	if err != nil {
		return err
	}
	defer cli.Close(db, &err)
	say := cli.TalkTo(o.Err, o.quiet)
	if !o.resume {
		if err := o.chooseSearch(ctx, &target, say); err != nil {
			return err
		}
	}
	run, err := o.begin(ctx, db, &target, cut)
	if err != nil {
		return err
	}
	patience := o.patience
	if !o.Given("patience") {
		patience = Patience(&target, run)
	}
	if isOver(run, patience, o.maxTries) {
		if run.State == store.Done {
			say("run %d with seed %d is complete: %s; nothing to add (%s)", run.ID, run.Seed, text.Count(run.Accepted, "puzzle", "puzzles"), whyDone(run))
		} else {
			say("run %d with seed %d gave up before", run.ID, run.Seed)
		}
		return o.conclude(ctx, db, run, &target, outcome{patience: patience, nothing: true})
	}
	say("run %d, seed %d, %s%s", run.ID, run.Seed, Describe(target), DescribeCut(run))
	if from, _, _ := RunSpan(run); run.Next > from {
		say("going on at try %s with %s saved", text.Grouped(run.Next), savedText(run))
	}
	limited := ctx
	if o.timeout > 0 {
		var cancel func()
		limited, cancel = context.WithDeadlineCause(ctx, start.Add(o.timeout), errTimeout)
		defer cancel()
	}
	if o.distribute {
		return o.watch(limited, db, run, target, patience)
	}
	return o.carryOut(ctx, limited, db, run, target, patience)
}

// check refuses senseless numbers, and options that --resume excludes.
func (o *options) check() error {
	for _, f := range []struct {
		name        string
		v, from, to int64
	}{
		{"n", o.n, 1, 1_000_000_000_000},
		{"seed", o.seed, 0, math.MaxInt64},
		{"max-tries", o.maxTries, 1, math.MaxInt64},
		{"patience", o.patience, 1, math.MaxInt64},
		{"tries", o.tries, 1, 1_000_000_000_000_000},
		{"workers", int64(o.workers), 1, int64(cli.MostWorkers())},
	} {
		if o.Given(f.name) && (f.v < f.from || f.v > f.to) {
			return cli.UsageError(fmt.Errorf("%s is %d; it must be from %d to %d", cli.Dashed(f.name), f.v, f.from, f.to), o.HelpAdvice())
		}
	}
	if o.Given("timeout") && o.timeout <= 0 {
		return cli.UsageError(fmt.Errorf("--timeout is %v; it must be above 0", o.timeout), o.HelpAdvice())
	}
	for _, name := range []string{"resume", "tries", "practice", "distribute"} {
		if o.forecast && o.Given(name) {
			return cli.UsageError(fmt.Errorf("--forecast is about a run that ends after so many puzzles; %s does not go with it", cli.Dashed(name)), "drop one of the two")
		}
	}
	if err := o.checkDistribute(); err != nil {
		return err
	}
	if !o.resume {
		return nil
	}
	for _, name := range []string{
		"seed", "size", "symmetry", "minimal", "grids", "sampling", "n", "tries", "shard",
		"rating", "level", "letter", "scheme", "technique", "only-techniques", "clues", "pattern", "quota", "search",
	} {
		if o.Given(name) {
			return cli.UsageError(fmt.Errorf("--resume takes its options from the unfinished run; %s cannot change them", cli.Dashed(name)),
				"drop one of the two")
		}
	}
	return nil
}

// cut reads the flags that bound a run by its tries, and refuses flags that
// contradict them.
func (o *options) cut() (store.Shard, error) {
	cut := store.Shard{Tries: o.Given("tries")}
	if o.Given("shard") {
		var err error
		if cut.Index, cut.Of, err = store.ParseShard(o.shard); err != nil {
			return cut, cli.UsageError(err, "for example: --tries 3000000 --shard 2/3 --seed 42")
		}
		if o.Given("n") {
			return cut, cli.UsageError(errors.New("--shard cannot be cut by -n: no slice knows how many puzzles the others accept"),
				"say how many tries the whole run has, for example: --tries 3000000 --shard "+o.shard)
		}
		if !cut.Tries {
			return cut, cli.UsageError(errors.New("--shard needs --tries, the number of tries of the whole run"),
				"for example: --tries 3000000 --shard "+o.shard)
		}
		if !o.Given("seed") {
			return cut, cli.UsageError(errors.New("--shard needs --seed: all slices of a run have one seed"), "for example: --seed 42")
		}
		for _, name := range []string{"max-tries", "patience"} {
			if o.Given(name) {
				return cut, cli.UsageError(fmt.Errorf("--shard and --%s exclude each other: a slice that gave up would leave a gap", name), "drop one of the two")
			}
		}
	}
	if cut.Tries && o.Given("n") {
		return cut, cli.UsageError(errors.New("-n and --tries exclude each other: a run ends by its puzzles or by its tries"), "drop one of the two")
	}
	if cut.Tries && o.Given("quota") {
		return cut, cli.UsageError(errors.New("--quota and --tries exclude each other: a run ends when its quotas are full or by its tries"), "drop one of the two")
	}
	if err := cut.Fits(o.tries); err != nil {
		return cut, cli.UsageError(err, "use fewer slices or more tries")
	}
	return cut, nil
}

// begin finds or makes the run that the command line asks for. With --resume,
// target becomes the run's target.
func (o *options) begin(ctx context.Context, db *store.DB, target *generate.Target, cut store.Shard) (r store.Run, err error) {
	if o.resume {
		r, err = db.LastUnfinished(ctx, run.Command)
		if errors.Is(err, store.ErrNotFound) {
			return r, cli.DataError(fmt.Errorf("no run in %s is unfinished", db.Path()), "start one with: gradoku generate -n 1000"+cli.DBHint(&o.Call, o.db))
		}
		if err != nil {
			return r, err
		}
		if r.Version != cli.Version {
			return r, cli.DataError(fmt.Errorf("run %d was begun by gradoku %s, this is %s: its seed may mean other puzzles now",
				r.ID, r.Version, cli.Version), "finish it with that version, or start a new run")
		}
		*target, err = run.DecodeOptions(r.Options)
		return r, err
	}
	seed := o.seed
	if !o.Given("seed") {
		seed = generate.NewSeed()
	}
	counts := o.wanted(target)
	if cut.Tries {
		counts = o.tries
	}
	return db.BeginRun(ctx, store.Run{
		Command: run.Command, Options: cut.Mark(run.EncodeOptions(*target)), Seed: seed,
		Version: cli.Version, Target: counts,
	})
}

// wanted is how many puzzles the run should have.
func (o *options) wanted(target *generate.Target) int64 {
	if n := target.Wanted(); n > 0 {
		return n
	}
	return o.n
}

// carryOut computes the run, until limited ends, and prints how it went.
func (o *options) carryOut(ctx, limited context.Context, db *store.DB, r store.Run, target generate.Target, patience int64) error {
	show, finish := Progress(o.Err, o.quiet, r, &target)
	before, start := r.Accepted, time.Now()
	r, err := run.Generate(limited, db, r, run.Config{
		Options: target, Workers: o.workers, Patience: patience, MaxTries: o.maxTries, Progress: show,
	})
	finish()
	timedOut := errors.Is(err, errTimeout)
	if err != nil && !timedOut {
		if errors.Is(err, context.Canceled) {
			return cli.Fail(cli.ExitInterrupted, fmt.Errorf("interrupted at try %s; %s are saved in %s", text.Grouped(r.Next), savedText(r), db.Path()), o.resumption())
		}
		return err
	}
	return o.conclude(ctx, db, r, &target, outcome{
		added: r.Accepted - before, took: time.Since(start), timedOut: timedOut, patience: patience,
	})
}

// resumption is how a run goes on.
func (o *options) resumption() string {
	how := "go on with: gradoku generate --resume"
	if o.distribute {
		how += " --distribute"
	}
	return how + cli.DBHint(&o.Call, o.db)
}

// outcome is how a call of generate ended, apart from what its run says.
type outcome struct {
	added    int64
	took     time.Duration
	timedOut bool
	nothing  bool // there was nothing to do
	patience int64
}

// conclude says how a run went, and fails if it has not all that it should have.
func (o *options) conclude(ctx context.Context, db *store.DB, run store.Run, target *generate.Target, end outcome) error {
	if o.json || !o.quiet && !end.nothing {
		if err := o.printSummary(ctx, db, run, end.added, end.took); err != nil {
			return err
		}
	}
	if err := o.saveManifest(ctx, db, run); err != nil {
		return err
	}
	if !end.timedOut && run.State != store.Exhausted {
		return nil
	}
	// Say which rule ended it before its target, what it is short of, and what would
	// change that.
	short, err := shortOf(ctx, db, run, target)
	if err != nil {
		return err
	}
	spent, err := SpentText(ctx, db, run, target)
	if err != nil {
		return err
	}
	why, how := "", ""
	switch {
	case spent != "":
		return cli.Fail(cli.ExitExhausted, fmt.Errorf("stopped with %s: %s%s", savedText(run), spent, short), SpentAdvice)
	case end.timedOut:
		why = fmt.Sprintf("the time limit of %v is up", o.timeout)
		how = o.resumption()
	case lostPatience(run, end.patience):
		why = text.Count(run.Next-run.Last-1, "try", "tries in a row") + " brought nothing new"
		how = "search longer with a larger --patience"
	default:
		why = fmt.Sprintf("all %s tries allowed were made", text.Grouped(run.Next))
		if run.Next == 1 {
			why = "the one try allowed was made"
		}
		how = "search longer with a larger --max-tries"
	}
	advice := "the puzzles found are kept; relax the target, or " + how
	if target.Targeted() && !target.Walks() && !end.timedOut {
		advice += ", or try --search walk"
	}
	return cli.Fail(cli.ExitExhausted, fmt.Errorf("stopped with %s: %s%s", savedText(run), why, short), advice)
}

// target reads the flags that say which puzzles to make, and checks that such
// puzzles can exist.
func (o *options) target(ctx context.Context) (t generate.Target, err error) {
	if o.pattern != "" {
		if err := o.readPattern(ctx); err != nil {
			return t, err
		}
	}
	if t, err = o.Target(); err != nil {
		return t, o.Checked(&o.Request, err)
	}
	if t.Grids, err = generate.GridsByName(o.grids); err != nil {
		return t, cli.UsageError(err, "for example: --grids uniform")
	}
	if t.Sampling, err = generate.SamplingByName(o.sampling); err != nil {
		return t, cli.UsageError(err, "for example: --sampling controlled-bias")
	}
	if o.quota != "" {
		for _, name := range []string{"n", "rating", "level"} {
			if o.Given(name) {
				return t, cli.UsageError(fmt.Errorf("--quota says how many of which ratings; %s does not go with it", cli.Dashed(name)), "drop one of the two")
			}
		}
		if t.Quotas, err = generate.ParseQuotas(o.quota); err != nil {
			return t, cli.UsageError(fmt.Errorf("--quota: %w", err), "for example: --quota gentle=200,medium=300,hard=100 or --quota 1.0-2.0=50,2.1-3.0=50")
		}
		for _, q := range t.Quotas {
			if size := t.Geometry.Size; q.Size != 0 && q.Size != size {
				return t, cli.UsageError(fmt.Errorf("--quota: a run makes puzzles of one size, here %dx%d, not %dx%d", size, size, q.Size, q.Size),
					fmt.Sprintf("make them in a run of their own, with --size %d", q.Size))
			}
		}
	}
	if _, err := generate.SearchByName(o.search); err != nil {
		return t, cli.UsageError(err, o.HelpAdvice())
	}
	return t, TargetError(t.Check(), changeTarget)
}
