package web

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"gradoku/api"
	"gradoku/generate"
	"gradoku/internal/field"
	"gradoku/internal/lean"
	"gradoku/internal/text"
	"gradoku/predict"
	"gradoku/task"
)

// questions returns the questions that a client can ask about any puzzle: those of package
// api, and convert, which needs the file formats.
func questions() []api.Question {
	return append(api.Questions(), api.Question{
		Name: "convert", Doc: "write puzzles in another format", Request: task.ConvertRequest{}, Answers: []any{task.Converted{}},
		Ask: func(ctx context.Context, _ *api.Engine, decode func(any) error) (any, error) {
			var q task.ConvertRequest
			if err := decode(&q); err != nil {
				return nil, err
			}
			return q.Run(ctx)
		},
	})
}

const longestLine = 64 << 10

// questionRoutes adds POST /v1/NAME for each question. The types of the answers come from a
// table, so huma's generics cannot find them; they are registered with huma here.
func (s *Server) questionRoutes(mux *http.ServeMux) {
	schemas := s.api.OpenAPI().Components.Schemas
	engines := &sync.Pool{New: func() any {
		return &api.Engine{Predictor: predict.Minutes, Patience: api.Patience, Read: task.ReadGame}
	}}
	for _, q := range questions() {
		request := schemas.Schema(reflect.TypeOf(q.Request), true, "")
		explain(schemas, reflect.TypeOf(q.Request))
		var answers []*huma.Schema
		for _, a := range q.Answers {
			answers = append(answers, schemas.Schema(reflect.TypeOf(a), true, ""))
			explain(schemas, reflect.TypeOf(a))
		}
		answer := answers[0]
		if len(answers) > 1 {
			answer = &huma.Schema{AnyOf: answers}
		}
		problems := map[string]*huma.MediaType{"application/problem+json": {Schema: schemas.Schema(reflect.TypeFor[huma.ErrorModel](), true, "")}}
		op := &huma.Operation{
			Method: http.MethodPost, Path: "/v1/" + q.Name, OperationID: q.Name, Tags: []string{"ask"},
			Summary: capital(q.Doc),
			Description: "With application/x-ndjson, each line of the body is a request. Each request gets one line, its answer or `{\"error\": …}`, in the same order and as soon as it is known. " +
				"Empty lines are skipped. The work ends when the client disconnects.",
			RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
				"application/json": {Schema: request}, "application/x-ndjson": {Schema: request},
			}},
			Responses: map[string]*huma.Response{
				"200": {Description: "OK", Content: map[string]*huma.MediaType{"application/json": {Schema: answer}, "application/x-ndjson": {Schema: answer}}},
			},
		}
		for _, status := range []int{400, 403, 413, 415, 422, 429, 503} {
			op.Responses[strconv.Itoa(status)] = &huma.Response{Description: http.StatusText(status), Content: problems}
		}
		s.api.OpenAPI().AddOperation(op)
		mux.HandleFunc("POST "+op.Path, func(w http.ResponseWriter, r *http.Request) {
			e := engines.Get().(*api.Engine)
			whole := false
			defer func() {
				if whole { // false after a panic
					engines.Put(e)
				}
			}()
			if err := s.answerRequest(w, r, q, e); err != nil {
				s.refuseError(w, r, err)
			}
			whole = true
		})
	}
}

// answerRequest answers a question, or each question of a stream.
func (s *Server) answerRequest(w http.ResponseWriter, r *http.Request, q api.Question, e *api.Engine) error {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case err == nil && kind == "application/x-ndjson":
		return s.answerLines(w, r, q, e)
	case err != nil || kind != "application/json":
		return refuse("bad_type", "header.Content-Type", "a question is application/json, several are application/x-ndjson")
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return bodyError(err)
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.opt.Limits.Handler)
	defer cancel()
	answer, err := s.ask(ctx, q, e, body)
	if err != nil {
		return err
	}
	return writeJSON(w, answer)
}

func bodyError(err error) *problem {
	if large, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return refuse("too_large", "body", "the body may have at most "+text.Bytes(large.Limit))
	}
	return refuse("bad_request", "body", "the body ends early, or took too long")
}

