package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"gradoku/internal/text"
	"gradoku/literature"
	"gradoku/task"
)

type studyLiteratureOptions struct {
	Call `fields:"quiet,json"`
}

func studyLiteratureCommand(s Streams) *cli.Command {
	var o studyLiteratureOptions
	c := newCommand(s, "study literature", "[DOCUMENT]...", &o, o.run, lineKind{"a figure", literature.Finding{}})
	for _, d := range literature.Documents() {
		c.Description += fmt.Sprintf("\n%-10s %s (%s)", d.Key, d.Title, d.By)
	}
	return c
}

func (o *studyLiteratureOptions) run(ctx context.Context) error {
	findings, err := literature.Recompute(ctx, o.Args...)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, literature.ErrNoDocument):
		return task.UsageError(err, o.helpAdvice())
	case err != nil:
		return err
	}
	print := printFindings
	if o.JSON {
		print = printLines[literature.Finding]
	}
	if err := print(o.Out, findings); err != nil {
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
	count := text.Count(len(broken), "figure should be reproduced and is not", "figures should be reproduced and are not")
	return task.DataError(fmt.Errorf("%s: %s", count, strings.Join(broken, "; ")), "this is a bug in gradoku")
}

// printFindings writes the findings of each document: the verdict on a figure, and below it
// what is published, what is ours, and why they differ.
func printFindings(w io.Writer, findings []literature.Finding) error {
	for _, d := range literature.Documents() {
		count := literature.TallyOf(findings, d.Key)
		if count == (literature.Tally{}) {
			continue
		}
		fmt.Fprintf(w, "%s: %s\n%s\n%s\n\n", d.Key, d.Title, d.By, count)
		for _, f := range findings {
			if f.Document != d.Key {
				continue
			}
			fmt.Fprintf(w, "%-16v%s\n", f.Verdict, f.Figure)
			fmt.Fprintf(w, "  published     %s\n", strings.TrimSpace(f.Published+" "+f.Mark()))
			fmt.Fprintf(w, "  ours          %s\n", f.Ours)
			if f.Reason != "" {
				fmt.Fprintf(w, "                %s\n", f.Reason)
			}
		}
		fmt.Fprintln(w)
	}
	_, err := fmt.Fprintf(w, "in all: %s\n", literature.TallyOf(findings, ""))
	return err
}
