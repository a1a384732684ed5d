package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/urfave/cli/v2"

	"gradoku/api"
	"gradoku/hint"
	"gradoku/internal/golden"
	"gradoku/literature"
	"gradoku/predict"
	"gradoku/task"
)

// printed is a command that prints JSON, with the kinds of lines that it prints.
type printed struct {
	command string
	lines   []lineKind
}

// allPrinted lists the commands with --json.
func allPrinted() (all []printed) {
	eachCommand(newApp(Streams{}).Commands, nil, func(path []string, c *cli.Command) {
		for _, f := range c.Flags {
			if f, ok := f.(*optionFlag); ok && f.Lines != nil {
				all = append(all, printed{strings.Join(path, " "), f.Lines})
			}
		}
	})
	return all
}

func schemaName(command string) string { return strings.ReplaceAll(command, " ", "-") + ".json" }

// enum lists the values that a word can have.
func enum[T ~string](words []T) (values []any) {
	for _, w := range words {
		values = append(values, string(w))
	}
	return values
}

// ownSchemas are the schemas of what encodes itself. codes are the codes that an error can
// have.
func ownSchemas(codes []api.Code) map[reflect.Type]*jsonschema.Schema {
	return map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[api.Code]():           {Type: "string", Enum: enum(codes)},
		reflect.TypeFor[api.Counts]():         {Types: []string{"null", "object"}, AdditionalProperties: &jsonschema.Schema{Type: "integer"}},
		reflect.TypeFor[inputFields]():        {Type: "object"},
		reflect.TypeFor[api.Tenths]():         {Type: "number"},
		reflect.TypeFor[hint.Depth]():         {Type: "string", Enum: enum(hint.Depths())},
		reflect.TypeFor[hint.Notes]():         {Type: "string", Enum: enum(hint.AllNotes())},
		reflect.TypeFor[hint.Status]():        {Type: "string", Enum: enum(hint.Statuses())},
		reflect.TypeFor[json.RawMessage]():    {Type: "object"},
		reflect.TypeFor[literature.Verdict](): {Type: "string"},
		reflect.TypeFor[predict.Estimate](): {
			Type: "object", Required: []string{"value", "low", "high"}, AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}},
			PropertyOrder: []string{"value", "low", "high"},
			Properties:    map[string]*jsonschema.Schema{"value": {Type: "number"}, "low": {Types: []string{"null", "number"}}, "high": {Types: []string{"null", "number"}}},
		},
		reflect.TypeFor[time.Time](): {Type: "string", Format: "date-time"},
	}
}

// printedKinds are the kinds of errors that a command can print.
func printedKinds() []task.ErrorKind {
	return slices.DeleteFunc(task.ErrorKinds(), func(k task.ErrorKind) bool { return k.Exit == 0 })
}

// schemaFor makes the schema of one line of what a command prints.
func schemaFor(p printed) (*jsonschema.Schema, error) {
	var codes []api.Code
	for _, k := range printedKinds() {
		codes = append(codes, k.Code)
	}
	types := ownSchemas(codes)
	var lines []*jsonschema.Schema
	for _, l := range p.lines {
		s, err := jsonschema.ForType(reflect.TypeOf(l.Value), &jsonschema.ForOptions{TypeSchemas: types})
		if err != nil {
			return nil, err
		}
		s.Description = l.What
		dropEmbedded(s, reflect.TypeOf(l.Value))
		lines = append(lines, s)
	}
	top := &jsonschema.Schema{AnyOf: lines}
	if len(lines) == 1 {
		top = lines[0]
	}
	top.Schema = "https://json-schema.org/draft/2020-12/schema"
	top.Title = "a line of: gradoku " + p.command + " --json"
	return top, nil
}

// dropEmbedded requires no field that is embedded by a pointer: all of them are there, or none.
func dropEmbedded(s *jsonschema.Schema, typ reflect.Type) {
	for _, f := range reflect.VisibleFields(typ) {
		if f.Anonymous && f.Type.Kind() == reflect.Pointer {
			for _, inner := range reflect.VisibleFields(f.Type.Elem()) {
				s.Required = slices.DeleteFunc(s.Required, func(name string) bool { return name == inner.Tag.Get("json") })
			}
		}
	}
}

