package export

import (
	"context"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/task"
)

type morphOptions struct {
	cli.Call `fields:"from"`
	task.Morph
}

// MorphCommand is "gradoku morph".
func MorphCommand(s cli.Streams) *urfave.Command {
	var o morphOptions
	return cli.New(s, "morph", "[PUZZLE|FILE|-]...", &o, o.run)
}

func (o *morphOptions) run(ctx context.Context) error {
	if err := o.CheckApart(task.Output{Flag: "-o", Path: o.Output}); err != nil {
		return err
	}
	out := o.Prompt(o.Out)
	o.Morph.Puzzles, o.Out = o.Call.Puzzles(ctx), out
	if _, err := cli.Do(ctx, &o.Call, o.Morph, nil); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return o.Rejections("")
}
