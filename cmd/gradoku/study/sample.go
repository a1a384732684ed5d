package study

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/bench"
	"gradoku/cmd/gradoku/cli"
	"gradoku/generate"
	"gradoku/study"
)

// Flags and samples of the two studies of random minimal puzzles, "sampling" and
// "singles".

func sampleFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.Int64Flag{Name: "n", Value: 2_000, Usage: "how many puzzles to draw top-down, and as many bottom-up; 0 for none"},
		&urfave.Int64Flag{Name: "controlled", DefaultText: "a twentieth of n", Usage: "how many to draw with controlled bias, about one a second and core; 0 for none"},
		&urfave.StringFlag{Name: "file", Aliases: []string{"corpus-file"}, Usage: "take the controlled-bias sample from `FILE` instead, - for stdin"},
		&urfave.StringFlag{Name: "label", Value: "se", Usage: "the `NAME` of the file's column with the rating of Sudoku Explainer; where it has none our rating is taken"},
		seedFlag(), cli.WorkersFlag(nil), cli.QuietFlag(nil),
		cli.JSONFlag(nil, "print one JSON object per figure"),
		&urfave.BoolFlag{Name: "csv", Usage: "print one line of CSV per figure"},
	}
}

// checkSample refuses flags that make no sense.
func checkSample(c *urfave.Context) error {
	err := checkNumbers(c, limit{"n", 0, 100_000_000}, limit{"controlled", 0, 100_000_000},
		limit{"seed", 0, math.MaxInt64}, limit{"workers", 1, 4096})
	switch {
	case err != nil:
		return err
	case c.Bool("json") && c.Bool("csv"):
		return cli.UsageError(errors.New("--json and --csv exclude each other"), "choose one")
	case c.IsSet("file") && c.IsSet("controlled"):
		return cli.UsageError(errors.New("--file takes the place of a controlled-bias sample of our own; --controlled cannot be had with it"), "drop one of the two")
	case c.IsSet("file") && c.String("file") != "-":
		if err := cli.IsThere(c.String("file")); err != nil { // known before the other samples are drawn
			return err
		}
	}
	switch {
	case c.Int64("n") == 1 || c.Int64("controlled") == 1:
		return cli.UsageError(study.ErrFewPuzzles, "use -n 2000, or 0 for no such sample")
	case c.Int64("n") == 0 && c.Int64("controlled") == 0 && !c.IsSet("file"):
		return cli.UsageError(errors.New("no sample is asked for"), "use --n, --controlled or --file")
	}
	return nil
}

