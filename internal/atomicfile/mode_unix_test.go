//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestTooManyOpenFiles: a process that may open no more files removes its place all
// the same.
func TestTooManyOpenFiles(t *testing.T) {
	dir := t.TempDir()
	p := place(t, filepath.Join(dir, "a"))
	put(t, p.Path(), "half")
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	none := limit
	none.Cur = 0
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &none); err != nil {
		t.Skip(err)
	}
	err := p.Remove()
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	if got := names(t, dir); err != nil || got != "" {
		t.Errorf("%v, left behind: %s", err, got)
	}
}

// TestPermissions: a new file has what the user's umask leaves, and one that is
// replaced keeps its own.
func TestPermissions(t *testing.T) {
	for _, c := range []struct {
		umask     int
		old, want fs.FileMode // old is 0 for a new file
	}{
		{umask: 0o077, want: 0o600},
		{umask: 0o022, want: 0o644},
		{umask: 0o002, want: 0o664},
		{umask: 0o022, old: 0o640, want: 0o640},
		{umask: 0o077, old: 0o644, want: 0o644},
		{umask: 0o022, old: 0o444, want: 0o444},
	} {
		target := filepath.Join(t.TempDir(), "a")
		if c.old != 0 {
			put(t, target, "old")
			if err := os.Chmod(target, c.old); err != nil {
				t.Fatal(err)
			}
		}
		umask := syscall.Umask(c.umask)
		p := place(t, target)
		f, err := p.Create()
		if err == nil {
			err = errors.Join(f.Close(), p.Keep())
		}
		syscall.Umask(umask)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(target); err != nil || info.Mode() != c.want {
			t.Errorf("umask %03o, file of mode %03o: %v, %v, want %03o", c.umask, c.old, info.Mode(), err, c.want)
		}
	}
}
