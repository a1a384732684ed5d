// Package pipeline computes a run: it has the tries of a seed computed one after
// another, and saves the puzzles that they bring.
//
//	        +--> worker: find > key --+
//	index --+                         +--> in order --> batch --> store
//	        +--> worker: find > key --+
//
// Which puzzle a try brings, if any, is the business of [generate.Finder], which
// makes, grades and proves it; here are order, batches and resumption. All stages
// of one puzzle run one after another in one worker, as plain calls.
// Workers take short ranges of indices and may finish out of order; one
// goroutine puts the ranges back in index order and saves them in batches. What
// ends up in the database therefore depends on the options and the seed alone:
// not on the number of workers, not on where a batch was cut, not on when the
// run was interrupted and resumed.
//
// [Replay] computes a run again to compare it with what is stored, and a
// [Manifest] says what must come out, by a hash that needs no database.
//
// The database alone knows which puzzles are new (its key is the canonical
// form) and when the run is over, so memory does not grow with the run.
//
// # Puzzles from files
//
// The same machinery, [ordered.Map], carries what [Import] finds in a file and what
// [Regrade] finds ungraded:
//
//	file --> some items --> worker: solve > key > minimal? > grade --> in order --> batch --> store
//
// A file's place moves on in the transaction that saves its items, so an import
// goes on where it stopped, whatever stopped it. [Validator] is the part of a worker
// that only tells what a puzzle is.
package pipeline
