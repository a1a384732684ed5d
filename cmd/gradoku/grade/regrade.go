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
	cli.Call `fields:"workers,db,quiet"`
	task.Regrade
}

// RegradeCommand is "gradoku regrade".
func RegradeCommand(s cli.Streams) *urfave.Command {
	var o regradeOptions
	return cli.New(s, "regrade", "", &o, o.run)
}

func (o *regradeOptions) run(ctx context.Context) error {
	done, err := cli.Do(ctx, &o.Call, &o.Regrade, nil)
	if errors.Is(err, task.ErrWatching) {
		return task.Fail(task.Interrupted, errors.New("the workers continue the regrade"),
			fmt.Sprintf("gradoku runs%s shows its progress, gradoku runs --cancel %v%s ends it", o.DBHint(), done.Shared, o.DBHint()))
	}
	return err
}
