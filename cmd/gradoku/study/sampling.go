package study

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
	"gradoku/predict"
	"gradoku/study"
	"gradoku/task"
)

func samplingCommand(s cli.Streams) *urfave.Command {
	var o struct {
		cli.Call `fields:"workers,quiet,json"`
		task.Sampling
	}
	return cli.New(s, "study sampling", "", &o, func(ctx context.Context) error {
		env, finish := o.Env(nil)
		defer finish()
		list, err := o.Sampling.Run(ctx, env)
		finish()
		if err != nil {
			return err
		}
		if o.JSON {
			var figures []study.SampleFigure
			for _, f := range list {
				figures = append(figures, f.List()...)
			}
			err = cli.PrintLines(o.Out, figures)
		} else {
			err = printSampling(o.Out, list)
		}
		if err != nil {
			return err
		}
		return o.Rejections("they are skipped: the correction is valid only for minimal 9x9 puzzles")
	}, cli.LineOf("a figure", study.SampleFigure{}))
}

func estimateText(e predict.Estimate, digits int) string {
	return fmt.Sprintf("%.*f (%.*f to %.*f)", digits, e.Value, digits, e.Low, digits, e.High)
}

// publishedText writes a published figure, – for none.
func publishedText(v float64, format string) string {
	if v == 0 {
		return "–"
	}
	return fmt.Sprintf(format, v)
}

// printSampling writes the table of means, then that of clues.
func printSampling(w io.Writer, list []*study.SampleFigures) error {
	var means, together [][]string
	for _, f := range list {
		p, tries := &f.Published, "unknown"
		if f.Tries > 0 {
			tries = text.Grouped(f.Tries)
		}
		together = append(together, []string{f.Name(), text.Grouped(f.Rated), estimateText(f.CluesWithRating, 3), publishedText(p.CluesWithRating, "%v")})
		means = append(means, []string{
			f.Name(), text.Grouped(f.Puzzles), tries,
			estimateText(f.Clues, 3), fmt.Sprintf("%.3f", p.Clues),
			estimateText(f.CluesDeviation, 3), fmt.Sprintf("%.3f", p.CluesDeviation),
			estimateText(f.Rating, 2), fmt.Sprintf("%.2f", p.Rating),
			estimateText(f.RatingDeviation, 2), fmt.Sprintf("%.2f", p.RatingDeviation),
		})
	}
	fmt.Fprint(w, "Random minimal 9x9 puzzles: means and standard deviations (sd) with 95% intervals, next to the published figures\n\n")
	if err := cli.TextRows(w, []string{
		"sampling", "puzzles", "attempts", "mean clues", "publ.", "sd of clues", "publ.", "mean rating", "publ.", "sd of rating", "publ.",
	}, means); err != nil {
		return err
	}
	printNotes(w, list)
	fmt.Fprint(w, "Correlation of the clues with the rating (published as one figure for no particular sample)\n\n")
	if err := cli.TextRows(w, []string{"sampling", "puzzles", "r", "publ."}, together); err != nil {
		return err
	}
	fmt.Fprint(w, "\nShare of puzzles with each number of clues, in per cent\n\n")
	return cli.TextRows(w, append([]string{"clues"}, headers(list)...), clueRows(list))
}

// headers returns two columns for each sample.
func headers(list []*study.SampleFigures) (names []string) {
	for _, f := range list {
		names = append(names, f.Name(), "publ.")
	}
	return names
}

// clueRows returns a row for each number of clues.
func clueRows(list []*study.SampleFigures) (rows [][]string) {
	from, to := math.MaxInt, 0
	for _, f := range list {
		from, to = min(from, f.ByClues[0].Clues), max(to, f.ByClues[len(f.ByClues)-1].Clues)
	}
	for clues := from; clues <= to; clues++ {
		row := []string{fmt.Sprint(clues)}
		for _, f := range list {
			share := "–"
			if i := slices.IndexFunc(f.ByClues, func(c study.ClueShare) bool { return c.Clues == clues }); i >= 0 {
				c, digits := f.ByClues[i], 2
				if c.Share.Value < 0.001 && c.Puzzles > 0 {
					digits = 4
				}
				share = estimateText(c.Share.Percent(), digits)
			}
			row = append(row, share, publishedText(f.Published.Share(clues), "%.3g"))
		}
		rows = append(rows, row)
	}
	return rows
}

// printNotes prints notes on the tables.
func printNotes(w io.Writer, list []*study.SampleFigures) {
	bounds, corrected := 0, false
	for _, f := range list {
		if corrected = corrected || f.Corrected; !f.Corrected {
			bounds += f.Bounds
		}
	}
	fmt.Fprintln(w)
	if corrected {
		fmt.Fprintln(w, "Corrected: every existing minimal puzzle has the same weight. For top-down and bottom-up no correction is known:")
		fmt.Fprintln(w, "there the probability of a puzzle is not a function of its number of clues.")
	}
	if bounds > 0 {
		fmt.Fprintf(w, "%s ratings are lower bounds, since their search ran out of budget.\n", text.Grouped(bounds))
	}
	fmt.Fprintf(w, "Published: %s.\n\n", study.BerthierSource)
}
