// Package pipeline computes a run: it computes the tries of a seed one after
// another and saves the puzzles that they give.
//
//	        +--> worker: find > key --+
//	index --+                         +--> in order --> batch --> store
//	        +--> worker: find > key --+
//
// Which puzzle a try gives, if any, is up to [generate.Finder], which makes,
// grades and proves it. This package adds order, batches and resumption. All
// stages of one puzzle run one after another in one worker, as plain calls.
// Workers take short ranges of indices and may finish out of order; one
// goroutine puts the ranges back in index order and saves them in batches. So
// the contents of the database depend on the options and the seed alone: not on
// the number of workers, on where a batch was cut, or on when the run was
// interrupted and resumed.
//
// [Replay] computes a run again to compare it with the stored one. A [Manifest]
// says what the result must be, by a hash that needs no database.
//
// The database alone knows which puzzles are new (its key is the canonical
// form) and when the run is over, so memory does not grow with the run.
//
// # Puzzles from files
//
// The same machinery, [ordered.Map], carries the items that [Import] takes from
// a file and the puzzles that [Regrade] finds ungraded:
//
//	file --> some items --> worker: solve > key > minimal? > grade --> in order --> batch --> store
//
// A file's place moves on in the transaction that saves its items, so an import
// goes on where it stopped, whatever stopped it. [Validator] is the part of a
// worker that checks a puzzle.
//
// Workers on other machines, of package cluster, use the same parts: [Worker],
// [ImportWorker] and [RegradeWorker] compute ranges, and [Settle], [SettleImport] and
// [SettleRegrade] save their results in order. [Give] puts a file where they find it.
package pipeline
