package study

import (
	"context"
	"errors"
	"fmt"
	"io"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
	"gradoku/study"
	"gradoku/task"
)

// trimOptions are what the command line of "gradoku study trim" says.
type trimOptions struct {
	collectOptions
	study.TrimOptions
	output, format string
}

func trimCommand(s cli.Streams) *urfave.Command {
	var o trimOptions
	return &urfave.Command{
		Name:      "trim",
		Usage:     "make one label of the times of single players",
		ArgsUsage: "[FILE]...",
		UsageText: "gradoku study trim games.csv --player user --label seconds -o times.tsv\n" +
			"gradoku study report times.tsv --label seconds --players players -o report",
		Description: "Reads a row for each puzzle, player and time, and writes a row for each puzzle: the time that the average player\n" +
			"takes, the standard error of its logarithm, how many players are behind it, and how many of their times were\n" +
			"trimmed. The logarithm of a time is taken as a level of the puzzle, a level of the player and a rest. The extreme\n" +
			"rests of each player are moved in, so that slow players are not taken for accidents.",
		Flags: append(o.flags(),
			&urfave.StringFlag{Name: "player", Destination: &o.Player, Usage: "the column `NAME` that says who played"},
			&urfave.Float64Flag{Name: "trim", Destination: &o.Fraction, Value: study.DefaultTrim.Fraction, Usage: "the `PART` of each player's times that is moved in at each end"},
			&urfave.IntFlag{Name: "least", Destination: &o.Least, Value: study.DefaultTrim.Least, Usage: "leave out players with fewer than `N` puzzles"},
			&urfave.StringFlag{Name: "o", Aliases: []string{"output"}, Destination: &o.output, Value: "-", Usage: "write the table to `FILE`, - for stdout"},
			&urfave.StringFlag{Name: "format", Destination: &o.format, Usage: "csv, tsv, jsonl or parquet (default: what the file's extension says, else csv)"},
		),
		Action: cli.Action(s, &o.Call, o.run),
	}
}

func (o *trimOptions) run(ctx context.Context) error {
	if err := o.CheckApart(o.db, task.Output{Flag: "-o", Path: o.output}); err != nil {
		return err
	}
	switch {
	case len(o.labels.Value()) != 1:
		return cli.UsageError(errors.New("--label must be given once"), "name the column with the times, for example --label seconds")
	case o.Player == "":
		return cli.UsageError(errors.New("--player is missing"), "name the column that says who played, for example --player user")
	case !(o.Fraction >= 0 && o.Fraction <= 0.4):
		return cli.UsageError(fmt.Errorf("--trim is %v; it must be from 0 to 0.4", o.Fraction), o.HelpAdvice())
	case o.Least < 2:
		return cli.UsageError(fmt.Errorf("--least is %d; it must be at least 2", o.Least), o.HelpAdvice())
	}
	format, err := tableFormat(o.format, o.output)
	if err != nil {
		return err
	}
	o.columns = named(o.Player)
	about, env, finish, err := o.studied()
	if err != nil {
		return err
	}
	defer finish()
	items, _, _, done, err := about.Items(ctx, &env)
	defer done()
	if err != nil {
		return err
	}
	o.Time = o.labels.Value()[0]
	t, err := study.Trim(func(yield func(study.Item, error) bool) {
		for item, err := range about.First(items, &env) {
			if err != nil {
				o.bad.Add(err)
			} else if !yield(item, nil) {
				return
			}
		}
	}, o.TrimOptions)
	var noLabel *study.NoLabelError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &noLabel):
		return cli.DataError(err, "--label and --player name columns of the files")
	case err != nil:
		return cli.DataError(err, "players who solved several puzzles each, and puzzles that several players solved, are needed")
	}
	if err := o.Write(ctx, o.output, func(w io.Writer) error { return format.Write(w, t.Table(o.Time)) }); err != nil {
		return err
	}
	say := cli.TalkTo(o.Err, o.quiet)
	if len(t.LeftOut) > 0 {
		say("left out: %s", (&study.Collection{Excluded: t.LeftOut}).LeftOut())
	}
	say("%s of %s for %s; %d moved in; a time's logarithm spreads by %.2f beside its player's and its puzzle's level",
		text.Count(t.Rows, "time", "times"), text.Count(t.Players, "player", "players"), text.Count(len(t.Puzzles), "puzzle", "puzzles"), t.Outside, t.Spread)
	return o.bad.Err("")
}
