// Package run computes runs, on one machine or on many: the tries of a seed, one after
// another, of which it saves the puzzles that they give.
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
// # Many machines
//
// Runs and regrades are also computed on many machines that share a database on a
// server. Their workers use the same parts: [Worker] and [RegradeWorker] compute ranges,
// and [Commit] and [CommitRegrade] save their results in order. Imports are not shared: a
// file is proved and graded where it lies, on all cores.
//
//	gradoku generate --distribute            writes the run and shares it, then watches
//	        |
//	shared run ---> committer ----> jobs of the queue ----> workers: compute a range of tries
//	                  ^  |                                   |
//	                  |  +--> run, puzzles, grades           | one transaction: result and
//	                  +------------- staged ranges <---------+ completion of the job
//
// A [Node] is one process of workers. A job is a range of tries, about a second of
// work, in the queue that River (github.com/riverqueue/river) keeps in tables beside
// ours. One of the nodes is also the committer of a run. It cuts the tries into ranges, a
// window of them ahead of what is committed, and takes the results in the order of the
// tries to where a run on one machine takes them: to the saver.
// So known keys, quotas, targets and counters are decided once, in one place, and a
// distributed run has the rows of a local one.
//
// A regrade is a second kind of work, in the table of kinds.go. Its ranges are of ids of
// puzzles in place of tries; what holds for runs holds for it too.
//
// # What holds, whatever fails
//
//   - A range has one result: the staging table's key is the shared run and the first try, and
//     the first result stays. So a job may be done twice, by a worker that was thought
//     dead, and jobs may be copied freely.
//   - Every try is in one range: the end of what is planned moves in the transaction
//     that queues the jobs.
//   - A result and the completion of its job are one transaction, so a job that the
//     queue counts as done has its result.
//   - The tries that are committed leave the staging table in the transaction that moves
//     the run's next index. It needs the committer's lease on the shared run, so that a committer
//     that was replaced saves nothing, however late it wakes up.
//   - A shared run that is over never comes back: it is known by a random name, also to jobs and
//     results, so that another one with its number, in a database that was restored or made
//     anew, gets none of its results.
//   - Times are the server's: when a job is tried again, since when it runs, how long a lease
//     lasts. A worker asks for the difference to its own clock once a second.
//
// None of this trusts the queue to run a job exactly once, or to notice soon that a
// worker is gone. The committer notices: when the next range keeps it waiting, it copies
// the jobs that have been running, or waiting for their next attempt, for too long. In place
// of River's own rescue, which goes by the clock of a worker, [store.DB.Rescue] gives back
// what dead workers left as running.
//
// The alternatives that lost: cutting a run into slices, which do not know each
// other's quotas and are as slow as the slowest; saving from every worker, which
// would have to agree on the order; an advisory lock in place of the lease, which a
// stopped process, or one behind a cut network, keeps for hours.
package run
