package main

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"gradoku/internal/text"
	"gradoku/study"
	"gradoku/task"
)

func studyValidateCommand(s Streams) *cli.Command {
	var o struct {
		Call `fields:"workers,quiet,json"`
		task.Validate
	}
	return newCommand(s, "study validate", "[FILE]...", &o, studyAction(&o.Call, &o.Validate, &o.Files, func(v *study.Validity) error {
		if o.JSON {
			return printJSON(o.Out, v)
		}
		return printValidated(o.Out, v)
	}), lineKind{"the figures", study.Validity{}})
}

func printValidated(w io.Writer, v *study.Validity) error {
	n := v.Strata[0].Puzzles
	if v.Fitted == nil {
		fmt.Fprint(w, "The model does not say which puzzles it was fitted on, so these may be among them.\n")
	} else if *v.Fitted > 0 {
		fmt.Fprintf(w, "The model was fitted on %s of these %s puzzles", text.Grouped(*v.Fitted), text.Grouped(n))
		if *v.Fitted < n {
			fmt.Fprint(w, "; the last line of the table is without them")
		}
		fmt.Fprint(w, ".\n")
	}
	fmt.Fprintf(w, "r %v   ρ %v   slope %v   R² %.2f   RMSE of the logarithm %.2f   n = %d\n\n", v.Pearson, v.Spearman, v.PrintedSlope, v.R2, v.RMSE, n)
	fmt.Fprintf(w, "The slope is that of the logarithm on the median that grade --model prints. On the sum of the model's terms, to which R² and RMSE belong, it is %v.\n\n", v.Slope)
	if !v.Covers {
		fmt.Fprintf(w, "The label is not in %s: there is no coverage, and R² and RMSE are computed after shifting the predictions to the label's mean.\n\n", v.Unit)
	}
	rows := [][]string{}
	for _, s := range v.Strata {
		covered := "–"
		if v.Covers && s.Coverage.HasInterval() {
			covered = fmt.Sprintf("%.0f%% [%.0f, %.0f]", 100*s.Coverage.Value, 100*s.Coverage.Low, 100*s.Coverage.High)
		}
		rows = append(rows, []string{s.Name, fmt.Sprint(s.Puzzles), correlation(s.Pearson), correlation(s.Spearman), covered})
	}
	if err := textRows(w, []string{"puzzles", "n", "r", "ρ", "coverage"}, rows); err != nil || v.Against == nil {
		return err
	}
	return printComparison(w, v.Against)
}

func correlation(r *float64) string {
	if r == nil {
		return "–"
	}
	return fmt.Sprintf("%.3f", *r)
}

func printComparison(w io.Writer, c *study.Comparison) error {
	fmt.Fprintln(w)
	rows := [][]string{
		{"the model", c.Model.Pearson.String(), c.Model.Spearman.String()},
		{text.OneLine(c.Name), c.Other.Pearson.String(), c.Other.Spearman.String()},
		{"difference", c.Difference.Pearson.String(), c.Difference.Spearman.String()},
	}
	if err := textRows(w, []string{fmt.Sprintf("with %s, n = %d", c.Label, c.Puzzles), "|r|", "|ρ|"}, rows); err != nil {
		return err
	}
	if c.Fitted > 0 {
		fmt.Fprintf(w, "\nOf these puzzles, %s were used to fit a model of this comparison.\n", text.Grouped(c.Fitted))
	}
	if said := study.Disclosures(c.Name); said != "" {
		fmt.Fprintf(w, "\n%s\n", said)
	}
	return nil
}
