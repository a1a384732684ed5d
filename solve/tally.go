package solve

import (
	"context"

	"gradoku/board"
)

// ctxEvery is the number of nodes between two looks at the context: a
// millisecond or two.
const ctxEvery = 4096

// tally keeps the account of one call of a solver: solutions found, when to
// stop, and why. A solver runs
//
//	t := newTally(ctx, opt)
//	for t.goOn(nodes) {
//		// search until the next solution, or until t.pause nodes
//		// t.found(...) or t.paused(...)
//	}
//	return t.result(stats)
type tally struct {
	pause int64 // the node count at which the search must come back

	ctx   context.Context
	opt   Options
	res   Result
	ended bool
}

func newTally(ctx context.Context, opt Options) tally {
	return tally{ctx: ctx, opt: opt}
}

// goOn reports whether the search may look at another node after the given
// number of them, and sets pause.
func (t *tally) goOn(nodes int64) bool {
	if t.ended {
		return false
	}
	if t.opt.Budget > 0 && nodes >= t.opt.Budget {
		t.end(BudgetSpent)
		return false
	}
	if nodes < t.pause {
		return true
	}
	if t.ctx.Err() != nil {
		t.end(Canceled)
		return false
	}
	t.pause = nodes + ctxEvery
	if t.opt.Budget > 0 {
		t.pause = min(t.pause, t.opt.Budget)
	}
	return true
}

// paused takes note that no solution was found; more says whether nodes are
// left.
func (t *tally) paused(more bool) {
	if !more {
		t.end(Exhausted)
	}
}

// wanted reports whether anybody will look at the next solution's digits.
func (t *tally) wanted() bool { return t.res.Solutions == 0 || t.opt.Each != nil }

// found counts a solution, whose digits are in g if they were wanted; more
// says whether nodes are left.
func (t *tally) found(g *board.Grid, more bool) {
	t.res.Solutions++
	if t.res.Solutions == 1 {
		t.res.First = *g
	}
	stop := t.res.Solutions == t.opt.Limit
	if t.opt.Each != nil {
		own := *g
		stop = !t.opt.Each(&own) || stop
	}
	switch {
	case !more:
		t.end(Exhausted)
	case stop:
		t.end(LimitReached)
	}
}

func (t *tally) end(s Status) {
	t.res.Status = s
	t.ended = true
}

func (t *tally) result(s Stats) Result {
	t.res.Stats = s
	return t.res
}
