package study

import (
	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/task"
)

func measureCommand(s cli.Streams) *urfave.Command {
	var o struct {
		cli.Call `fields:"workers,quiet"`
		task.Measure
	}
	return cli.New(s, "study measure", "[FILE]...", &o, act(&o.Call, &o.Measure, &o.Files, func(int) error { return nil }))
}
