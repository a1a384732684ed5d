package export

import (
	"context"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/task"
)

// morphOptions are what the command line of "gradoku morph" says.
type morphOptions struct {
	cli.Call
	task task.Morph
}

// MorphCommand is "gradoku morph".
func MorphCommand(s cli.Streams) *urfave.Command {
	var o morphOptions
	return &urfave.Command{
		Name:      "morph",
		Usage:     "write disguised copies of puzzles: relabelled, reordered, transposed",
		ArgsUsage: "[PUZZLE|FILE|-]...",
		UsageText: "gradoku morph -k 3 puzzles.txt\n" +
			"gradoku morph -k 10 --seed 7 --format csv -o copies.csv puzzles.csv",
		Description: "A copy looks new and is as hard as its original, whose solution is turned with it and whose other\n" +
			"values are kept. An id becomes one of its own: the copies of 17 are 17-1, 17-2 and so on. Each copy is\n" +
			"marked by " + task.MorphOf + " with the place of its original (in formats with one label: there). Originals\n" +
			"are not written. The same seed gives the same copies.\n\n" +
			"To a database a copy is not a new puzzle: it has the canonical form of its original, and is refused as\n" +
			"known. Copies are for files; gradoku export --morph K makes them of saved puzzles.",
		Flags:  append(cli.BoundFlags(&o.task), cli.FromFlag(&o.Call)),
		Action: cli.Action(s, &o.Call, o.run, &o.task),
	}
}

func (o *morphOptions) run(ctx context.Context) error {
	if err := o.CheckApart("", task.Output{Flag: "-o", Path: o.task.Output}); err != nil {
		return err
	}
	env, done := o.Env("", 1, false)
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
