package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func place(t *testing.T, path string) *Place {
	t.Helper()
	p, err := Make(path)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// names lists a folder.
func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}

func TestKeepAndRemove(t *testing.T) {
	dir := t.TempDir()
	// The longest name that file systems commonly allow.
	target := filepath.Join(dir, strings.Repeat("n", 255))
	put(t, target, "old")
	p := place(t, target)
	put(t, p.Path(), "half")
	put(t, p.Path()+"-wal", "more")
	if b, err := os.ReadFile(target); err != nil || string(b) != "old" {
		t.Errorf("while the file is written: %q, %v", b, err)
	}
	if err := p.Remove(); err != nil {
		t.Error(err)
	}
	p = place(t, target)
	put(t, p.Path(), "new")
	if err := p.Keep(); err != nil {
		t.Error(err)
	}
	if b, err := os.ReadFile(target); err != nil || string(b) != "new" {
		t.Errorf("at the end: %q, %v", b, err)
	}
	if got := names(t, dir); got != filepath.Base(target) {
		t.Errorf("left in the folder: %s", got)
	}
}

// TestKeepNew: of several writers of a new file one keeps it, also where a file can
// have one name only, and a second name that a killed one left is swept away.
func TestKeepNew(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "a")
	first, second, third := place(t, target), place(t, target), place(t, target)
	for _, p := range []*Place{first, second, third} {
		put(t, p.Path(), p.folder)
	}
	if err := first.KeepNew(); err != nil {
		t.Fatal(err)
	}
	if err := second.KeepNew(); !errors.Is(err, fs.ErrExist) {
		t.Errorf("the second writer: %v", err)
	}
	single := func(string, string) error { return errors.ErrUnsupported }
	if err := third.link(single); !errors.Is(err, fs.ErrExist) {
		t.Errorf("the third one: %v", err)
	}
	if b, err := os.ReadFile(target); err != nil || string(b) != first.folder {
		t.Errorf("kept %q, %v", b, err)
	}
	if err := os.Remove(target); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(third.link(single), third.Remove()); err != nil {
		t.Error(err)
	}
	if got := names(t, dir); got != "a" {
		t.Errorf("left in the folder: %s", got)
	}
}

func TestKeepFails(t *testing.T) {
	dir := t.TempDir()
	p := place(t, filepath.Join(dir, "a"))
	if err := p.Keep(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing was written: %v", err)
	}
	if got := names(t, dir); got != "" {
		t.Errorf("left in the folder: %s", got)
	}
	if _, err := Make(filepath.Join(dir, "none", "a")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
}

// TestLeftover plays a killed process by closing its lock, which is what the
// system does at its end.
func TestLeftover(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "a")
	first, killed := place(t, target), place(t, target)
	if err := tryLock(killed.lock); errors.Is(err, errors.ErrUnsupported) {
		t.Skip("no locks on folders here")
	}
	put(t, first.Path(), "half")
	put(t, killed.Path(), "half")
	put(t, killed.Path()+"-wal", "half")
	if first.Path() == killed.Path() {
		t.Fatal("took the place of one who is writing")
	}
	killed.lock.Close()
	third := place(t, target)
	if got := names(t, third.folder); got != "" {
		t.Errorf("left of the killed: %s", got)
	}
	if err := errors.Join(first.Keep(), third.Remove()); err != nil {
		t.Error(err)
	}
	if got := names(t, dir); got != "a" {
		t.Errorf("left in the folder: %s", got)
	}
}

// TestSweep: who was killed between the two steps of Keep left an empty folder.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "a")
	killed, writing, other := place(t, target), place(t, target), place(t, filepath.Join(dir, "b"))
	if err := tryLock(killed.lock); errors.Is(err, errors.ErrUnsupported) {
		t.Skip("no locks on folders here")
	}
	put(t, writing.Path(), "more")
	killed.lock.Close()
	other.lock.Close()
	Sweep(target)
	if got, want := names(t, dir), filepath.Base(writing.folder)+" "+filepath.Base(other.folder); got != want {
		t.Errorf("in the folder: %s, want %s", got, want)
	}
	if err := writing.Keep(); err != nil {
		t.Error(err)
	}
}