// ask answers one question. The client's work budget pays for it.
func (s *Server) ask(ctx context.Context, q api.Question, e *api.Engine, body []byte) (any, error) {
	var answer any
	err := s.work.do(ctx, func(ctx context.Context) (err error) {
		answer, err = q.Ask(ctx, e, func(request any) error {
			err := lean.Read(body, request)
			if err != nil && !errors.As(err, new(*field.Error)) {
				err = refuse(api.CodeRequest, "body", err.Error())
			}
			return err
		})
		return err
	})
	if err == nil {
		return answer, nil
	}
	var refused *problem
	var mine *api.Error
	switch {
	case errors.As(err, &refused), errors.Is(err, errWork):
		return nil, err
	case ctx.Err() != nil && !errors.Is(err, generate.ErrExhausted):
		return nil, context.Cause(ctx)
	case errors.As(err, &mine) && mine.Code == api.CodeTimeout:
		return nil, context.DeadlineExceeded
	}
	mine = api.ErrorOf(err)
	place := "body.puzzle"
	if mine.Code == api.CodeRequest || mine.Code == api.CodeExhausted {
		place = "body"
	}
	if wrong, ok := errors.AsType[*field.Error](err); ok {
		place = "body." + strings.ReplaceAll(wrong.Field, "-", "_")
	}
	return nil, refuse(mine.Code, place, mine.Text)
}

// lineError is the answer to a line that cannot be answered.
type lineError struct {
	Error struct {
		api.Error
		Line int `json:"line"`
	} `json:"error"`
}

func newLineError(p *problem, line int) (e lineError) {
	e.Error.Code, e.Error.Text, e.Error.Line = p.Code, p.detail, line
	return e
}

// answerLines answers a stream line by line. If a client has used up its share of the work,
// its stream is slowed down and not refused.
func (s *Server) answerLines(w http.ResponseWriter, r *http.Request, q api.Question, e *api.Engine) error {
	control := http.NewResponseController(w)
	_ = control.EnableFullDuplex() // test recorders do not support it and do not need it
	out := s.outlet(w)
	lines := bufio.NewReaderSize(r.Body, longestLine)
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("Cache-Control", "no-store")
	encoder := json.NewEncoder(out)
	for n := 1; ; n++ {
		if there, _ := lines.Peek(lines.Buffered()); bytes.IndexByte(there, '\n') < 0 { // no full line has arrived yet
			_ = control.SetReadDeadline(time.Now().Add(s.opt.Limits.Body))
		}
		line, err := lines.ReadSlice('\n')
		last := errors.Is(err, io.EOF)
		if err != nil && !last {
			p := bodyError(err)
			if errors.Is(err, bufio.ErrBufferFull) {
				p = refuse("bad_request", "", fmt.Sprintf("a line may have %d bytes", longestLine))
			}
			_ = encoder.Encode(newLineError(p, n)) // the stream ends with it
			return nil
		}
		if len(bytes.TrimSpace(line)) > 0 {
			answer, err := s.askPatiently(r.Context(), q, e, line)
			select {
			case <-s.life.Done():
				panic(http.ErrAbortHandler) // a partial answer must not look complete
			default:
			}
			if r.Context().Err() != nil {
				return nil
			}
			if err != nil {
				answer = newLineError(s.reported(r.Context(), err), n)
			}
			if encoder.Encode(answer) != nil || out.flush() != nil {
				return nil // the client is gone
			}
		}
		if last {
			return nil
		}
	}
}

// askPatiently answers a question, and waits for a share of the work if there is none.
func (s *Server) askPatiently(ctx context.Context, q api.Question, e *api.Engine, line []byte) (any, error) {
	for {
		within, cancel := context.WithTimeout(ctx, s.opt.Limits.Handler)
		answer, err := s.ask(within, q, e, line)
		cancel()
		spent, ok := errors.AsType[*workError](err)
		if !ok {
			return answer, err
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-s.life.Done():
			return nil, err
		case <-time.After(spent.after):
		}
	}
}
