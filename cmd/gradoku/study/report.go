package study

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
	"gradoku/task"
)

func reportCommand(s cli.Streams) *urfave.Command {
	var o studied
	var options task.Report
	return cli.Help("study report", &urfave.Command{
		ArgsUsage: "[FILE]...",
		Flags:     o.flags(&options),
		Action:    act(s, &o, &options, &options.Files, nil, task.Report.Run, o.printReport),
	})
}

// printReport prints the findings of a report as sentences, or its tables if it has no
// files.
func (o *studied) printReport(r *task.ReportResult) error {
	for _, line := range r.Lead {
		fmt.Fprintln(o.Out, corpus.Visible(line))
	}
	for _, t := range r.Tables {
		fmt.Fprintf(o.Out, "%s\n\n", t.Title)
		if err := cli.TextRows(o.Out, t.Columns, t.Texts()); err != nil {
			return err
		}
		fmt.Fprintf(o.Out, "\n%s\n", t.Note)
	}
	return nil
}