// TestStrangers: what somebody else put under the name is left alone.
func TestStrangers(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	target := filepath.Join(dir, "a")
	p := place(t, target)
	first := p.folder
	if err := p.Remove(); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(elsewhere, "precious"), "")
	if err := os.Symlink(elsewhere, first); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	p = place(t, target)
	defer p.Remove()
	if p.folder == first {
		t.Error("followed a symbolic link")
	}
	if got := names(t, elsewhere); got != "precious" {
		t.Errorf("elsewhere: %s", got)
	}
	if os.Geteuid() != 0 {
		t.Skip("needs root, to give a folder to somebody else")
	}
	theirs := here().folder(target, 9)
	if err := errors.Join(os.Mkdir(theirs, 0o700), os.Chown(theirs, 65534, 65534)); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(theirs, "a"), "")
	Sweep(target)
	if got := names(t, theirs); got != "a" {
		t.Errorf("theirs: %q", got)
	}
}

// TestManyWriters writes the same file at the same time: one of them wins, whole,
// and none fails.
func TestManyWriters(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "a")
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			for range 20 {
				p, err := Make(target)
				if err != nil {
					t.Error(err)
					return
				}
				err = os.WriteFile(p.Path(), []byte(strings.Repeat(strconv.Itoa(i%10), 1000)), 0o600)
				if err := errors.Join(err, p.Keep()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	b, err := os.ReadFile(target)
	if err != nil || len(b) != 1000 || strings.Count(string(b), string(b[:1])) != 1000 {
		t.Errorf("%d bytes, %v", len(b), err)
	}
	if got := names(t, dir); got != "a" {
		t.Errorf("left in the folder: %s", got)
	}
}

// TestHeld: a place has its maker until that removes it or ends.
func TestHeld(t *testing.T) {
	t.Chdir(t.TempDir())
	first, second := place(t, "a"), place(t, "a")
	if err := tryLock(first.lock); errors.Is(err, errors.ErrUnsupported) {
		t.Skip("no locks on folders here")
	}
	folder, other := first.Folder(), second.Folder()
	if !filepath.IsAbs(folder) || !Held(folder) || !Held(other) {
		t.Errorf("%s and %s are not held", folder, other)
	}
	first.lock.Close() // as the end of the process does
	if Held(folder) || !Held(other) {
		t.Error("the end of one ends the other, or nothing")
	}
	if err := second.Remove(); err != nil || Held(other) {
		t.Errorf("still held when it is removed (%v)", err)
	}
}

// TestWithoutLocks: where nothing can be locked, the places of processes of this machine
// that have ended are leftovers; those of living ones, of other machines and of
// strangers stay.
func TestWithoutLocks(t *testing.T) {
	ended := exec.Command(os.Args[0], "-test.run=^$")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	o := here()
	o.lock = func(*os.File) error { return errors.ErrUnsupported }
	killed, elsewhere := o, o
	killed.pid = ended.Process.Pid
	elsewhere.pid, elsewhere.host = ended.Process.Pid, "another0"
	if killed.alive(killed.pid) || !o.alive(os.Getpid()) {
		t.Skip("the system does not say which processes there are")
	}
	dir := t.TempDir()
	target := filepath.Join(dir, "a")
	stay := []string{filepath.Base(prefix(target)) + "mine"}
	if err := os.Mkdir(filepath.Join(dir, stay[0]), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, other := range []owner{o, elsewhere, killed, killed} {
		p, err := other.make(target)
		if err != nil {
			t.Fatal(err)
		}
		put(t, p.Path(), "half")
		if other.pid != killed.pid || other.host != killed.host {
			stay = append(stay, filepath.Base(p.folder))
		}
	}
	p, err := o.make(target)
	if err != nil {
		t.Fatal(err)
	}
	put(t, p.Path(), "whole")
	if err := p.Keep(); err != nil {
		t.Error(err)
	}
	stay = append(stay, "a")
	slices.Sort(stay)
	if got := names(t, dir); got != strings.Join(stay, " ") {
		t.Errorf("in the folder: %s, want %s", got, stay)
	}
	o.leftovers(target).remove()
	if got := names(t, dir); got != strings.Join(stay, " ") {
		t.Errorf("after a sweep: %s, want %s", got, stay)
	}
}

// TestLookingFails: where the system does not say whether a folder is still the one that
// was locked, that is an error, and no folder stays.
func TestLookingFails(t *testing.T) {
	o := here()
	o.lock = func(f *os.File) error { return f.Close() }
	dir := t.TempDir()
	if _, err := o.make(filepath.Join(dir, "a")); !errors.Is(err, fs.ErrClosed) {
		t.Error(err)
	}
	if got := names(t, dir); got != "" {
		t.Errorf("left behind: %s", got)
	}
}
