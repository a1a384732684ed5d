package main

import (
	"context"

	"github.com/urfave/cli/v2"

	"gradoku/task"
)

type sheetOptions struct {
	Call `fields:"from,quiet"`
	task.Sheet
}

func sheetCommand(s Streams) *cli.Command {
	var o sheetOptions
	return newCommand(s, "sheet", "PUZZLE|FILE|-...", &o, o.run)
}

func (o *sheetOptions) run(ctx context.Context) error {
	if err := o.checkApart(task.Output{Flag: "-o", Path: o.Output}); err != nil {
		return err
	}
	o.Sheet.Puzzles = o.Call.puzzles(ctx)
	r, err := runTask(ctx, &o.Call, o.Sheet, nil)
	if err != nil || o.Output == "-" {
		return err
	}
	if o.Page != "" && r.Pages > 1 {
		o.say("page %s of %d written to %s", o.Page, r.Pages, o.Output)
	} else {
		o.say("puzzles: %d, pages: %d, written to %s", r.Puzzles, r.Pages, o.Output)
	}
	return nil
}
