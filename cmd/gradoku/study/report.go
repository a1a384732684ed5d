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
	return &urfave.Command{
		Name:      "report",
		Usage:     "report how well metrics of puzzles explain how hard people find them",
		ArgsUsage: "[FILE]...",
		UsageText: "gradoku study report times.tsv --label mean_seconds -o report\n" +
			"gradoku study report --db study.db --corpus mine --label stars --label seconds -o report\n" +
			"gradoku study report --plan plan.json times.tsv -o report\n" +
			"gradoku study report --literature -o report\n" +
			"gradoku study report times.tsv --label mean_seconds --published",
		Description: "Writes report.html (one file that works offline and prints well), every table as CSV and every plot as SVG\n" +
			"and PNG. A label is a column that describes a puzzle: seconds, stars, another rating. Part of its name is\n" +
			"enough. Times are studied by their logarithm. The same puzzles, options and version give the same bytes.\n" +
			"Without a label the report has the distributions, the techniques and the correlations between metrics.",
		Flags:  o.flags(&options),
		Action: act(s, &o, &options, &options.Files, nil, task.Report.Run, o.printReport),
	}
}

func humanCommand(s cli.Streams) *urfave.Command {
	var o studied
	var options task.Report
	return &urfave.Command{
		Name:      "human",
		Hidden:    true,
		Usage:     "another name of gradoku study report --published",
		ArgsUsage: "[FILE]...",
		UsageText: "gradoku study report times.tsv --label mean_seconds --published",
		Flags:     o.flags(&options),
		Action:    act(s, &o, &options, &options.Files, func() error { options.Published = true; return nil }, task.Report.Run, o.printReport),
	}
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
