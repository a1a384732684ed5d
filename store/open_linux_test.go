package store

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// mount gives the test a file system of its own, or skips it.
func mount(t *testing.T, size string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("cannot mount a file system here: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, 0) })
	return dir
}

// TestPipe checks that a pipe is refused instead of waited for.
func TestPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	if err := syscall.Mkfifo(path, 0o666); err != nil {
		t.Skipf("cannot make a pipe here: %v", err)
	}
	for _, mode := range []Mode{ReadWrite, ReadOnly} {
		if _, err := Open(t.Context(), path, mode); !errors.Is(err, ErrNotDatabase) {
			t.Errorf("mode %d: got %v, want %v", mode, err, ErrNotDatabase)
		}
	}
}

// TestReadOnlyMedium reads a database on a file system mounted read-only.
func TestReadOnlyMedium(t *testing.T) {
	dir := mount(t, "4m")
	path := filepath.Join(dir, "a.db")
	d := reopen(t, path, ReadWrite)
	begin(t, d, wish(1, 10))
	d.Close()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skipf("cannot remount: %v", err)
	}
	if d, err := Open(t.Context(), path, ReadWrite); !errors.Is(err, ErrReadOnly) {
		t.Errorf("ReadWrite: %v, %v; want %v", d, err, ErrReadOnly)
	}
	if d, err := Open(t.Context(), filepath.Join(dir, "new.db"), ReadWrite); !errors.Is(err, ErrReadOnly) {
		t.Errorf("new file: %v, %v; want %v", d, err, ErrReadOnly)
	}
	d = reopen(t, path, ReadOnly)
	if _, err := d.Run(t.Context(), 1); err != nil {
		t.Error(err)
	}
	d.Close()
}

// TestDiskFull fills a small file system and checks that the batch that did not
// fit left nothing, that what was there is sound, and that the run goes on once
// there is room.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	dir := mount(t, "1m")
	path := filepath.Join(dir, "a.db")
	d := reopen(t, path, ReadWrite)
	run := begin(t, d, wish(1, 1_000_000))
	before, at, err := "", int64(0), error(nil)
	for err == nil {
		before = dump(t, d)
		_, err = d.SaveBatch(t.Context(), fakeBatch(run.ID, at, 250))
		at += 250
	}
	if !errors.Is(err, ErrFull) {
		t.Fatalf("got %v, want %v", err, ErrFull)
	}
	at -= 250
	if at == 0 {
		t.Fatal("not even one batch did fit")
	}
	same(t, "rows after the disk was full", dump(t, d), before)
	sound(t, d)
	d.Close()
	d = reopen(t, path, ReadWrite)
	same(t, "rows after reopening", dump(t, d), before)
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size=8m"); err != nil {
		t.Skipf("cannot make room: %v", err)
	}
	saved := save(t, d, fakeBatch(run.ID, at, 250))
	if saved.Run.Accepted != at+250 {
		t.Errorf("%d puzzles after going on, want %d", saved.Run.Accepted, at+250)
	}
	sound(t, d)
}

// TestNoRoomForADatabase attempts to make one where not even the schema fits.
func TestNoRoomForADatabase(t *testing.T) {
	dir := mount(t, "16k")
	_, err := Open(t.Context(), filepath.Join(dir, "a.db"), ReadWrite)
	if !errors.Is(err, ErrFull) {
		t.Errorf("got %v, want %v", err, ErrFull)
	}
}

// TestPermissions: files have the permissions that the user's umask leaves, and
// those that exist keep their own.
func TestPermissions(t *testing.T) {
	mode := func(path string) fs.FileMode {
		info, err := os.Stat(path)
		must(t, err)
		return info.Mode()
	}
	for umask, want := range map[int]fs.FileMode{0o077: 0o600, 0o022: 0o644, 0o002: 0o664} {
		dir := t.TempDir()
		made, copied := filepath.Join(dir, "made.db"), filepath.Join(dir, "copied.db")
		shipped, replaced := filepath.Join(dir, "shipped.db"), filepath.Join(dir, "replaced.db")
		opened := filepath.Join(dir, "opened.db")
		for _, path := range []string{replaced, opened} {
			must(t, errors.Join(os.WriteFile(path, nil, 0o600), os.Chmod(path, 0o640)))
		}
		err := func() error {
			defer syscall.Umask(syscall.Umask(umask))
			var errs []error
			for _, path := range []string{made, opened} {
				d, err := Open(t.Context(), path, ReadWrite)
				if err != nil {
					return err
				}
				if got := mode(path + "-wal"); got != mode(path) {
					errs = append(errs, fmt.Errorf("umask %03o: mode %v, its -wal %v", umask, mode(path), got))
				}
				errs = append(errs, d.Close())
			}
			d, err := Open(t.Context(), made, ReadOnly)
			if err != nil {
				return err
			}
			errs = append(errs, d.Copy(t.Context(), copied, func(int64, int64) {}), d.Close())
			for _, path := range []string{shipped, replaced} {
				_, err := writeApp(t.Context(), path, func(func(Puzzle, error) bool) {})
				errs = append(errs, err)
			}
			return errors.Join(errs...)
		}()
		if err != nil {
			t.Error(err)
		}
		for _, path := range []string{made, copied, shipped} {
			if got := mode(path); got != want {
				t.Errorf("umask %03o: %s has mode %v, want %v", umask, filepath.Base(path), got, want)
			}
		}
		for _, path := range []string{opened, replaced} {
			if got := mode(path); got != 0o640 {
				t.Errorf("umask %03o: %s has mode %v, want its own 0640", umask, filepath.Base(path), got)
			}
		}
	}
}

