package study

import (
	"context"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/task"
)

func planCommand(s cli.Streams) *urfave.Command {
	var call cli.Call
	var options task.Preregister
	return &urfave.Command{
		Name:      "plan",
		Usage:     "write down what a report will ask, before its data are looked at",
		ArgsUsage: "[FILE]...",
		UsageText: "gradoku study plan times.tsv --label seconds --question 'rho(scan) >= 0.6' --question 'rho(person) > rho(scan)' -o plan.json\n" +
			"gradoku study report --plan plan.json times.tsv -o report",
		Description: "Freezes the questions, the metrics, the files by their SHA-256, the folds and the analysis in a file with a hash;\n" +
			"without files, for data that are still to come. A question is about Pearson's r or Spearman's rho of a metric, or\n" +
			"of model, the regression out of fold: rho(scan) >= 0.6, r(dependency) <= -0.5, rho(model) > rho(scan). gradoku\n" +
			"study report --plan looks at nothing else, and says which questions are met.",
		Flags: cli.BoundFlags(&options),
		Action: cli.Action(s, &call, func(ctx context.Context) error {
			options.Files = call.Args
			env, finish := call.Env("", 1, false)
			defer finish()
			_, err := options.Run(ctx, env)
			return err
		}, &options),
	}
}
