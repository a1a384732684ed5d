package study

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/study"
	"gradoku/task"
)

// planOptions are what the command line of "gradoku study plan" says.
type planOptions struct {
	cli.Call
	study.Plan
	questions, metrics, logs urfave.StringSlice
	output                   string
}

func planCommand(s cli.Streams) *urfave.Command {
	o := planOptions{Plan: study.Plan{Split: study.PlannedSplit{Folds: study.DefaultFit.Folds, Repeats: study.DefaultFit.Repeats, Halves: study.DefaultFit.Halves}}}
	return &urfave.Command{
		Name:      "plan",
		Usage:     "write down what a report will ask, before its data are looked at",
		ArgsUsage: "[FILE]...",
		UsageText: "gradoku study plan times.tsv --label seconds --question 'rho(scan) >= 0.6' --question 'rho(person) > rho(scan)' -o plan.json\n" +
			"gradoku study report --plan plan.json times.tsv -o report",
		Description: "Freezes the questions, the metrics, the files by their SHA-256, the folds and the analysis in a file with a hash;\n" +
			"without files, for data that are still to come. A question is about Pearson's r or Spearman's rho of a metric, or\n" +
			"of model, the regression out of fold: rho(scan) >= 0.6, r(dependency) <= -0.5, rho(model) > rho(scan). gradoku\n" +
			"study report --plan looks at nothing else, and says which questions are met.",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "label", Destination: &o.Label, Usage: "compare with the column `NAME`"},
			&urfave.StringSliceFlag{Name: "question", Destination: &o.questions, Usage: "ask `QUESTION`; may be repeated"},
			&urfave.StringSliceFlag{Name: "metric", Destination: &o.metrics, Usage: "look at the metric `KEY` too; may be repeated"},
			&urfave.StringSliceFlag{Name: "log", Destination: &o.logs, Usage: "study the label `NAME` by its logarithm, as times are; may be repeated"},
			&urfave.StringFlag{Name: "by", Destination: &o.By, Usage: "predict with a level for each group of puzzles: by the words of a column, or at `NAME:BORDERS`, as id:10000"},
			&urfave.IntFlag{Name: "limit", Destination: &o.Limit, Usage: "study the first `N` puzzles"},
			&urfave.IntFlag{Name: "folds", Destination: &o.Split.Folds, Value: o.Split.Folds, Usage: "parts of a cross-validation"},
			&urfave.IntFlag{Name: "repeats", Destination: &o.Split.Repeats, Value: o.Split.Repeats, Usage: "cross-validations, each with other parts"},
			&urfave.IntFlag{Name: "halves", Destination: &o.Split.Halves, Value: o.Split.Halves, Usage: "random halves to fit on, the other half to try on"},
			&urfave.IntFlag{Name: "solves", Destination: &o.Solves, Value: study.DefaultRuns, Usage: "`N` random solves for each puzzle"},
			&urfave.Uint64Flag{Name: "seed", Destination: &o.Seed, Value: 1, Usage: "of random solves, resamples and folds"},
			&urfave.IntFlag{Name: "resamples", Destination: &o.Resamples, Value: 1000, Usage: "`N` resamples for the intervals"},
			&urfave.StringFlag{Name: "title", Destination: &o.Title, Usage: "the title of the report"},
			&urfave.StringFlag{Name: "o", Aliases: []string{"output"}, Destination: &o.output, Value: "-", Usage: "write the plan to `FILE`, - for stdout"},
		},
		Action: cli.Action(s, &o.Call, o.run),
	}
}

func (o *planOptions) run(ctx context.Context) error {
	if err := o.CheckApart("", task.Output{Flag: "-o", Path: o.output}); err != nil {
		return err
	}
	if o.Label == "" {
		return cli.UsageError(errors.New("--label is missing"), "name the column with the times, for example --label seconds")
	}
	if o.Split.Folds < 2 || o.Split.Halves < 2 || o.Split.Repeats < 1 || o.Solves < 1 || o.Resamples < 1 || o.Limit < 0 {
		return cli.UsageError(errors.New("--folds and --halves must be at least 2, --repeats, --solves and --resamples at least 1"), o.HelpAdvice())
	}
	if _, err := study.ParseDivision(o.By); err != nil {
		return cli.UsageError(err, o.HelpAdvice())
	}
	o.Questions, o.Metrics, o.Logs = o.questions.Value(), o.metrics.Value(), o.logs.Value()
	if len(o.Args) > 0 {
		for _, arg := range o.Args {
			if info, err := os.Stat(arg); err == nil && !info.Mode().IsRegular() || err != nil && !task.LooksLikePuzzle(arg) && arg != "-" {
				return cli.UsageError(fmt.Errorf("%s is no file that can be read", arg), "name files that are there, or none")
			}
		}
		var src task.Sources
		if err := src.AddFiles(ctx, o.Args); err != nil {
			return err
		}
		for _, p := range src.Provenance {
			name, isFile := strings.CutPrefix(p[0], "file ")
			if !isFile {
				return cli.UsageError(fmt.Errorf("%s is no file", p[0]), "a plan names files, or none")
			}
			o.Files = append(o.Files, study.PlannedFile{Name: name, SHA256: strings.TrimPrefix(p[1], "sha256 ")})
		}
	}
	if err := o.Freeze(); err != nil {
		return cli.UsageError(err, "gradoku study measure --dictionary - lists the metrics")
	}
	if err := o.Write(ctx, o.output, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		e.SetIndent("", " ")
		return e.Encode(o.Plan)
	}); err != nil {
		return err
	}
	cli.TalkTo(o.Err, false)("plan %s: publish this hash, and nobody can change the plan unseen", o.Hash)
	return nil
}

// keep reads a plan and takes over all that it fixes.
func (o *reportOptions) keep(ctx context.Context, file string) (*study.Plan, error) {
	text, err := task.ReadSmall(ctx, o.In, file, 1<<20)
	if err != nil {
		return nil, cli.DataError(err, "gradoku study plan -o FILE makes a plan")
	}
	p, err := study.ReadPlan(text)
	if err != nil {
		return nil, cli.DataError(fmt.Errorf("%s: %w", file, err), "gradoku study plan -o FILE makes a plan")
	}
	for _, flag := range []string{"label", "log", "by", "players", "limit", "solves", "seed", "resamples", "title", "db", "corpus", "literature", "fast"} {
		if o.Given(flag) {
			return nil, cli.UsageError(fmt.Errorf("--%s and --plan exclude each other: %s says what is studied, and how", flag, file), "leave it out, or make another plan")
		}
	}
	var src task.Sources
	if err := src.AddFiles(ctx, o.Args); err != nil {
		return nil, err
	}
	var have []string
	for _, s := range src.Provenance {
		have = append(have, strings.TrimPrefix(s[1], "sha256 "))
	}
	for _, f := range p.Files {
		i := slices.Index(have, f.SHA256)
		if i < 0 {
			return nil, cli.DataError(fmt.Errorf("%s plans to study %s with another content than the files given", file, f.Name), "the plan has its SHA-256: "+f.SHA256)
		}
		have = slices.Delete(have, i, i+1)
	}
	if len(p.Files) > 0 && len(have) > 0 {
		return nil, cli.DataError(fmt.Errorf("%s does not plan to study all of the files given", file), "leave the others out, or make another plan")
	}
	o.title, o.by, o.limit, o.solves, o.seed, o.resamples = p.Title, p.By, p.Limit, p.Solves, p.Seed, p.Resamples
	o.labels, o.logs = *urfave.NewStringSlice(p.Label), *urfave.NewStringSlice(p.Logs...)
	return p, nil
}
