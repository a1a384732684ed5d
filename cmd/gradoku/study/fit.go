package study

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/predict"
	"gradoku/study"
	"gradoku/task"
)

// fitOptions are what the command line of "gradoku study fit" says.
type fitOptions struct {
	collectOptions
	output, source         string
	cautions               sentences
	folds, repeats, halves int
	quantiles              urfave.Float64Slice
	weight, by             string
}

func fitCommand(s cli.Streams) *urfave.Command {
	var o fitOptions
	return &urfave.Command{
		Name:      "fit",
		Usage:     "fit a model that predicts times, for gradoku grade --model",
		ArgsUsage: "[FILE]...",
		UsageText: "gradoku study fit times.tsv --label seconds -o model.json\n" +
			"gradoku grade --model model.json puzzles.txt",
		Description: "A ridge regression of the logarithm of the label. Prints how well it predicts puzzles that it was not\n" +
			"fitted on: seeded cross-validation and random halves. -o keeps the coefficients, which hold no puzzle.",
		Flags: append(o.flags(),
			&urfave.StringFlag{Name: "o", Aliases: []string{"output"}, Destination: &o.output, Usage: "write the model to `FILE`, - for stdout"},
			&urfave.StringFlag{Name: "source", Destination: &o.source, Usage: "what the puzzles and times are, for the model's `TEXT` about itself"},
			&urfave.GenericFlag{Name: "caution", Value: &o.cautions, Usage: "what the model cannot say, as a `SENTENCE` kept in it; may be repeated"},
			&urfave.IntFlag{Name: "folds", Destination: &o.folds, Value: study.DefaultFit.Folds, Usage: "parts of a cross-validation"},
			&urfave.IntFlag{Name: "repeats", Destination: &o.repeats, Value: study.DefaultFit.Repeats, Usage: "cross-validations, each with other parts"},
			&urfave.IntFlag{Name: "halves", Destination: &o.halves, Value: study.DefaultFit.Halves, Usage: "random halves to fit on, the other half to try on"},
			resamplesFlag(&o.resamples),
			&urfave.Float64SliceFlag{Name: "quantiles", Destination: &o.quantiles, Usage: "ranges for these quantiles `P,P` besides the quartiles, as 0.1,0.9"},
			&urfave.StringFlag{Name: "weight", Destination: &o.weight, Usage: "weigh the puzzles by the column `NAME`"},
			&urfave.StringFlag{Name: "by", Destination: &o.by, Usage: "a level for each group of puzzles: by the words of a column, or at `NAME:BORDERS`, as id:10000"},
		),
		Action: cli.Action(s, &o.Call, o.run),
	}
}

// sentences is a flag that may be repeated. Unlike a list of names, it is not split
// at commas.
type sentences []string

// Set adds a sentence.
func (s *sentences) Set(sentence string) error {
	*s = append(*s, sentence)
	return nil
}

func (s *sentences) String() string { return strings.Join(*s, " ") }

func (o *fitOptions) run(ctx context.Context) error {
	if err := o.CheckApart(o.db, task.Output{Flag: "-o", Path: o.output}); err != nil {
		return err
	}
	if len(o.labels.Value()) != 1 {
		return cli.UsageError(errors.New("--label must be given once"), "name the column with the times, for example --label seconds")
	}
	if o.folds < 2 || o.repeats < 1 || o.halves < 2 {
		return cli.UsageError(errors.New("--folds and --halves must be at least 2, --repeats at least 1"), o.HelpAdvice())
	}
	by, err := study.ParseDivision(o.by)
	if err != nil {
		return cli.UsageError(err, o.HelpAdvice())
	}
	for _, p := range o.quantiles.Value() {
		if !(p > 0 && p < 1) {
			return cli.UsageError(fmt.Errorf("--quantiles %v: quantiles are between 0 and 1", p), "for example --quantiles 0.1,0.9")
		}
	}
	o.columns, o.fast = named(by.Column, o.weight), true
	col, src, err := o.collect(ctx)
	if err != nil {
		return err
	}
	m, err := col.Fit(ctx, 0, study.FitOptions{
		Folds: o.folds, Repeats: o.repeats, Halves: o.halves, Resamples: o.resamples, Seed: o.seed,
		Quantiles: o.quantiles.Value(), Weight: o.weight, By: by,
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return cli.DataError(err, "a model needs puzzles of 9x9 with a time each")
	}
	introduce(m, src, o.source)
	m.Limits = append(m.Limits, o.cautions...)
	out := o.Out
	if o.output == "-" {
		out = o.Err
	}
	for _, line := range append(m.Sentences(), m.Limits...) {
		fmt.Fprintln(out, cli.OnOneLine(line))
	}
	if o.output != "" {
		err := o.Write(ctx, o.output, func(w io.Writer) error {
			e := json.NewEncoder(w)
			e.SetEscapeHTML(false)
			e.SetIndent("", " ")
			return e.Encode(m)
		})
		if err != nil {
			return err
		}
	}
	return o.bad.Err("")
}

// named leaves out empty names, and those that were there before.
func named(names ...string) (list []string) {
	for _, name := range names {
		if name != "" && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// resamplesFlag is the same for all studies with intervals.
func resamplesFlag(to *int) urfave.Flag {
	return &urfave.IntFlag{Name: "resamples", Destination: to, Usage: "`N` resamples for the intervals (default: 1,000, or fewer for more than 5,000 puzzles)"}
}

// introduce fills in what a model says about itself.
func introduce(m *predict.Model, src *task.Sources, source string) {
	var names, sums []string
	for _, p := range src.Provenance {
		names = append(names, p[0])
		if sum, ok := strings.CutPrefix(p[1], "sha256 "); ok {
			sums = append(sums, sum)
		}
	}
	if source == "" {
		source = strings.Join(names, ", ")
	}
	m.Trained.Source, m.Trained.SHA256 = source, strings.Join(sums, " ")
	for _, unit := range []string{"second", "minute"} {
		if strings.Contains(strings.ToLower(m.Label), unit) {
			m.Unit = unit + "s"
		}
	}
	if len(src.Left) > 0 {
		m.Trained.Dropped = strings.Join(slices.DeleteFunc([]string{m.Trained.Dropped, src.Left}, func(s string) bool { return s == "" }), "; ")
	}
	m.Limits = append(m.Limits,
		fmt.Sprintf("It says nothing about puzzles rated outside %.1f to %.1f, about sizes other than 9x9, and about people other than those it was trained on.", m.Trained.RatingLow, m.Trained.RatingHigh))
}