// TestCopyOnAFullDisk copies where the new database may not fit: it either ends well or
// leaves nothing.
func TestCopyOnAFullDisk(t *testing.T) {
	from := create(t)
	run := begin(t, from, wish(1, 3000))
	r := rand.New(rand.NewPCG(1, 2))
	var list []Puzzle
	for seq := range int64(3000) {
		list = append(list, varied(r, seq))
	}
	save(t, from, Batch{RunID: run.ID, To: 3000, Puzzles: list})
	var full int
	for kB := 600; kB <= 3000; kB += 480 {
		dir := mount(t, fmt.Sprintf("%dk", kB))
		out := filepath.Join(dir, "m.db")
		if err := from.Copy(t.Context(), out, func(int64, int64) {}); err != nil {
			full++
			left, err2 := os.ReadDir(dir)
			if !errors.Is(err, ErrFull) || err2 != nil || len(left) > 0 {
				t.Errorf("%d kB: %v; left behind: %v, %v", kB, err, left, err2)
			}
			continue
		}
		d, err := Open(t.Context(), out, ReadOnly)
		if err != nil {
			t.Errorf("%d kB: %v", kB, err)
			continue
		}
		if problems, err := d.Check(t.Context(), false, nil); err != nil || len(problems) > 0 {
			t.Errorf("%d kB: the copy reported success and left %v, %v", kB, problems, err)
		}
		d.Close()
	}
	if full == 0 || full == 6 {
		t.Errorf("%d of 6 copies ended with a full disk", full)
	}
}

// TestHardLink: a file with two names is read, but not written to.
func TestHardLink(t *testing.T) {
	d := create(t)
	must(t, d.Close())
	other := d.path + "2"
	if err := os.Link(d.path, other); err != nil {
		t.Skip(err)
	}
	for _, path := range []string{d.path, other} {
		if _, err := Open(t.Context(), path, ReadWrite); !errors.Is(err, ErrReadOnly) || !strings.Contains(err.Error(), "2 names") {
			t.Errorf("to write: %v", err)
		}
		d, err := Open(t.Context(), path, ReadOnly)
		if err != nil {
			t.Fatalf("to read: %v", err)
		}
		d.Close()
	}
	must(t, os.Remove(other))
	reopen(t, d.path, ReadWrite)
	if err := errors.Join(os.WriteFile(other, nil, 0o600), syscall.Mount(d.path, other, "", syscall.MS_BIND, "")); err != nil {
		t.Skipf("cannot mount a file here: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(other, syscall.MNT_DETACH) })
	if _, err := Open(t.Context(), other, ReadWrite); !errors.Is(err, ErrReadOnly) || !strings.Contains(err.Error(), "bind mount") {
		t.Errorf("to write to a mounted file: %v", err)
	}
	reopen(t, other, ReadOnly)
}

// TestLinkToWAL: what a killed process left in the -wal file is read under the name of
// a link too, also where the file may not be written.
func TestLinkToWAL(t *testing.T) {
	d := create(t)
	begin(t, d, wish(1, 10))
	link := filepath.Join(t.TempDir(), "link.db")
	must(t, errors.Join(os.Chmod(d.path, 0o444), os.Symlink(d.path, link)))
	if _, err := reopen(t, link, ReadOnly).Run(t.Context(), 1); err != nil {
		t.Error(err)
	}
}

// TestReadOnlyFile: reading a file that may not be written leaves nothing beside it,
// so that it can be written once it may be.
func TestReadOnlyFile(t *testing.T) {
	d := create(t)
	must(t, errors.Join(d.Close(), os.Chmod(d.path, 0o444)))
	reader, err := Open(t.Context(), d.path, ReadOnly)
	must(t, err)
	for _, beside := range []string{"-wal", "-shm"} {
		if _, err := os.Stat(d.path + beside); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", beside, err)
		}
	}
	must(t, os.Chmod(d.path, 0o644))
	writer := reopen(t, d.path, ReadWrite)
	begin(t, writer, wish(1, 10))
	if runs, err := reader.Runs(t.Context()); err != nil || len(runs) > 0 || !reader.Outdated() {
		t.Errorf("while another writes to the -wal file: %v, %v", runs, err)
	}
	must(t, writer.Close())
	for name, read := range map[string]func() error{ // pages of before and of after may have come together
		"runs": func() error { _, err := reader.Runs(t.Context()); return err },
		"puzzles": func() (err error) {
			for _, err = range reader.Puzzles(t.Context(), Filter{}) {
			}
			return err
		},
		"labels": func() (err error) {
			for _, err = range reader.LabelledPuzzles(t.Context(), nil) {
			}
			return err
		},
	} {
		if err := read(); !errors.Is(err, ErrBusy) {
			t.Errorf("%s of a file that has changed: %v", name, err)
		}
	}
	if err := reader.Close(); err != nil {
		t.Error(err)
	}
}
