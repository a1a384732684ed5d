package web

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"gradoku/api"
	"gradoku/internal/field"
	"gradoku/store"
	"gradoku/task"
)

// problem is an error whose kind and text may be shown to the client, as a problem of RFC
// 9457. Its type is a link to the row of the table on the page about the API.
type problem struct {
	task.ErrorKind
	detail string
	place  string // query.where, body.puzzle, body line 3, ...
	after  time.Duration
}

func (p *problem) Error() string { return p.detail }

// longestDetail limits the length of a problem's text: the name of a field, or a number,
// can be as long as a request body.
const longestDetail = 2000

// refuse makes a problem. If the server is unavailable, it tells the client to retry soon.
func refuse(code api.Code, place, detail string) *problem {
	if len(detail) > longestDetail { // it quotes the client's own value
		detail = strings.ToValidUTF8(detail[:longestDetail], "") + " …"
	}
	p := &problem{ErrorKind: task.KindNamed(code), place: place, detail: detail}
	if p.Status == http.StatusServiceUnavailable {
		p.after = time.Second
	}
	return p
}

// problemOf turns an error into a problem that the client may see: it has no paths of the
// server and nothing about SQLite. known is false for an error of the server, which must be
// logged.
func problemOf(err error) (p *problem, known bool) {
	if errors.As(err, &p) {
		return p, true
	}
	if work, ok := errors.AsType[*workError](err); ok {
		p = refuse(work.code, "", work.Error())
		p.after = work.after
		return p, true
	}
	if wrong, ok := errors.AsType[*field.Error](err); ok {
		return refuse(api.CodeRequest, wrong.Field, wrong.Err.Error()), true
	}
	if wrong, ok := errors.AsType[*task.Problem](err); ok && wrong.Code == task.Usage { // its advice is meant for the command line
		return refuse(api.CodeRequest, "", wrong.Error()), true
	}
	kind, ok := task.KindOf(err)
	if !ok || kind.Status == 0 {
		kind = task.KindNamed("fault")
	}
	p = refuse(kind.Code, "", cmp.Or(kind.Advice, kind.Title))
	switch {
	case errors.Is(err, store.ErrFilter), errors.Is(err, store.ErrNotFound):
		p.detail = store.WithoutPlace(err).Error()
	case kind.Code == api.CodeTimeout, errors.Is(err, context.Canceled):
	default:
		return p, false
	}
	return p, true
}

// problemModel is a problem as clients see it.
type problemModel struct {
	huma.ErrorModel
	Code api.Code `json:"code"`
}

func (s *Server) model(p *problem) *problemModel {
	m := &problemModel{huma.ErrorModel{Type: s.opt.Base + p.link(), Title: capital(p.Title), Status: p.Status, Detail: p.detail}, p.Code}
	if p.place != "" {
		m.Errors = []*huma.ErrorDetail{{Message: p.detail, Location: p.place}}
	}
	return m
}

func (p *problem) link() string { return "/docs#problem-" + string(p.Code) }

// reported is problemOf for an error that ends a request. It logs details that the client may not see.
func (s *Server) reported(ctx context.Context, err error) *problem {
	p, known := problemOf(err)
	if !known && !ended(ctx, err) {
		s.log.ErrorContext(ctx, "request failed", "kind", p.Code, "error", err)
	}
	return p
}

// failure returns the error that a JSON handler returns for err.
func (s *Server) failure(ctx context.Context, err error) error {
	p := s.reported(ctx, err)
	if p.after == 0 {
		return s.model(p)
	}
	return huma.ErrorWithHeaders(s.model(p), http.Header{"Retry-After": {seconds(p.after)}})
}

// seconds rounds up to whole seconds, as Retry-After needs.
func seconds(d time.Duration) string {
	return strconv.Itoa(int((d + time.Second - 1) / time.Second))
}

// typed sets the code, type and title of problems that huma itself reports.
func (s *Server) typed(_ huma.Context, _ string, v any) (any, error) {
	m, ok := v.(*huma.ErrorModel)
	if !ok {
		return v, nil
	}
	code, ok := map[int]api.Code{
		http.StatusUnprocessableEntity: api.CodeRequest, http.StatusRequestEntityTooLarge: "too_large",
		http.StatusInternalServerError: "fault", http.StatusNotFound: "not_found", http.StatusRequestTimeout: api.CodeTimeout,
	}[m.Status]
	if !ok {
		code = "bad_request"
	}
	ours := s.model(&problem{ErrorKind: task.KindNamed(code), detail: m.Detail})
	ours.Status, ours.Errors = m.Status, m.Errors
	if len(m.Errors) > 0 && m.Errors[0] != nil {
		ours.Detail = m.Errors[0].Location + ": " + m.Errors[0].Message
	}
	for _, e := range m.Errors {
		if e != nil {
			e.Value = nil // it may be as large as a megabyte
		}
	}
	return ours, nil
}

// refuseError answers a request that failed outside of the JSON handlers.
func (s *Server) refuseError(w http.ResponseWriter, r *http.Request, err error) {
	s.refuse(w, r, s.reported(r.Context(), err))
}

// refuse answers with a problem: a page for a browser, JSON for a program.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, p *problem) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	if p.after > 0 {
		h.Set("Retry-After", seconds(p.after))
	}
	if p.Status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", "Bearer")
	}
	if wantsPage(r) {
		v := problemView{capital(p.Title), p.detail, p.Advice, p.link()}
		if v.Detail == p.Advice || v.Detail == p.Title { // the advice adds nothing
			v.Detail = ""
		}
		if p.Code == "not_found" { // it is about the command line
			v.Advice = ""
		}
		s.pages.show(w, p.Status, "problem", view{Title: v.Title, Body: v})
		return
	}
	h.Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	json.NewEncoder(w).Encode(s.model(p))
}

func wantsPage(r *http.Request) bool {
	return !strings.HasPrefix(r.URL.Path, "/v1/") && strings.Contains(r.Header.Get("Accept"), "text/html")
}