// schemaPage is the README of docs/schemas.
func schemaPage() []byte {
	var page bytes.Buffer
	page.WriteString(`# What the commands print with --json

A test writes these files from the encoded structs, and other tests check the output of the commands against them. Each line of output is one JSON value. Each file here is the JSON Schema (draft 2020-12) of the lines of one command.

- Puzzles and solutions are texts of one line, with ` + "`.`" + ` for a blank. Ratings are numbers with one decimal. ` + "`null`" + ` means that there is no such value. A key that
  belongs to a flag is absent without the flag.
- ` + "`place`" + ` is the position of a puzzle in the input. ` + "`input`" + ` holds its ids, labels and columns under their own names.
- If a puzzle, line or file of the input has no result, its line has an ` + "`error`" + ` with code, place and text. The same text is
  printed to stderr, and the exit code is 1. ` + "`solve`" + ` adds the error to the line of the puzzle.
- A later version may add keys and codes. Removed and changed ones are listed in the changelog.

| command | schema | lines |
|---|---|---|
`)
	for _, p := range allPrinted() {
		var lines []string
		for _, l := range p.lines {
			lines = append(lines, l.What)
		}
		fmt.Fprintf(&page, "| `gradoku %s --json` | [%s](%[2]s) | %s |\n", p.command, schemaName(p.command), strings.Join(lines, "; "))
	}
	page.WriteString("\nThe questions that the server and the JavaScript package answer, and the types of their answers, are in [api.json](api.json).\n")
	page.WriteString("\n| code of an error or a finding | exit code | meaning | what to do |\n|---|---|---|---|\n")
	for _, k := range printedKinds() {
		fmt.Fprintf(&page, "| `%s` | %d | %s | %s |\n", k.Code, k.Exit, k.Title, k.Advice)
	}
	return page.Bytes()
}

// TestSchemas compares docs/schemas with the structs that the commands print.
func TestSchemas(t *testing.T) {
	dir := filepath.Join("..", "..", "docs", "schemas")
	want := map[string][]byte{"README.md": schemaPage(), "api.json": apiSchemaText(t)}
	for _, p := range allPrinted() {
		s, err := schemaFor(p)
		if err != nil || len(p.lines) == 0 {
			t.Fatalf("%s: %v", p.command, err)
		}
		text, err := json.MarshalIndent(s, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		want[schemaName(p.command)] = append(text, '\n')
	}
	if *golden.Update {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		for name, text := range want {
			if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if _, known := want[f.Name()]; !known {
			t.Errorf("docs/schemas/%s belongs to no command", f.Name())
		}
	}
	for name, text := range want {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !bytes.Equal(got, text) {
			t.Errorf("docs/schemas/%s is stale: go test ./cmd/gradoku -run TestSchemas -update (%v)", name, err)
		}
	}
}

// checkSchema is the script command "schema COMMAND": each line that the last command
// printed fits its schema in docs/schemas.
func checkSchema(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: schema COMMAND")
	}
	text, err := os.ReadFile(filepath.Join(schemaDir, schemaName(strings.Join(args, " "))))
	ts.Check(err)
	var s jsonschema.Schema
	ts.Check(json.Unmarshal(text, &s))
	resolved, err := s.Resolve(nil)
	ts.Check(err)
	lines := 0
	for line := range strings.Lines(ts.ReadFile("stdout")) {
		var value any
		ts.Check(json.Unmarshal([]byte(line), &value))
		if err := resolved.Validate(value); err != nil {
			ts.Fatalf("%s\n%v", line, err)
		}
		lines++
	}
	if lines == 0 {
		ts.Fatalf("nothing was printed")
	}
}

// schemaDir is absolute: scripts run in folders of their own.
var schemaDir, _ = filepath.Abs(filepath.Join("..", "..", "docs", "schemas"))
