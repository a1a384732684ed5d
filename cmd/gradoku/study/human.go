package study

import (
	"context"
	"errors"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/study"
)

// humanOptions are what "gradoku study report --published" is told.
type humanOptions struct {
	collectOptions
}

func humanCommand(s cli.Streams) *urfave.Command {
	var o humanOptions
	return &urfave.Command{
		Name:      "human",
		Hidden:    true,
		Usage:     "another name of gradoku study report --published",
		ArgsUsage: "[FILE]...",
		UsageText: "gradoku study report times.tsv --label mean_seconds --published",
		Flags:     append(o.flags(), resamplesFlag(&o.resamples)),
		Action:    cli.Action(s, &o.Call, o.human),
	}
}

// human prints what Radek Pelánek found on data that are not public, and the same metrics
// on the puzzles given.
func (o *humanOptions) human(ctx context.Context) error {
	if len(o.labels.Value()) == 0 {
		return cli.UsageError(errors.New("--label is missing"), "name the column with the times, for example --label mean_seconds")
	}
	col, _, err := o.collect(ctx)
	if err != nil {
		return err
	}
	tables, err := study.PublishedBesideOurs(ctx, col, o.resamples)
	if err != nil {
		return err
	}
	if len(tables) == 0 {
		return cli.DataError(fmt.Errorf("the label %s is in words", col.Labels[0].Name), "name a column of numbers")
	}
	for _, t := range tables {
		fmt.Fprintf(o.Out, "%s\n\n", t.Title)
		if err := cli.TextRows(o.Out, t.Columns, t.Rows); err != nil {
			return err
		}
		fmt.Fprintf(o.Out, "\n%s\n", t.Note)
	}
	return o.bad.Err("")
}
