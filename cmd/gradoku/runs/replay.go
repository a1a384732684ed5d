package runs

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/task"
)

type replayOptions struct {
	cli.Call
	task.Replay
}

// ReplayCommand is "gradoku replay".
func ReplayCommand(s cli.Streams) *urfave.Command {
	var o replayOptions
	return cli.Help("replay", &urfave.Command{
		ArgsUsage: "RUN",
		Flags: append(cli.BoundFlags(&o.Replay),
			o.WorkersFlag(), o.DBFlag(), o.QuietFlag(), o.JSONFlag("print one JSON object", cli.LineOf("the outcome", replayObject{}))),
		Action: cli.Action(s, &o.Call, o.run),
	})
}

func (o *replayOptions) run(ctx context.Context) (err error) {
	const advice = "gradoku runs lists the runs of the database"
	switch {
	case o.Given("manifest") && len(o.Args) > 0:
		return cli.UsageError(errors.New("--manifest already names the run; drop the argument"), o.HelpAdvice())
	case o.Given("manifest"):
	case len(o.Args) != 1:
		return cli.UsageError(fmt.Errorf("replay takes one run, got %d arguments", len(o.Args)), advice)
	default:
		if o.ID, err = strconv.ParseInt(o.Args[0], 10, 64); err != nil || o.ID < 1 {
			return cli.UsageError(fmt.Errorf("%q is not a run: a whole number from 1", o.Args[0]), advice)
		}
	}
	env, finish := o.Env(nil)
	r, err := o.Replay.Run(ctx, env)
	finish()
	if err != nil {
		return err
	}
	differences := []string{} // not null
	for _, d := range r.First {
		differences = append(differences, d.String())
	}
	if o.JSON {
		err := cli.PrintJSON(o.Out, replayObject{r.What, r.Tries, r.Rows, r.Ungraded, r.Again, r.Known, r.Wrong, differences})
		if err != nil {
			return err
		}
	} else {
		for _, d := range differences {
			fmt.Fprintln(o.Out, cli.OnOneLine(d))
		}
		fmt.Fprintf(o.Out, "%s: %s attempts computed again, %s rows compared; %s attempts found a puzzle of an earlier attempt, %s a puzzle of another run or corpus\n",
			cli.OnOneLine(r.What), text.Grouped(r.Tries), text.Grouped(r.Rows), text.Grouped(r.Again), text.Grouped(r.Known))
		if r.Ungraded > 0 {
			fmt.Fprintf(o.Out, "%s no grade of grader %d, so those grades were not compared\n", text.Count(r.Ungraded, "row has", "rows have"), grade.Version)
		}
		switch {
		case r.Wrong == 0 && r.Rows == 0:
			fmt.Fprintln(o.Out, "no rows to compare")
		case r.Wrong == 0:
			fmt.Fprintln(o.Out, "no difference")
		}
	}
	if r.Wrong > 0 {
		return cli.DataError(fmt.Errorf("%s: %s", r.What, text.Count(r.Wrong, "difference", "differences")), "the run was made by another version of gradoku, or its rows have been changed since")
	}
	return nil
}

type replayObject struct {
	What        string   `json:"what"`
	Tries       int64    `json:"tries"`
	Rows        int64    `json:"rows"`
	Ungraded    int64    `json:"ungraded"`
	Again       int64    `json:"known_from_the_run"`
	Known       int64    `json:"known_elsewhere"`
	Wrong       int64    `json:"differences"`
	Differences []string `json:"first_differences"`
}
