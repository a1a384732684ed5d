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
	cli.Call `fields:"quiet,json"`
	Markdown bool   `query:"markdown" not:"json,long,times" doc:"write the page docs/LITERATURE.md about all documents"`
	Long     bool   `query:"long" doc:"also count the 28,200,960 full grids of 6x6 one by one"`
	Times    int    `query:"times" minimum:"0" value:"N" doc:"also repeat the documents' timing comparisons N times, and print the median processor times"`
	Output   string `query:"o" alias:"output" minLength:"1" value:"FILE" doc:"write to FILE, - for stdout"`
	Figures  string `query:"figures" value:"FOLDER" doc:"also draw the documents' figures as SVG files in FOLDER, which is created if needed"`
}

func literatureCommand(s cli.Streams) *urfave.Command {
	o := literatureOptions{Output: "-"}
	c := cli.New(s, "study literature", "[DOCUMENT]...", &o, o.run, cli.LineOf("a figure", literature.Finding{}))
	for _, d := range literature.Documents() {
		c.Description += fmt.Sprintf("\n%-10s %s (%s)", d.Key, d.Title, d.By)
	}
	return c
}

func (o *literatureOptions) run(ctx context.Context) error {
	if err := o.CheckApart(task.Output{Flag: "-o", Path: o.Output}, task.Output{Flag: "--figures", Path: o.Figures}); err != nil {
		return err
	}
	if o.Markdown && len(o.Args) > 0 {
		return cli.UsageError(errors.New("--markdown writes one page about all documents"), "leave out the documents")
	}
	opt := literature.Scope{Long: o.Long, Rounds: o.Times, Clock: cpuTime}
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
	if o.Figures != "" {
		if err := o.draw(ctx, opt.Documents); err != nil {
			return err
		}
	}
	err = o.Write(ctx, o.Output, func(w io.Writer) error {
		switch {
		case o.JSON:
			return cli.PrintLines(w, findings)
		case o.Markdown:
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
