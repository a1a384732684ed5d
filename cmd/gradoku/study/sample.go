package study

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/generate"
	"gradoku/internal/text"
	"gradoku/study"
	"gradoku/task"
)

// sampleOptions holds the options of "gradoku study sampling" about random minimal
// puzzles.
type sampleOptions struct {
	drawOptions
	n, controlled int64
	file, label   string
}

func (o *sampleOptions) flags() []urfave.Flag {
	return append([]urfave.Flag{
		&urfave.Int64Flag{Name: "n", Destination: &o.n, Value: 2_000, Usage: "how many puzzles to sample top-down, and the same number bottom-up; 0 for none"},
		&urfave.Int64Flag{Name: "controlled", Destination: &o.controlled, DefaultText: "a quarter of n", Usage: "how many puzzles to sample with controlled bias, about one per second and core; 0 for none"},
		&urfave.StringFlag{Name: "file", Destination: &o.file, Aliases: []string{"corpus-file"}, Usage: "read the controlled-bias sample from `FILE` instead, - for stdin"},
		o.FromFlag(),
		&urfave.StringFlag{Name: "label", Destination: &o.label, Value: "se", Usage: "the `NAME` of the file's column with the rating of Sudoku Explainer; a puzzle without one gets our rating"},
	}, o.drawOptions.flags("print one JSON object per figure", "print one line of CSV per figure",
		cli.LineOf("a figure", figureRow{}), cli.LineOf("the test, with --grids", gridsRecord{}))...)
}

// sampleStudy describes how one of the two studies evaluates samples.
type sampleStudy struct {
	rate, rateFile bool // whether to rate the puzzles drawn, and all those of a file
	figures        func(view) []figureRow
	print          func(io.Writer, []view) error
}

func (o *sampleOptions) run(ctx context.Context, of sampleStudy) error {
	if err := o.check(); err != nil {
		return err
	}
	list, rejected, err := o.samples(ctx, of.rate, of.rateFile)
	if err != nil {
		return err
	}
	var shown []view
	for _, s := range list {
		for _, corrected := range []bool{false, true} {
			if !corrected || s.Correctable() {
				published, _ := study.Berthier(s.Sampling, corrected)
				shown = append(shown, view{s, s.Figures(corrected), published})
			}
		}
	}
	if o.JSON || o.csv {
		var rows []figureRow
		for _, v := range shown {
			rows = append(rows, of.figures(v)...)
		}
		err = printFigures(o.Out, o.JSON, rows)
	} else {
		err = of.print(o.Out, shown)
	}
	if err != nil {
		return err
	}
	return rejected
}

func (o *sampleOptions) check() error {
	if err := o.drawOptions.check(number{"n", o.n, 0, 100_000_000}, number{"controlled", o.controlled, 0, 100_000_000}); err != nil {
		return err
	}
	if err := o.CheckFrom(); err != nil {
		return err
	}
	switch {
	case !o.Given("file") && (o.Given("from") || o.Given("label")):
		return cli.UsageError(errors.New("--from and --label describe --file, but --file is missing"), "for example: --file controlled-bias.tsv --label se")
	case o.Given("file") && o.Given("controlled"):
		return cli.UsageError(errors.New("--file replaces the generated controlled-bias sample, so it excludes --controlled"), "drop one of the two")
	case o.Given("file") && o.file != "-":
		if err := task.IsThere(o.file); err != nil { // before the other samples are drawn
			return err
		}
	}
	switch {
	case o.n == 1 || o.controlled == 1:
		return cli.UsageError(study.ErrFewPuzzles, "use -n 2000, or 0 for no such sample")
	case o.n == 0 && o.controlled == 0 && !o.Given("file"):
		return cli.UsageError(errors.New("no sample is requested"), "use --n, --controlled or --file")
	}
	return nil
}

