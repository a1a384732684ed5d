package study

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/literature"
	"gradoku/study"
	"gradoku/task"
)

// reportOptions are what the command line of "gradoku study report" says.
type reportOptions struct {
	collectOptions
	folder, title, players, by, plan string
	published                        bool
}

func reportCommand(s cli.Streams) *urfave.Command {
	var o reportOptions
	return &urfave.Command{
		Name:      "report",
		Usage:     "study puzzles: what their metrics say about how hard people find them",
		ArgsUsage: "[FILE]...",
		UsageText: "gradoku study report times.tsv --label mean_seconds -o report\n" +
			"gradoku study report --db study.db --corpus mine --label stars --label seconds -o report\n" +
			"gradoku study report --plan plan.json times.tsv -o report\n" +
			"gradoku study report --literature -o report\n" +
			"gradoku study report times.tsv --label mean_seconds --published",
		Description: "Writes report.html (one file, works offline, prints), every table as CSV and every plot as SVG and PNG.\n" +
			"A label is a column that says something about a puzzle: seconds, stars, another rating. Part of its name is\n" +
			"enough. Times are studied by their logarithm. The same puzzles, options and version give the same bytes.\n" +
			"Without a label the report has the distributions, the techniques and the metrics against each other.",
		Flags: append(o.flags(),
			&urfave.StringFlag{Name: "o", Aliases: []string{"output"}, Destination: &o.folder, Value: "report", Usage: "write into `FOLDER`, which is made if need be"},
			resamplesFlag(&o.resamples),
			&urfave.BoolFlag{Name: "fast", Destination: &o.fast, Usage: "leave out the simulated person and the solvers' search nodes, which take a quarter of the time of many puzzles"},
			&urfave.StringFlag{Name: "players", Destination: &o.players, Usage: "the column `NAME` with the number of people behind each time, for the highest r that the times allow"},
			&urfave.StringFlag{Name: "by", Destination: &o.by, Usage: "predict with a level for each group of puzzles: by the words of a column, or at `NAME:BORDERS`, as id:10000"},
			&urfave.StringFlag{Name: "title", Destination: &o.title, Usage: "the title of the page"},
			&urfave.StringFlag{Name: "plan", Destination: &o.plan, Usage: "answer the questions of a plan (gradoku study plan) in `FILE`, and look at nothing else"},
			&urfave.BoolFlag{Name: "literature", Destination: &o.literature, Usage: "the founding document: its test puzzles, with stars and seconds, and its tables recomputed"},
			&urfave.BoolFlag{Name: "published", Destination: &o.published, Usage: "only print what Radek Pelánek found about solving times (arXiv:1403.7373, 2014) beside the same metrics of these puzzles, with 95 % bootstrap intervals"},
		),
		Action: cli.Action(s, &o.Call, o.run),
	}
}

func (o *reportOptions) run(ctx context.Context) error {
	if o.published {
		for _, flag := range []string{"o", "output", "fast", "players", "by", "title", "plan", "literature"} {
			if o.Given(flag) {
				return cli.UsageError(fmt.Errorf("--published prints two tables; %s does not go with it", cli.Dashed(flag)), "drop one of the two")
			}
		}
		return (&humanOptions{o.collectOptions}).human(ctx)
	}
	if err := o.CheckApart(o.db, task.Output{Flag: "-o", Path: o.folder}); err != nil {
		return err
	}
	if o.folder == "" {
		return cli.UsageError(errors.New("-o names no folder"), "for example: -o report")
	}
	if info, err := os.Stat(o.folder); err == nil && !info.IsDir() {
		return cli.UsageError(fmt.Errorf("-o %s is a file", o.folder), "name a folder")
	}
	var plan *study.Plan
	if o.plan != "" {
		var err error
		if plan, err = o.keep(ctx, o.plan); err != nil {
			return err
		}
	}
	by, err := study.ParseDivision(o.by)
	if err != nil {
		return cli.UsageError(err, o.HelpAdvice())
	}
	o.columns = named(by.Column, o.players)
	col, src, err := o.collect(ctx)
	if err != nil {
		return err
	}
	title := o.title
	if title == "" {
		title = fmt.Sprintf("Difficulty of %s puzzles", text.Grouped(col.N))
	}
	files, fast := *src, [2]string{"fast", ""}
	src.Add("command", o.commandLine(fast, [2]string{"resamples", fmt.Sprint(o.resamples)}, [2]string{"players", o.players}, [2]string{"by", o.by}, [2]string{"title", o.title}, [2]string{"plan", filepath.Base(o.plan)}))
	if plan != nil {
		src.Add("plan "+filepath.Base(o.plan), "sha256 "+plan.Hash)
	}
	src.Add("gradoku", cli.Version)
	src.Add("grader", fmt.Sprint(grade.Version))
	opt := study.ReportOptions{
		Title: title, Provenance: src.Provenance,
		Resamples: o.resamples, By: by, Players: o.players, Plan: plan,
		Published: slices.ContainsFunc(col.Labels, func(l study.Label) bool { return l.Log }),
	}
	if o.literature {
		document := study.Section{ID: "document", Title: "The founding document, recomputed", Text: []string{
			"Tables 1 to 3 count the puzzles of two books by stars and blanks; the puzzles themselves are not printed, so the counts are taken and totals, shares and correlations computed anew. Tables 6 and 7 are computed from the puzzles.",
		}}
		tables, err := literature.ReportTables(ctx)
		if err != nil {
			return err
		}
		for _, t := range tables {
			document.Tables = append(document.Tables, study.ReportTable(t))
		}
		opt.First = []study.Section{document}
	}
	report, err := study.NewReport(ctx, col, opt)
	if err != nil {
		return err
	}
	for _, m := range report.Models {
		introduce(m, &files, "")
	}
	if err := os.MkdirAll(o.folder, 0o755); err != nil {
		return task.CannotWrite(o.folder, err)
	}
	n := 0
	err = report.Files(func(f study.OutFile) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		n++
		return task.ToFile(ctx, filepath.Join(o.folder, f.Name), task.Whole(f.Text))
	})
	if err != nil {
		return err
	}
	for _, line := range report.Lead {
		fmt.Fprintln(o.Out, corpus.Visible(line))
	}
	cli.TalkTo(o.Err, o.quiet)("%s studied; %d files in %s: open %s", text.Count(col.N, "puzzle", "puzzles"), n, o.folder, filepath.Join(o.folder, "report.html"))
	return o.bad.Err("")
}
