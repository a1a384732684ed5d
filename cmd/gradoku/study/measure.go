package study

import (
	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/task"
)

func measureCommand(s cli.Streams) *urfave.Command {
	var o cli.Call
	var options task.Measure
	return cli.Help("study measure", &urfave.Command{
		ArgsUsage: "[FILE]...",
		Flags:     flags(&o, &options),
		Action:    act(s, &o, &options, &options.Files, nil, task.Measure.Run, nil),
	})
}
