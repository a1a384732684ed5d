package web

import (
	"io"
	"slices"
	"strings"
	"text/template"
)

// markdown is the template of docs/API.md. What many endpoints share is stated once: the
// conditions of a selection, streams, and the type of problems.
var markdown = template.Must(template.New("api").Funcs(template.FuncMap{"cell": func(s string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ").Replace(s)
}, "code": func(names []string) string {
	return "`" + strings.Join(names, "`, `") + "`"
}}).Parse(`# The HTTP API

Generated from the OpenAPI document, which a running server has as /openapi.json: ` + "`go test ./web -run TestDocument -update`" + `.

{{.About}} A problem is application/problem+json; /openapi.json lists the statuses that each endpoint may answer.

## Streams

An endpoint with a body takes application/json or application/x-ndjson, unless it says otherwise, and answers in the same type. {{.Streams}}

## Conditions

Several endpoints select puzzles by conditions, as parameters of the query or as fields of the body, where names have _ instead of -.

| condition | type | |
|---|---|---|
{{range .Conditions}}| ` + "`{{.Name}}`" + ` | {{cell .Type}} | {{cell .Doc}} |
{{end}}{{range .Operations}}
## {{.Method}} {{.Path}}

{{.Summary}}.{{with .Doc}} {{.}}{{end}}
{{if and .Conditions (ne .ID "start-job")}}
It takes {{if .Some}}the [conditions](#conditions) {{code .Some}}{{else}}all [conditions](#conditions){{end}}.
{{end}}{{if .Same}}
Its parameters are those of {{.Same}}.
{{else if .Params}}
| parameter | in | type | |
|---|---|---|---|
{{range .Params}}| ` + "`{{.Name}}`" + ` | {{.In}} | {{cell .Type}} | {{cell .Doc}}{{if .Default}}; {{.Default}} when left out{{end}} |
{{end}}{{end}}{{if eq .ID "start-job"}}
The body is application/json with one of three objects, ` + "`book`, `cover` or `make`" + `. Their fields are options of gradoku book, gradoku book cover and gradoku generate, with _ instead of -, and the conditions:
{{code .Names}}.
{{else if .Takes}}
| field | type | |
|---|---|---|
{{range .Fields}}| ` + "`{{.Name}}`" + `{{if .Required}} (needed){{end}} | {{cell .Type}} | {{cell .Doc}} |
{{end}}{{end}}{{range .Answers}}
It answers {{.}}.
{{end}}{{end}}
## Problems

The type of a problem is /docs#problem-CODE. That page, and [schemas](schemas/README.md), say what to do.

| code | status | meaning |
|---|---|---|
{{range .Problems}}| ` + "`{{.Code}}`" + ` | {{.Status}} | {{.Title}} |
{{end}}`))

// endpoint is an operation without what the document states once for all endpoints.
type endpoint struct {
	operation
	Conditions, Some []string // by name, those that it takes; Some has them unless they are all
	Names            []string // of its fields
	Same             string   // the endpoint before it that has the same parameters
}

// Document writes docs/API.md.
func (s *Server) Document(w io.Writer) error {
	v := docsOf(s.api.OpenAPI())
	named := func(id string) operation {
		return v.Operations[slices.IndexFunc(v.Operations, func(o operation) bool { return o.ID == id })]
	}
	conditions, streams := named("stats").Params, named("canonical").Doc
	var operations []endpoint
	for _, o := range v.Operations {
		b := endpoint{operation: o}
		isCondition := func(p param) bool {
			name := strings.ReplaceAll(p.Name[strings.LastIndexByte(p.Name, '.')+1:], "_", "-")
			known := slices.ContainsFunc(conditions, func(c param) bool { return name == c.Name && p.Type == c.Type && p.Doc == c.Doc })
			if known {
				b.Conditions = append(b.Conditions, p.Name)
			}
			return known
		}
		b.Params = slices.DeleteFunc(slices.Clone(o.Params), isCondition)
		b.Fields = slices.DeleteFunc(slices.Clone(o.Fields), isCondition)
		for _, f := range b.Fields {
			b.Names = append(b.Names, f.Name)
		}
		if len(b.Conditions) < len(conditions) {
			b.Some = b.Conditions
		}
		if i := slices.IndexFunc(operations, func(e endpoint) bool {
			return len(e.Params) > 1 && slices.Equal(e.Params, b.Params) && slices.Equal(e.Conditions, b.Conditions)
		}); i >= 0 {
			b.Same = operations[i].Method + " " + operations[i].Path
		}
		b.Doc = strings.TrimSpace(strings.Replace(o.Doc, streams, "", 1))
		b.Answers = slices.DeleteFunc(slices.Clone(o.Answers), func(a string) bool {
			return strings.HasSuffix(a, "/problem+json") || a == "200 application/json" || o.Takes != "" && a == "200 application/x-ndjson"
		})
		operations = append(operations, b)
	}
	return markdown.Execute(w, map[string]any{
		"About": v.About, "Streams": streams, "Conditions": conditions, "Operations": operations, "Problems": v.Problems,
	})
}
