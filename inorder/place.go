package inorder

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
)

// place is one in the queue: a job, then what came of it. Whoever fills it owns
// it until done is closed.
type place[J, R any] struct {
	job    J
	result R
	err    error
	panics string // with what, and where; "" when all is well
	done   chan struct{}
}

func newPlace[J, R any](job J) *place[J, R] {
	return &place[J, R]{job: job, done: make(chan struct{})}
}

// errExit is found in a place whose worker called [runtime.Goexit], as a test's
// FailNow does; without it the loop would see a result that nobody computed.
var errExit = errors.New("a worker ended its goroutine")

// fill does the job, unless ctx has ended.
func (p *place[J, R]) fill(ctx context.Context, work Worker[J, R]) {
	defer close(p.done)
	defer func() {
		if v := recover(); v != nil {
			p.panics = fmt.Sprintf("%v\n\nin a goroutine of its own:\n%s", v, debug.Stack())
		}
	}()
	if ctx.Err() != nil {
		p.err = context.Cause(ctx)
		return
	}
	p.err = errExit
	p.result, p.err = work(ctx, p.job)
}

func (p *place[J, R]) failed() bool { return p.err != nil || p.panics != "" }

// get returns what came of the job, or panics as it did.
func (p *place[J, R]) get() (R, error) {
	if p.panics != "" {
		panic(p.panics)
	}
	return p.result, p.err
}
