package study

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/predict"
	"gradoku/task"
)

func fitCommand(s cli.Streams) *urfave.Command {
	var o cli.Call
	var options task.Fit
	return cli.Help("study fit", &urfave.Command{
		ArgsUsage: "[FILE]...",
		Flags:     flags(&o, &options),
		Action: act(s, &o, &options, &options.Files, nil, task.Fit.Run, func(m *predict.Model) error {
			out := o.Out
			if options.Output == "-" {
				out = o.Err
			}
			for _, line := range append(m.Sentences(), m.Limits...) {
				fmt.Fprintln(out, cli.OnOneLine(line))
			}
			return nil
		}),
	})
}
