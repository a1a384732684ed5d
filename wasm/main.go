package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	"gradoku/api"
	"gradoku/internal/lean"
)

// host is the state of a module's only connection to its host.
type host struct {
	engine api.Engine
	in     []byte
	out    []byte

	long   api.Engine  // of the question that begin was asked
	done   chan []byte // brings its answer; nil if there is none to come
	cancel context.CancelFunc
}

// longest limits a request.
const longest = 1 << 20

// room returns room for a request.
func (h *host) room(n int) []byte {
	if n < 1 || n > longest {
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
	h.out = answer(context.Background(), &h.engine, h.out[:0], h.in, n, m)
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

// answer appends the answer to a question, or the error.
func answer(ctx context.Context, e *api.Engine, out, in []byte, n, m int) []byte {
	answer, err := asked(ctx, e, in, n, m)
	if err != nil {
		out = append(out, `{"error":`...)
		out = lean.Append(out, api.ErrorOf(err))
	} else {
		out = append(out, `{"answer":`...)
		out = lean.Append(out, answer)
	}
	return append(out, '}')
}

func asked(ctx context.Context, e *api.Engine, in []byte, n, m int) (answer any, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			*e = api.Engine{} // its workspaces may be in any state
			answer, err = nil, fmt.Errorf("this is a bug in gradoku: %v", fault)
		}
	}()
	if n < 0 || m < 0 || n > len(in) || m > len(in)-n {
		return nil, &api.Error{Code: api.CodeRequest, Text: fmt.Sprintf("a request has at most %d bytes", longest)}
	}
	q, err := api.QuestionByName(string(in[:n]))
	if err != nil {
		return nil, err
	}
	return q.Ask(ctx, e, func(request any) error {
		if err := lean.Read(in[n:n+m], request); err != nil {
			return &api.Error{Code: api.CodeRequest, Text: fmt.Sprintf("the request of %s: %v", q.Name, err)}
		}
		return nil
	})
}

func main() { wait() }
