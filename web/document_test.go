package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gradoku/internal/boardtest"
	"gradoku/internal/golden"
)

// TestDocument: docs/API.md is what the OpenAPI document says.
func TestDocument(t *testing.T) {
	s, _ := newServer(t, copyOf(t), nil)
	var got bytes.Buffer
	if err := s.Document(&got); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, filepath.Join("..", "docs", "API.md"), got.String())
}

// TestOpenAPI: the document names every endpoint once, each parameter and field has a
// type, and every reference leads somewhere.
func TestOpenAPI(t *testing.T) {
	s, _ := newServer(t, copyOf(t), nil)
	_, text := ask(s, "GET", "/openapi.json", "")
	var doc struct {
		OpenAPI string
		Paths   map[string]map[string]struct {
			OperationID string
			Responses   map[string]any
		}
		Components struct {
			Schemas map[string]*struct{ Required []string }
		}
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for path, methods := range doc.Paths {
		for method, op := range methods {
			if op.OperationID == "" || ids[op.OperationID] {
				t.Errorf("%s %s has no id of its own: %q", method, path, op.OperationID)
			}
			ids[op.OperationID] = true
			wanted := []string{"503", "507"} // the database goes, its disk is full
			if strings.HasPrefix(path, "/v1/jobs") {
				wanted = []string{"404"}
			}
			for _, status := range wanted {
				if method == "get" && op.Responses[status] == nil {
					t.Errorf("GET %s is not said to answer %s", path, status)
				}
			}
		}
	}
	for _, want := range []string{
		"get-puzzle", "list-puzzles", "random-puzzles", "daily-puzzle", "stats", "list-runs", "get-run", "export-csv", "export-jsonl", "export-sqlite",
		"grade", "solve", "hint", "check", "canonical", "convert", "generate",
	} {
		if !ids[want] {
			t.Errorf("%s is not in the document", want)
		}
	}
	const ref = `"$ref":"#/components/schemas/`
	for rest := text; ; {
		_, after, more := strings.Cut(rest, ref)
		if !more {
			break
		}
		name, _, _ := strings.Cut(after, `"`)
		if doc.Components.Schemas[name] == nil {
			t.Errorf("nothing is called %s", name)
		}
		rest = after
	}
	_, body := ask(s, "GET", "/v1/puzzles/1", "")
	for _, name := range doc.Components.Schemas["Puzzle"].Required {
		if !strings.Contains(body, `"`+name+`":`) {
			t.Errorf("%s is said to be there: %s", name, body)
		}
	}
	if !strings.Contains(text, `"rating":{"description":"the rating on Sudoku Explainer`) || strings.Contains(text, `"$schema"`) {
		t.Error("a rating is not explained")
	}
}

// client is a program in TypeScript that does what the tour in README does, with the
// types that openapi-typescript writes.
const client = `import type { paths } from "./api";

type Picked = paths["/v1/puzzles/random"]["get"]["responses"]["200"]["content"]["application/json"];
type Question = paths["/v1/hint"]["post"]["requestBody"]["content"]["application/json"];
type Hint = paths["/v1/hint"]["post"]["responses"]["200"]["content"]["application/json"];
type Grades = paths["/v1/grade"]["post"]["responses"]["200"]["content"]["application/json"];

const base = process.argv[2];
const ask = async <Q, A>(path: string, question: Q): Promise<A> =>
  (await fetch(base + path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(question) })).json() as Promise<A>;

const picked = (await (await fetch(base + "/v1/puzzles/random?level=easy&seed=7")).json()) as Picked;
const puzzle = picked.puzzles[0];
const rating: number | null = puzzle.rating;
const hint = await ask<Question, Hint>("/v1/hint", { puzzle: puzzle.puzzle, depth: "nudge" });
const grades = await ask<{ puzzle: string }, Grades>("/v1/grade", { puzzle: puzzle.puzzle });
console.log(picked.seed, puzzle.level, rating, hint.status, grades.level);
`

// TestTypeScriptClient: the document is valid by the schema of OpenAPI 3.1, the types
// that openapi-typescript makes of it compile with a client, and the client runs. To fetch
// and run these takes longer than the tests of all other answers.
func TestTypeScriptClient(t *testing.T) {
	if !*boardtest.Long {
		t.Skip("needs -long")
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("there is no npm")
	}
	if err := exec.CommandContext(t.Context(), "node", "-e", "process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)").Run(); err != nil {
		t.Skipf("there is no Node from 20 on: %v", err)
	}
	s, _ := newServer(t, copyOf(t), nil)
	addr, _ := listen(t, s)
	dir := t.TempDir()
	_, doc := ask(s, "GET", "/openapi.json", "")
	for name, text := range map[string]string{
		"openapi.json": doc, "client.ts": client, "package.json": `{"type":"module","private":true}`,
		"tsconfig.json": `{"compilerOptions":{"target":"es2022","module":"esnext","moduleResolution":"bundler","strict":true,"types":["node"],"skipLibCheck":true},"files":["client.ts"]}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run := func(name string, args ...string) (string, error) {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		c := exec.CommandContext(ctx, name, args...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		return string(out), err
	}
	if out, err := run(npm, "install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "@seriousme/openapi-schema-validator@2.11.0", "openapi-typescript@7.13.0", "typescript@5.9.3", "@types/node@22.19.1"); err != nil {
		t.Skipf("openapi-typescript cannot be fetched: %v\n%s", err, out)
	}
	bin := filepath.Join(dir, "node_modules", ".bin")
	for _, step := range [][]string{
		{filepath.Join(bin, "validate-api"), "openapi.json"},
		{filepath.Join(bin, "openapi-typescript"), "openapi.json", "-o", "api.d.ts"},
		{filepath.Join(bin, "tsc"), "-p", "."},
	} {
		if out, err := run(step[0], step[1:]...); err != nil {
			t.Fatalf("%v: %v\n%s", step, err, out)
		}
	}
	if out, err := run("node", "client.js", "http://"+addr); err != nil || !strings.HasPrefix(out, "7 Easy ") || !strings.Contains(out, " ok Easy") {
		t.Errorf("the client says %q, %v", out, err)
	}
}
