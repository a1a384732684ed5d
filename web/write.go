package web

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"gradoku/api"
	"gradoku/internal/bind"
	"gradoku/internal/text"
)

// maxUpload is how many bytes a client with the token may send at a time.
const maxUpload = 16 << 20

// JobRequest asks for a job. The field that is set says which kind.
type JobRequest struct {
	Make  *MakeRequest  `json:"make,omitempty" doc:"Make puzzles, as gradoku generate does"`
	Book  *BookRequest  `json:"book,omitempty" doc:"Make a book, as gradoku book does"`
	Cover *CoverRequest `json:"cover,omitempty" doc:"Make the cover of a book, as gradoku book cover does"`
}

// wish is a field of a [JobRequest].
type wish interface {
	// spec checks the wish and returns its job. If a field is invalid, it returns a problem
	// whose place is the name of that field.
	spec() (JobSpec, error)
}

// jobRequest parses a [JobRequest] and returns the field that is set, and its name. The
// error is a problem whose place is inside that field.
func jobRequest(body []byte) (q wish, name string, err error) {
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(body, &parts); err != nil {
		return nil, "", refuse("bad_request", "body", "the body is not a JSON object: "+text.JSONFault(err).Error())
	}
	wishes := map[string]wish{"make": &MakeRequest{}, "book": &BookRequest{}, "cover": &CoverRequest{}}
	for name, part := range parts {
		if q := wishes[name]; q != nil && len(parts) == 1 {
			return q, name, within("body."+name, bind.JSON(q, part))
		}
	}
	return nil, "", refuse(api.CodeRequest, "body", "name exactly one of make, book and cover")
}

// within adds an outer place to the place of a problem.
func within(place string, err error) error {
	if p, ok := badField(err); ok {
		inner := *p
		inner.place = strings.TrimSuffix(place+"."+strings.ReplaceAll(p.place, "-", "_"), ".")
		return &inner
	}
	return err
}

// guessRest is the time for a wrong token. All wrong tokens together get no more than this.
const guessRest = 300 * time.Millisecond

// mayWrite returns why a client with this token may not start or stop jobs, or nil if it
// may.
func (s *Server) mayWrite(ctx context.Context, token string) error {
	if s.jobs == nil {
		return refuse("read_only", "", "nothing can be started on it")
	}
	// Hashes have equal lengths, so the time of the comparison reveals nothing, not even
	// the token's length.
	a, b := sha256.Sum256([]byte(token)), sha256.Sum256([]byte(s.opt.Token))
	if subtle.ConstantTimeCompare(a[:], b[:]) == 1 {
		return nil
	}
	if token == "" {
		return refuse("token", "token", "the token is missing")
	}
	// Guesses wait for one another, whoever makes them.
	err := s.guesses.do(ctx, func(ctx context.Context) error {
		select {
		case <-ctx.Done():
		case <-time.After(guessRest):
		}
		return nil
	})
	return cmp.Or(err, error(refuse("token", "token", "this is not the token of the server")))
}

func (s *Server) start(q wish) (Job, error) {
	spec, err := q.spec()
	if err != nil {
		return Job{}, err
	}
	j, err := s.jobs.add(spec)
	if err != nil {
		return Job{}, err
	}
	now := s.jobs.snapshot(j)
	s.log.Info("job", "id", j.ID, "kind", now.Kind, "command", now.Command)
	return now, nil
}

// foundJob returns a job. A server that only reads has no jobs.
func (s *Server) foundJob(id string) (*job, error) {
	if s.jobs == nil {
		return nil, refuse("not_found", "path.id", "this server only reads, and has no jobs")
	}
	return s.jobs.find(id)
}

type (
	jobsOutput struct {
		Body struct {
			Jobs []Job `json:"jobs" nullable:"false"`
		}
	}
	jobInput struct {
		ID string `path:"id" maxLength:"40"`
	}
	fileInput struct {
		ID   string `path:"id" maxLength:"40"`
		Name string `path:"name" maxLength:"200"`
	}
	jobOutput  struct{ Body Job }
	startInput struct {
		RawBody []byte `contentType:"application/json"`
	}
	startOutput struct {
		Location string `header:"Location"`
		Body     Job
	}
)

// allJobs lists the jobs, newest first.
func (s *Server) allJobs() []Job {
	list := []Job{}
	if s.jobs == nil {
		return list
	}
	s.jobs.mu.Lock()
	all := slices.Clone(s.jobs.list)
	s.jobs.mu.Unlock()
	for _, j := range slices.Backward(all) {
		list = append(list, s.jobs.snapshot(j))
	}
	return list
}

