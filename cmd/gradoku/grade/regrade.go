package grade

import (
	"context"
	"errors"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/task"
)

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
	return cli.Help("regrade", &urfave.Command{
		Flags:  append(cli.BoundFlags(&o.Regrade), cli.WorkersFlag(&o.workers), cli.DBFlag(&o.db), cli.QuietFlag(&o.quiet)),
		Before: cli.NoArgs,
		Action: cli.Action(s, &o.Call, o.run),
	})
}

func (o *regradeOptions) run(ctx context.Context) error {
	env, finish := o.Env(o.db, o.workers, o.quiet)
	defer finish()
	done, err := o.Regrade.Run(ctx, env)
	if errors.Is(err, task.ErrWatching) {
		return cli.Fail(cli.ExitInterrupted, errors.New("the workers continue the regrade"),
			fmt.Sprintf("gradoku runs%s shows its progress, gradoku runs --cancel %v%s ends it", cli.DBHint(&o.Call, o.db), done.Plan, cli.DBHint(&o.Call, o.db)))
	}
	return cli.FilterError(&o.Call, o.Checked(&o.Regrade, err))
}
