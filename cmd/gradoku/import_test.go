package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gradoku/internal/boardtest"
	"gradoku/task"
)

// call runs a command line and returns its exit code and what it printed.
func call(t *testing.T, args ...string) (code int, out, talk string) {
	t.Helper()
	var o, e bytes.Buffer
	code = execute(append([]string{"gradoku"}, args...), Streams{In: strings.NewReader(""), Out: &o, Err: &e})
	return code, o.String(), e.String()
}

// output is what a command says in this process, which makes and judges what processes write:
// to start one takes longer than most commands.
func output(t *testing.T, args ...string) string {
	t.Helper()
	code, out, talk := call(t, args...)
	if code != 0 {
		t.Fatalf("%v: exit code %d\n%s", args, code, talk)
	}
	return out
}

// TestImportOfRealFiles: what is known about public files comes out. The large
// ones are for the long tests.
func TestImportOfRealFiles(t *testing.T) {
	for _, f := range []struct {
		name  string
		code  int
		items map[string]int64
		long  bool
	}{
		{"bench/sudoku-easy50.txt", 0, map[string]int64{"new": 49, "known": 1}, false},
		{"bench/sudoku-hardest.txt", 0, map[string]int64{"new": 11}, false},
		{"bench/sudoku-top95.txt", 0, map[string]int64{"new": 94, "isomorph": 1}, false},
		{"bench/multi.txt", 1, map[string]int64{"several": 5000}, false},
		{"bench/top1465.txt", 0, map[string]int64{"new": 1464, "isomorph": 1}, true},
		{"bench/forum11.txt", 0, map[string]int64{"new": 4877}, true},
		{"bench/17clue.txt", 0, map[string]int64{"new": 49158}, true},
		{"human/cloudsudoku-dev.tsv", 0, map[string]int64{"new": 767}, false},
		{"ratings/se-dev.tsv", 0, map[string]int64{"new": 1516}, true},
		{"ratings/controlled-bias-dev.tsv", 0, map[string]int64{"new": 10688}, true},
		{"ratings/exchange-diabolical-dev.tsv", 0, map[string]int64{"new": 19860}, true},
		{"ratings/exchange-mixed-dev.tsv", 0, map[string]int64{"new": 500}, false},
	} {
		t.Run(f.name, func(t *testing.T) {
			if f.long && !*long {
				t.Skip("needs -long")
			}
			path, db := boardtest.DataFile(t, f.name), filepath.Join(t.TempDir(), "a.db")
			code, out, talk := call(t, "import", path, "--grade", "none", "--json", "--db", db)
			var report struct{ Items map[string]int64 }
			if err := json.Unmarshal([]byte(out), &report); err != nil {
				t.Fatalf("%v: %s\n%s", err, out, talk)
			}
			for status, n := range report.Items {
				if n != f.items[status] {
					t.Errorf("%d are %s, want %d", n, status, f.items[status])
				}
			}
			if code != f.code {
				t.Errorf("exit code %d, want %d:\n%s", code, f.code, talk)
			}
			if code, out, talk := call(t, "db", "check", "--db", db); code != 0 {
				t.Errorf("check: %s%s", out, talk)
			}
		})
	}
}

// endless is a line without an end that counts what was read of it.
type endless struct{ read int64 }

func (e *endless) Read(p []byte) (int, error) {
	if e.read += int64(len(p)); e.read > 1<<30 {
		return 0, errors.New("a gigabyte was read")
	}
	for i := range p {
		p[i] = '1'
	}
	return len(p), nil
}

// TestEndlessStdin: what has no end and is no puzzle file is not copied until
// the disk is full.
func TestEndlessStdin(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	var o, e bytes.Buffer
	code := execute([]string{"gradoku", "import", "--name", "x", "--db", filepath.Join(tmp, "a.db"), "-"}, Streams{In: &endless{}, Out: &o, Err: &e})
	if code != task.Data || !strings.Contains(e.String(), "line 1 is longer than 64 MiB") {
		t.Errorf("exit code %d: %s", code, e.String())
	}
	if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestMorphOfHalfAFile: a file that cannot be read to its end replaces nothing that was made
// of a whole one.
func TestMorphOfHalfAFile(t *testing.T) {
	in, out := filepath.Join(t.TempDir(), "in.txt.gz"), filepath.Join(t.TempDir(), "out.txt")
	output(t, "morph", "1234341221434321", "-k", "1", "-o", in)
	packed, err := os.ReadFile(in)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(in, packed[:len(packed)-4], 0o600), os.WriteFile(out, []byte("old"), 0o600)); err != nil {
		t.Fatal(err)
	}
	code, _, talk := call(t, "morph", in, "-o", out)
	if text, err := os.ReadFile(out); err != nil || string(text) != "old" || code != task.Data || !strings.Contains(talk, "in.txt.gz") {
		t.Errorf("exit %d, %q, %v\n%s", code, text, err, talk)
	}
}
