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
		Usage:     "write every metric of every puzzle at full precision",
		ArgsUsage: "[FILE]...",
		UsageText: "gradoku study measure puzzles.txt -o features.csv\n" +
			"gradoku study measure times.tsv -o features.jsonl --dictionary columns.csv\n" +
			"gradoku study measure puzzles.txt --steps -o steps.csv\n" +
			"gradoku study measure puzzles.txt --waves -o waves.csv --dictionary columns.csv",
		Description: "One row for each puzzle, in the order of the files: its columns there, as label_..., then the metrics of the\n" +
			"data dictionary, as they are (a report studies some by their logarithm). Numbers read again are the same\n" +
			"numbers. With --steps, one row for each step of the rater's solution: what could be placed, and what was. With\n" +
			"--waves, one row for each wave: every cell that is a single is filled at once, again and again, and where none\n" +
			"is, the rater's next step is a wave. --dictionary says what the columns of the table are.",
		Flags:  o.flags(&options),
		Action: act(s, &o, &options, &options.Files, nil, task.Measure.Run, nil),
	}
}
