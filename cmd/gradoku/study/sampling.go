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
	return &urfave.Command{
		Name:  "sampling",
		Usage: "compare random minimal puzzles made by different sampling rules",
		UsageText: "gradoku study sampling --n 2000 --seed 1\n" +
			"gradoku study sampling --n 0 --controlled 5000\n" +
			"gradoku study sampling --n 2000 --file controlled-bias.tsv --csv > figures.csv\n" +
			"gradoku study sampling --singles --n 20000\n" +
			"gradoku study sampling --grids uniform --csv > classes.csv",
		Description: "Generates minimal 9x9 puzzles top-down, bottom-up and with controlled bias. Prints the mean and standard\n" +
			"deviation of their clues and ratings with 95% intervals, the correlation of clues with ratings, and the\n" +
			"distribution of the number of clues, next to the figures that Denis Berthier published in 2009. Only the\n" +
			"controlled-bias sample can be corrected to give figures for all minimal puzzles: a puzzle with n+1 clues\n" +
			"then counts (81-n)/(n+1) times as much as one with n. Intervals of shares are exact,\n" +
			"those of corrected means and deviations are studentised bootstrap intervals, the others 1.96 standard errors on each side.\n\n" +
			"With --singles it prints the share of puzzles that naked and hidden singles alone solve, overall and by\n" +
			"number of clues, next to the published figures. For a file with ratings (--label) and Berthier's W ratings\n" +
			"(a column w) it also prints their distributions and their correlations with the clues, with our rating and\n" +
			"with each other.\n\n" +
			"With --grids it samples full 9x9 grids, sorts their bands and stacks into the 416 classes up to symmetry,\n" +
			"and compares how often each class occurs with the exact counts (chi-square test). p is the probability\n" +
			"that a uniform sample deviates at least as much: below 0.001 the grids count as not uniform. Random\n" +
			"backtracking (--grids fast) fails this test. If uniform grids fail it, the exit code is 1.",
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
	}
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
