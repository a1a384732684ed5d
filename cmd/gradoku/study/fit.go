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
		Description: "Fits a ridge regression of the logarithm of the label. Prints how well the model predicts held-out\n" +
			"puzzles: by seeded cross-validation and on random halves. -o saves the coefficients; the file contains no\n" +
			"puzzles.",
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
