// Package ordered has jobs done by several workers at once and gives the results
// back in the order of the jobs, as if one worker had done them one by one.
//
//	         +--> worker --+
//	jobs ----+             +--> in order --> the body of the caller's loop
//	         +--> worker --+
//
// [Map] is the whole of it, and a loop is all that a caller writes:
//
//	for result, err := range ordered.Map(ctx, jobs, workers) {
//		if err != nil {
//			return err
//		}
//		save(result)
//	}
//
// What the loop sees depends on the jobs alone and not on the number of workers
// or on which of them was quick: that is why a run of 64 workers saves the same
// rows as a run of one. A worker is called from one goroutine and may own a
// workspace; the body of the loop runs in the caller's goroutine and may use
// whatever the caller may. Nobody else's data is touched, so that neither needs a
// lock.
//
// Jobs can be an endless sequence, and memory does not grow with it: workers run
// ahead of the loop only so far. [Ranges] cuts the whole numbers into jobs.
//
// The alternative that lost was a map of results that wait for their turn, with
// their numbers and a count of what may be under way. Here each job has a place
// in a queue before it is handed out; the queue is the order and its length the
// bound.
package ordered
