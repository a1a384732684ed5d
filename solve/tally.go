package solve

import (
	"context"

	"gradoku/board"
)

// ctxEvery is the number of nodes between two checks of the context: a millisecond or
// two.
const ctxEvery = 4096

// Tally keeps the count of one call, for authors of solvers: solutions found,
// when to stop, and why. A solver runs
//
//	t := NewTally(ctx, opt)
//	for t.GoOn(nodes) {
//		// search until the next solution, or until t.Pause nodes
//		// t.Found(...) or t.End(Exhausted)
//	}
//	return t.Result(stats)
type Tally struct {
	Options
	Pause int64 // the node count at which the search must return; 0 checks the context at once

	ctx    context.Context
	res    Result
	ended  bool
	events int64
}

// NewTally starts the count of a call.
func NewTally(ctx context.Context, opt Options) Tally {
	return Tally{Options: opt, ctx: ctx}
}

// GoOn reports whether the search may look at another node after the given
// number of them, and sets Pause.
func (t *Tally) GoOn(nodes int64) bool {
	if t.ended {
		return false
	}
	if t.Budget > 0 && nodes >= t.Budget {
		t.End(BudgetSpent)
		return false
	}
	if nodes < t.Pause {
		return true
	}
	if t.ctx.Err() != nil {
		t.End(Canceled)
		return false
	}
	t.Pause = nodes + ctxEvery
	if t.Budget > 0 {
		t.Pause = min(t.Pause, t.Budget)
	}
	return true
}

// Event passes an event to Trace, with the number of events so far as its step and
// a copy of the grid.
func (t *Tally) Event(e Event, depth int, g *board.Grid) {
	if t.Trace == nil {
		return
	}
	t.events++
	now := *g // the caller's own would have to be on the heap, traced or not
	e.Depth, e.Step, e.Grid = depth, t.events, &now
	t.Trace(e)
}

// Found counts a solution, whose digits are in g if it is the first, or Each is set; more
// says whether nodes are left.
func (t *Tally) Found(g *board.Grid, more bool) {
	t.res.Solutions++
	if t.res.Solutions == 1 {
		t.res.First = *g
	}
	stop := t.res.Solutions == t.Limit
	if t.Each != nil {
		own := *g
		stop = !t.Each(&own) || stop
	}
	switch {
	case !more:
		t.End(Exhausted)
	case stop:
		t.End(LimitReached)
	}
}

// End ends the search, unless it has ended already.
func (t *Tally) End(s Status) {
	if !t.ended {
		t.res.Status = s
		t.ended = true
	}
}

// Stuck ends a search that has no rule left to apply to a grid.
func (t *Tally) Stuck(g *board.Grid) {
	t.End(Stuck)
	t.res.Partial = *g
}

// Ended reports whether the search has ended.
func (t *Tally) Ended() bool { return t.ended }

// Result returns the final count.
func (t *Tally) Result(s Stats) Result {
	t.res.Stats = s
	return t.res
}

// walk is a search that goes from one solution to the next.
type walk interface {
	// next searches for the next solution and reports whether it found one. If not, no
	// node is left, or it has looked at maxNodes nodes in all.
	next(maxNodes int64) bool
	progress() (stats Stats, more bool) // more: nodes are left
	solution() board.Grid               // the one found last
}

// follow solves a puzzle with a tree. It is what solvers in the table that have a tree run.
func follow(ctx context.Context, x tree, p *board.Grid, opt Options) Result {
	x.load(p)
	if opt.Within != nil {
		x.keep(opt.Within)
	}
	return enumerate(ctx, x, opt)
}

// enumerate counts the solutions of a search that has a puzzle loaded.
func enumerate(ctx context.Context, x walk, opt Options) Result {
	t := NewTally(ctx, opt)
	var stats Stats
	for t.GoOn(stats.Nodes) {
		found := x.next(t.Pause)
		now, more := x.progress()
		stats = now
		if !found {
			if !more {
				t.End(Exhausted)
			}
			continue
		}
		var g board.Grid
		if t.res.Solutions == 0 || t.Each != nil {
			g = x.solution()
		}
		t.Found(&g, more)
	}
	return t.Result(stats)
}
