package study

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
	"gradoku/study"
)

// singlesStudy is the study of how many puzzles singles solve. For a file with ratings
// it also gives their distributions and their correlations with the clues, with our
// rating and with each other, so it rates every puzzle of the file.
var singlesStudy = sampleStudy{rateFile: true, figures: singlesFigures, print: printSingles}

func singlesFigures(v view) []figureRow {
	f := v.figures
	rows := []figureRow{v.figure("singles_percent", "", f.Puzzles, inPercent(f.Singles), v.published.Singles)}
	if !f.Corrected { // the correction does not change shares among puzzles with the same number of clues
		for _, c := range f.ByClues {
			rows = append(rows, v.figure("singles_percent", fmt.Sprint(c.Clues), c.Puzzles, inPercent(c.Singles), 0))
		}
	}
	if f.Rated > 1 {
		rows = append(rows, v.ratingFigures()...)
	}
	return rows
}

// ratingFigures are the figures of a sample with ratings.
func (v view) ratingFigures() []figureRow {
	s, f := v.sample, v.figures
	rows := []figureRow{
		v.figure("rating_up_to_percent", "2.3", f.Rated, inPercent(s.UpTo(23, f.Corrected)), 0),
		v.cluesWithRating(),
	}
	if w, n := s.RatingWithW(f.Corrected); n > 1 {
		rows = append(rows, v.figure("rating_with_w", "", n, w, study.PublishedRatingWithW))
	}
	if same, both := s.Agreeing(); both > 0 {
		rows = append(rows, v.figure("same_rating_percent", "", both, inPercent(study.ShareOf(same, both)), 0))
	}
	for _, r := range s.ByRating(f.Corrected) {
		rows = append(rows, v.figure("rating_percent", cli.RatingText(r.Rating), r.Puzzles, inPercent(r.Share), 0))
	}
	return rows
}

// cluesWithRating is a correlation that is published for two of the sampling rules.
func (v view) cluesWithRating() figureRow {
	published := 0.0
	if !v.sample.Correctable() {
		published = study.PublishedCluesWithRating
	}
	return v.figure("clues_with_rating", "", v.figures.Rated, v.sample.CluesWithRating(v.figures.Corrected), published)
}

func printSingles(w io.Writer, list []view) error {
	var rows [][]string
	var samples []view
	for _, v := range list {
		rows = append(rows, []string{
			v.name(), text.Grouped(v.figures.Puzzles), estimateText(inPercent(v.figures.Singles), 2), fmt.Sprintf("%.2f", v.published.Singles),
		})
		if !v.figures.Corrected {
			samples = append(samples, v)
		}
	}
	fmt.Fprint(w, "Random minimal 9x9 puzzles that naked and hidden singles solve, in per cent with 95% intervals\n\n")
	if err := cli.TextRows(w, []string{"sampling", "puzzles", "singles solve", "published"}, rows); err != nil {
		return err
	}
	printNotes(w, list)
	fmt.Fprint(w, "By number of clues (unchanged by the correction)\n\n")
	header := []string{"clues"}
	for _, v := range samples {
		header = append(header, v.sample.Sampling.String(), "puzzles")
	}
	byClues := cluesRows(samples, func(_ view, c study.ClueShare) (string, string) {
		if c.Puzzles == 0 {
			return "–", "0"
		}
		return estimateText(inPercent(c.Singles), 1), text.Grouped(c.Puzzles)
	})
	if err := cli.TextRows(w, header, byClues); err != nil {
		return err
	}
	return printRatings(w, list)
}

// printRatings writes the figures about the ratings of samples.
func printRatings(w io.Writer, list []view) error {
	for _, v := range list {
		if v.figures.Rated < 2 {
			continue
		}
		var rows [][]string
		for _, r := range v.ratingFigures() {
			if r.Figure == "rating_percent" {
				continue
			}
			name := map[string]string{
				"rating_up_to_percent": "rated 2.3 or less, per cent",
				"clues_with_rating":    "correlation of clues with the rating",
				"rating_with_w":        "correlation of our rating with the W rating",
				"same_rating_percent":  "our rating equal to theirs, per cent",
			}[r.Figure]
			rows = append(rows, []string{name, text.Grouped(r.Puzzles), r.ours(), r.published("–")})
		}
		fmt.Fprintf(w, "\n%s\n\n", v.name())
		if err := cli.TextRows(w, []string{"ratings", "puzzles", "ours", "published"}, rows); err != nil {
			return err
		}
		shares := v.sample.ByRating(v.figures.Corrected)
		slices.SortStableFunc(shares, func(a, b study.RatingShare) int { return cmp.Compare(b.Share.Value, a.Share.Value) })
		var commonest [][]string
		for _, r := range shares {
			if r.Share.Value >= 0.01 {
				commonest = append(commonest, []string{cli.RatingText(r.Rating), text.Grouped(r.Puzzles), estimateText(inPercent(r.Share), 2)})
			}
		}
		fmt.Fprintln(w)
		if err := cli.TextRows(w, []string{"most common ratings", "puzzles", "per cent"}, commonest); err != nil {
			return err
		}
	}
	return nil
}