// samples generates and reads the samples that the flags request. rejected is the error
// about bad records of the file; the sample then has the good ones.
func (o *sampleOptions) samples(ctx context.Context, rate, rateFile bool) (list []*study.Sample, rejected, err error) {
	for _, sampling := range generate.Samplings() {
		n := o.n
		if sampling == generate.ControlledBias {
			switch {
			case o.Given("controlled"):
				n = o.controlled
			case n > 0:
				n = max(2, n/4)
			}
		}
		var sample *study.Sample
		switch {
		case sampling == generate.ControlledBias && o.Given("file"):
			sample, rejected, err = o.read(ctx, rateFile)
		case n > 0:
			sample, err = o.draw(ctx, sampling, n, rate)
		default:
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		list = append(list, sample)
	}
	return list, rejected, nil
}

// draw generates one sample and reports the CPU time.
func (o *sampleOptions) draw(ctx context.Context, sampling generate.Sampling, n int64, rate bool) (*study.Sample, error) {
	bar := cli.NewProgress(o.Err, o.Quiet, sampling.String()+" puzzles", n, 0)
	before := cpuTime()
	sample, err := study.DrawSample(ctx, study.SampleOptions{
		Sampling: sampling, Seed: uint64(o.seed), N: n, Rate: rate, Workers: o.Workers, Progress: bar.Set,
	})
	bar.Finish()
	if err != nil {
		return nil, err
	}
	seconds, rated := max((cpuTime()-before).Seconds(), 0.001), ""
	if rate {
		rated = ", rating included"
	}
	o.Say("%v: %s puzzles from %s attempts in %.1f s of CPU (%.4g puzzles, %s attempts per CPU-second%s)", sampling,
		text.Grouped(n), text.Grouped(sample.Tries), seconds, float64(n)/seconds, text.Grouped(int64(float64(sample.Tries)/seconds)), rated)
	return sample, nil
}

// read reads the file. Bad records are reported, and the others are used.
func (o *sampleOptions) read(ctx context.Context, rate bool) (sample *study.Sample, rejected, err error) {
	in := &study.SampleFile{Rating: o.label, W: "w"}
	for src, err := range o.Argument(ctx, 1, o.file) {
		var p *cli.Problem
		switch {
		case ctx.Err() != nil:
			return nil, nil, ctx.Err()
		case errors.As(err, &p):
			return nil, nil, err
		case err == nil:
			if err = in.Add(&src.Record); err != nil {
				err = cli.Placed(&src, err)
			}
		}
		if err != nil {
			o.Note(err)
		}
	}
	bar := cli.NewProgress(o.Err, o.Quiet, "puzzles", int64(in.Len()), 0)
	sample, err = in.Sample(ctx, rate || !in.Rated(), o.Workers, func(n int64) { bar.Set(n, n) })
	bar.Finish()
	if errors.Is(err, study.ErrFewPuzzles) {
		return nil, nil, cli.DataError(fmt.Errorf("%s: %w", o.file, err), "each line of the file is a puzzle, optionally with columns such as se and w")
	}
	return sample, o.Rejections("they are skipped: the correction is valid only for minimal 9x9 puzzles"), err
}

func estimateText(e study.Estimate, digits int) string {
	return fmt.Sprintf("%.*f (%.*f to %.*f)", digits, e.Value, digits, e.Low, digits, e.High)
}

// inPercent converts the estimate of a share to per cent, between 0 and 100.
func inPercent(e study.Estimate) study.Estimate {
	return study.Estimate{Value: 100 * e.Value, Low: max(0, 100*e.Low), High: min(100, 100*e.High)}
}

// figureRow is one figure of one sample, for scripts.
type figureRow struct {
	Sampling  string   `json:"sampling"`
	Corrected bool     `json:"corrected"`
	Figure    string   `json:"figure"`
	Of        string   `json:"of,omitempty"` // the number of clues, or the rating, that the figure describes
	Puzzles   int      `json:"puzzles"`
	Value     float64  `json:"value"`
	Low       float64  `json:"low"` // of the 95 % interval
	High      float64  `json:"high"`
	Published *float64 `json:"published"`
}

// figure makes a row; published is 0 if no figure was published.
func (v view) figure(name, of string, puzzles int, e study.Estimate, published float64) figureRow {
	row := figureRow{
		Sampling: v.sample.Sampling.String(), Corrected: v.figures.Corrected, Figure: name, Of: of,
		Puzzles: puzzles, Value: e.Value, Low: e.Low, High: e.High,
	}
	if published != 0 {
		row.Published = &published
	}
	return row
}

// ours writes our figure with its interval.
func (r figureRow) ours() string {
	return estimateText(study.Estimate{Value: r.Value, Low: r.Low, High: r.High}, 3)
}

// published writes the published figure, or the text none if there is none.
func (r figureRow) published(none string) string {
	if r.Published == nil {
		return none
	}
	return fmt.Sprint(*r.Published)
}

// printFigures writes the rows as JSON or as CSV. It leaves out those that cannot be
// computed: correlations with a value that is the same for all puzzles.
func printFigures(w io.Writer, asJSON bool, rows []figureRow) error {
	rows = slices.DeleteFunc(rows, func(r figureRow) bool { return math.IsNaN(r.Value) })
	if asJSON {
		return cli.PrintLines(w, rows)
	}
	out := csv.NewWriter(w)
	_ = out.Write([]string{"sampling", "corrected", "figure", "of", "puzzles", "value", "low", "high", "published"}) // the error is kept in Error
	for _, r := range rows {
		_ = out.Write([]string{
			r.Sampling, fmt.Sprint(r.Corrected), r.Figure, r.Of, fmt.Sprint(r.Puzzles),
			fmt.Sprintf("%.6g", r.Value), fmt.Sprintf("%.6g", r.Low), fmt.Sprintf("%.6g", r.High), r.published(""),
		})
	}
	out.Flush()
	return out.Error()
}

// view is a sample as it is, or corrected.
type view struct {
	sample    *study.Sample
	figures   study.SampleFigures
	published study.PublishedSample
}

func (v view) name() string {
	switch {
	case v.figures.Corrected:
		return v.sample.Sampling.String() + ", corrected"
	case v.sample.Correctable():
		return v.sample.Sampling.String() + ", raw"
	}
	return v.sample.Sampling.String()
}
