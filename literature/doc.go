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
// module, and compares ours with the published one. There are four outcomes, its
// [Verdict]:
//
//	reproduced       ours is equal, to the last digit shown
//	document wrong   ours is not equal: a misprint, or the document contradicts itself
//	differs          ours is not equal, and the document may be right
//	ambiguous        no comparison is possible: the text does not say enough, or gives
//	                 seconds on a machine that no longer exists
//
// Three kinds of figures are distinguished. Printed figures are in the document. Derived
// figures ([Finding.Derived]) are not, but the document describes them precisely enough
// to count them: their published value was counted by an independent program that
// follows the document's listing line by line. A derived figure shows that our solver
// does what the document's solver does, and is not a better one under the same name. Where the document does not
// say what a figure means, and ours was inferred from that very figure
// ([Finding.Fitted]), its row proves nothing and is not counted.
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
//	searchstate.go  where a search is at one of its steps, to be drawn
//	figures_*.go    a document each; the paper takes three: freedom (the model of
//	                problem 1), tables (its data), methods (problems 2 to 4)
//	tally.go        findings counted by verdict
//
// A new document is a file with its function, one row in [Documents], and its
// tables in literature/tables.
package literature
