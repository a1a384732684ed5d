package study

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/literature"
)

func Command(s cli.Streams) *urfave.Command {
	var documents []string
	for _, d := range literature.Documents() {
		documents = append(documents, fmt.Sprintf("%-10s %s (%s)", d.Key, d.Title, d.By))
	}
	return &urfave.Command{
		Name:      "study",
		Usage:     "compare with what others have published",
		UsageText: "gradoku study literature\ngradoku study agreement ratings.tsv --label se\ngradoku study grids --n 1000000\ngradoku study report puzzles.tsv --label seconds -o report/",
		Subcommands: []*urfave.Command{agreementCommand(s), reglibCommand(s), studyGridsCommand(s), studySamplingCommand(s), studySinglesCommand(s), studyReportCommand(s), studyFitCommand(s), studyHumanCommand(s), {
			Name:      "literature",
			Usage:     "recompute the figures of the documents that gradoku grew out of",
			ArgsUsage: "[DOCUMENT]...",
			UsageText: "gradoku study literature\n" +
				"gradoku study literature moler tutorial\n" +
				"gradoku study literature --json | grep differs\n" +
				"gradoku study literature --markdown -o docs/LITERATURE.md",
			Description: "Prints each published figure beside ours, and whether it is reproduced, differs or is ambiguous, with\n" +
				"the reason. † marks figures that a document does not print: what its listing gives when it is run. The\n" +
				"exit code is 1 when a figure that should be reproduced is not. The documents:\n\n" +
				strings.Join(documents, "\n"),
			Flags: []urfave.Flag{
				cli.JSONFlag(nil, "print one JSON object per figure"),
				&urfave.BoolFlag{Name: "markdown", Usage: "write the page docs/LITERATURE.md, of all documents"},
				&urfave.BoolFlag{Name: "long", Usage: "count the 28,200,960 full grids of 6x6 one by one too"},
				&urfave.StringFlag{Name: "o", Aliases: []string{"output"}, Value: "-", Usage: "write to `FILE`, - for stdout"},
			},
			Action: func(c *urfave.Context) error { return literatureAction(c, s) },
		}},
	}
}

func literatureAction(c *urfave.Context, s cli.Streams) error {
	if c.Bool("json") && c.Bool("markdown") {
		return cli.UsageError(errors.New("--json and --markdown exclude each other"), "choose one")
	}
	if c.Bool("markdown") && (c.NArg() > 0 || c.Bool("long")) {
		return cli.UsageError(errors.New("--markdown writes the page of all documents, without --long"), "leave out the documents and --long")
	}
	opt := literature.Options{Long: c.Bool("long")}
	if c.NArg() > 0 {
		opt.Documents = c.Args().Slice()
	}
	findings, err := literature.Recompute(c.Context, opt)
	switch {
	case c.Context.Err() != nil:
		return c.Context.Err()
	case errors.Is(err, literature.ErrNoDocument):
		return cli.UsageError(err, cli.HelpAdvice(c))
	case err != nil:
		return err
	}
	write := func(w io.Writer) error { return printFindings(w, findings) }
	switch {
	case c.Bool("json"):
		write = func(w io.Writer) error { return printFindingsJSON(w, findings) }
	case c.Bool("markdown"):
		write = func(w io.Writer) error { return literature.Markdown(w, findings) }
	}
	if path := c.String("o"); path == "-" {
		err = write(s.Out)
	} else {
		err = cli.ToFile(path, write)
	}
	if err != nil {
		return err
	}
	return brokenFigures(findings)
}

// brokenFigures is the error about figures that should have been reproduced.
func brokenFigures(findings []literature.Finding) error {
	var broken []string
	for _, f := range findings {
		if f.Broken() {
			broken = append(broken, fmt.Sprintf("%s: %s: published %s, ours %s", f.Document, f.Figure, f.Published, f.Ours))
		}
	}
	if broken == nil {
		return nil
	}
	text := fmt.Sprintf("%d figures should be reproduced and are not", len(broken))
	if len(broken) == 1 {
		text = "1 figure should be reproduced and is not"
	}
	return cli.DataError(fmt.Errorf("%s: %s", text, strings.Join(broken, "; ")), "this is a mistake in gradoku")
}

func printFindingsJSON(w io.Writer, findings []literature.Finding) error {
	for _, f := range findings {
		if err := cli.PrintJSON(w, f); err != nil {
			return err
		}
	}
	return nil
}

// printFindings writes a table for each document, reasons on lines of their own.
func printFindings(w io.Writer, findings []literature.Finding) error {
	for _, d := range literature.Documents() {
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		count := literature.TallyOf(findings, d.Key)
		if count == (literature.Tally{}) {
			continue
		}
		fmt.Fprintf(w, "%s: %s\n%s\n%s\n\n", d.Key, d.Title, d.By, count)
		fmt.Fprintln(t, "verdict\tpublished\tours\tfigure")
		for _, f := range findings {
			if f.Document == d.Key {
				printFinding(t, f)
			}
		}
		if err := t.Flush(); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	_, err := fmt.Fprintf(w, "in all: %s\n", literature.TallyOf(findings, ""))
	return err
}

func printFinding(w io.Writer, f literature.Finding) {
	mark := ""
	if f.Derived {
		mark = " " + literature.DerivedMark
	}
	fmt.Fprintf(w, "%v\t%s%s\t%s\t%s\n", f.Verdict, f.Published, mark, f.Ours, f.Figure)
	if f.Reason != "" {
		fmt.Fprintf(w, "\t\t\t  %s\n", f.Reason)
	}
}
