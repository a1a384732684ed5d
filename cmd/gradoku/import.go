package main

import (
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
)

type importOptions struct {
	Call `fields:"workers,db,quiet,json"`
	task.Import
}

func importCommand(s Streams) *cli.Command {
	var o importOptions
	return newCommand(s, "import", "FILE|-...", &o, o.run, lineKind{"a file", task.Imported{}})
}

func (o *importOptions) run(ctx context.Context) error {
	o.Files = o.Args
	var broken error
	done, err := runTask(ctx, &o.Call, &o.Import, func(e task.Event) {
		if e.Imported != nil && broken == nil {
			broken = o.print(e.Imported)
		}
	})
	switch {
	case err != nil:
		return err
	case broken != nil:
		return broken
	case done.Wrong > 0:
		advice := "gradoku import --rejects FILE lists them all"
		if o.Rejects != "" {
			advice = o.Rejects + " lists them"
		}
		return task.DataError(fmt.Errorf("errors in %s", text.Count(done.Wrong, "item", "items")), advice)
	}
	return nil
}

// print prints how many items of a file ended with each status.
func (o *importOptions) print(r *task.Imported) error {
	switch {
	case o.JSON:
		return printJSON(o.Out, r)
	case o.Quiet:
		return nil
	}
	fmt.Fprintf(o.Out, "%s, corpus %s: %s read in %.1f s", text.OneLine(r.File), text.OneLine(r.Corpus), text.Grouped(r.Read), r.Seconds)
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
