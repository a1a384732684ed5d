package generate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/generate"
	"gradoku/internal/bind"
	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
)

// options are what the command line of "gradoku generate" says. It runs one of four
// tasks, which share most of their options.
type options struct {
	cli.Call
	task.Generate
	resume, forecast bool
	practice         string
	pattern          string // as it is typed: a file, or the pattern itself
	workers          int
	db               string
	quiet, json      bool
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
		Flags: slices.Concat(cli.BoundFlags(&o.Generate, "pattern"), []urfave.Flag{
			&urfave.StringFlag{Name: "pattern", Destination: &o.pattern, Usage: "clues in exactly the cells that `FILE` marks, - for stdin: . and 0 are blanks, all else are clues; a puzzle serves as well"},
			&urfave.BoolFlag{Name: "resume", Destination: &o.resume, Usage: "go on with the last unfinished run of the database"},
			&urfave.BoolFlag{Name: "forecast", Destination: &o.forecast, Usage: "only say what to expect, going by a sample of tries; save nothing"},
			cli.PracticeFlag(&o.practice, "print positions in which this `TECHNIQUE` is the next step, instead of saving puzzles"),
			cli.WorkersFlag(&o.workers), cli.DBFlag(&o.db), cli.QuietFlag(&o.quiet), cli.JSONFlag(&o.json, "print the summary as one JSON object"),
		}),
		Before: cli.NoArgs,
		Action: cli.Action(s, &o.Call, o.run),
	}
}

func (o *options) run(ctx context.Context) (err error) {
	if err := cli.CheckWorkers(&o.Call, o.workers); err != nil {
		return err
	}
	if o.pattern != "" && !o.resume {
		if err := o.readPattern(ctx); err != nil {
			return err
		}
	}
	env, finish := o.Env(o.db, o.workers, o.quiet)
	defer finish()
	switch {
	case o.resume:
		resume := task.Resume{Limits: o.Limits}
		if err := o.only(&resume, "resume", "seed", "forecast", "practice", "pattern"); err != nil {
			return err
		}
		made, err := resume.Run(ctx, env)
		finish()
		return o.conclude(made, err)
	case o.forecast:
		say := cli.TalkTo(o.Out, false) // it is what the command is asked for
		env.Notify = func(e task.Event) { say("%s", e.Note) }
		forecast := task.Forecast{N: o.N, Making: o.Making}
		if err := o.only(&forecast, "forecast", "practice"); err != nil {
			return err
		}
		return o.wrong(forecast.Run(ctx, env))
	case o.practice != "":
		practice := task.Practice{Technique: o.practice, N: o.N, Seed: o.Seed, Making: o.Making, Patience: o.Patience}
		if err := o.only(&practice, "practice", "db", "json", "quota"); err != nil {
			return err
		}
		made, err := practice.Run(ctx, env)
		if errors.Is(err, generate.ErrExhausted) {
			return cli.Fail(cli.ExitExhausted, fmt.Errorf("gave up after %s in a row: %s seldom is the next step; %s made",
				text.Count(cmp.Or(o.Patience, task.PracticePatience), "puzzle", "puzzles"), o.practice, text.Count(made, "position", "positions")), "ask for fewer, or give it a larger --patience")
		}
		return o.wrong(err)
	}
	if err := o.Rules(&o.Generate); err != nil {
		return err
	}
	if o.Detach && o.json {
		return cli.UsageError(errors.New("--detach does not wait for the end of the run; --json does not go with it"), "drop one of the two")
	}
	made, err := o.Generate.Run(ctx, env)
	finish()
	return o.conclude(made, err)
}

// only refuses flags that the task has not, and the named ones. A seed contradicts nothing.
func (o *options) only(task any, what string, without ...string) error {
	for _, f := range bind.Fields(&o.Generate) {
		if f.Name != "seed" && !slices.ContainsFunc(bind.Fields(task), func(own bind.Field) bool { return own.Name == f.Name }) {
			without = append(without, f.Name)
		}
	}
	for _, name := range without {
		if o.Given(name) {
			return cli.UsageError(fmt.Errorf("--%s and %s exclude each other", what, cli.Dashed(name)), "drop one of the two")
		}
	}
	return o.Rules(task)
}

