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
	"gradoku/cmd/gradoku/cli"
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

// apiSchema is the schema of all of them, by name.
func apiSchema(t *testing.T) *jsonschema.Schema {
	top := &jsonschema.Schema{
		Schema: "https://json-schema.org/draft/2020-12/schema", Title: "what can be asked, and the answers",
		Defs: map[string]*jsonschema.Schema{},
	}
	types := apiTypes()
	for _, typ := range types {
		own := ownSchemas()
		for _, other := range types {
			if other != typ {
				own[other] = &jsonschema.Schema{Ref: "#/$defs/" + other.Name()}
			}
		}
		docs := map[string]string{} // by name in JSON
		for _, f := range reflect.VisibleFields(typ) {
			switch {
			case f.Anonymous: // what is embedded is written out
				delete(own, f.Type)
			case isWord(f.Type) && own[f.Type] == nil:
				own[f.Type] = &jsonschema.Schema{Type: "string"}
			}
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			docs[name] = f.Tag.Get("doc")
		}
		s, err := jsonschema.ForType(typ, &jsonschema.ForOptions{TypeSchemas: own})
		if err != nil {
			t.Fatal(err)
		}
		for name, p := range s.Properties {
			p.Description = cmp.Or(p.Description, docs[name])
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
			if len(words) > 0 {
				kind = strings.Join(words, " | ")
			}
		}
		parts = append(parts, kind)
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
			// A list that is there is a list, and so are counts; what may be absent is never null.
			if optional != "" || slices.Contains(p.Types, "array") || slices.Contains(p.Types, "object") {
				kind = strings.TrimSuffix(kind, " | null")
			}
			fmt.Fprintf(&b, "  %s%s: %s;\n", name, optional, kind)
		}
		b.WriteString("}\n")
	}
	return b.Bytes()
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
		}
		if kind != "" && kind != "null" {
			parts = append(parts, kind)
		}
	}
	if s.Ref != "" {
		parts = append(parts, strings.TrimPrefix(s.Ref, "#/$defs/"))
	}
	if slices.Contains(s.Types, "null") {
		parts = append(parts, "None")
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
				if kind = strings.TrimSuffix(kind, " | None"); !request {
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
		file := filepath.Join("..", "..", filepath.FromSlash(path))
		if *update {
			if err := os.WriteFile(file, want, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is stale: go test ./cmd/gradoku -run TestTypes -update (%v)", path, err)
		}
	}
}

// TestVersions holds the versions of the packages for JavaScript and Python to that of
// gradoku.
func TestVersions(t *testing.T) {
	project, err := os.ReadFile(filepath.Join("..", "..", "python", "pyproject.toml"))
	if err != nil || !bytes.Contains(project, []byte("\nversion = \""+cli.Version+"\"\n")) {
		t.Errorf("python/pyproject.toml has not version %q (%v)", cli.Version, err)
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "npm", "package.json"))
	if err != nil {
		t.Fatal(err)
	}
	var p struct{ Version string }
	if err := json.Unmarshal(text, &p); err != nil || p.Version != cli.Version {
		t.Errorf("npm/package.json has version %q, gradoku %q (%v)", p.Version, cli.Version, err)
	}
}
