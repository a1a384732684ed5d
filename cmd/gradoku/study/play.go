package study

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/task"
)

func playCommand(s cli.Streams) *urfave.Command {
	var o cli.Call
	var options task.StudyPlays
	return cli.Help("study play", &urfave.Command{
		ArgsUsage: "[FILE]...",
		Flags:     flags(&o, &options),
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
	})
}
