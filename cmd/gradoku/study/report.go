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
	var o struct {
		cli.Call `fields:"workers,quiet"`
		task.Report
	}
	return cli.New(s, "study report", "[FILE]...", &o, act(&o.Call, &o.Report, &o.Files, func(r *task.ReportResult) error { return printReport(o.Out, r) }))
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
