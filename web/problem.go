package web

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"gradoku/store"
)

// kind is a kind of problem as defined by RFC 9457. Its type is a link to the row of the
// table on the page about the API.
type kind struct {
	Slug   string
	Status int
	Title  string
	Doc    string // advice on what to do
	is     error  // the error that it stands for, if any
}

// kinds is the table of problems. An error is of the first kind that matches it.
var kinds = []kind{
	{"bad-selection", http.StatusUnprocessableEntity, "This selection of puzzles is not valid", "The detail names the parameter and, in a condition, the character. The columns are those of gradoku list columns.", store.ErrFilter},
	{"no-database", http.StatusServiceUnavailable, "The database is not there", "Put the file back, or make one with gradoku generate: the server finds it by itself.", nil},
	{"bad-database", http.StatusServiceUnavailable, "The database cannot be used", "The log of the server says what is wrong with the file; gradoku db check gives more details.", nil},
	{"no-server", http.StatusServiceUnavailable, "The server of the database does not answer", "It is unreachable, starting, or accepts no more connections. Try again in a second: gradoku connects again by itself.", store.ErrServer},
	{"busy", http.StatusServiceUnavailable, "The database is busy", "Another program is writing to it. Try again in a second.", store.ErrBusy},
	{"full", http.StatusInsufficientStorage, "The disk is full", "The request saved nothing. Make room on the server's disk.", store.ErrFull},
	{"damaged-row", http.StatusInternalServerError, "A row of the database is damaged", "gradoku db check lists what is wrong.", store.ErrCorrupt},
	{"not-found", http.StatusNotFound, "There is no such thing here", "Check the address.", store.ErrNotFound},
	{"too-slow", http.StatusServiceUnavailable, "This takes too long", "Ask for less: a smaller selection, fewer puzzles, an order that has an index (id, rating, random), or an easier puzzle to generate.", context.DeadlineExceeded},
	{"work", http.StatusTooManyRequests, "The work budget is spent", "Wait as long as Retry-After says. The budget is that of gradoku serve --work.", errWork},
	{"crowded", http.StatusServiceUnavailable, "Too many requests at a time", "Wait as long as Retry-After says. Clients that have used less come first.", nil},
	{"queue", http.StatusTooManyRequests, "Too many jobs are waiting", "Wait until a job ends, or stop one.", nil},
	{"too-large", http.StatusRequestEntityTooLarge, "The body is too large", "Send it in parts.", nil},
	{"header", http.StatusRequestHeaderFieldsTooLarge, "The header is too large", "Use a shorter condition.", nil},
	{"bad-request", http.StatusBadRequest, "The request cannot be read", "Fix the problem named in the detail and send the request again.", nil},
	{"bad-type", http.StatusUnsupportedMediaType, "The body is of the wrong type", "Send Content-Type: application/json, or application/x-ndjson for one request per line.", nil},
	{"bad-value", http.StatusUnprocessableEntity, "A value is not valid", "Fix the values that the errors name, and send the request again.", nil},
	{"bad-puzzle", http.StatusUnprocessableEntity, "This is no puzzle", "Fix it where the detail says, and send the request again.", nil},
	{"forbidden", http.StatusForbidden, "Not from there", "Requests that change or compute something come from the server's own pages, from programs, or from an origin that --cors names.", nil},
	{"token", http.StatusUnauthorized, "A token is needed", "Send the token in the file of gradoku serve --token as Authorization: Bearer TOKEN, or type it into the form.", nil},
	{"read-only", http.StatusForbidden, "This server only reads", "Start it with gradoku serve --write --token FILE, where FILE holds a token of at least 16 characters.", nil},
	{"method", http.StatusMethodNotAllowed, "This method is not allowed here", "The header Allow lists those that are.", nil},
	{"fault", http.StatusInternalServerError, "An error of the server", "The log of the server has the details.", nil},
}

func kindNamed(slug string) kind {
	for _, k := range kinds {
		if k.Slug == slug {
			return k
		}
	}
	panic("no kind " + slug) // a test calls it for all kinds
}

// problem is an error whose kind and text may be shown to the client.
type problem struct {
	kind
	detail string
	place  string // query.where, body.puzzle, body line 3, ...
	after  time.Duration
}

func (p *problem) Error() string { return p.detail }

// longestDetail limits the length of a problem's text: the name of a field, or a number,
// can be as long as a request body.
const longestDetail = 2000

// refuse makes a problem. If the server is unavailable, it tells the client to retry soon.
func refuse(slug, place, detail string) *problem {
	if len(detail) > longestDetail { // it quotes the client's own value
		detail = strings.ToValidUTF8(detail[:longestDetail], "") + " …"
	}
	p := &problem{kind: kindNamed(slug), place: place, detail: detail}
	if p.Status == http.StatusServiceUnavailable {
		p.after = time.Second
	}
	return p
}

