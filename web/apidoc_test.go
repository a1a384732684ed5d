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

{{.About}} An answer with a status from 400 on is application/problem+json.

## Streams

Endpoints that accept application/x-ndjson also answer in it. {{.Streams}}

## Conditions

Several endpoints select puzzles by conditions, as parameters of the query or as fields of the body, where names have _ instead of -.

| condition | type | |
|---|---|---|
{{range .Conditions}}| ` + "`{{.Name}}`" + ` | {{cell .Type}} | {{cell .Doc}} |
{{end}}{{range .Operations}}
## {{.Method}} {{.Path}}

{{.Summary}}.{{with .Doc}} {{.}}{{end}}
{{if .Conditions}}
It takes the [conditions](#conditions) {{code .Conditions}}.
{{end}}{{if .Params}}
| parameter | in | type | |
|---|---|---|---|
{{range .Params}}| ` + "`{{.Name}}`" + ` | {{.In}} | {{cell .Type}} | {{cell .Doc}}{{if .Default}}; {{.Default}} when left out{{end}} |
{{end}}{{end}}{{if .Takes}}
The body is {{.Takes}}{{if eq .ID "start-job"}}, with the fields that [JOBS.md](JOBS.md) lists.
{{else}}:

| field | type | |
|---|---|---|
{{template "fields" .Fields}}{{end}}{{end}}
Answers: {{range $i, $a := .Answers}}{{if $i}}, {{end}}{{$a}}{{end}}.
{{end}}
## Problems

The type of a problem is /docs#problem-CODE. That page, and [schemas](schemas/README.md), say what to do.

| code | status | meaning |
|---|---|---|
{{range .Problems}}| ` + "`{{.Code}}`" + ` | {{.Status}} | {{.Title}} |
{{end}}{{define "fields"}}{{range .}}| ` + "`{{.Name}}`" + `{{if .Required}} (needed){{end}} | {{cell .Type}} | {{cell .Doc}} |
{{end}}{{end}}{{define "jobs"}}# The fields of a job

Generated like [API.md](API.md), where POST /v1/jobs takes these fields. Exactly one of ` + "`book` and `make`" + ` is given; its fields are the options of the command, and the [conditions](API.md#conditions) apart from them.

| field | type | |
|---|---|---|
{{template "fields" .}}{{end}}`))

// endpoint is an operation without what the document states once for all endpoints.
type endpoint struct {
	operation
	Conditions []string // by name, those that it takes
}

// Document writes docs/API.md, and docs/JOBS.md.
func (s *Server) Document(w, jobs io.Writer) error {
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
		b.Doc = strings.TrimSpace(strings.Replace(o.Doc, streams, "", 1))
		for i, a := range b.Answers {
			b.Answers[i] = strings.TrimSuffix(a, " application/problem+json")
		}
		operations = append(operations, b)
		if o.ID == "start-job" {
			if err := markdown.ExecuteTemplate(jobs, "jobs", b.Fields); err != nil {
				return err
			}
		}
	}
	return markdown.Execute(w, map[string]any{
		"About": v.About, "Streams": streams, "Conditions": conditions, "Operations": operations, "Problems": v.Problems,
	})
}
