package web_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGoldenHints: the server gives the answers that package grade holds, in the same
// bytes, one by one and as a stream.
func TestGoldenHints(t *testing.T) {
	file, err := os.ReadFile(filepath.Join("..", "hint", "testdata", "hints.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	s, _ := newServer(t, copyOf(t), nil)
	var queries, hints [][]byte
	for line := range bytes.Lines(file) {
		var golden struct{ Query, Hint json.RawMessage }
		if err := json.Unmarshal(line, &golden); err != nil {
			t.Fatal(err)
		}
		queries, hints = append(queries, golden.Query), append(hints, golden.Hint)
	}
	for i := 0; i < len(queries); i += 10 {
		if _, got := ask(s, "POST", "/v1/hint", string(queries[i]), "Content-Type", "application/json"); strings.TrimSpace(got) != string(hints[i]) {
			t.Errorf("%s:\n got %s\nwant %s", queries[i], got, hints[i])
		}
	}
	_, body := ask(s, "POST", "/v1/hint", string(bytes.Join(queries, []byte("\n"))), "Content-Type", "application/x-ndjson")
	answers := strings.Split(strings.TrimSpace(body), "\n")
	if len(answers) != len(hints) {
		t.Fatalf("%d answers to %d questions", len(answers), len(hints))
	}
	for i := range answers {
		if answers[i] != string(hints[i]) {
			t.Errorf("%s in a stream:\n got %s\nwant %s", queries[i], answers[i], hints[i])
		}
	}
}
