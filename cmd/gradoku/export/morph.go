package export

import (
	"context"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/task"
)

type morphOptions struct {
	cli.Call
	task task.Morph
}

// MorphCommand is "gradoku morph".
func MorphCommand(s cli.Streams) *urfave.Command {
	var o morphOptions
	return cli.Help("morph", &urfave.Command{
		ArgsUsage: "[PUZZLE|FILE|-]...",
		Flags:     append(cli.BoundFlags(&o.task), o.FromFlag()),
		Action:    cli.Action(s, &o.Call, o.run, &o.task),
	})
}

func (o *morphOptions) run(ctx context.Context) error {
	if err := o.CheckApart(task.Output{Flag: "-o", Path: o.task.Output}); err != nil {
		return err
	}
	env, done := o.Env(nil)
	defer done()
	out := o.Prompt(o.Out)
	o.task.Puzzles, env.Out = o.Puzzles(ctx), out
	if _, err := o.task.Run(ctx, env); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return o.Rejections("")
}
