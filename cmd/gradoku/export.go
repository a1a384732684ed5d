package main

import (
	"context"

	"github.com/urfave/cli/v2"

	"gradoku/internal/text"
	"gradoku/task"
)

type exportOptions struct {
	Call `fields:"db,quiet"`
	task.Export
}

func exportCommand(s Streams) *cli.Command {
	var o exportOptions
	return newCommand(s, "export", "", &o, o.run)
}

func (o *exportOptions) run(ctx context.Context) error {
	say := o.say
	result, err := runTask(ctx, &o.Call, o.Export, func(e task.Event) {
		if w := e.Written; w != nil {
			where := ""
			if w.Path != "-" {
				where = " to " + w.Path
			}
			say("%s written%s as %s", text.Count(w.Puzzles, "puzzle", "puzzles"), where, w.Kind)
		}
	})
	switch {
	case err != nil:
	case result.Export > 0:
		say("recorded as export %d: books leave out its puzzles; gradoku list exports%s --free %d frees them, and --no-record records nothing", result.Export, o.dbHint(), result.Export)
	case result.Puzzles == 0:
		say("no puzzle in %s matches; gradoku db info shows what it contains", result.Database)
	}
	return err
}
