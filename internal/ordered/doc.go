// Package ordered runs jobs on several workers at once and returns the results
// in the order of the jobs, as if one worker had done them one by one.
//
//	         +--> worker --+
//	jobs ----+             +--> in order --> the body of the caller's loop
//	         +--> worker --+
//
// [Map] does everything; a caller only writes a loop:
//
//	for result, err := range ordered.Map(ctx, jobs, workers) {
//		if err != nil {
//			return err
//		}
//		save(result)
//	}
//
// What the loop sees depends only on the jobs, not on the number or speed of
// workers. So a run with 64 workers saves the same rows as a run with one. A
// worker is called from one goroutine and may own a workspace. The body of the
// loop runs in the caller's goroutine and may use whatever the caller may.
// Neither touches the other's data, so neither needs a lock.
//
// Jobs can be an endless sequence, and memory does not grow with it: the number of jobs ahead of the loop is
// limited, and with [MapBytes] their memory too. [Ranges] divides the whole numbers into jobs.
//
// The rejected alternative was a map of results waiting for their turn, with
// their numbers and a count of jobs in progress. Here each job has a place in a
// queue before it is handed out: the queue is the order, and its length the
// limit.
package ordered
