package main

import (
	"context"
	"runtime"
	"slices"
	"time"

	"gradoku/internal/ask"
)

// long is a question whose answer takes long, so that its host does other things meanwhile.
type long struct {
	host   ask.Host
	done   chan []byte // brings the answer
	cancel context.CancelFunc
}

// begin begins to answer as [host.ask] does, in a goroutine; proceed goes on with it. What was
// begun before must have been answered.
func (l *long) begin(room []byte, n, m int) {
	ctx, cancel := context.WithCancel(context.Background())
	in, done := slices.Clone(room), make(chan []byte, 1)
	l.done, l.cancel = done, cancel
	go func() {
		defer cancel()
		done <- answer(sharing{ctx}, &l.host, nil, in, n, m)
	}()
}

// proceed goes on for about a time with what was begun. ok reports whether the answer is there.
func (l *long) proceed(most time.Duration) (out []byte, ok bool) {
	select {
	case out = <-l.done:
		return out, true
	case <-time.After(most):
		return nil, false
	}
}

// sharing is a context that lets other goroutines run whenever somebody asks whether it has
// ended: a module has one thread, and nothing interrupts a goroutine there.
type sharing struct{ context.Context }

func (s sharing) Err() error {
	runtime.Gosched()
	return s.Context.Err()
}
