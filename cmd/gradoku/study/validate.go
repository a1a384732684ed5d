package study

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/study"
	"gradoku/task"
)

// validateOptions are what the command line of "gradoku study validate" says.
type validateOptions struct {
	collectOptions
	model, by string
	json      bool
}

func validateCommand(s cli.Streams) *urfave.Command {
	var o validateOptions
	return &urfave.Command{
		Name:      "validate",
		Usage:     "try a model on puzzles with times: correlations, slope, coverage",
		ArgsUsage: "[FILE]...",
		UsageText: "gradoku study validate --model default times.tsv --label seconds\ngradoku study validate --model model.json times.tsv --label seconds --by id:10000",
		Description: "Prints how the model's predictions agree with the times, each figure with its 95 % interval, and how many\n" +
			"of the puzzles fall into the range that should hold half of them: by fifth of the predictions, for the harder\n" +
			"ones, and by group. A label in other units than the model's is only correlated.",
		Flags: append(o.flags(),
			&urfave.StringFlag{Name: "model", Destination: &o.model, Value: "default", Usage: "a `FILE` of gradoku study fit, or default"},
			&urfave.StringFlag{Name: "by", Destination: &o.by, Usage: "report groups of puzzles: by the words of a column, or at `NAME:BORDERS`, as id:10000"},
			resamplesFlag(&o.resamples), cli.JSONFlag(&o.json, "print the figures as one JSON object"),
		),
		Action: cli.Action(s, &o.Call, o.run),
	}
}

func (o *validateOptions) run(ctx context.Context) error {
	if len(o.labels.Value()) != 1 {
		return cli.UsageError(errors.New("--label must be given once"), "name the column with the times, for example --label seconds")
	}
	by, err := study.ParseDivision(o.by)
	if err != nil {
		return cli.UsageError(err, o.HelpAdvice())
	}
	m, err := task.ReadModel(ctx, o.In, o.model)
	if err != nil {
		return err
	}
	o.columns, o.solves, o.seed, o.fast = named(by.Column), m.Runs, m.Seed, true
	col, src, err := o.collect(ctx)
	if err != nil {
		return err
	}
	v, err := col.Validate(ctx, 0, m, study.FitOptions{Resamples: o.resamples, Seed: o.seed, By: by})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return cli.DataError(err, "a model is tried on puzzles of 9x9 with a time each")
	}
	if o.json {
		if err := cli.PrintJSON(o.Out, v); err != nil {
			return err
		}
		return o.bad.Err("")
	}
	for _, p := range src.Provenance {
		if sum, ok := strings.CutPrefix(p[1], "sha256 "); ok && strings.Contains(m.Trained.SHA256, sum) {
			fmt.Fprintf(o.Out, "The model was fitted on %s: these figures are not of unseen puzzles.\n", cli.OnOneLine(strings.TrimPrefix(p[0], "file ")))
		}
	}
	fmt.Fprintf(o.Out, "r %v   ρ %v   slope %v   R² %.2f   RMSE of the logarithm %.2f   n = %d\n\n", v.Pearson, v.Spearman, v.Slope, v.R2, v.RMSE, v.Strata[0].Puzzles)
	if !v.Covers {
		fmt.Fprintf(o.Out, "The label is not in %s: no coverage, and R² and RMSE are of the label's own scale after its mean is met.\n\n", m.Unit)
	}
	rows := [][]string{}
	for _, s := range v.Strata {
		covered := "–"
		if v.Covers && s.Coverage.Low != nil {
			covered = fmt.Sprintf("%.0f %% [%.0f, %.0f]", 100*s.Coverage.Value, 100**s.Coverage.Low, 100**s.Coverage.High)
		}
		rows = append(rows, []string{s.Name, fmt.Sprint(s.Puzzles), fmt.Sprintf("%.3f", s.Pearson), fmt.Sprintf("%.3f", s.Spearman), covered})
	}
	if err := cli.TextRows(o.Out, []string{"puzzles", "n", "r", "ρ", "within the range"}, rows); err != nil {
		return err
	}
	return o.bad.Err("")
}

// compareOptions are what the command line of "gradoku study compare" says.
type compareOptions struct {
	collectOptions
	json bool
}

func compareCommand(s cli.Streams) *urfave.Command {
	var o compareOptions
	return &urfave.Command{
		Name:      "compare",
		Usage:     "which of two models or metrics goes better with a label",
		ArgsUsage: "A B [FILE]...",
		UsageText: "gradoku study compare default scan times.tsv --label seconds\ngradoku study compare old.json new.json times.tsv --label seconds",
		Description: "A and B are models (files of gradoku study fit, or default) or metrics by their keys, as gradoku study measure\n" +
			"writes them. Prints |r| and |ρ| of each with the label, and the differences, each with its 95 % interval from\n" +
			"the same resamples of the puzzles.",
		Flags:  append(o.flags(), resamplesFlag(&o.resamples), cli.JSONFlag(&o.json, "print the figures as one JSON object")),
		Action: cli.Action(s, &o.Call, o.run),
	}
}

func (o *compareOptions) run(ctx context.Context) error {
	if len(o.Args) < 2 {
		return cli.UsageError(errors.New("name two models or metrics, and then the files"), "for example: gradoku study compare default scan times.tsv --label seconds")
	}
	if len(o.labels.Value()) != 1 {
		return cli.UsageError(errors.New("--label must be given once"), "name the column to compare with, for example --label seconds")
	}
	names := o.Args[:2]
	o.Args = o.Args[2:]
	var sides [2]study.Side
	for i, name := range names {
		sides[i].Name = name
		if study.IsMetric(name) {
			continue
		}
		if _, err := os.Stat(name); err != nil && name != "default" {
			return cli.UsageError(fmt.Errorf("%s is neither a metric nor a model", name), "gradoku study measure --dictionary - lists the metrics")
		}
		m, err := task.ReadModel(ctx, o.In, name)
		if err != nil {
			return err
		}
		sides[i].Model = m
		o.solves, o.seed = m.Runs, m.Seed
	}
	if a, b := sides[0].Model, sides[1].Model; a != nil && b != nil && (a.Runs != b.Runs || a.Seed != b.Seed) {
		return cli.DataError(fmt.Errorf("%s has %d random solves with seed %d, %s %d with seed %d", names[0], a.Runs, a.Seed, names[1], b.Runs, b.Seed),
			"models are compared on the same random solves: fit them with the same --solves and --seed")
	}
	col, _, err := o.collect(ctx)
	if err != nil {
		return err
	}
	c, err := col.Compare(0, sides, o.resamples)
	if err != nil {
		return cli.DataError(err, "a label that is a number is needed")
	}
	if o.json {
		if err := cli.PrintJSON(o.Out, c); err != nil {
			return err
		}
		return o.bad.Err("")
	}
	rows := [][]string{
		{names[0], c.A.Pearson.String(), c.A.Spearman.String()},
		{names[1], c.B.Pearson.String(), c.B.Spearman.String()},
		{"difference", c.Difference.Pearson.String(), c.Difference.Spearman.String()},
	}
	if err := cli.TextRows(o.Out, []string{fmt.Sprintf("with %s, n = %d", c.Label, c.Puzzles), "|r|", "|ρ|"}, rows); err != nil {
		return err
	}
	if said := study.Disclosures(names...); said != "" {
		fmt.Fprintf(o.Out, "\n%s\n", said)
	}
	return o.bad.Err("")
}
