package db

import (
	"context"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/store"
	"gradoku/task"
)

func copyCommand(s cli.Streams) *urfave.Command {
	var o struct {
		cli.Call `fields:"db,quiet"`
		task.Copy
	}
	return cli.New(s, "db copy", "", &o, func(ctx context.Context) error {
		env, finish := o.Env(nil)
		err := o.Copy.Run(ctx, env)
		finish()
		if err == nil {
			fmt.Fprintf(o.Out, "%s copied to %s\n", cli.OnOneLine(store.Shown(o.DB)), cli.OnOneLine(store.Shown(o.Output)))
		}
		return err
	})
}
