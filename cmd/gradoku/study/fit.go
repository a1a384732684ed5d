package study

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/predict"
	"gradoku/task"
)

func fitCommand(s cli.Streams) *urfave.Command {
	var o struct {
		cli.Call `fields:"workers,quiet"`
		task.Fit
	}
	return cli.New(s, "study fit", "[FILE]...", &o, act(&o.Call, &o.Fit, &o.Files, func(m *predict.Model) error {
		out := o.Out
		if o.Output == "-" {
			out = o.Err
		}
		for _, line := range append(m.Sentences(), m.Limits...) {
			fmt.Fprintln(out, cli.OnOneLine(line))
		}
		return nil
	}))
}
