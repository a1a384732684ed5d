package study

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/task"
)

func playCommand(s cli.Streams) *urfave.Command {
	var o struct {
		cli.Call `fields:"workers,quiet"`
		task.StudyPlays
	}
	return cli.New(s, "study play", "[FILE]...", &o, act(&o.Call, &o.StudyPlays, &o.Files, func(m *task.MeasuredPlays) error {
		out := o.Out
		if o.Output == "" || o.Output == "-" {
			out = o.Err
		}
		for _, line := range m.Sentences() {
			fmt.Fprintln(out, cli.OnOneLine(line))
		}
		return nil
	}))
}