// jobOperation describes an endpoint about jobs. A client that can read
// pages can also read jobs. Starting, stopping or deleting one requires the token.
func (s *Server) jobOperation(method, path, id, summary, doc string) huma.Operation {
	op := reading(path, id, summary, doc)
	if op.Method = method; method == http.MethodGet {
		op.Errors = []int{http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusServiceUnavailable}
		return op
	}
	op.Tags = []string{"write"}
	op.Errors = []int{
		http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusRequestEntityTooLarge,
		http.StatusUnprocessableEntity, http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusInsufficientStorage,
	}
	op.Security = []map[string][]string{{"token": {}}}
	op.MaxBodyBytes, op.BodyReadTimeout = maxUpload, -1 // the server limits the time for all bodies
	op.Middlewares = huma.Middlewares{func(hc huma.Context, next func(huma.Context)) {
		scheme, token, _ := strings.Cut(hc.Header("Authorization"), " ")
		if !strings.EqualFold(scheme, "Bearer") {
			token = ""
		}
		if err := s.mayWrite(hc.Context(), token); err != nil {
			if p, ok := errors.AsType[*problem](err); ok && p.place == "token" {
				p.place = "header.Authorization"
			}
			r, w := humago.Unwrap(hc)
			s.refuseError(w, r, err)
			return
		}
		next(hc)
	}}
	return op
}

func (s *Server) jobRoutes() {
	huma.Register(s.api, s.jobOperation(http.MethodGet, "/v1/jobs", "list-jobs", "All jobs", "The jobs of this server, the newest first. Up to 40 are kept."),
		func(context.Context, *struct{}) (*jobsOutput, error) {
			out := &jobsOutput{}
			out.Body.Jobs = s.allJobs()
			return out, nil
		})
	op := s.jobOperation(http.MethodPost, "/v1/jobs", "start-job", "Start a job", "What it does is a command of gradoku, which the answer has. It waits while others run.")
	op.DefaultStatus, op.SkipValidateBody = http.StatusCreated, true // jobRequest parses the body
	answer(s, op, func(_ context.Context, in *startInput) (*startOutput, error) {
		q, name, err := jobRequest(in.RawBody)
		if err != nil {
			return nil, err
		}
		j, err := s.start(q)
		return &startOutput{"/v1/jobs/" + j.ID, j}, within("body."+name, err)
	})
	docs := s.api.OpenAPI()
	docs.Paths["/v1/jobs"].Post.RequestBody.Content["application/json"].Schema = docs.Components.Schemas.Schema(reflect.TypeFor[JobRequest](), true, "")
	change := func(op huma.Operation, do func(j *job) error) {
		answer(s, op, func(_ context.Context, in *jobInput) (*jobOutput, error) {
			j, err := s.foundJob(in.ID)
			if err == nil {
				err = do(j)
			}
			if err != nil {
				return nil, err
			}
			now := s.jobs.snapshot(j)
			return &jobOutput{now}, nil
		})
	}
	change(s.jobOperation(http.MethodGet, "/v1/jobs/{id}", "get-job", "One job", "A job as it is now."), func(*job) error { return nil })
	change(s.jobOperation(http.MethodPost, "/v1/jobs/{id}/stop", "stop-job", "Stop a job", "It is asked to stop, and does so soon, with what it has done in the database."),
		func(j *job) error { s.jobs.stop(j); return nil })
	change(s.jobOperation(http.MethodPost, "/v1/jobs/{id}/resume", "resume-job", "Resume a job", "Runs the command of a stopped or failed job again. A command that works on the database continues where it stopped."),
		func(j *job) error { return s.jobs.resume(j) })
	op = s.jobOperation(http.MethodDelete, "/v1/jobs/{id}", "forget-job", "Delete a job", "Stops the job, and removes it with its files. What it wrote to the database stays.")
	op.DefaultStatus = http.StatusNoContent
	answer(s, op, func(_ context.Context, in *jobInput) (*struct{}, error) {
		j, err := s.foundJob(in.ID)
		if err == nil {
			s.jobs.forget(j)
		}
		return nil, err
	})
	file := s.jobOperation(http.MethodGet, "/v1/jobs/{id}/files/{name}", "job-file", "A file of a job", "A file that the command has written or was given.")
	file.Responses = map[string]*huma.Response{"200": {Description: "OK", Content: map[string]*huma.MediaType{
		"application/octet-stream": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
	}}}
	answer(s, file, s.jobFile)
}

// jobFile sends a file of a job. A browser saves it and does not show it.
func (s *Server) jobFile(_ context.Context, in *fileInput) (*huma.StreamResponse, error) {
	j, err := s.foundJob(in.ID)
	if err != nil {
		return nil, err
	}
	f, err := j.open(in.Name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		defer f.Close()
		r, w := humago.Unwrap(hc)
		w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": in.Name}))
		w.Header().Set("Cache-Control", "no-cache")
		http.ServeContent(s.outlet(w), r, in.Name, info.ModTime(), f)
	}}, nil
}

// badField returns an error as a problem about a field of a form; its place is "" if it is
// about the whole form. ok is false if the error is not about the form.
func badField(err error) (p *problem, ok bool) {
	if err == nil {
		return nil, false
	}
	p, _ = problemOf(err)
	return p, p.Code == api.CodeRequest || p.Code == "token" || p.Code == "too_large" || p.Code == "read_only"
}
