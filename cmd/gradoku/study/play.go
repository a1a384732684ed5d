package study

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/task"
)

func playCommand(s cli.Streams) *urfave.Command {
	var o studied
	var options task.StudyPlays
	return &urfave.Command{
		Name:      "play",
		Usage:     "measure puzzles and players from a log of single games",
		ArgsUsage: "[FILE]...",
		UsageText: "gradoku study play games.csv -o measured.csv --players players.csv --try\n" +
			"gradoku import games.csv --plays --salt salt.bin --db puzzles.db\n" +
			"gradoku study play --db puzzles.db --save --report report -o measured.csv\n" +
			"gradoku export --db puzzles.db --where 'measured < 10 and reliability >= 0.8' -o short.csv",
		Description: "Reads games from a database (after gradoku import --plays) or from files with one row per game. Each row has\n" +
			"the puzzle, the columns player and seconds, and optionally finished (yes or no), errors, hints and order\n" +
			"(1 for the player's first game, 2 for the second and so on). Writes a row for each puzzle: the minutes that\n" +
			"the average player needs, with a 95% interval. With few plays, these minutes are pulled towards the predicted\n" +
			"ones. A game that was given up counts as one that would have taken longer. If a player played a\n" +
			"puzzle several times, only the first play counts. gradoku study fit accepts the table: --label measured_minutes.",
		Flags: o.flags(&options),
		Action: act(s, &o, &options, &options.Files, nil, task.StudyPlays.Run, func(m *task.MeasuredPlays) error {
			out := o.Out
			if options.Output == "" || options.Output == "-" {
				out = o.Err
			}
			for _, line := range m.Sentences() {
				fmt.Fprintln(out, cli.OnOneLine(line))
			}
			return nil
		}),
	}
}
