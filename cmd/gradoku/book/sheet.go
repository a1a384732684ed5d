package book

import (
	"context"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/task"
)

type sheetOptions struct {
	cli.Call `fields:"from,quiet"`
	task.Sheet
}

// SheetCommand is "gradoku sheet".
func SheetCommand(s cli.Streams) *urfave.Command {
	var o sheetOptions
	return cli.New(s, "sheet", "PUZZLE|FILE|-...", &o, o.run)
}

func (o *sheetOptions) run(ctx context.Context) error {
	if err := o.CheckApart(task.Output{Flag: "-o", Path: o.Output}); err != nil {
		return err
	}
	o.Sheet.Puzzles = o.Call.Puzzles(ctx)
	r, err := cli.Do(ctx, &o.Call, o.Sheet, nil)
	if err != nil || o.Output == "-" {
		return err
	}
	if o.Page != "" && r.Pages > 1 {
		o.Say("page %s of %d written to %s", o.Page, r.Pages, o.Output)
	} else {
		o.Say("puzzles: %d, pages: %d, written to %s", r.Puzzles, r.Pages, o.Output)
	}
	return nil
}
