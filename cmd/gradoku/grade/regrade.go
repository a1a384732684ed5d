package grade

import (
	"context"
	"errors"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/task"
)

// regradeOptions are what the command line of "gradoku regrade" says.
type regradeOptions struct {
	cli.Call
	task.Regrade
	workers int
	db      string
	quiet   bool
}

// RegradeCommand is "gradoku regrade".
func RegradeCommand(s cli.Streams) *urfave.Command {
	var o regradeOptions
	return &urfave.Command{
		Name:  "regrade",
		Usage: "grade what this version has not graded yet",
		UsageText: "gradoku regrade\n" +
			"gradoku regrade --where 'corpus = top1465 and size = 9'\n" +
			"gradoku regrade --where 'rating >= 7.5 or level is null'\n" +
			"gradoku regrade --distribute --db postgres://ada@db.example.org/puzzles",
		Description: "Grades the saved puzzles that have no grade of this version: imported ones that were left ungraded, and all\n" +
			"when gradoku's techniques have changed. Older grades stay; gradoku diff-grades compares them. --where is about\n" +
			"the newest grade that a puzzle has. Interrupted, the same command goes on where it stopped.\n" +
			"With --distribute workers on any number of machines grade them, and go on when this command is interrupted.",
		Flags:  append(cli.BoundFlags(&o.Regrade), cli.WorkersFlag(&o.workers), cli.DBFlag(&o.db), cli.QuietFlag(&o.quiet)),
		Before: cli.NoArgs,
		Action: cli.Action(s, &o.Call, o.run),
	}
}

func (o *regradeOptions) run(ctx context.Context) error {
	if err := cli.CheckWorkers(&o.Call, o.workers); err != nil {
		return err
	}
	env, finish := o.Env(o.db, o.workers, o.quiet)
	defer finish()
	done, err := o.Regrade.Run(ctx, env)
	if errors.Is(err, task.ErrWatching) {
		return cli.Fail(cli.ExitInterrupted, errors.New("the workers go on with the regrade"),
			fmt.Sprintf("gradoku runs%s shows it, gradoku runs --cancel %v%s ends it", cli.DBHint(&o.Call, o.db), done.Plan, cli.DBHint(&o.Call, o.db)))
	}
	return cli.FilterError(&o.Call, o.Checked(&o.Regrade, err))
}
