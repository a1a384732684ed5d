package study

import (
	"context"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/task"
)

func planCommand(s cli.Streams) *urfave.Command {
	var call cli.Call
	var options task.Preregister
	return cli.Help("study plan", &urfave.Command{
		ArgsUsage: "[FILE]...",
		Flags:     cli.BoundFlags(&options),
		Action: cli.Action(s, &call, func(ctx context.Context) error {
			options.Files = call.Args
			env, finish := call.Env(nil)
			defer finish()
			plan, err := options.Run(ctx, env)
			if err != nil || plan.PlannedPlays == nil {
				return err
			}
			for _, line := range plan.Sentences(options.Precision) {
				fmt.Fprintln(call.Out, line)
			}
			return nil
		}, &options),
	})
}
