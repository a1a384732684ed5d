// Package importer brings puzzles made elsewhere into a database as corpora, and
// lists, shows and removes those. (A package cannot be called import.)
package importer

import (
	"context"
	"fmt"
	"text/tabwriter"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
)

// options are what the command line of "gradoku import" says.
type options struct {
	cli.Call
	task.Import
	workers     int
	db          string
	quiet, json bool
}

// Command is "gradoku import".
func Command(s cli.Streams) *urfave.Command {
	var o options
	return &urfave.Command{
		Name:      "import",
		Usage:     "import puzzles made elsewhere: proved, graded, with their labels",
		ArgsUsage: "FILE|-...",
		UsageText: "gradoku import top1465.txt --licence unknown --source https://example.org/top1465\n" +
			"gradoku import ratings/*.tsv --name ratings --grade none\n" +
			"gradoku import --rejects faults.csv --keep-improper old-puzzles.csv.gz\n",
		Description: "Every format of gradoku list formats is read, plain, .gz or .zst, and so are gradoku's own databases,\n" +
			"in which puzzles have what is known of them as labels. A puzzle is saved when it has exactly one\n" +
			"solution and is not there yet, not even rotated, reordered or relabelled; columns and texts beside it become\n" +
			"its labels. Every other item is counted and recorded with its line and what is wrong with it. Importing a file\n" +
			"again adds nothing, and an import that was cut short goes on where it stopped. The exit code is 1 when\n" +
			"something is wrong with any item.",
		Flags: append(cli.BoundFlags(&o.Import),
			cli.WorkersFlag(&o.workers), cli.DBFlag(&o.db), cli.QuietFlag(&o.quiet), cli.JSONFlag(&o.json, "print the report as one JSON object per file")),
		Action: cli.Action(s, &o.Call, o.run),
	}
}

func (o *options) run(ctx context.Context) error {
	if err := cli.CheckWorkers(&o.Call, o.workers); err != nil {
		return err
	}
	if o.Given("rejects") && o.Rejects == "" {
		return task.CheckOutput("")
	}
	o.Files = o.Args
	env, finish := o.Env(o.db, o.workers, o.quiet)
	defer finish()
	show := env.Notify
	var broken error
	env.Notify = func(e task.Event) {
		if e.Imported != nil && broken == nil {
			broken = o.print(e.Imported)
		}
		show(e)
	}
	done, err := o.Import.Run(ctx, env)
	switch {
	case err != nil:
		return o.Checked(&o.Import, err)
	case broken != nil:
		return broken
	case done.Wrong > 0:
		advice := "gradoku import --rejects FILE lists them all"
		if o.Rejects != "" {
			advice = o.Rejects + " lists them"
		}
		return cli.DataError(fmt.Errorf("something is wrong with %s", text.Count(done.Wrong, "item", "items")), advice)
	}
	return nil
}

// print prints what became of a file's items.
func (o *options) print(r *task.Imported) error {
	switch {
	case o.json:
		return cli.PrintJSON(o.Out, r)
	case o.quiet:
		return nil
	}
	fmt.Fprintf(o.Out, "%s, corpus %s: %s read in %.1f s", cli.OnOneLine(r.File), cli.OnOneLine(r.Corpus), text.Grouped(r.Read), r.Seconds)
	if r.Before > 0 {
		fmt.Fprintf(o.Out, ", %s of them before", text.Grouped(r.Before))
	}
	fmt.Fprintln(o.Out)
	t := tabwriter.NewWriter(o.Out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, s := range store.Statuses() {
		fmt.Fprintf(t, "%s\t  %s\n", text.Grouped(r.Items[s.Name]), s.Doc)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if r.BadAnswer > 0 {
		fmt.Fprintf(o.Out, "proper puzzles that come with a wrong solution: %s\n", text.Grouped(r.BadAnswer))
	}
	return nil
}
