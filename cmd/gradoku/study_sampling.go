package main

import (
	"context"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"gradoku/internal/text"
	"gradoku/study"
	"gradoku/task"
)

func studySamplingCommand(s Streams) *cli.Command {
	var o struct {
		Call `fields:"workers,quiet,json"`
		task.Sampling
	}
	return newCommand(s, "study sampling", "", &o, func(ctx context.Context) error {
		list, err := runTask(ctx, &o.Call, o.Sampling, nil)
		if err != nil {
			return err
		}
		if o.JSON {
			var figures []study.SampleFigure
			for _, f := range list {
				figures = append(figures, f.List...)
			}
			err = printLines(o.Out, figures)
		} else {
			err = printSampling(o.Out, list)
		}
		if err != nil {
			return err
		}
		return o.rejections("they are skipped: the correction is valid only for minimal 9x9 puzzles")
	}, lineKind{"a figure", study.SampleFigure{}})
}

// printSampling writes a table of the samples, then one of their figures.
func printSampling(w io.Writer, list []*study.SampleFigures) error {
	samples, header := [][]string{}, []string{"figure"}
	for _, f := range list {
		tries := "unknown"
		if f.Tries > 0 {
			tries = text.Grouped(f.Tries)
		}
		samples = append(samples, []string{f.Name(), text.Grouped(f.Puzzles), tries})
		header = append(header, f.Name(), "publ.")
	}
	fmt.Fprint(w, "Random minimal 9x9 puzzles, with 95% intervals, next to the published figures\n\n")
	if err := textRows(w, []string{"sampling", "puzzles", "attempts"}, samples); err != nil {
		return err
	}
	fmt.Fprintln(w)
	if err := textRows(w, header, figureRows(list)); err != nil {
		return err
	}
	printNotes(w, list)
	return nil
}

// figureRows returns a row for each figure that a sample has.
func figureRows(list []*study.SampleFigures) (rows [][]string) {
	add := func(name, figure, of string, digits int) {
		row, some := []string{name}, false
		for _, f := range list {
			ours, published := "–", "–"
			if one := f.Figure(figure, of); one != nil {
				own := digits
				if of != "" && one.Value < 0.1 && one.Puzzles > 0 {
					own = 4
				}
				some, ours = true, fmt.Sprintf("%.*f (%.*f to %.*f)", own, one.Value, own, one.Low, own, one.High)
				if one.Published != nil {
					published = fmt.Sprint(*one.Published)
				}
			}
			row = append(row, ours, published)
		}
		if some {
			rows = append(rows, row)
		}
	}
	add("mean clues", "clues_mean", "", 3)
	add("sd of clues", "clues_sd", "", 3)
	add("mean rating", "rating_mean", "", 2)
	add("sd of rating", "rating_sd", "", 2)
	add("correlation of clues with rating", "clues_with_rating", "", 3)
	for clues := range 81 {
		add(fmt.Sprintf("%d clues (%%)", clues), "share_percent", fmt.Sprint(clues), 2)
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
	fmt.Fprintf(w, "Published: %s. The correlation was published without a sample.\n", study.BerthierSource)
}
