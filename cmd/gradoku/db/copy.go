package db

import (
	"context"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/task"
)

// copyOptions are what the command line of "gradoku db copy" says.
type copyOptions struct {
	cli.Call
	task.Copy
	db    string
	quiet bool
}

func copyCommand(s cli.Streams) *urfave.Command {
	var o copyOptions
	return &urfave.Command{
		Name: "copy", Usage: "write a copy of a database, which may be in use",
		UsageText: "gradoku db copy -o backup.db\ngradoku db copy --db backup.db -o puzzles.db",
		Description: "The copy shows the database at one moment, even if it is written to meanwhile. It gets its name only when\n" +
			"it is complete. A copy made by another program may lack the contents of the -wal file, or mix different\n" +
			"moments. The second example restores a copy. It refuses to write next to a -wal or -journal file that an\n" +
			"earlier puzzles.db left behind, since this file would corrupt the new one. gradoku db check verifies a copy.",
		Flags:  append(cli.BoundFlags(&o.Copy), cli.DBFlag(&o.db), cli.QuietFlag(&o.quiet)),
		Before: cli.NoArgs,
		Action: cli.Action(s, &o.Call, o.run),
	}
}

func (o *copyOptions) run(ctx context.Context) error {
	env, finish := o.Env(o.db, 1, o.quiet)
	err := o.Copy.Run(ctx, env)
	finish()
	if err == nil {
		fmt.Fprintf(o.Out, "%s copied to %s\n", cli.OnOneLine(o.db), cli.OnOneLine(o.Output))
	}
	return err
}
