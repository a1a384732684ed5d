package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gradoku/grade"
	"gradoku/internal/bind"
	"gradoku/internal/field"
	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
)

// generateOptions holds the command line of "gradoku generate". It runs one of three tasks,
// which share most of their options.
type generateOptions struct {
	Call `fields:"workers,db,quiet,json"`
	task.Generate
	Resume   bool `query:"resume" not:"seed,forecast,pattern" doc:"continue the last unfinished run of the database"`
	Print    bool `query:"print" not:"resume,forecast,db,json,distribute,detach" doc:"print the puzzles with rating and level, one on each line; save nothing"`
	Forecast bool `query:"forecast" group:"How puzzles are found" not:"attempts,patience,timeout,distribute,detach" doc:"estimate the success rate and time from a sample of attempts; save nothing"`
}

func generateCommand(s Streams) *cli.Command {
	var o generateOptions
	return newCommand(s, "generate", "", &o, o.run, lineKind{"the summary", task.Summary{}})
}

func (o *generateOptions) run(ctx context.Context) error {
	env, finish := o.env(nil)
	defer finish()
	switch {
	case o.Resume:
		resume := task.Resume{Limits: o.Limits}
		if err := o.onlyLimits(); err != nil {
			return err
		}
		made, err := resume.Run(ctx, env)
		finish()
		return o.conclude(made, err)
	case o.Forecast:
		env.Notify = func(e task.Event) { fmt.Fprintln(o.Out, text.Visible(e.Note)) }
		return o.wrong(o.Generate.Forecast(ctx, env))
	}
	if o.Print {
		folder, err := os.MkdirTemp("", "gradoku")
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		env.DB = filepath.Join(folder, "puzzles.db")
	}
	made, err := o.Generate.Run(ctx, env)
	finish()
	if o.Print && made != nil {
		err = cmp.Or(err, o.printPuzzles(context.WithoutCancel(ctx), env.DB))
	}
	return o.conclude(made, err)
}

// printPuzzles prints the puzzles of a database.
func (o *generateOptions) printPuzzles(ctx context.Context, path string) error {
	return task.WithDB(ctx, path, func(db *store.DB) error {
		for p, err := range db.Puzzles(ctx, store.Filter{}) {
			if err != nil {
				return err
			}
			fmt.Fprintf(o.Out, "%s  %s  %s\n", p.Givens, boundText(p.Grade.Rating, p.Grade.AtLeast), grade.LevelLabel(p.Grade.Level))
		}
		return nil
	})
}

// onlyLimits refuses the flags of new runs if a run is continued. A seed is always allowed.
func (o *generateOptions) onlyLimits() error {
	own := bind.Fields(&o.Limits)
	for _, f := range bind.Fields(&o.Generate) {
		if f.Name != "seed" && o.Given(f.Name) && !slices.ContainsFunc(own, func(own bind.Field) bool { return own.Name == f.Name }) {
			return &field.Error{Field: "resume", Err: &bind.Rule{Not: f.Name}}
		}
	}
	return nil
}

// wrong adds advice to an error of a task.
func (o *generateOptions) wrong(err error) error {
	switch {
	case errors.Is(err, task.ErrNoneUnfinished):
		return task.DataError(err, "start one with: gradoku generate -n 1000"+o.dbHint())
	case errors.Is(err, task.ErrEnded):
		return task.DataError(err, o.resumption())
	}
	var names []string
	for _, f := range bind.Fields(&o.Making) {
		if o.Given(f.Name) {
			names = append(names, dashed(f.Name))
		}
	}
	return task.TargetError(err, "change "+strings.Join(names, " or "))
}

// resumption is the advice on how to continue a run.
func (o *generateOptions) resumption() string {
	how := "continue with: gradoku generate --resume"
	if o.Distribute {
		how += " --distribute"
	}
	return how + o.dbHint()
}

