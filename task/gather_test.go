package task

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestCorpusName(t *testing.T) {
	for path, want := range map[string]string{
		"a/top1465.txt": "top1465", "x.csv.gz": "x", "v1.2.tsv.zst": "v1.2", "plain": "plain", ".txt": ".txt", "b.gz": "b",
	} {
		if got := corpusName(path, 0); got != want {
			t.Errorf("%s makes corpus %q, want %q", path, got, want)
		}
	}
}

func TestCorpusNameTaken(t *testing.T) {
	for n, want := range []string{"a", "a.csv.gz", "a.csv.gz-2", "a.csv.gz-3"} {
		if got := corpusName("x/a.csv.gz", n); got != want {
			t.Errorf("choice %d is %q, want %q", n, got, want)
		}
	}
}

// TestSilentCopy: waiting for stdin ends with the context.
func TestSilentCopy(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f, err := copyInput(ctx, &Reading{In: silent{}})
	gatheredFiles{f}.remove(&err)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("copying: %v", err)
	}
}

// TestCopyHasNoName: whoever is killed between two steps leaves no copy of stdin.
func TestCopyHasNoName(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("a file has a name for a moment")
	}
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	f, err := nameless()
	if err != nil {
		t.Skip(err) // not on every file system
	}
	defer f.Close()
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v %v", left, err)
	}
}

// TestCopyStays: a copy of stdin that cannot be removed is told.
func TestCopyStays(t *testing.T) {
	dir := t.TempDir()
	file, err := os.Create(filepath.Join(dir, "a"))
	must(t, err)
	talk := ""
	all := gatheredFiles{{copy: file, path: dir, how: &Reading{Warn: func(text string) { talk += text }}}} // a folder with a file in it
	all.remove(&err)
	if err == nil || !strings.Contains(err.Error(), dir) {
		t.Error(err)
	}
	err = io.ErrUnexpectedEOF
	all.remove(&err)
	if err != io.ErrUnexpectedEOF || !strings.Contains(talk, dir) {
		t.Errorf("%v, %s", err, talk)
	}
}
