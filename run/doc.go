// Package run computes runs, on one machine or on many. A run makes the attempts of a
// seed, one after another, and saves the puzzles that they give.
//
//	        +--> worker: find > key --+
//	index --+                         +--> in order --> batch --> store
//	        +--> worker: find > key --+
//
// [generate.Finder] decides which puzzle an attempt gives, if any: it makes, grades and proves
// the puzzle. This package adds order, batches and resumption. All stages of one puzzle
// run one after another in one worker, as plain calls. Workers take short ranges of
// indices and may finish out of order; one goroutine puts the ranges back in index order
// and saves them in batches. So the contents of the database depend only on the options
// and the seed, not on the number of workers, where a batch was cut, or when the run was
// interrupted and resumed.
//
// [Verify] computes a run again to compare it with the stored one. A [Manifest] states
// what the result must be, as a hash that can be checked without the database.
//
// Only the database knows which puzzles are new (its key is the canonical form) and when
// the run is over, so memory does not grow with the run.
//
// # Puzzles from files
//
// The same machinery, [ordered.Map], carries the items that [Import] takes from
// a file and the puzzles that [Regrade] finds ungraded:
//
//	file --> some items --> worker: solve > key > minimal? > grade --> in order --> batch --> store
//
// The transaction that saves items also moves the file's position, so an import resumes
// where it stopped, whatever stopped it. [Checker] is the part of a worker that checks
// a puzzle.
//
// # Many machines
//
// Many machines that share a database on a server can compute runs and regrades together.
// Their workers use the same parts: kinds.go says how the ranges of each are computed, and how
// their results are saved in order. Imports are not shared: the
// machine that has the file proves and grades its puzzles, on all its cores.
//
//	gradoku generate --distribute            writes the run and shares it, then watches
//	        |
//	shared run ---> committer ----> jobs of the queue ----> workers: compute a range of attempts
//	                  ^  |                                   |
//	                  |  +--> run, puzzles, grades           | first the result, then
//	                  +------------- staged ranges <---------+ the completion of the job
//
// A [Node] is one process of workers. A job is a range of attempts, about a second of work,
// in the queue that River (github.com/riverqueue/river) keeps in tables next to ours. One
// node is also the committer of a run. It cuts the attempts into ranges, up to a window
// ahead of what is committed. It passes the results to the saver in the order of the
// attempts, as a run on one machine does. So known keys, quotas, targets and counters are
// decided once, in one place, and a distributed run has the same rows as a local one.
//
// A regrade is the other kind of work, see kinds.go. Its ranges are puzzle ids instead of
// attempts; everything else is as for runs.
//
// # What holds, whatever fails
//
//   - A range has one result: the staging table's key is the shared run and the first attempt,
//     and the first result is kept. So a job may be done twice, for example by a worker
//     wrongly thought dead, and jobs may be copied freely.
//   - Every attempt is in exactly one range: the transaction that queues the jobs also moves
//     the end of what is planned.
//   - Every range gets a result, even if a crash of the server, a restored database or a replica
//     that took over lost a result or a job: the committer does not just wait for the next range, it
//     checks it. If the range has neither a result nor a job that would bring one, the committer
//     queues it again.
//   - The transaction that moves the run's next index also removes the committed attempts from
//     the staging table. It requires the committer's lease on the shared run, so a replaced
//     committer saves nothing, however late it wakes up.
//   - A shared run that is over never comes back. Jobs and results know it by a random
//     name, so a run with the same number, in a restored or recreated database, gets none
//     of its results.
//   - All times are by the server's clock: when a job is retried, when it started, how long
//     a lease lasts. Once a second, a worker measures how far its own clock is off.
//
// None of this relies on the queue to run a job exactly once, or to notice soon that a
// worker is gone. The committer notices: while it waits for the next range, it copies the
// jobs that have been running, or waiting for their next attempt, for too long.
// [store.DB.Rescue] returns the jobs of dead workers to the queue; River's own rescue
// would go by a worker's clock.
//
// Rejected alternatives: saving from every worker, since workers would have to
// agree on the order; an advisory lock instead of the lease, since a suspended process,
// or one cut off from the network, keeps a lock for hours.
package run
