// Package study compares puzzles, graders and documents by their numbers.
//
// # The literature
//
// gradoku grew out of five documents: two articles, a tutorial, a paper and an
// example from a manual ([Documents]). Each describes a way to solve or to grade
// Sudoku, and each has figures. [Literature] computes every one of them anew with
// the code of this module, and puts ours beside theirs. The printed figures are
// in the tables that package corpus embeds ([corpus.Tables]).
//
// A figure comes out in one of three ways, its [Verdict]:
//
//	reproduced   ours is equal, to the last digit shown
//	differs      ours is not equal, and we know why: a misprint, or a document that
//	             contradicts itself
//	ambiguous    there is nothing to be equal to: the text does not say enough, or
//	             speaks of seconds on a machine that is gone
//
// Two kinds of figures are kept apart. What stands in the document is printed.
// What the document does not print, but describes so well that it can be counted,
// is derived ([Finding.Derived]): then the published figure is what an independent
// program counted that follows the document's listing line by line. A derived
// figure shows that our solver is the document's and not a better one under the
// same name.
//
// What should be reproduced is written down with each figure. A figure that
// should and does not is [Finding.Broken]: a mistake in this module.
//
// # Other raters
//
// [AgreementOf] compares our rating with one that a file carries, and lists every
// puzzle on which the two differ.
//
// # Random minimal puzzles
//
// "A random minimal puzzle" means nothing before it is said how it is drawn: the
// rules in use ([generate.Sampling]) lean to few clues and easy puzzles. A [Sample],
// drawn here or read from a file ([SampleFile]), gives means, deviations and shares
// with intervals, and, where the bias is controlled, those of all minimal puzzles
// there are; [Berthier] has the published figures. Under all of it lies that full
// grids are drawn uniformly, which [CompareGrids] tests.
//
// # Studies
//
// [Collect] measures puzzles that carry labels: seconds, stars, another rating. A
// [Metric] is what is worked out from a puzzle alone; the table is in metric.go.
// [NewReport] puts the two together: correlations with bootstrap intervals, tables
// by label, distributions, techniques, the metrics against each other, as a page
// with its tables and drawings. [Collection.Fit] fits a model that predicts times,
// and judges it by puzzles that it has not seen. A study depends on the puzzles,
// the options and the seed, and not on workers or the clock.
//
// # Reading on
//
//	literature.go   the list of documents, and the loop over it
//	sheet.go        what the files below write their findings on
//	moler.go ..     a document each; the paper takes four: freedom.go and letters.go
//	programme.go    (the model of problem 1), tables.go (its data), methods.go
//	                (problems 2 to 4)
//	rank.go         means and rank correlation
//	correlate.go    Pearson, Spearman, Kendall; intervals by resampling
//	metric.go, collect.go  the table of metrics; puzzles measured in parallel
//	column.go, uses.go, texts.go  what is kept of each puzzle, in few bytes
//	feature.go, fit.go, model.go, beyond.go  predicting times, and how far that goes
//	report.go, report_*.go, published.go  a study's sections
//	plot.go, plot_*.go, ticks.go, binning.go, html.go  its drawings and its page
//	agreement.go    our ratings beside those of a file
//	grids.go        full grids against the uniform law
//	sample.go       samples of minimal puzzles, drawn; samplefile.go: read
//	sampling.go     their figures; berthier.go: the published ones
//	weighted.go     estimates from weighted samples
//	inorder.go      work in parallel, results in order
//	markdown.go     the findings as docs/LITERATURE.md
//
// A new document is a file with its function, one row in [Documents], and its
// tables in corpus/literature.
package study
