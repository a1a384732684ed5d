package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"gradoku/internal/text"
	"gradoku/study"
	"gradoku/task"
)

func studyAgreementCommand(s Streams) *cli.Command {
	var o struct {
		Call `fields:"json"`
		task.Agreement
	}
	return newCommand(s, "study agreement", "FILE...", &o, studyAction(&o.Call, &o.Agreement, &o.Files, func(a *study.Agreement) error {
		if o.JSON {
			return errors.Join(printJSON(o.Out, a), printLines(o.Out, a.Differences))
		}
		return printAgreement(o.Out, a)
	}), lineKind{"the counts, first", study.Agreement{}}, lineKind{"a rating that differs", study.Difference{}})
}

func printAgreement(w io.Writer, a *study.Agreement) error {
	fmt.Fprintf(w, "%s: %s of %s ratings are the same (%.2f%%); %s more of ours are lower bounds that do not contradict theirs\nskipped: %s\n\n",
		a.Of, text.Grouped(a.Same), text.Grouped(a.Compared), 100*float64(a.Same)/float64(max(a.Compared, 1)), text.Grouped(a.Bounds), cmp.Or(a.Skipped.String(), "none"))
	if a.Compared > 0 {
		kappa := "unknown, since all are in one band"
		if a.Kappa != nil {
			kappa = fmt.Sprintf("%.3f", *a.Kappa)
		}
		fmt.Fprintf(w, "ours less theirs: mean %+.3f, standard deviation %.3f; kappa of the bands: %s\n\n", a.Mean, a.SD, kappa)
	}
	if scale := a.Scale(); scale != "" {
		fmt.Fprintf(w, "%s\n\n", scale)
	}
	header, rows := append([]string{"theirs \\ ours"}, a.Bands...), [][]string{}
	for i, band := range a.Bands {
		row := []string{band}
		for _, n := range a.Table[i] {
			row = append(row, fmt.Sprint(n))
		}
		rows = append(rows, row)
	}
	if err := textRows(w, header, rows); err != nil {
		return err
	}
	for _, d := range a.Differences {
		bound := ""
		if d.AtLeast {
			bound = "≥"
		}
		fmt.Fprintf(w, "line %d: theirs %.1f, ours %s%.1f  %s\n", d.Line, d.Theirs, bound, d.Ours, d.Puzzle)
	}
	return nil
}
