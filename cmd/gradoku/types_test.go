package main

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"gradoku/api"
	"gradoku/board"
	"gradoku/grade"
	"gradoku/hint"
	"gradoku/internal/golden"
	"gradoku/task"
)

// apiTypes lists the structs of what can be asked and answered, each once, in the
// order of the table.
func apiTypes() []reflect.Type {
	var list []reflect.Type
	var add func(t reflect.Type, named bool)
	add = func(t reflect.Type, named bool) {
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct || isWord(t) || named && slices.Contains(list, t) || t == reflect.TypeFor[api.Count]() {
			return
		}
		if named {
			list = append(list, t)
		}
		for i := range t.NumField() {
			if f := t.Field(i); f.Tag.Get("json") != "-" && f.IsExported() {
				add(f.Type, !f.Anonymous)
			}
		}
	}
	for _, q := range api.Questions() {
		add(reflect.TypeOf(q.Request), true)
		for _, a := range q.Answers {
			add(reflect.TypeOf(a), true)
		}
	}
	add(reflect.TypeFor[api.Error](), true)
	return list
}

// isWord reports whether values of the type are texts in JSON.
func isWord(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// apiWords lists the unions of names, each the choices of a type or of the fields named.
var apiWords = []struct {
	name  string
	words []string
	types []reflect.Type // words, of which several may stand with commas between
	field []string       // names in JSON
}{
	{"Level", grade.LevelIDs(), []reflect.Type{reflect.TypeFor[grade.LevelSet]()}, []string{"Graded.level", "Generated.level", "LevelRow.id", "up_to"}},
	{"Technique", techniqueIDs(), []reflect.Type{reflect.TypeFor[grade.TechniqueSet](), reflect.TypeFor[grade.PeopleSet]()}, []string{"technique", "hardest", "known", "by", "id"}},
	{"Symmetry", board.Symmetry{}.Choices(), nil, []string{"symmetry"}},
	{"TechniqueOrder", []string{grade.RatingLadder, grade.HumanLadder}, nil, []string{"technique_order"}},
	{"Language", hint.Languages(), nil, []string{"lang"}},
}

func techniqueIDs() (ids []string) {
	for _, t := range append(grade.Techniques(), grade.Patterns()...) {
		ids = append(ids, t.ID)
	}
	return ids
}

// apiWord returns what a field's text may be, nil for any text. Requests may write levels in
// lower case.
func apiWord(t reflect.Type, field string) *jsonschema.Schema {
	_, name, _ := strings.Cut(field, ".")
	var all []*jsonschema.Schema
	for _, w := range apiWords {
		list := slices.Contains(w.types, t)
		if !list && !slices.Contains(w.field, field) && !slices.Contains(w.field, name) {
			continue
		}
		all = append(all, &jsonschema.Schema{Ref: "#/$defs/" + w.name})
		if lower := strings.ToLower(strings.Join(w.words, ",")); strings.Contains(field, "Request.") && lower != strings.Join(w.words, ",") {
			all = append(all, &jsonschema.Schema{Type: "string", Enum: enum(strings.Split(lower, ","))})
		}
		if list {
			all = append(all, &jsonschema.Schema{Type: "string", Pattern: ","})
		}
	}
	switch {
	case all == nil:
		return nil
	case name == "lang":
		all = append(all, &jsonschema.Schema{Type: "string", Pattern: "-"})
	case name == "up_to":
		all = append(all, &jsonschema.Schema{Type: "string", Pattern: decimalPattern})
	}
	return &jsonschema.Schema{AnyOf: all}
}

const decimalPattern = `^[0-9]+(\.[0-9])?$`

// apiSchema is the schema of all of them, by name.
func apiSchema(t *testing.T) *jsonschema.Schema {
	top := &jsonschema.Schema{
		Schema: "https://json-schema.org/draft/2020-12/schema", Title: "what can be asked, and the answers",
		Defs: map[string]*jsonschema.Schema{},
	}
	for _, w := range apiWords {
		top.Defs[w.name] = &jsonschema.Schema{Type: "string", Enum: enum(w.words)}
	}
	var codes []api.Code
	for _, c := range api.Codes() {
		codes = append(codes, c.Code)
	}
	types := apiTypes()
	for _, typ := range types {
		own := ownSchemas(codes)
		for _, other := range types {
			if other != typ {
				own[other] = &jsonschema.Schema{Ref: "#/$defs/" + other.Name()}
			}
		}
		docs, kinds := map[string]string{}, map[string]reflect.Type{} // by name in JSON
		for _, f := range reflect.VisibleFields(typ) {
			switch {
			case f.Anonymous: // what is embedded is written out
				delete(own, f.Type)
			case isWord(f.Type) && own[f.Type] == nil:
				own[f.Type] = &jsonschema.Schema{Type: "string"}
				if reflect.PointerTo(f.Type).Implements(reflect.TypeFor[json.Unmarshaler]()) {
					own[f.Type] = &jsonschema.Schema{Types: []string{"string", "number"}}
				}
			}
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			docs[name], kinds[name] = f.Tag.Get("doc"), f.Type
		}
		s, err := jsonschema.ForType(typ, &jsonschema.ForOptions{TypeSchemas: own})
		if err != nil {
			t.Fatal(err)
		}
		dropEmbedded(s, typ)
		for name, p := range s.Properties {
			p.Description = cmp.Or(p.Description, docs[name])
			word := apiWord(kinds[name], typ.Name()+"."+name)
			switch {
			case word == nil:
			case p.Items != nil:
				p.Items = word.AnyOf[0]
			default:
				if slices.Contains(p.Types, "null") {
					word.AnyOf = append(word.AnyOf, &jsonschema.Schema{Type: "null"})
				}
				word.Description = p.Description
				s.Properties[name] = word
			}
		}
		if top.Defs[typ.Name()] != nil {
			t.Fatalf("two types are called %s", typ.Name())
		}
		top.Defs[typ.Name()] = s
	}
	return top
}

// typeScript writes a type of TypeScript.
func typeScript(s *jsonschema.Schema) string {
	kinds := slices.Clone(s.Types)
	if s.Type != "" {
		kinds = append(kinds, s.Type)
	}
	var parts []string
	for _, kind := range kinds {
		switch kind {
		case "integer":
			kind = "number"
		case "array":
			if kind = typeScript(s.Items); slices.Contains(s.Items.Types, "array") {
				kind = strings.TrimSuffix(kind, " | null")
			}
			if strings.Contains(kind, "|") {
				kind = "(" + kind + ")"
			}
			kind += "[]"
		case "object":
			kind = "Record<string, " + typeScript(s.AdditionalProperties) + ">"
		case "string":
			var words []string
			for _, w := range s.Enum {
				words = append(words, fmt.Sprintf("%q", w))
			}
			switch {
			case len(words) > 0:
				kind = strings.Join(words, " | ")
			case s.Pattern == decimalPattern:
				kind = "`${number}`"
			case s.Pattern != "":
				kind = "`${string}" + s.Pattern + "${string}`"
			}
		}
		parts = append(parts, kind)
	}
	for _, one := range s.AnyOf {
		parts = append(parts, typeScript(one))
	}
	if s.Ref != "" {
		parts = append(parts, strings.TrimPrefix(s.Ref, "#/$defs/"))
	}
	if i := slices.Index(parts, "null"); i >= 0 { // last, as people write it
		parts = append(slices.Delete(parts, i, i+1), "null")
	}
	return strings.Join(parts, " | ")
}

// typesFile is npm/answers.d.ts.
func typesFile(top *jsonschema.Schema) []byte {
	var b bytes.Buffer
	b.WriteString("// Written by: go test ./cmd/gradoku -run TestTypes -update\n// From the types of package api; docs/schemas/api.json says the same of them.\n")
	for _, w := range apiWords {
		fmt.Fprintf(&b, "\nexport type %s = %s;\n", w.name, typeScript(top.Defs[w.name]))
	}
	for _, typ := range apiTypes() {
		s := top.Defs[typ.Name()]
		fmt.Fprintf(&b, "\nexport interface %s {\n", typ.Name())
		for _, name := range s.PropertyOrder {
			p := s.Properties[name]
			if p.Description != "" {
				fmt.Fprintf(&b, "  /** %s */\n", p.Description)
			}
			optional, kind := "?", typeScript(p)
			if slices.Contains(s.Required, name) {
				optional = ""
			}
			// A list that is there is a list, and so are counts; what may be absent is never null, but a measure may be both.
			if optional != "" && !isMeasure(name) || slices.Contains(p.Types, "array") || slices.Contains(p.Types, "object") {
				kind = strings.TrimSuffix(kind, " | null")
			}
			fmt.Fprintf(&b, "  %s%s: %s;\n", name, optional, kind)
		}
		b.WriteString("}\n")
	}
	return b.Bytes()
}

func isMeasure(name string) bool {
	return slices.ContainsFunc(reflect.VisibleFields(reflect.TypeFor[api.Measures]()), func(f reflect.StructField) bool { return f.Tag.Get("json") == name })
}

func apiSchemaText(t *testing.T) []byte {
	text, err := json.MarshalIndent(apiSchema(t), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

// python writes a type of Python.
func python(s *jsonschema.Schema) string {
	var parts []string
	for _, kind := range append(slices.Clone(s.Types), s.Type) {
		switch kind {
		case "integer":
			kind = "int"
		case "number":
			kind = "float"
		case "boolean":
			kind = "bool"
		case "string":
			kind = "str"
			if len(s.Enum) > 0 {
				words, _ := json.Marshal(s.Enum)
				kind = "Literal" + strings.ReplaceAll(string(words), ",", ", ")
			}
		case "array":
			kind = "list[" + strings.TrimSuffix(python(s.Items), " | None") + "]"
		case "object":
			kind = "dict[str, " + python(s.AdditionalProperties) + "]"
		case "null":
			kind = "None"
		}
		if kind != "" {
			parts = append(parts, kind)
		}
	}
	for _, one := range s.AnyOf {
		if part := python(one); !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	if s.Ref != "" {
		parts = append(parts, strings.TrimPrefix(s.Ref, "#/$defs/"))
	}
	if i := slices.Index(parts, "None"); i >= 0 { // last, as people write it
		parts = append(slices.Delete(parts, i, i+1), "None")
	}
	return strings.Join(parts, " | ")
}

// pythonFile is python/gradoku/answers.py. A request is there as the options beside the
// puzzle.
func pythonFile(top *jsonschema.Schema) []byte {
	var b bytes.Buffer
	b.WriteString(`"""The answers and the options of questions, as dicts.

Written by: go test ./cmd/gradoku -run TestTypes -update
From the types of package api; docs/schemas/api.json says the same of them.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

`)
	for _, w := range apiWords {
		fmt.Fprintf(&b, "%s = %s\n", w.name, python(top.Defs[w.name]))
	}
	for _, typ := range apiTypes() {
		s := top.Defs[typ.Name()]
		name, request := strings.CutSuffix(typ.Name(), "Request")
		base := "TypedDict"
		if request {
			name, base = name+"Options", "TypedDict, total=False"
		}
		head, field, foot := fmt.Sprintf("class %s(%s):\n", name, base), "    %s: %s", ""
		if !request && s.Properties["from"] != nil { // a keyword of Python
			head, field, foot = fmt.Sprintf("%s = TypedDict(\n    %[1]q,\n    {\n", name), `        "%s": "%s",`, "    },\n)\n"
		}
		fields := ""
		for _, name := range s.PropertyOrder {
			p := s.Properties[name]
			if request && (name == "puzzle" || name == "from") {
				continue
			}
			kind := python(p)
			switch {
			case !slices.Contains(s.Required, name):
				if !isMeasure(name) {
					kind = strings.TrimSuffix(kind, " | None")
				}
				if !request {
					kind = "NotRequired[" + kind + "]"
				}
			case slices.Contains(p.Types, "array") || slices.Contains(p.Types, "object"):
				kind = strings.TrimSuffix(kind, " | None")
			}
			if fields += fmt.Sprintf(field, name, kind); p.Description != "" {
				fields += "  # " + p.Description
			}
			fields += "\n"
		}
		b.WriteString("\n\n" + head + cmp.Or(fields, "    pass\n") + foot)
	}
	return b.Bytes()
}

// TestTypes compares the types of TypeScript and Python with package api.
func TestTypes(t *testing.T) {
	top := apiSchema(t)
	for path, want := range map[string][]byte{"npm/answers.d.ts": typesFile(top), "python/gradoku/answers.py": pythonFile(top)} {
		golden.Check(t, filepath.Join("..", "..", filepath.FromSlash(path)), string(want))
	}
}

// TestVersions holds the versions of the packages for JavaScript and Python to that of
// gradoku.
func TestVersions(t *testing.T) {
	project, err := os.ReadFile(filepath.Join("..", "..", "python", "pyproject.toml"))
	if err != nil || !bytes.Contains(project, []byte("\nversion = \""+task.Version+"\"\n")) {
		t.Errorf("python/pyproject.toml has not version %q (%v)", task.Version, err)
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "npm", "package.json"))
	if err != nil {
		t.Fatal(err)
	}
	var p struct{ Version string }
	if err := json.Unmarshal(text, &p); err != nil || p.Version != task.Version {
		t.Errorf("npm/package.json has version %q, gradoku %q (%v)", p.Version, task.Version, err)
	}
}
