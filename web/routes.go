package web

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"gradoku/api"
)

const apiDoc = "The puzzles of a gradoku database, and questions about any puzzle. Errors are problem details (RFC 9457): `type` links to advice and ends with the code of the error, " +
	"`errors` says which part of the request is wrong. Responses to GET have an ETag, except exports. Each client has a budget of computing time; beyond it, the status is 429, with Retry-After."

func (s *Server) routes(mux *http.ServeMux) error {
	config := huma.DefaultConfig("gradoku", s.opt.Version)
	config.Info.Description = apiDoc
	config.Info.License = &huma.License{Name: "Apache License 2.0", Identifier: "Apache-2.0"}
	config.Servers = []*huma.Server{{URL: "/"}}
	config.Security = []map[string][]string{{}} // none is needed, except where an operation says so
	config.CreateHooks = nil                    // answers without $schema
	config.DocsPath, config.SchemasPath = "", ""
	config.RejectUnknownQueryParameters = true
	config.Transformers = []huma.Transformer{typed}
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer", Description: "The word in the file of gradoku serve --token"}}
	schemas := config.Components.Schemas
	schemas.RegisterTypeAlias(reflect.TypeFor[api.Tenths](), reflect.TypeFor[float64]())
	schemas.RegisterTypeAlias(reflect.TypeFor[api.Counts](), reflect.TypeFor[map[string]int]())
	s.api = humago.New(mux, config)
	s.puzzleRoutes()
	s.overviewRoutes()
	s.exportRoutes()
	s.questionRoutes(mux)
	s.jobRoutes(mux)
	for _, v := range []any{api.Grade{}, api.Step{}} {
		explain(schemas, reflect.TypeOf(v))
	}
	mux.Handle("GET /metrics", s.metrics.handler())
	return s.pageRoutes(mux)
}

// explain copies the jsonschema tags, from which docs/schemas is made, into the schemas of
// the fields, including embedded ones.
func explain(schemas huma.Registry, t reflect.Type) {
	for _, schema := range schemas.Map() {
		for _, f := range reflect.VisibleFields(t) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if p := schema.Properties[name]; p != nil && p.Description == "" {
				p.Description = f.Tag.Get("jsonschema")
			}
		}
	}
}

// refuseError answers a request that failed outside of the JSON handlers.
func (s *Server) refuseError(w http.ResponseWriter, r *http.Request, err error) {
	p, known := problemOf(err)
	if !known && !ended(r.Context(), err) {
		s.log.ErrorContext(r.Context(), "request failed", "kind", p.Code, "error", err)
	}
	s.refuse(w, r, p)
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
		if v.Detail == p.Advice || v.Detail == p.Title { // it says no more
			v.Detail = ""
		}
		s.pages.show(w, p.Status, "problem", view{Title: v.Title, Body: v})
		return
	}
	h.Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	json.NewEncoder(w).Encode(p.model())
}

func wantsPage(r *http.Request) bool {
	return !strings.HasPrefix(r.URL.Path, "/v1/") && strings.Contains(r.Header.Get("Accept"), "text/html")
}
