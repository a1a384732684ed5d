//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package task

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"gradoku/internal/atomicfile"
)

// TestToFileFails: whoever writes is told of the file that they named, not of the one that
// takes its name later, whether the writing fails at once or when the file is closed.
func TestToFileFails(t *testing.T) {
	// The limit holds for all files of a process, also for the log that go test asks for.
	if os.Getenv("GRADOKU_TEST_LIMIT") == "" {
		child := exec.Command(os.Args[0], "-test.run=^TestToFileFails$")
		child.Env = append(os.Environ(), "GRADOKU_TEST_LIMIT=1")
		if out, err := child.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	var limit syscall.Rlimit
	must(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit))
	small := limit
	small.Cur = 1000
	for _, size := range []int{5000, 500000} {
		dir := t.TempDir()
		path := filepath.Join(dir, "out.csv")
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &small); err != nil {
			t.Skip(err)
		}
		err := ToFile(t.Context(), path, func(w io.Writer) error {
			_, err := w.Write(bytes.Repeat([]byte("x"), size))
			return err
		})
		must(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit))
		var p *Problem
		if !errors.As(err, &p) || !strings.HasPrefix(err.Error(), "writing "+path+": ") || strings.Contains(err.Error(), ".gradoku-") || p.Advice == "" {
			t.Errorf("%d bytes: %v", size, err)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v %v", left, err)
		}
	}
}

// TestCannotReplace: a file that cannot be replaced is told by its name too.
func TestCannotReplace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.csv")
	d := Draft{path: path, place: new(atomicfile.Place)}
	err := d.cannot(&os.LinkError{Op: "rename", Old: "/tmp/.gradoku-1/file", New: path, Err: syscall.EPERM})
	var p *Problem
	var file *fs.PathError
	if !errors.As(err, &p) || p.Code != Data || !errors.As(err, &file) || file.Op != "replace" || file.Path != path {
		t.Errorf("%v", err)
	}
}

// TestDraftStays: what cannot be removed beside a file is told, unless there is more to tell.
func TestDraftStays(t *testing.T) {
	for _, before := range []error{nil, io.ErrUnexpectedEOF} {
		path := filepath.Join(t.TempDir(), "out.csv")
		d, err := NewDraft(path)
		must(t, err)
		d.place.Remove() // a second time fails: the lock is given up already
		err = before
		d.Remove(&err)
		if before == nil && (err == nil || !strings.HasPrefix(err.Error(), path)) || before != nil && err != before {
			t.Errorf("after %v: %v", before, err)
		}
	}
}
