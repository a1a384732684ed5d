package study

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/study"
	"gradoku/task"
)

func reportCommand(s cli.Streams) *urfave.Command {
	var o struct {
		cli.Call `fields:"workers,quiet"`
		task.Report
	}
	return cli.New(s, "study report", "[FILE]...", &o, act(&o.Call, &o.Report, &o.Files, func(r *study.Report) error {
		for _, line := range r.Lead {
			fmt.Fprintln(o.Out, cli.OnOneLine(line))
		}
		return nil
	}))
}
