package db

import (
	"context"
	"errors"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
	"gradoku/store"
	"gradoku/task"
)

type mergeOptions struct {
	cli.Call
	task.Merge
}

func mergeCommand(s cli.Streams) *urfave.Command {
	var o mergeOptions
	return cli.Help("db merge", &urfave.Command{
		ArgsUsage: "DATABASE...",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "o", Aliases: []string{"output"}, Destination: &o.Output, Usage: "write the new database to `FILE`, which must not exist"},
			o.QuietFlag(), o.JSONFlag("print the counts as one JSON object", cli.LineOf("the counts", mergedObject{})),
		},
		Action: cli.Action(s, &o.Call, o.run),
	})
}

type mergedObject struct {
	Corpora  int    `json:"corpora"`
	Database string `json:"database"`
	Exports  int    `json:"exports"`
	Clashes  int64  `json:"label_clashes"`
	Puzzles  int64  `json:"puzzles"`
	Read     int64  `json:"read"`
	Runs     int    `json:"runs"`
}

func (o *mergeOptions) run(ctx context.Context) error {
	o.Inputs = o.Args
	env, finish := o.Env(nil)
	merged, err := o.Merge.Run(ctx, env)
	finish()
	switch {
	case errors.Is(err, store.ErrCorrupt):
		return cli.DataError(err, "restore it from a copy, or merge what can still be read: gradoku export --no-record --skip-damaged --labels all -o good.jsonl "+
			"from it and gradoku import good.jsonl into a new one")
	case errors.Is(err, store.ErrNotFound):
		return cli.DataError(err, "check the names of the databases and of the target folder")
	case errors.Is(err, store.ErrMerge):
		return cli.DataError(err, "gradoku runs --db FILE and gradoku corpus list --db FILE show the contents of each; nothing was written")
	case err != nil:
		return err
	case o.JSON:
		return cli.PrintJSON(o.Out, mergedObject{
			Corpora: merged.Corpora, Database: store.Shown(o.Output), Exports: merged.Exports, Clashes: merged.Clashes,
			Puzzles: merged.Puzzles, Read: merged.Rows, Runs: merged.Runs,
		})
	}
	fmt.Fprintf(o.Out, "%s: %s of %s read, %s, %s, %s\n", cli.OnOneLine(store.Shown(o.Output)),
		text.Count(merged.Puzzles, "puzzle", "puzzles"), text.Grouped(merged.Rows), text.Count(merged.Runs, "run", "runs"),
		text.Count(merged.Corpora, "corpus", "corpora"), text.Count(merged.Exports, "export", "exports"))
	if merged.Clashes > 0 {
		fmt.Fprintf(o.Out, "%s labels differ from those of an earlier database for the same item of a corpus; the earlier ones were kept\n", text.Grouped(merged.Clashes))
	}
	return nil
}
