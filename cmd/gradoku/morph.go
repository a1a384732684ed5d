package main

import (
	"context"

	"github.com/urfave/cli/v2"

	"gradoku/task"
)

type morphOptions struct {
	Call `fields:"from"`
	task.Morph
}

func morphCommand(s Streams) *cli.Command {
	var o morphOptions
	return newCommand(s, "morph", "[PUZZLE|FILE|-]...", &o, o.run)
}

func (o *morphOptions) run(ctx context.Context) error {
	if err := o.checkApart(task.Output{Flag: "-o", Path: o.Output}); err != nil {
		return err
	}
	out := o.prompt(o.Out)
	o.Morph.Puzzles, o.Out = o.Call.puzzles(ctx), out
	if _, err := runTask(ctx, &o.Call, o.Morph, nil); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return o.rejections("")
}
