package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gradoku/predict"
)

// publishedCorrelations are Pearson's r with the mean time that people took in Radek
// Pelánek, Difficulty Rating of Sudoku Puzzles: An Overview and Evaluation
// (arXiv:1403.7373, 2014): 1,700 puzzles and hundreds of solvers at fed-sudoku.eu,
// and puzzles of sudoku.org.uk. The data are not public.
var publishedCorrelations = []struct {
	name    string // "" for the name of the metric
	metric  string // key of our metric, "" when gradoku does not have it
	fed, uk float64
}{
	{"number of givens", "clues", 0.25, 0.27},
	{"fixedness", "", 0.56, 0.61},
	{"refutation sum", "refutation", 0.68, 0.83},
	{"dependency", "dependency", 0.67, 0.69},
	{"Serate (Sudoku Explainer's rating)", "er", 0.70, 0.86},
	{"Serate with linear model", "", 0.78, 0.86},
	{"refutation and dependency", "", 0.74, 0.88},
	{"Serate, fixedness, refutation, dependency", "", 0.84, 0.95},

	// Our metric, for comparison; nothing is published about it.
	{"", "scan", math.NaN(), math.NaN()},
	{"", "dependency_hidden", math.NaN(), math.NaN()},
	{"", "steps15", math.NaN(), math.NaN()},
	{"", "freedom", math.NaN(), math.NaN()},
}

// publishedPart shows the literature's correlations, which are with times, next to ours with
// one label that is a time.
func (r *reporter) publishedPart(i int) error {
	l, res := &r.c.Labels[i], &r.tested[i]
	if !l.Log {
		return nil
	}
	t := ReportTable{
		Title: "Published correlations beside ours with " + l.Title(), Words: 1,
		Note:    "Published: |Pearson's r| with mean times on the paper's two data sets, which are not public; other people and other puzzles, so that equal numbers are not to be expected. " + predict.ScanDisclosure,
		Columns: []string{"metric", "fed-sudoku.eu", "sudoku.org.uk", "ours: |r|", "ours: |ρ|", "n"},
	}
	for _, p := range publishedCorrelations {
		row := cells(p.name, rounded(p.fed, 2), rounded(p.uk, 2), unknown, unknown, unknown)
		if k := slices.IndexFunc(r.metrics, func(m predict.Metric) bool { return m.Key == p.metric }); k >= 0 {
			e := res.Each[k]
			row = cells(cmp.Or(p.name, r.metrics[k].Name), row[1], row[2], absolute(e.Pearson), absolute(e.Spearman), e.N)
		}
		t.Rows = append(t.Rows, row)
	}
	r.add(Section{
		ID: "published-" + fileName(l.Name), Title: "What others have found",
		Text:   []string{fmt.Sprintf("The correlations of the literature with solving times, beside those of these puzzles with %s.", l.Title())},
		Tables: []ReportTable{t},
	})
	return nil
}

// absolute returns the estimate of the absolute value, for coefficients whose sign is
// known.
func absolute(e predict.Estimate) predict.Estimate {
	if e.Value < 0 {
		return interval(-e.Value, -e.High, -e.Low)
	}
	return e
}
