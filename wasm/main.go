package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	"gradoku/api"
	"gradoku/internal/ask"
)

// host is the state of a module's only connection to its host.
type host struct {
	ask.Host
	in  []byte
	out []byte

	long   ask.Host    // of the question that begin was asked
	done   chan []byte // brings its answer; nil if there is none to come
	cancel context.CancelFunc
}

// room returns room for a request.
func (h *host) room(n int) []byte {
	if n < 1 || n > ask.Longest {
		n = 1 // ask refuses what is put there
	}
	if cap(h.in) < n {
		h.in = make([]byte, n)
	}
	h.in = h.in[:n]
	return h.in
}

// ask answers the question named by the first n bytes of the room, with the
// request in the next m. It never panics.
func (h *host) ask(n, m int) []byte {
	h.out = answer(context.Background(), &h.Host, h.out[:0], h.in, n, m)
	return h.out
}

// begin begins to answer as ask does, in a goroutine; proceed goes on with it. What was begun
// before must have been answered.
func (h *host) begin(n, m int) {
	ctx, cancel := context.WithCancel(context.Background())
	in, done := slices.Clone(h.in), make(chan []byte, 1)
	h.done, h.cancel = done, cancel
	go func() {
		defer cancel()
		done <- answer(sharing{ctx}, &h.long, nil, in, n, m)
	}()
}

// proceed goes on for about a time with what was begun. It reports whether the answer is there.
func (h *host) proceed(most time.Duration) bool {
	select {
	case h.out = <-h.done:
		return true
	case <-time.After(most):
		return false
	}
}

// sharing is a context that lets other goroutines run whenever somebody asks whether it has
// ended: a module has one thread, and nothing interrupts a goroutine there.
type sharing struct{ context.Context }

func (s sharing) Err() error {
	runtime.Gosched()
	return s.Context.Err()
}

// answer appends the answer to the question named by the first n bytes of in, with the
// request in the next m, or the error.
func answer(ctx context.Context, host *ask.Host, out, in []byte, n, m int) []byte {
	if n < 0 || m < 0 || n > len(in) || m > len(in)-n {
		return ask.AppendError(out, &api.Error{Code: api.CodeRequest, Text: fmt.Sprintf("a request has at most %d bytes", ask.Longest)})
	}
	return host.Append(ctx, out, string(in[:n]), in[n:n+m])
}

func main() { wait() }
