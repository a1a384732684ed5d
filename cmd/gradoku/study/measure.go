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

func trimCommand(s cli.Streams) *urfave.Command {
	var o studied
	var options task.Trim
	return &urfave.Command{
		Name:      "trim",
		Usage:     "make one label of the times of single players",
		ArgsUsage: "[FILE]...",
		UsageText: "gradoku study trim games.csv --player user --label seconds -o times.tsv\n" +
			"gradoku study report times.tsv --label seconds --players players -o report",
		Description: "Reads a row for each puzzle, player and time, and writes a row for each puzzle: the time that the average player\n" +
			"takes, the standard error of its logarithm, how many players are behind it, and how many of their times were\n" +
			"trimmed. The logarithm of a time is taken as a level of the puzzle, a level of the player and a rest. The extreme\n" +
			"rests of each player are moved in, so that slow players are not taken for accidents.",
		Flags:  o.flags(&options),
		Action: act(s, &o, &options, &options.Files, nil, task.Trim.Run, nil),
	}
}
