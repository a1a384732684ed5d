package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"gradoku/cmd/gradoku/cli"
	"gradoku/corpus"
)

// TestParquet: a build without Parquet says so and how to get one, and leaves no
// file; one with it writes a file that begins and ends as its format has it.
func TestParquet(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.parquet")
	const puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
	code, _, talk := call(t, "convert", "-o", path, puzzle)
	text, err := os.ReadFile(path)
	if _, none := corpus.Parquet(); none != nil {
		const want = "gradoku: this gradoku is built without Parquet\n  go build -tags parquet ./cmd/gradoku builds one with Parquet; csv and jsonl hold the same data\n"
		if code != cli.ExitUsage || talk != want || err == nil {
			t.Errorf("exit code %d, %q, file: %v", code, talk, err)
		}
		return
	}
	if code != 0 || !bytes.HasPrefix(text, []byte("PAR1")) || !bytes.HasSuffix(text, []byte("PAR1")) {
		t.Errorf("exit code %d, %q, %v, %q", code, talk, err, text)
	}
}
