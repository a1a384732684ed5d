package main

import (
	"context"
	"fmt"

	"gradoku/api"
	"gradoku/internal/lean"
)

// host is the state of a module's only connection to its host.
type host struct {
	engine api.Engine
	in     []byte
	out    []byte
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
	h.out = h.out[:0]
	answer, err := h.asked(n, m)
	if err != nil {
		h.out = append(h.out, `{"error":`...)
		h.out = lean.Append(h.out, api.ErrorOf(err))
	} else {
		h.out = append(h.out, `{"answer":`...)
		h.out = lean.Append(h.out, answer)
	}
	h.out = append(h.out, '}')
	return h.out
}

func (h *host) asked(n, m int) (answer any, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			h.engine = api.Engine{} // its workspaces may be in any state
			answer, err = nil, fmt.Errorf("this is a bug in gradoku: %v", fault)
		}
	}()
	if n < 0 || m < 0 || n > len(h.in) || m > len(h.in)-n {
		return nil, &api.Error{Code: api.CodeRequest, Text: fmt.Sprintf("a request has at most %d bytes", longest)}
	}
	q, err := api.QuestionByName(string(h.in[:n]))
	if err != nil {
		return nil, err
	}
	return q.Ask(context.Background(), &h.engine, func(request any) error {
		if err := lean.Read(h.in[n:n+m], request); err != nil {
			return &api.Error{Code: api.CodeRequest, Text: fmt.Sprintf("the request of %s: %v", q.Name, err)}
		}
		return nil
	})
}

func main() { wait() }
