package main

import (
	"context"

	"gradoku/api"
	"gradoku/internal/ask"
)

// host is the state of a module's only connection to its host.
type host struct {
	ask.Host
	in  []byte
	out []byte
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

// answer appends the answer to the question named by the first n bytes of in, with the
// request in the next m, or the error.
func answer(ctx context.Context, host *ask.Host, out, in []byte, n, m int) []byte {
	if n < 0 || m < 0 || n > len(in) || m > len(in)-n {
		return ask.AppendError(out, ask.ErrTooLong)
	}
	host.Engine.Patience = api.Patience
	return host.Append(ctx, out, string(in[:n]), in[n:n+m])
}

func main() {} // Go requires a main; a WASI library does not run it
