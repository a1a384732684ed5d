// Package study compares puzzles and graders by their numbers.
//
// # Other raters
//
// [AgreementOf] compares our rating with the one in a file, and lists every puzzle on
// which the two differ.
//
// # Random minimal puzzles
//
// "A random minimal puzzle" means nothing until it is said how it is drawn: the rules
// in use ([generate.Sampling]) lean to few clues and easy puzzles. A [Sample], drawn
// here or read from a file ([SampleFile]), gives means, deviations and shares with
// intervals, and, where the bias is controlled, those of all minimal puzzles there
// are; [Berthier] has the published figures. All of it rests on full grids being
// drawn uniformly, which [CompareGrids] tests.
//
// # Studies
//
// [Collect] measures puzzles that carry labels: seconds, stars, another rating. A
// [predict.Metric] is a number worked out from a puzzle alone. [NewReport] puts the
// two together: correlations with bootstrap intervals, tables by label,
// distributions, techniques, the metrics against each other, as a page with its
// tables and drawings. [Collection.Fit] fits a model that predicts times, and judges
// it by unseen puzzles. A study depends on the puzzles, the options and the seed, not
// on workers or the clock.
//
// # Reading on
//
//	collect.go      puzzles measured in parallel, with their labels
//	column.go       what is kept of each puzzle, in few bytes
//	correlate.go    Pearson, Spearman, Kendall; intervals by resampling
//	fit.go          fitting a model that predicts times
//	validate.go     trying it, out of fold or on other puzzles; comparing two
//	quantile.go     quantile regression, for the ranges
//	ceiling.go      how high a correlation with a mean over people can be
//	play.go         puzzles and players from a log of single games
//	measure.go      every metric at full precision, for other programs
//	preregistration.go  a report that is promised before its data are looked at
//	report.go, report_*.go, published.go  a study's sections
//	plot.go, figures.go, html.go, json.go  its drawings, its page, its figures for machines
//	agreement.go    our ratings beside those of a file
//	grids.go        full grids against the uniform law
//	sample.go       samples of minimal puzzles, drawn or read
//	sampling.go     their figures beside the published ones, weighted if need be
package study
