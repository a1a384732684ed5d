package study

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/predict"
	"gradoku/task"
)

func fitCommand(s cli.Streams) *urfave.Command {
	var o studied
	var options task.Fit
	return &urfave.Command{
		Name:      "fit",
		Usage:     "fit a model that predicts times, for gradoku grade --model",
		ArgsUsage: "[FILE]...",
		UsageText: "gradoku study fit times.tsv --label seconds -o model.json\n" +
			"gradoku grade --model model.json puzzles.txt",
		Description: "A ridge regression of the logarithm of the label. Prints how well it predicts puzzles that it was not\n" +
			"fitted on: seeded cross-validation and random halves. -o keeps the coefficients, which hold no puzzle.",
		Flags: o.flags(&options),
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
	}
}