// problemOf turns an error into a problem that the client may see: it has no paths of the
// server and nothing about SQLite. known is false for a fault, which must be logged.
func problemOf(err error) (p *problem, known bool) {
	if errors.As(err, &p) {
		return p, true
	}
	var work *workError
	switch {
	case errors.As(err, &work):
		p = refuse(work.slug, "", work.Error())
		p.after = work.after
		return p, true
	case errors.Is(err, store.ErrServer):
		return refuse("no-server", "", "there is no connection to the server of the database"), false
	case errors.Is(err, store.ErrLimit):
		return refuse("too-slow", "", "the server of the database allows no question that takes so long, or so much"), false
	case errors.Is(err, errNoDatabase) && errors.Is(err, store.ErrNotFound), errors.Is(err, store.ErrGone):
		return refuse("no-database", "", "the file of the database is not there, or it is empty"), false
	case errors.Is(err, errNoDatabase) && errors.Is(err, store.ErrForeign):
		return refuse("bad-database", "", "the file is a database of another program"), false
	case errors.Is(err, errNoDatabase) && errors.Is(err, store.ErrNewer):
		return refuse("bad-database", "", "the database was made by a newer gradoku"), false
	case errors.Is(err, errNoDatabase) && errors.Is(err, store.ErrOlder):
		return refuse("bad-database", "", "the database was made by an older gradoku; any command that writes to it brings it up to date"), false
	case errors.Is(err, errNoDatabase) && !errors.Is(err, store.ErrBusy) && !errors.Is(err, store.ErrFull), errors.Is(err, store.ErrNotDatabase):
		return refuse("bad-database", "", "the file is no database of gradoku, it is damaged, or it may not be read"), false
	case errors.Is(err, context.Canceled):
		return refuse("too-slow", "", "the request was given up"), true
	}
	for _, k := range kinds {
		if k.is == nil || !errors.Is(err, k.is) {
			continue
		}
		p = refuse(k.Slug, "", k.Doc)
		if errors.Is(err, store.ErrFilter) || errors.Is(err, store.ErrNotFound) {
			p.detail = tail(err, k.is)
		}
		return p, !errors.Is(err, store.ErrCorrupt)
	}
	return refuse("fault", "", kindNamed("fault").Doc), false
}

// tail returns the end of an error's text after the text of is. The part before that names
// the file. If nothing follows, it returns the text of is.
func tail(err, is error) string {
	_, text, _ := strings.Cut(err.Error(), is.Error())
	if text = strings.TrimPrefix(text, ": "); text == "" {
		return is.Error()
	}
	return text
}

func (p *problem) model() *huma.ErrorModel {
	m := &huma.ErrorModel{Type: p.link(), Title: p.Title, Status: p.Status, Detail: p.detail}
	if p.place != "" {
		m.Errors = []*huma.ErrorDetail{{Message: p.detail, Location: p.place}}
	}
	return m
}

func (p *problem) link() string { return "/docs#problem-" + p.Slug }

// failure returns the error that a JSON handler returns for err.
func (s *Server) failure(ctx context.Context, err error) error {
	p, known := problemOf(err)
	if !known {
		s.log.ErrorContext(ctx, "request failed", "kind", p.Slug, "error", err)
	}
	if p.after == 0 {
		return p.model()
	}
	return huma.ErrorWithHeaders(p.model(), http.Header{"Retry-After": {seconds(p.after)}})
}

// seconds rounds up to whole seconds, as Retry-After needs.
func seconds(d time.Duration) string {
	return strconv.Itoa(int((d + time.Second - 1) / time.Second))
}

// typed sets the type and title of problems that huma itself reports.
func typed(_ huma.Context, _ string, v any) (any, error) {
	m, ok := v.(*huma.ErrorModel)
	if !ok || m.Type != "" {
		return v, nil
	}
	slug := map[int]string{
		http.StatusUnprocessableEntity: "bad-value", http.StatusRequestEntityTooLarge: "too-large",
		http.StatusInternalServerError: "fault", http.StatusNotFound: "not-found", http.StatusRequestTimeout: "too-slow",
	}[m.Status]
	if slug == "" {
		slug = "bad-request"
	}
	m.Type, m.Title = "/docs#problem-"+slug, kindNamed(slug).Title
	if len(m.Errors) > 0 && m.Errors[0] != nil {
		m.Detail = m.Errors[0].Location + ": " + m.Errors[0].Message
	}
	for _, e := range m.Errors {
		if e != nil {
			e.Value = nil // it may be as large as a megabyte
		}
	}
	return m, nil
}
