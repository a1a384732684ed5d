package db

import (
	"context"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/store"
	"gradoku/task"
)

type copyOptions struct {
	cli.Call
	task.Copy
}

func copyCommand(s cli.Streams) *urfave.Command {
	var o copyOptions
	return cli.Help("db copy", &urfave.Command{
		Flags:  append(cli.BoundFlags(&o.Copy), o.DBFlag(), o.QuietFlag()),
		Before: cli.NoArgs,
		Action: cli.Action(s, &o.Call, o.run),
	})
}

func (o *copyOptions) run(ctx context.Context) error {
	env, finish := o.Env(nil)
	err := o.Copy.Run(ctx, env)
	finish()
	if err == nil {
		fmt.Fprintf(o.Out, "%s copied to %s\n", cli.OnOneLine(store.Shown(o.DB)), cli.OnOneLine(store.Shown(o.Output)))
	}
	return err
}
