// Package ask answers the questions of package api in JSON, for hosts that speak no Go:
// WebAssembly and the command "gradoku ask".
package ask

import (
	"context"
	"fmt"

	"gradoku/api"
	"gradoku/internal/lean"
)

// Longest limits a request, in bytes.
const Longest = 1 << 20

// ErrTooLong is the answer to a request with more bytes than Longest.
var ErrTooLong = &api.Error{Code: api.CodeRequest, Text: fmt.Sprintf("a request has at most %d bytes", Longest)}

// Host answers one question at a time. The zero value is ready.
type Host struct {
	Engine api.Engine
}

// Append appends {"answer":...} or {"error":{"code":...,"text":...}}. It never panics.
func (h *Host) Append(ctx context.Context, dst []byte, question string, request []byte) []byte {
	answer, err := h.ask(ctx, question, request)
	if err != nil {
		return AppendError(dst, err)
	}
	return append(lean.Append(append(dst, `{"answer":`...), answer), '}')
}

// AppendError appends {"error":{"code":...,"text":...}}.
func AppendError(dst []byte, err error) []byte {
	return append(lean.Append(append(dst, `{"error":`...), api.ErrorOf(err)), '}')
}

func (h *Host) ask(ctx context.Context, question string, request []byte) (answer any, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			h.Engine = api.Engine{Predictor: h.Engine.Predictor, Patience: h.Engine.Patience, Read: h.Engine.Read} // its workspaces may be in any state
			answer, err = nil, fmt.Errorf("this is a bug in gradoku: %v", fault)
		}
	}()
	q, err := api.QuestionByName(question)
	if err != nil {
		return nil, err
	}
	return q.Ask(ctx, &h.Engine, func(r any) error {
		if err := lean.Read(request, r); err != nil {
			return &api.Error{Code: api.CodeRequest, Text: fmt.Sprintf("the request of %s: %v", q.Name, err)}
		}
		return nil
	})
}
