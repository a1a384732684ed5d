package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"gradoku/task"
)

type regradeOptions struct {
	Call `fields:"workers,db,quiet"`
	task.Regrade
}

func regradeCommand(s Streams) *cli.Command {
	var o regradeOptions
	return newCommand(s, "regrade", "", &o, o.run)
}

func (o *regradeOptions) run(ctx context.Context) error {
	done, err := runTask(ctx, &o.Call, &o.Regrade, nil)
	if errors.Is(err, task.ErrWatching) {
		return task.Fail(task.Interrupted, errors.New("the workers continue the regrade"),
			fmt.Sprintf("gradoku runs%s shows its progress, gradoku runs --cancel %v%s ends it", o.dbHint(), done.Shared, o.dbHint()))
	}
	return err
}
