package study

import (
	"fmt"
	"io"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
	"gradoku/task"
)

func reportCommand(s cli.Streams) *urfave.Command {
	var o cli.Call
	var options task.Report
	return cli.Help("study report", &urfave.Command{
		ArgsUsage: "[FILE]...",
		Flags:     flags(&o, &options),
		Action:    act(s, &o, &options, &options.Files, nil, task.Report.Run, func(r *task.ReportResult) error { return printReport(o.Out, r) }),
	})
}

// printReport prints the findings of a report as sentences, or its tables if it has no
// files.
func printReport(w io.Writer, r *task.ReportResult) error {
	for _, line := range r.Lead {
		fmt.Fprintln(w, corpus.Visible(line))
	}
	for _, t := range r.Tables {
		fmt.Fprintf(w, "%s\n\n", t.Title)
		if err := cli.TextRows(w, t.Columns, t.Texts()); err != nil {
			return err
		}
		fmt.Fprintf(w, "\n%s\n", t.Note)
	}
	return nil
}
