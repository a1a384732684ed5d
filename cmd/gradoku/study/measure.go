package study

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/cmd/gradoku/export"
	"gradoku/corpus"
	"gradoku/internal/text"
	"gradoku/study"
)

// measureOptions are what the command line of "gradoku study measure" says.
type measureOptions struct {
	collectOptions
	output, format, dictionary string
	steps                      bool
}

func measureCommand(s cli.Streams) *urfave.Command {
	var o measureOptions
	return &urfave.Command{
		Name:      "measure",
		Usage:     "write every metric of every puzzle at full precision",
		ArgsUsage: "[FILE]...",
		UsageText: "gradoku study measure puzzles.txt -o features.csv\n" +
			"gradoku study measure times.tsv -o features.jsonl --dictionary columns.csv\n" +
			"gradoku study measure puzzles.txt --steps -o steps.csv",
		Description: "One row for each puzzle, in the order of the files: its columns there, as label_..., then the metrics of the\n" +
			"data dictionary, as they are (a report studies some by their logarithm). Numbers read again are the same\n" +
			"numbers. With --steps, one row for each step of the rater's solution: what could be placed, and what was.",
		Flags: append(o.flags(),
			&urfave.StringFlag{Name: "o", Aliases: []string{"output"}, Destination: &o.output, Value: "-", Usage: "write the table to `FILE`, - for stdout"},
			&urfave.StringFlag{Name: "format", Destination: &o.format, Usage: "csv, tsv, jsonl or parquet (default: what the file's extension says, else csv)"},
			&urfave.StringFlag{Name: "dictionary", Destination: &o.dictionary, Usage: "write what each metric is, as CSV, to `FILE`, - for stdout"},
			&urfave.BoolFlag{Name: "steps", Destination: &o.steps, Usage: "a row for each step, not for each puzzle"},
		),
		Action: cli.Action(s, &o.Call, o.run),
	}
}

func (o *measureOptions) run(ctx context.Context) error {
	if err := o.CheckApart(o.db, cli.Output{Flag: "-o", Path: o.output}, cli.Output{Flag: "--dictionary", Path: o.dictionary}); err != nil {
		return err
	}
	name := o.format
	if name == "" && o.output == "-" {
		name = "csv"
	}
	format, err := export.FormatFor(name, o.output)
	if err != nil {
		return err
	}
	if !format.Carries.Values {
		return cli.UsageError(fmt.Errorf("%s keeps no metrics", format.Name), "write csv, tsv, jsonl or parquet")
	}
	items, src, _, done, err := o.items(ctx)
	defer done()
	if err != nil {
		return err
	}
	if o.dictionary != "" {
		if err := o.Write(o.dictionary, writeDictionary); err != nil {
			return err
		}
	}
	say, left, measured := cli.TalkTo(o.Err, o.quiet), map[string]int{}, 0
	progress := cli.NewProgress(o.Err, o.quiet, "puzzles", src.expected, 0)
	rows := func(yield func(corpus.Row, error) bool) {
		seen := int64(0)
		for m, err := range study.Measure(ctx, o.first(items, say), study.MeasureOptions{Runs: o.solves, Seed: o.seed, Workers: o.workers, Steps: o.steps}) {
			seen++
			progress.Set(seen, seen)
			var bad *corpus.LineError
			switch {
			case errors.As(err, &bad):
				src.bad.Add(err)
				continue
			case err != nil:
				yield(corpus.Row{}, err)
				return
			case m.Excluded != "":
				left[m.Excluded]++
				continue
			}
			measured++
			list := []corpus.Row{m.Row()}
			if o.steps {
				list = m.StepRows()
			}
			for _, row := range list {
				if !yield(row, nil) {
					return
				}
			}
		}
	}
	err = o.Write(o.output, func(w io.Writer) error {
		return format.Write(w, iter.Seq2[corpus.Row, error](corpus.Aligned(rows, nil)))
	})
	progress.Finish()
	if err != nil {
		return err
	}
	if len(left) > 0 {
		say("left out: %s", (&study.Collection{Excluded: left}).LeftOut())
	}
	say("%s measured", text.Count(measured, "puzzle", "puzzles"))
	return src.bad.Err("")
}

func writeDictionary(w io.Writer) error {
	out := csv.NewWriter(w)
	return out.WriteAll(append([][]string{study.DictionaryColumns}, study.Dictionary()...))
}
