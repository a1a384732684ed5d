// Package export writes saved puzzles to files, and writes isomorphic copies of any
// puzzles.
package export

import (
	"context"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
	"gradoku/task"
)

type options struct {
	cli.Call `fields:"db,quiet"`
	task.Export
}

// Command is "gradoku export".
func Command(s cli.Streams) *urfave.Command {
	var o options
	return cli.New(s, "export", "", &o, o.run)
}

func (o *options) run(ctx context.Context) error {
	say := o.Say
	result, err := cli.Do(ctx, &o.Call, o.Export, func(e task.Event) {
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
		say("recorded as export %d: books leave out its puzzles; gradoku list exports%s --free %d frees them, and --no-record records nothing", result.Export, o.DBHint(), result.Export)
	case result.Puzzles == 0:
		say("no puzzle in %s matches; gradoku db info shows what it contains", result.Database)
	}
	return err
}

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
