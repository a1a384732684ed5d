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
	"gradoku/corpus"
	"gradoku/internal/text"
	"gradoku/study"
	"gradoku/task"
)

// measureOptions are what the command line of "gradoku study measure" says.
type measureOptions struct {
	collectOptions
	output, format, dictionary string
	steps, waves               bool
}

func measureCommand(s cli.Streams) *urfave.Command {
	var o measureOptions
	return &urfave.Command{
		Name:      "measure",
		Usage:     "write every metric of every puzzle at full precision",
		ArgsUsage: "[FILE]...",
		UsageText: "gradoku study measure puzzles.txt -o features.csv\n" +
			"gradoku study measure times.tsv -o features.jsonl --dictionary columns.csv\n" +
			"gradoku study measure puzzles.txt --steps -o steps.csv\n" +
			"gradoku study measure puzzles.txt --waves -o waves.csv --dictionary columns.csv",
		Description: "One row for each puzzle, in the order of the files: its columns there, as label_..., then the metrics of the\n" +
			"data dictionary, as they are (a report studies some by their logarithm). Numbers read again are the same\n" +
			"numbers. With --steps, one row for each step of the rater's solution: what could be placed, and what was. With\n" +
			"--waves, one row for each wave: every cell that is a single is filled at once, again and again, and where none\n" +
			"is, the rater's next step is a wave. --dictionary says what the columns of the table are.",
		Flags: append(o.flags(),
			&urfave.StringFlag{Name: "o", Aliases: []string{"output"}, Destination: &o.output, Value: "-", Usage: "write the table to `FILE`, - for stdout"},
			&urfave.StringFlag{Name: "format", Destination: &o.format, Usage: "csv, tsv, jsonl or parquet (default: what the file's extension says, else csv)"},
			&urfave.StringFlag{Name: "dictionary", Destination: &o.dictionary, Usage: "write what each column is, as CSV, to `FILE`, - for stdout"},
			&urfave.BoolFlag{Name: "steps", Destination: &o.steps, Usage: "a row for each step, not for each puzzle"},
			&urfave.BoolFlag{Name: "waves", Destination: &o.waves, Usage: "a row for each wave, not for each puzzle"},
		),
		Action: cli.Action(s, &o.Call, o.run),
	}
}

func (o *measureOptions) run(ctx context.Context) error {
	if err := o.CheckApart(o.db, task.Output{Flag: "-o", Path: o.output}, task.Output{Flag: "--dictionary", Path: o.dictionary}); err != nil {
		return err
	}
	format, err := tableFormat(o.format, o.output)
	if err != nil {
		return err
	}
	if o.steps && o.waves {
		return cli.UsageError(errors.New("--steps and --waves are two tables"), "ask for one at a time")
	}
	about, env, finish, err := o.studied()
	if err != nil {
		return err
	}
	defer finish()
	items, src, _, done, err := about.Items(ctx, &env)
	defer done()
	if err != nil {
		return err
	}
	if o.dictionary != "" {
		dictionary := study.Dictionary()
		switch {
		case o.steps:
			dictionary = study.StepDictionary()
		case o.waves:
			dictionary = study.WaveDictionary()
		}
		err := o.Write(ctx, o.dictionary, func(w io.Writer) error {
			return csv.NewWriter(w).WriteAll(append([][]string{study.DictionaryColumns}, dictionary...))
		})
		if err != nil {
			return err
		}
	}
	say, left, measured := cli.TalkTo(o.Err, o.quiet), map[string]int{}, 0
	rows := func(yield func(corpus.Row, error) bool) {
		seen := int64(0)
		for m, err := range study.Measure(ctx, about.First(items, &env), study.MeasureOptions{Runs: o.solves, Seed: o.seed, Workers: o.workers, Steps: o.steps, Waves: o.waves}) {
			seen++
			env.Notify(task.Event{Progress: &task.Progress{Unit: "puzzles", Done: seen, Target: src.Expected, Tries: seen}})
			var bad *corpus.LineError
			switch {
			case errors.As(err, &bad):
				o.bad.Add(err)
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
			switch {
			case o.steps:
				list = m.StepRows()
			case o.waves:
				list = m.WaveRows()
			}
			for _, row := range list {
				if !yield(row, nil) {
					return
				}
			}
		}
	}
	err = o.Write(ctx, o.output, func(w io.Writer) error {
		return format.Write(w, iter.Seq2[corpus.Row, error](corpus.Aligned(rows, nil)))
	})
	finish()
	if err != nil {
		return err
	}
	if len(left) > 0 {
		say("left out: %s", (&study.Collection{Excluded: left}).LeftOut())
	}
	say("%s measured", text.Count(measured, "puzzle", "puzzles"))
	return o.bad.Err("")
}

// tableFormat is the format in which a table of figures is written.
func tableFormat(name, output string) (corpus.Format, error) {
	if name == "" && output == "-" {
		name = "csv"
	}
	format, err := task.FormatFor(name, output)
	if err == nil && !format.Carries.Values {
		err = cli.UsageError(fmt.Errorf("%s keeps no metrics", format.Name), "write csv, tsv, jsonl or parquet")
	}
	return format, err
}
