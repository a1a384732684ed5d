package export

import (
	"context"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/task"
)

// morphOptions holds the command line of "gradoku morph".
type morphOptions struct {
	cli.Call
	task task.Morph
}

// MorphCommand is "gradoku morph".
func MorphCommand(s cli.Streams) *urfave.Command {
	var o morphOptions
	return &urfave.Command{
		Name:      "morph",
		Usage:     "write isomorphic copies of puzzles: relabelled, reordered, transposed",
		ArgsUsage: "[PUZZLE|FILE|-]...",
		UsageText: "gradoku morph -k 3 puzzles.txt\n" +
			"gradoku morph -k 10 --seed 7 --format csv -o copies.csv puzzles.csv",
		Description: "A copy looks new and is exactly as hard as its original. Its solution is transformed in the same way,\n" +
			"and other values are copied. The copies of puzzle 17 get the ids 17-1, 17-2 and so on. The value\n" +
			task.MorphOf + " of each copy holds the place of its original (in a format with a single label, the label\n" +
			"does). Originals are not written. The same seed gives the same copies.\n\n" +
			"Databases do not accept copies: a copy has the canonical form of its original and is refused as a\n" +
			"duplicate. Copies are for files; gradoku export --morph K makes them from saved puzzles.",
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
