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
		Description: "The copy is the database at one moment, whatever is written to it meanwhile; it has its name when it is\n" +
			"whole. A copy of the file by other programs may lack what is in its -wal file, or be of different times.\n" +
			"The second example restores: it refuses to write beside a -wal or -journal file that another\n" +
			"puzzles.db has left, which would spoil the new one. gradoku db check says whether a copy is in order.",
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
		fmt.Fprintf(o.Out, "%s is copied to %s\n", cli.OnOneLine(o.db), cli.OnOneLine(o.Output))
	}
	return err
}