// samples draws and reads what the flags ask for. rejected is what was wrong with
// single records of the file; the sample is then what is left of it.
func samples(c *urfave.Context, s cli.Streams, rate, rateFile bool) (list []*study.Sample, rejected, err error) {
	if err := checkSample(c); err != nil {
		return nil, nil, err
	}
	for _, sampling := range generate.Samplings() {
		var sample *study.Sample
		n := sampleSize(c, sampling)
		switch {
		case sampling == generate.ControlledBias && c.IsSet("file"):
			sample, rejected, err = fileSample(c, s, rateFile)
		case n > 0:
			sample, err = drawSample(c, s, sampling, n, rate)
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

// sampleSize is how many puzzles to draw by a rule.
func sampleSize(c *urfave.Context, sampling generate.Sampling) int64 {
	switch n := c.Int64("n"); {
	case sampling != generate.ControlledBias, n == 0 && !c.IsSet("controlled"):
		return n
	case c.IsSet("controlled"):
		return c.Int64("controlled")
	default:
		return max(2, n/20)
	}
}

// drawSample draws one sample, and says what it took.
func drawSample(c *urfave.Context, s cli.Streams, sampling generate.Sampling, n int64, rate bool) (*study.Sample, error) {
	bar := cli.NewProgress(s.Err, c.Bool("quiet"), sampling.String()+" puzzles", n, 0)
	before, untold := bench.CPUTime()
	sample, err := study.DrawSample(c.Context, study.SampleOptions{
		Sampling: sampling, Seed: uint64(c.Int64("seed")), N: n, Rate: rate, Workers: c.Int("workers"), Progress: bar.Set,
	})
	bar.Finish()
	if err != nil {
		return nil, err
	}
	if after, _ := bench.CPUTime(); untold == nil {
		seconds := max((after - before).Seconds(), 0.001)
		cli.TalkTo(s.Err, c.Bool("quiet"))("%v: %s puzzles from %s tries in %.1f s of CPU (%.4g puzzles, %s tries per CPU-second%s)", sampling,
			cli.Grouped(n), cli.Grouped(sample.Tries), seconds, float64(n)/seconds, cli.Grouped(int64(float64(sample.Tries)/seconds)), ratedToo(rate))
	}
	return sample, nil
}

func ratedToo(rate bool) string {
	if rate {
		return ", rating included"
	}
	return ""
}

// fileSample reads the file. What is wrong with single records is reported, and
// the others are taken.
func fileSample(c *urfave.Context, s cli.Streams, rate bool) (sample *study.Sample, rejected, err error) {
	in := &study.SampleFile{Rating: c.String("label"), W: "w"}
	bad := cli.Complaints{W: s.Err}
	for src, err := range cli.Argument(c.Context, s.In, 1, c.String("file")) {
		var p *cli.Problem
		switch {
		case c.Context.Err() != nil:
			return nil, nil, c.Context.Err()
		case errors.As(err, &p):
			return nil, nil, err
		case err == nil:
			if err = in.Add(&src.Record); err != nil {
				err = cli.Placed(&src, err)
			}
		}
		if err != nil {
			bad.Add(err)
		}
	}
	bar := cli.NewProgress(s.Err, c.Bool("quiet"), "puzzles", int64(in.Len()), 0)
	sample, err = in.Sample(c.Context, rate || !in.Rated(), c.Int("workers"), func(n int64) { bar.Set(n, n) })
	bar.Finish()
	if errors.Is(err, study.ErrFewPuzzles) {
		return nil, nil, cli.DataError(fmt.Errorf("%s: %w", c.String("file"), err), "a line of the file is a puzzle; columns such as se and w stand beside it")
	}
	return sample, bad.Err("they are left out: the correction holds for minimal 9x9 puzzles"), err
}

// estimateText writes a figure with its interval.
func estimateText(e study.Estimate, digits int) string {
	return fmt.Sprintf("%.*f (%.*f to %.*f)", digits, e.Value, digits, e.Low, digits, e.High)
}

// inPercent is an estimate of a share in per cent, between 0 and 100.
func inPercent(e study.Estimate) study.Estimate {
	return study.Estimate{Value: 100 * e.Value, Low: max(0, 100*e.Low), High: min(100, 100*e.High)}
}

// figureRow is one figure of one sample, for scripts.
type figureRow struct {
	Sampling  string   `json:"sampling"`
	Corrected bool     `json:"corrected"`
	Figure    string   `json:"figure"`
	Of        string   `json:"of,omitempty"` // the number of clues, or the rating, that the figure is about
	Puzzles   int      `json:"puzzles"`
	Value     float64  `json:"value"`
	Low       float64  `json:"low"` // of the 95 % interval
	High      float64  `json:"high"`
	Published *float64 `json:"published"`
}

// figure makes a row; published is 0 where nothing is.
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

// printFigures writes the rows as JSON or as CSV, without those that cannot be
// computed: correlations with what is the same for all puzzles.
func printFigures(w io.Writer, asJSON bool, rows []figureRow) error {
	rows = slices.DeleteFunc(rows, func(r figureRow) bool { return math.IsNaN(r.Value) })
	if asJSON {
		for _, r := range rows {
			if err := cli.PrintJSON(w, r); err != nil {
				return err
			}
		}
		return nil
	}
	out := csv.NewWriter(w)
	_ = out.Write([]string{"sampling", "corrected", "figure", "of", "puzzles", "value", "low", "high", "published"}) // Error has it
	for _, r := range rows {
		published := ""
		if r.Published != nil {
			published = fmt.Sprint(*r.Published)
		}
		_ = out.Write([]string{
			r.Sampling, fmt.Sprint(r.Corrected), r.Figure, r.Of, fmt.Sprint(r.Puzzles),
			fmt.Sprintf("%.6g", r.Value), fmt.Sprintf("%.6g", r.Low), fmt.Sprintf("%.6g", r.High), published,
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

// views lists all there is to show of the samples, in their order.
func views(samples []*study.Sample) []view {
	var list []view
	for _, s := range samples {
		for _, corrected := range []bool{false, true} {
			if corrected && !s.Correctable() {
				continue
			}
			published, _ := study.Berthier(s.Sampling, corrected)
			list = append(list, view{s, s.Figures(corrected), published})
		}
	}
	return list
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

// clueRange is the least and the greatest number of clues in any of the samples.
func clueRange(list []view) (from, to int) {
	from = math.MaxInt
	for _, v := range list {
		by := v.figures.ByClues
		from, to = min(from, by[0].Clues), max(to, by[len(by)-1].Clues)
	}
	return from, to
}

// share returns the part with one number of clues; false when there is none.
func (v view) share(clues int) (study.ClueShare, bool) {
	for _, c := range v.figures.ByClues {
		if c.Clues == clues {
			return c, true
		}
	}
	return study.ClueShare{}, false
}
