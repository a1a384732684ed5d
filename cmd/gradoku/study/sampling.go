package study

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
	"gradoku/study"
)

func samplingCommand(s cli.Streams) *urfave.Command {
	var o sampleOptions
	var singles bool
	var grids string
	return cli.Help("study sampling", &urfave.Command{
		Flags: append(o.flags(),
			&urfave.BoolFlag{Name: "singles", Destination: &singles, Usage: "print the share of puzzles that naked and hidden singles solve"},
			&urfave.StringFlag{Name: "grids", Destination: &grids, Usage: "test instead whether full grids sampled `HOW`, uniform or fast, are uniform; a million grids unless --n says otherwise"},
		),
		Before: cli.NoArgs,
		Action: cli.Action(s, &o.Call, func(ctx context.Context) error {
			switch {
			case o.Given("grids") && (singles || o.Given("controlled") || o.Given("file") || o.Given("from") || o.Given("label")):
				return cli.UsageError(errors.New("--grids tests full grids; it can only be combined with --n, --seed, --workers and the formats"), "drop the other flags")
			case o.Given("grids"):
				test := gridsOptions{drawOptions: o.drawOptions, n: manyGrids, grids: grids}
				if o.Given("n") {
					test.n = o.n
				}
				return test.run(ctx)
			case singles:
				return o.run(ctx, singlesStudy)
			}
			return o.run(ctx, sampleStudy{rate: true, figures: samplingFigures, print: printSampling})
		}),
	})
}

func samplingFigures(v view) []figureRow {
	f, p := v.figures, v.published
	rows := []figureRow{
		v.figure("clues_mean", "", f.Puzzles, f.Clues, p.Clues),
		v.figure("clues_sd", "", f.Puzzles, f.CluesDeviation, p.CluesDeviation),
		v.figure("rating_mean", "", f.Rated, f.Rating, p.Rating),
		v.figure("rating_sd", "", f.Rated, f.RatingDeviation, p.RatingDeviation),
		v.cluesWithRating(),
	}
	for _, c := range f.ByClues {
		rows = append(rows, v.figure("share_percent", fmt.Sprint(c.Clues), c.Puzzles, inPercent(c.Share), p.Share(c.Clues)))
	}
	return rows
}

// printSampling writes the table of means, then that of clues.
func printSampling(w io.Writer, list []view) error {
	var means, together [][]string
	for _, v := range list {
		f, p := v.figures, v.published
		tries := "unknown"
		if v.sample.Tries > 0 {
			tries = text.Grouped(v.sample.Tries)
		}
		r := v.cluesWithRating()
		together = append(together, []string{v.name(), text.Grouped(r.Puzzles), r.ours(), r.published("–")})
		means = append(means, []string{
			v.name(), text.Grouped(f.Puzzles), tries,
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
	header := []string{"clues"}
	for _, v := range list {
		header = append(header, v.name(), "publ.")
	}
	return cli.TextRows(w, header, cluesRows(list, func(v view, c study.ClueShare) (string, string) {
		published := "–"
		if share := v.published.Share(c.Clues); share > 0 {
			published = fmt.Sprintf("%.3g", share)
		}
		if math.IsNaN(c.Share.Value) {
			return "–", published
		}
		digits := 2
		if c.Share.Value < 0.001 && c.Puzzles > 0 {
			digits = 4
		}
		return estimateText(inPercent(c.Share), digits), published
	}))
}

// printNotes prints notes on the tables.
func printNotes(w io.Writer, list []view) {
	bounds, corrected := 0, false
	for _, v := range list {
		corrected = corrected || v.figures.Corrected
		for _, p := range v.sample.Puzzles {
			if p.AtLeast && p.Theirs == 0 && !v.figures.Corrected {
				bounds++
			}
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

// cluesRows returns a table by number of clues, with two columns for each view.
func cluesRows(list []view, cells func(view, study.ClueShare) (string, string)) [][]string {
	from, to := math.MaxInt, 0
	for _, v := range list {
		by := v.figures.ByClues
		from, to = min(from, by[0].Clues), max(to, by[len(by)-1].Clues)
	}
	var rows [][]string
	for clues := from; clues <= to; clues++ {
		row := []string{fmt.Sprint(clues)}
		for _, v := range list {
			none := study.Estimate{Value: math.NaN()}
			share := study.ClueShare{Clues: clues, Share: none, Singles: none}
			for _, c := range v.figures.ByClues {
				if c.Clues == clues {
					share = c
				}
			}
			one, two := cells(v, share)
			row = append(row, one, two)
		}
		rows = append(rows, row)
	}
	return rows
}