// conclude prints how a run went, and fails if the run did not reach its target.
func (o *generateOptions) conclude(r *task.GenerateResult, err error) error {
	switch {
	case errors.Is(err, task.ErrWatching):
		return task.Fail(task.Interrupted, fmt.Errorf("the workers continue run %d; %s are saved so far", r.Run.ID, task.Saved(r.Run)),
			fmt.Sprintf("gradoku runs%s shows its progress, gradoku runs --cancel %d%s ends it", o.dbHint(), r.Run.ID, o.dbHint()))
	case r != nil && !o.Print && errors.Is(err, context.Canceled):
		return task.Fail(task.Interrupted, fmt.Errorf("interrupted at attempt %s; %s are saved in %s", text.Grouped(r.Run.Next), task.Saved(r.Run), store.Shown(o.DB)), o.resumption())
	case err != nil:
		return o.wrong(err)
	case r.Ended == "": // workers continue it
		return nil
	}
	if o.JSON || !o.Quiet && !o.Print && !r.Nothing {
		if err := o.print(&r.Summary); err != nil {
			return err
		}
	}
	why, how, kept := "", "", "the puzzles found are kept; "
	switch r.Ended {
	case task.Complete:
		return nil
	case task.AllFound:
		return task.Fail(task.Exhausted, fmt.Errorf("stopped with %s: %s%s", task.Saved(r.Run), r.Spent, shortText(r.Short)),
			"gradoku morph -k 10 writes ten isomorphic copies of each puzzle of a file; another --clues, --symmetry or --pattern gives other puzzles")
	case task.TimeUp:
		why, how = fmt.Sprintf("the time limit of %v was reached", o.Timeout), o.resumption()
		if o.Print {
			how = "allow more time with --timeout"
		}
	default:
		why, how = text.Count(r.Run.Next-r.Run.Last-1, "attempt", "attempts in a row")+" gave no new puzzle", "search longer with a larger --patience"
	}
	if o.Print {
		kept = ""
	}
	return task.Fail(task.Exhausted, fmt.Errorf("stopped with %s: %s%s", task.Saved(r.Run), why, shortText(r.Short)), kept+"relax the target, or "+how)
}

// shortText lists the quotas that a run has not filled: "; short: Hard 34 of 100".
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

// print prints the summary of a run: the puzzles by level, and by letter if there are any, and
// commands to run next. With --json it prints the summary as JSON.
func (o *generateOptions) print(sum *task.Summary) error {
	if o.JSON {
		return printJSON(o.Out, sum)
	}
	fmt.Fprintf(o.Out, "%s in %s, run %d, seed %d: %s new in %.1f s, %s puzzles/s\n",
		text.Count(sum.Puzzles, "puzzle", "puzzles"), text.OneLine(sum.Database), sum.Run, sum.Seed, text.Grouped(sum.New), sum.Seconds, text.Grouped(int64(sum.PerSecond)))
	fmt.Fprintf(o.Out, "%s, %s duplicates, %s without a match; mean clues %.2f\n\n",
		text.Count(sum.Attempts, "attempt", "attempts"), text.Grouped(sum.Duplicates), text.Grouped(sum.Missed), sum.MeanClues)
	var levels, letters [][]string
	for _, l := range grade.Levels() {
		if n := sum.Levels[l.ID]; n > 0 {
			levels = append(levels, []string{l.Label, text.Grouped(n)})
		}
	}
	for letter := 'A'; letter <= 'I'; letter++ {
		if printed, fitted := sum.Printed[string(letter)], sum.Fitted[string(letter)]; printed+fitted > 0 {
			letters = append(letters, []string{string(letter), text.Grouped(printed), text.Grouped(fitted)})
		}
	}
	err := textRows(o.Out, []string{"level", "puzzles"}, levels)
	if err == nil && letters != nil {
		fmt.Fprintln(o.Out)
		err = textRows(o.Out, []string{"letter", "printed", "fitted"}, letters)
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(o.Out, "\nnext:")
	return textRows(o.Out, nil, [][]string{
		{"  gradoku show 1" + o.dbHint(), "# one puzzle, its grade and its solution"},
		{"  gradoku serve" + o.dbHint(), "# browse and solve them in a browser"},
		{"  gradoku export -o puzzles.csv --no-record" + o.dbHint(), "# write a file"},
		{fmt.Sprintf("  gradoku book -n %d -o book.pdf%s", min(sum.Puzzles, 100), o.dbHint()), "# print a book"},
	})
}
