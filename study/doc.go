// Package study compares puzzles and graders statistically.
//
// # Other raters
//
// [AgreementOf] compares our rating with the one in a file, and lists every puzzle on
// which the two differ.
//
// # Random minimal puzzles
//
// "A random minimal puzzle" means nothing until the sampling rule is stated: the usual
// rules ([generate.Sampling]) are biased towards few clues and easy puzzles. A [Sample],
// generated here or read from a file ([SampleFile]), gives means, standard deviations and
// shares with confidence intervals. If its bias is controlled, it also gives estimates
// for all minimal puzzles. [BerthierSource] has the published figures. All of this assumes that
// full grids are drawn uniformly, which the tests of package generate check.
//
// # Studies
//
// [Collect] measures puzzles that carry labels: seconds, stars, another rating. A
// [predict.Metric] is a number computed from a puzzle alone. [NewReport] relates the two:
// correlations with bootstrap intervals, tables by label, distributions, techniques, and
// correlations among the metrics, on a page with tables and drawings. [Collection.Fit]
// fits a model that predicts times, and evaluates it on held-out puzzles. A study depends
// on the puzzles, the options and the seed, not on workers or the clock.
//
// # Reading on
//
//	collect.go      puzzles measured in parallel, with their labels
//	column.go       a number of each puzzle
//	correlate.go    Pearson and Spearman; intervals by resampling
//	fit.go          fitting a model that predicts times
//	validate.go     evaluating it, out of fold or on other puzzles; comparing two
//	quantile.go     quantile regression, for the prediction ranges
//	play.go         puzzles and players from a log of single games
//	measure.go      every metric at full precision, for other programs
//	report.go, report_*.go, published.go  a study's sections
//	plot.go, figures.go, html.go  its drawings, its page, its tables for programs
//	agreement.go    our ratings compared with those of a file
//	sample.go       samples of minimal puzzles, generated or read
//	sampling.go     their statistics next to the published ones, weighted if need be
package study
