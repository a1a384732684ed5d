package study

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/literature"
	"gradoku/task"
)

type literatureOptions struct {
	cli.Call
	markdown, long  bool
	times           int
	output, figures string
}

func literatureCommand(s cli.Streams) *urfave.Command {
	var documents []string
	for _, d := range literature.Documents() {
		documents = append(documents, fmt.Sprintf("%-10s %s (%s)", d.Key, d.Title, d.By))
	}
	var o literatureOptions
	return cli.Help("study literature", &urfave.Command{
		ArgsUsage:   "[DOCUMENT]...",
		Description: strings.Join(documents, "\n"),
		Flags: []urfave.Flag{
			o.JSONFlag("print one JSON object per figure", cli.LineOf("a figure", literature.Finding{})),
			&urfave.BoolFlag{Name: "markdown", Destination: &o.markdown, Usage: "write the page docs/LITERATURE.md about all documents"},
			&urfave.BoolFlag{Name: "long", Destination: &o.long, Usage: "also count the 28,200,960 full grids of 6x6 one by one"},
			&urfave.IntFlag{Name: "times", Destination: &o.times, Usage: "also repeat the documents' timing comparisons `N` times, and print the median processor times"},
			&urfave.StringFlag{Name: "o", Aliases: []string{"output"}, Destination: &o.output, Value: "-", Usage: "write to `FILE`, - for stdout"},
			&urfave.StringFlag{Name: "figures", Destination: &o.figures, Usage: "also draw the documents' figures as SVG files in `FOLDER`, which is created if needed"},
		},
		Action: cli.Action(s, &o.Call, o.run),
	})
}

func (o *literatureOptions) run(ctx context.Context) error {
	if err := o.CheckApart(task.Output{Flag: "-o", Path: o.output}, task.Output{Flag: "--figures", Path: o.figures}); err != nil {
		return err
	}
	if o.JSON && o.markdown {
		return cli.UsageError(errors.New("--json and --markdown exclude each other"), "choose one")
	}
	if o.markdown && (len(o.Args) > 0 || o.long || o.times > 0) {
		return cli.UsageError(errors.New("--markdown writes one page about all documents and takes neither --long nor --times"), "leave out the documents, --long and --times")
	}
	if o.times < 0 {
		return cli.UsageError(fmt.Errorf("--times is %d; it must not be negative", o.times), "for example: --times 5")
	}
	opt := literature.Scope{Long: o.long, Rounds: o.times, Clock: cpuTime}
	if len(o.Args) > 0 {
		opt.Documents = o.Args
	}
	findings, err := literature.Recompute(ctx, opt)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, literature.ErrNoDocument):
		return cli.UsageError(err, o.HelpAdvice())
	case err != nil:
		return err
	}
	if o.figures != "" {
		if err := o.draw(ctx, opt.Documents); err != nil {
			return err
		}
	}
	err = o.Write(ctx, o.output, func(w io.Writer) error {
		switch {
		case o.JSON:
			return cli.PrintLines(w, findings)
		case o.markdown:
			return literature.Markdown(w, findings)
		}
		return printFindings(w, findings)
	})
	if err != nil {
		return err
	}
	return brokenFigures(findings)
}

// brokenFigures is the error about figures that should be reproduced and are not.
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
	return cli.DataError(fmt.Errorf("%s: %s", text, strings.Join(broken, "; ")), "this is a bug in gradoku")
}

// printFindings writes a table for each document, with reasons on their own lines.
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
			if f.Document != d.Key {
				continue
			}
			mark := f.Mark()
			if mark != "" {
				mark = " " + mark
			}
			fmt.Fprintf(t, "%v\t%s%s\t%s\t%s\n", f.Verdict, f.Published, mark, f.Ours, f.Figure)
			if f.Reason != "" {
				fmt.Fprintf(t, "\t\t\t  %s\n", f.Reason)
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