// wrong adds what to do to an error of a task.
func (o *options) wrong(err error) error {
	switch {
	case errors.Is(err, task.ErrNoneUnfinished):
		return cli.DataError(err, "start one with: gradoku generate -n 1000"+cli.DBHint(&o.Call, o.db))
	case errors.Is(err, task.ErrEnded):
		return cli.DataError(err, o.resumption())
	}
	return TargetError(o.Checked(&o.Generate, err), "change --clues, --symmetry, --grids, --sampling, --pattern or the target")
}

// resumption is how a run goes on.
func (o *options) resumption() string {
	how := "go on with: gradoku generate --resume"
	if o.Distribute {
		how += " --distribute"
	}
	return how + cli.DBHint(&o.Call, o.db)
}

// conclude says how a run went, and fails if it has not all that it should have.
func (o *options) conclude(r *task.GenerateResult, err error) error {
	switch {
	case errors.Is(err, task.ErrWatching):
		return cli.Fail(cli.ExitInterrupted, fmt.Errorf("the workers go on with run %d; %s are saved", r.Run.ID, task.Saved(r.Run)),
			fmt.Sprintf("gradoku runs%s shows it, gradoku runs --cancel %d%s ends it", cli.DBHint(&o.Call, o.db), r.Run.ID, cli.DBHint(&o.Call, o.db)))
	case r != nil && errors.Is(err, context.Canceled):
		return cli.Fail(cli.ExitInterrupted, fmt.Errorf("interrupted at try %s; %s are saved in %s", text.Grouped(r.Run.Next), task.Saved(r.Run), store.Shown(o.db)), o.resumption())
	case err != nil:
		return o.wrong(err)
	case r.Ended == "": // workers go on with it
		return nil
	}
	if o.json || !o.quiet && !r.Nothing {
		if err := o.print(&r.Summary); err != nil {
			return err
		}
	}
	why, how := "", ""
	switch r.Ended {
	case task.Complete:
		return nil
	case task.AllFound:
		return cli.Fail(cli.ExitExhausted, fmt.Errorf("stopped with %s: %s%s", task.Saved(r.Run), r.Spent, shortText(r.Short)), SpentAdvice)
	case task.TimeUp:
		why, how = fmt.Sprintf("the time limit of %v is up", o.Timeout), o.resumption()
	case task.PatienceLost:
		why, how = text.Count(r.Run.Next-r.Run.Last-1, "try", "tries in a row")+" brought nothing new", "search longer with a larger --patience"
	default:
		why, how = fmt.Sprintf("all %s tries allowed were made", text.Grouped(r.Run.Next)), "search longer with a larger --max-tries"
		if r.Run.Next == 1 {
			why = "the one try allowed was made"
		}
	}
	advice := "the puzzles found are kept; relax the target, or " + how
	if r.Target.Targeted() && !r.Target.Walks() && r.Ended != task.TimeUp {
		advice += ", or try --search walk"
	}
	return cli.Fail(cli.ExitExhausted, fmt.Errorf("stopped with %s: %s%s", task.Saved(r.Run), why, shortText(r.Short)), advice)
}

// shortText names the quotas that a run has not filled: "; short: Hard 34 of 100".
func shortText(quotas []task.ShortQuota) string {
	var parts []string
	for _, q := range quotas {
		parts = append(parts, fmt.Sprintf("%s %s of %s", q.Name, text.Grouped(q.Have), text.Grouped(q.Want)))
	}
	if len(parts) == 0 {
		return ""
	}
	return "; short: " + strings.Join(parts, ", ")
}

// SpentAdvice is what to do where there are no more puzzles of a kind.
const SpentAdvice = "gradoku export --morph 10 writes ten disguised copies of each; another --clues, --symmetry or --pattern gives others"

// TargetError turns a contradiction in a target into a usage error. advice is for
// those that are not about ratings or letters.
func TargetError(err error, advice string) error {
	var c *generate.Contradiction
	if !errors.As(err, &c) {
		return err
	}
	switch c.About {
	case generate.AboutRatings:
		advice = "ask for less, for example --rating 10.0-"
	case generate.AboutLetters:
		advice = "change --clues or --letter"
	case generate.AboutPattern:
		advice = "the letter depends on where the clues are: drop --letter or change the pattern"
	}
	return cli.UsageError(err, advice)
}
