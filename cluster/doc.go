// Package cluster computes runs, imports and regrades on many machines that share a
// database on a server.
//
//	gradoku generate --distribute            writes the run and its plan, then watches
//	        |
//	     plan ----> settler ----> jobs of the queue ----> workers: compute a range of tries
//	                  ^  |                                   |
//	                  |  +--> run, puzzles, grades           | one transaction: result and
//	                  +------------- staged ranges <---------+ completion of the job
//
// A [Node] is one process of workers. A job is a range of tries, about a second of
// work, in the queue that River (github.com/riverqueue/river) keeps in tables beside
// ours. One of the nodes is also the settler of a run. It cuts the tries into ranges, a
// window of them ahead of what is settled, and takes the results in the order of the
// tries to where a run on one machine takes them: to the saver of package pipeline.
// So known keys, quotas, targets and counters are decided once, in one place, and a
// distributed run has the rows of a local one.
//
// Imports and regrades are two further kinds of work, in the table of kinds.go. Their ranges are
// of items of a file and of ids of puzzles in place of tries. The file is on one machine,
// whose command gives it to the others in pieces, in a table of its own; what is known of
// runs holds for these too.
//
// # What holds, whatever fails
//
//   - A range has one result: the staging table's key is the plan and the first try, and
//     the first result stays. So a job may be done twice, by a worker that was thought
//     dead, and jobs may be copied freely.
//   - Every try is in one range: the end of what is planned moves in the transaction
//     that queues the jobs.
//   - A result and the completion of its job are one transaction, so a job that the
//     queue counts as done has its result.
//   - The tries that are settled leave the staging table in the transaction that moves
//     the run's next index. It needs the settler's lease on the plan, so that a settler
//     that was replaced saves nothing, however late it wakes up.
//   - A plan that is over never comes back: its number is never used again, and results
//     for it are dropped.
//
// None of this trusts the queue to run a job exactly once, or to notice soon that a
// worker is gone. The settler notices: when the next range keeps it waiting, it copies
// the jobs that have been running for too long. River's own rescue, by time, only
// clears away what dead workers left as running.
//
// The alternatives that lost: cutting a run into slices, which do not know each
// other's quotas and are as slow as the slowest; saving from every worker, which
// would have to agree on the order; an advisory lock in place of the lease, which a
// stopped process, or one behind a cut network, keeps for hours.
package cluster
