package study

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/grade"
	"gradoku/literature"
	"gradoku/study"
)

func studyReportCommand(s cli.Streams) *urfave.Command {
	return &urfave.Command{
		Name:      "report",
		Usage:     "study puzzles: what their metrics say about how hard people find them",
		ArgsUsage: "[FILE]...",
		UsageText: "gradoku study report times.tsv --label mean_seconds -o report\n" +
			"gradoku study report --db study.db --corpus mine --label stars --label seconds -o report\n" +
			"gradoku study report --literature -o report",
		Description: "Writes report.html (one file, works offline, prints), every table as CSV and every plot as SVG and PNG.\n" +
			"A label is a column that says something about a puzzle: seconds, stars, another rating. Part of its name is\n" +
			"enough. Times are studied by their logarithm. The same puzzles, options and version give the same bytes.\n" +
			"Without a label the report has the distributions, the techniques and the metrics against each other.",
		Flags: append(collectFlags(),
			&urfave.StringFlag{Name: "o", Aliases: []string{"output"}, Value: "report", Usage: "write into `FOLDER`, which is made if need be"},
			&urfave.StringFlag{Name: "title", Usage: "the title of the page"},
			&urfave.BoolFlag{Name: "literature", Usage: "the founding document: its test puzzles, with stars and seconds, and its tables recomputed"},
		),
		Action: func(c *urfave.Context) error { return studyReportAction(c, s) },
	}
}

func studyReportAction(c *urfave.Context, s cli.Streams) error {
	folder := c.String("o")
	if info, err := os.Stat(folder); err == nil && !info.IsDir() {
		return cli.UsageError(fmt.Errorf("-o %s is a file", folder), "name a folder")
	}
	col, src, err := collect(c, s)
	if err != nil {
		return err
	}
	title := c.String("title")
	if title == "" {
		title = fmt.Sprintf("Difficulty of %s puzzles", cli.Grouped(int64(col.N)))
	}
	src.add("gradoku", cli.Version)
	src.add("grader", fmt.Sprint(grade.Version))
	opt := study.ReportOptions{Title: title, Provenance: src.provenance, Published: hasTime(col)}
	if c.Bool("literature") {
		document, err := documentSection(c.Context)
		if err != nil {
			return err
		}
		opt.First = []study.Section{document}
	}
	report, err := study.NewReport(c.Context, col, opt)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return cli.CannotWrite(folder, err)
	}
	n := 0
	err = report.Files(func(f study.OutFile) error {
		if c.Context.Err() != nil {
			return c.Context.Err()
		}
		n++
		return cli.ToFile(filepath.Join(folder, f.Name), func(w io.Writer) error {
			_, err := w.Write(f.Text)
			return err
		})
	})
	if err != nil {
		return err
	}
	for _, line := range report.Lead {
		fmt.Fprintf(s.Out, "%s\n", line)
	}
	cli.TalkTo(s.Err, c.Bool("quiet"))("%s puzzles studied; %d files in %s: open %s", cli.Grouped(int64(col.N)), n, folder, filepath.Join(folder, "report.html"))
	return src.bad.Err("")
}

// documentSection recomputes tables of the founding document.
func documentSection(ctx context.Context) (study.Section, error) {
	s := study.Section{ID: "document", Title: "The founding document, recomputed", Text: []string{
		"Tables 1 to 3 count the puzzles of two books by stars and blanks; the puzzles themselves are not printed, so the counts are taken and totals, shares and correlations computed anew. Tables 6 and 7 are computed from the puzzles.",
	}}
	tables, err := literature.ReportTables(ctx)
	for _, t := range tables {
		s.Tables = append(s.Tables, study.ReportTable(t))
	}
	return s, err
}

func hasTime(c *study.Collection) bool {
	for i := range c.Labels {
		if c.Labels[i].Log {
			return true
		}
	}
	return false
}

func studyHumanCommand(s cli.Streams) *urfave.Command {
	return &urfave.Command{
		Name:      "human",
		Usage:     "the literature's correlations with solving times beside ours",
		ArgsUsage: "[FILE]...",
		UsageText: "gradoku study human times.tsv --label mean_seconds\ngradoku study human --db study.db --corpus mine --label seconds",
		Description: "Prints what Radek Pelánek found (arXiv:1403.7373, 2014) on data that are not public, and the same metrics\n" +
			"on the puzzles given, with 95 % bootstrap intervals. gradoku study report draws them.",
		Flags:  collectFlags(),
		Action: func(c *urfave.Context) error { return studyHumanAction(c, s) },
	}
}

func studyHumanAction(c *urfave.Context, s cli.Streams) error {
	if len(c.StringSlice("label")) == 0 {
		return cli.UsageError(errors.New("--label is missing"), "name the column with the times, for example --label mean_seconds")
	}
	col, src, err := collect(c, s)
	if err != nil {
		return err
	}
	tables, err := study.PublishedBesideOurs(c.Context, col)
	if err != nil {
		return err
	}
	if len(tables) == 0 {
		return cli.DataError(fmt.Errorf("%s is not a number for every puzzle", strings.Join(c.StringSlice("label"), ", ")), "name a column of numbers")
	}
	for _, t := range tables {
		fmt.Fprintf(s.Out, "%s\n\n", t.Title)
		if err := cli.TextRows(s.Out, t.Columns, t.Rows); err != nil {
			return err
		}
		fmt.Fprintf(s.Out, "\n%s\n", t.Note)
	}
	return src.bad.Err("")
}
