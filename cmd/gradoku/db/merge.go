package db

import (
	"errors"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/store"
)

func dbMergeCommand(s cli.Streams) *urfave.Command {
	return &urfave.Command{
		Name: "merge", Usage: "make one database of several, and one run of its slices",
		ArgsUsage: "DATABASE...",
		UsageText: "gradoku db merge -o all.db slice1.db slice2.db slice3.db\n" +
			"gradoku db merge -o library.db mine.db yours.db",
		Description: "The slices of a run (gradoku generate --shard) become the run: the same rows and counters as if it had\n" +
			"been computed on one machine; a puzzle that two slices found belongs to the earlier try. All slices\n" +
			"must be there and complete. Other runs, corpora, labels and exports come along under new ids; of a\n" +
			"puzzle that several databases have the first one is kept. A corpus that several have must have the\n" +
			"same files in each; it becomes one, of a file the items that the furthest import has. The databases\n" +
			"stay as they are, and FILE appears when it is whole.",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "o", Aliases: []string{"output"}, Usage: "write the new database to `FILE`, which must not exist"},
			cli.QuietFlag(nil), cli.JSONFlag(nil, "print the counts as one JSON object"),
		},
		Action: func(c *urfave.Context) error { return dbMerge(c, s) },
	}
}

func dbMerge(c *urfave.Context, s cli.Streams) error {
	const example = "for example: gradoku db merge -o all.db slice1.db slice2.db"
	out := c.String("o")
	if out == "" || out == "-" {
		return cli.UsageError(errors.New("-o FILE is missing: a database is written to a file of its own"), example)
	}
	if c.NArg() == 0 {
		return cli.UsageError(errors.New("name the databases to merge"), example)
	}
	var bar *cli.Progress
	merged, err := store.Merge(c.Context, out, c.Args().Slice(), func(done, total int64) {
		if bar == nil {
			bar = cli.NewProgress(s.Err, c.Bool("quiet"), "rows", max(1, total), 0)
		}
		bar.Set(done, done)
	})
	if bar != nil {
		bar.Finish()
	}
	switch {
	case errors.Is(err, store.ErrNotFound):
		return cli.DataError(err, "check the names of the databases and of the folder to write to")
	case errors.Is(err, store.ErrMerge):
		return cli.DataError(err, "gradoku runs --db FILE and gradoku corpus list --db FILE tell what each of them has; nothing was written")
	case err != nil:
		return err
	case c.Bool("json"):
		return cli.PrintJSON(s.Out, map[string]any{
			"database": out, "puzzles": merged.Puzzles, "read": merged.Rows, "runs": merged.Runs, "corpora": merged.Corpora,
			"exports": merged.Exports, "label_clashes": merged.Clashes,
		})
	}
	fmt.Fprintf(s.Out, "%s: %s puzzles of %s read, %d runs, %d corpora, %d exports\n", out,
		cli.Grouped(merged.Puzzles), cli.Grouped(merged.Rows), merged.Runs, merged.Corpora, merged.Exports)
	if merged.Clashes > 0 {
		fmt.Fprintf(s.Out, "%s labels say something else than an earlier database does about the same item of a corpus; the earlier ones were kept\n", cli.Grouped(merged.Clashes))
	}
	return nil
}
