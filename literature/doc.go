// Package literature has gradoku's founding documents: two articles, a tutorial, a
// paper and an example from a manual ([Documents]). Each describes a way to solve or to
// grade Sudoku, and each has figures.
//
// # Their solvers
//
// [Solvers] continues the table of package solve with the documents' methods. Each is
// the document's own search, in its order and with its counts ([solve.Stats].Counters),
// not our fast search. Where a document would loop forever or accept a wrong grid, the
// solver stops or refuses, and its comment says so. Some methods do not always find a
// solution: exclusion and fullhouse fill only the digits that their rules force, and
// end as [solve.Stuck]. [solve.Options].Trace shows the steps, and its Scan runs the same
// method along the rows or down the columns.
//
// # Their puzzles and figures
//
// [Puzzles] returns their puzzles, [Tables] their tables and figures, each with its
// source. [Recompute] computes the figures that can be computed with the code of this
// module, and compares ours with the published one. There are three outcomes, its
// [Verdict]:
//
//	reproduced   ours is equal, to the last digit shown
//	differs      ours is not equal, and we know why: a misprint, or a document that
//	             contradicts itself
//	ambiguous    there is nothing to be equal to: the text does not say enough, or
//	             speaks of seconds on a machine that is gone
//
// Two kinds of figures are distinguished. Printed figures are in the document. Derived
// figures ([Finding.Derived]) are not, but the document describes them precisely enough
// to count them: their published value was counted by an independent program that
// follows the document's listing line by line. A derived figure shows that our solver
// is the document's and not a better one under the same name.
//
// Each finding records whether it should be reproduced. A finding that should be and is
// not is [Finding.Broken]: a bug in this module.
//
// # Reading on
//
//	solvers.go      the rows, and what several solvers need; a file for each solver,
//	                the tutorial's four in one
//	programme.go    the 0-1 programme of a puzzle, bip.go its solver
//	tables.go       what is embedded from tables/: the puzzles too
//	documents.go    the list of documents, and the loop over it
//	sheet.go        what the files below write their findings on
//	times.go        the documents' comparisons in seconds, on demand
//	searchstate.go       where a search is at one of its steps, to be drawn
//	pictures.go     the documents' figures that can be drawn
//	shidoku.go      the first puzzle of the article on MATLAB, as far as it is known
//	figures_*.go    a document each; the paper takes four: freedom and letters (the
//	                model of problem 1), tables (its data), methods (problems 2 to 4)
//	markdown.go     the findings as docs/LITERATURE.md
//	report.go       the paper's tables for the report of a study
//
// A new document is a file with its function, one row in [Documents], and its
// tables in literature/tables.
package literature
