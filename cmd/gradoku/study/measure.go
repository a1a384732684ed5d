package study

import (
	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/task"
)

func measureCommand(s cli.Streams) *urfave.Command {
	var o studied
	var options task.Measure
	return &urfave.Command{
		Name:      "measure",
		Usage:     "write all metrics of all puzzles at full precision",
		ArgsUsage: "[FILE]...",
		UsageText: "gradoku study measure puzzles.txt -o features.csv\n" +
			"gradoku study measure times.tsv -o features.jsonl --dictionary columns.csv\n" +
			"gradoku study measure puzzles.txt --steps -o steps.csv\n" +
			"gradoku study measure puzzles.txt --waves -o waves.csv --dictionary columns.csv",
		Description: "Writes one row for each puzzle, in the order of the files: its columns there, as label_..., then the\n" +
			"metrics of the data dictionary. Metrics are not transformed (a report studies some by their logarithm).\n" +
			"Numbers are written so that reading them gives exactly the same values. With --steps, writes one row for\n" +
			"each step of the rater's solution: what could be placed, and what was. With --waves, writes one row for\n" +
			"each round of placements: in each round every single is placed at once; if there is none, the rater's next\n" +
			"step is the round. --dictionary writes a description of the columns.",
		Flags:  o.flags(&options),
		Action: act(s, &o, &options, &options.Files, nil, task.Measure.Run, nil),
	}
}
