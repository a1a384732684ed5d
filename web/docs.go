package web

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"gradoku/task"
)

// docsView is the documentation of the API, taken from the OpenAPI document.
type docsView struct {
	About      string
	Operations []operation
	Problems   []task.ErrorKind
}

type operation struct {
	ID, Method, Path, Summary, Doc string
	Params                         []param
	Takes                          string // the content type of the body
	Fields                         []param
	Answers                        []string
}

type param struct {
	Name, In, Type, Doc, Default string
	Required                     bool
}

func docsOf(doc *huma.OpenAPI) docsView {
	v := docsView{About: doc.Info.Description}
	for _, k := range task.ErrorKinds() {
		if k.Status != 0 {
			v.Problems = append(v.Problems, k)
		}
	}
	for _, p := range slices.Sorted(maps.Keys(doc.Paths)) {
		item := doc.Paths[p]
		for _, m := range []struct {
			method string
			op     *huma.Operation
		}{{"GET", item.Get}, {"POST", item.Post}, {"DELETE", item.Delete}} {
			if m.op == nil || m.op.Hidden {
				continue
			}
			o := operation{ID: m.op.OperationID, Method: m.method, Path: p, Summary: m.op.Summary, Doc: m.op.Description}
			for _, q := range m.op.Parameters {
				o.Params = append(o.Params, paramOf(q))
			}
			if m.op.RequestBody != nil {
				types := slices.Sorted(maps.Keys(m.op.RequestBody.Content))
				o.Takes = strings.Join(types, " or ")
				o.Fields = fieldsOf(doc.Components.Schemas, m.op.RequestBody.Content[types[0]].Schema)
			}
			for status, answer := range m.op.Responses {
				if len(answer.Content) == 0 && status < "300" {
					o.Answers = append(o.Answers, status+" without a body")
				}
				for mime := range answer.Content {
					o.Answers = append(o.Answers, status+" "+mime)
				}
			}
			slices.Sort(o.Answers)
			v.Operations = append(v.Operations, o)
		}
	}
	return v
}

func paramOf(q *huma.Param) param {
	p := param{Name: q.Name, In: q.In, Doc: q.Description, Required: q.Required}
	if s := q.Schema; s != nil {
		p.Type = typeOf(s)
		if p.Doc == "" {
			p.Doc = s.Description
		}
		if s.Default != nil && fmt.Sprint(s.Default) != "false" {
			p.Default = fmt.Sprint(s.Default)
		}
	}
	return p
}

// fieldsOf lists the fields of a body, and those of objects in it.
func fieldsOf(schemas huma.Registry, s *huma.Schema) (list []param) {
	if s.Ref != "" {
		s = schemas.SchemaFromRef(s.Ref)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		f := s.Properties[name]
		p := param{Name: name, In: "body", Type: typeOf(f), Doc: f.Description, Required: slices.Contains(s.Required, name)}
		if f.Ref == "" {
			list = append(list, p)
			continue
		}
		p.Type = "object"
		list = append(list, p)
		for _, inner := range fieldsOf(schemas, f) {
			inner.Name = name + "." + inner.Name
			list = append(list, inner)
		}
	}
	return list
}

func typeOf(s *huma.Schema) string {
	if len(s.Enum) > 0 {
		var words []string
		for _, e := range s.Enum {
			words = append(words, fmt.Sprint(e))
		}
		return strings.Join(words, ", ")
	}
	if s.Maximum != nil {
		return fmt.Sprintf("%s, at most %.0f", s.Type, *s.Maximum)
	}
	return s.Type
}

func (s *Server) docsPage(w http.ResponseWriter, r *http.Request) error {
	s.pages.show(w, http.StatusOK, "docs", view{Title: "API", Nav: "about", Body: docsOf(s.api.OpenAPI())})
	return nil
}
