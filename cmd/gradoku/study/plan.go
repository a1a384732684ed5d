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
	return &urfave.Command{
		Name:      "plan",
		Usage:     "preregister the questions of a report before looking at its data",
		ArgsUsage: "[FILE]...",
		UsageText: "gradoku study plan times.tsv --label seconds --question 'rho(scan) >= 0.6' --question 'rho(person) > rho(scan)' -o plan.json\n" +
			"gradoku study report --plan plan.json times.tsv -o report\n" +
			"gradoku study plan --precision 10 pilot.csv",
		Description: "Freezes the questions, the metrics, the files by their SHA-256, the folds and the analysis in a file with\n" +
			"a hash. Without files, the plan is for data that do not exist yet. A question is about Pearson's r or\n" +
			"Spearman's rho of a metric, or of model, the out-of-fold regression: rho(scan) >= 0.6, r(dependency) <=\n" +
			"-0.5, rho(model) > rho(scan). gradoku study report --plan analyses nothing else, and reports which\n" +
			"questions are answered yes.\n" +
			"With --precision it instead simulates logs of games and reports how many plays each puzzle needs. The standard\n" +
			"deviations of puzzles, players and times come from the given log. Without a log it assumes values and prints them.",
		Flags: cli.BoundFlags(&options),
		Action: cli.Action(s, &call, func(ctx context.Context) error {
			options.Files = call.Args
			env, finish := call.Env("", 1, false)
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
	}
}
