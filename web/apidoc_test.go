package web

import (
	"io"
	"strings"
	"text/template"
)

// markdown is the template of docs/API.md.
var markdown = template.Must(template.New("api").Funcs(template.FuncMap{"cell": func(s string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ").Replace(s)
}}).Parse(`# The HTTP API

Generated from the OpenAPI document, which a running server has as /openapi.json: ` + "`go test ./web -run TestDocument -update`" + `.

{{.About}}
{{range .Operations}}
## {{.Method}} {{.Path}}

{{.Summary}}. {{.Doc}}
{{if .Params}}
| parameter | in | type | |
|---|---|---|---|
{{range .Params}}| ` + "`{{.Name}}`" + ` | {{.In}} | {{cell .Type}} | {{cell .Doc}}{{if .Default}}; {{.Default}} when left out{{end}} |
{{end}}{{end}}{{if .Takes}}
The body is {{.Takes}}:

| field | type | |
|---|---|---|
{{range .Fields}}| ` + "`{{.Name}}`" + `{{if .Required}} (needed){{end}} | {{cell .Type}} | {{cell .Doc}} |
{{end}}{{end}}
Answers: {{range $i, $a := .Answers}}{{if $i}}, {{end}}{{$a}}{{end}}.
{{end}}
## Problems

The type of a problem is /docs#problem-CODE. Where the cause is on the side of the server, the advice is for whoever runs it.

| code | status | meaning | what to do |
|---|---|---|---|
{{range .Problems}}| ` + "`{{.Code}}`" + ` | {{.Status}} | {{.Title}} | {{cell .Advice}} |
{{end}}`))

// Document writes docs/API.md.
func (s *Server) Document(w io.Writer) error {
	return markdown.Execute(w, docsOf(s.api.OpenAPI()))
}
