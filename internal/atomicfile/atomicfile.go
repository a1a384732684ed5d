package atomicfile

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxWriters of the same file at the same time, including leftovers that look
// like writers, are more than anybody has.
const maxWriters = 100

// errTaken says that a folder belongs to somebody else.
var errTaken = errors.New("in use")

// Place is where one file is written.
type Place struct {
	target string
	held
}

// held is a folder with the lock on it, which is nil where there are no locks.
type held struct {
	folder string
	lock   *os.File
}

// remove removes the folder with its contents before the lock is given up, so that
// nobody takes it over halfway.
func (h held) remove() error {
	if h.lock == nil {
		return h.removeAll()
	}
	// RemoveAll opens a folder that is not empty, which a process with too many open
	// files cannot. This one is open already.
	names, _ := h.lock.Readdirnames(-1)
	for _, name := range names {
		_ = os.Remove(filepath.Join(h.folder, name)) // what stays, RemoveAll tells
	}
	return errors.Join(h.removeAll(), h.lock.Close())
}

func (h held) removeAll() error {
	if err := os.RemoveAll(h.folder); err != nil {
		return fmt.Errorf("a folder beside it cannot be removed: %w", err)
	}
	return nil
}

// ErrName says that no file may have this name.
var ErrName = errors.New("names that end in -wal, -shm or -journal belong to SQLite, which removes such files or reads them into a database")

// CheckName returns [ErrName] for a name by which SQLite would take a file for part of a database.
func CheckName(path string) error {
	name := strings.ToLower(path)
	for _, suffix := range []string{"-wal", "-shm", "-journal"} {
		if strings.HasSuffix(name, suffix) {
			return fmt.Errorf("%s: %w", path, ErrName)
		}
	}
	return nil
}

// Make makes the place for the file that will be at path, and removes the
// places that killed processes left. The error may be [ErrName].
func Make(path string) (*Place, error) {
	if err := CheckName(path); err != nil {
		return nil, err
	}
	return here().make(path)
}

// MakeFolder is [Make] for a folder of temporary files, which is made at [Place.Path] and
// never gets the name.
func MakeFolder(path string) (*Place, error) {
	place, err := Make(path)
	if err != nil {
		return nil, err
	}
	if err := os.Mkdir(place.Path(), 0o700); err != nil {
		return nil, errors.Join(err, place.Remove())
	}
	return place, nil
}

// Sweep removes what killed processes left beside the file at path. It is for
// callers that find the file already there and have nothing to write: a process
// may have been killed between the two steps of [Place.Keep]. What has an
// owner, or cannot be removed, stays.
func Sweep(path string) { here().leftovers(path).remove() }

// Held reports whether the process that made a place is alive and has not removed it.
// folder is what [Place.Folder] returned.
func Held(folder string) bool {
	place, err := here().own(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false
	case err == nil && place.lock != nil:
		return place.lock.Close() != nil // nothing was written to it
	}
	_, maker, _ := strings.Cut(strings.TrimPrefix(filepath.Base(folder), "."), "-")
	_, maker, _ = strings.Cut(maker, "-") // after the hash
	return err != nil || !here().gone(maker)
}

// owner is a process that makes places, and how it knows the places of others.
type owner struct {
	host  string // which machine, in eight characters
	pid   int
	lock  func(*os.File) error // errors.ErrUnsupported where there are no locks
	alive func(pid int) bool   // of a process of this machine
}

func here() owner {
	name, _ := os.Hostname() // machines without a name do not share file systems
	hash := fnv.New32a()
	hash.Write([]byte(name))
	return owner{fmt.Sprintf("%08x", hash.Sum32()), os.Getpid(), tryLock, alive}
}

func (o owner) make(path string) (*Place, error) {
	defer o.leftovers(path).remove()
	for i := range maxWriters {
		place, err := o.take(o.folder(path, i))
		switch {
		case err == nil:
			return &Place{path, place}, nil
		case !errors.Is(err, errTaken):
			return nil, err
		}
	}
	return nil, fmt.Errorf("%s: too many programs are writing it", path)
}

// left are places without an owner, held now by this process.
type left []held

func (o owner) leftovers(path string) (l left) {
	entries, _ := os.ReadDir(filepath.Dir(path)) // of a folder that cannot be read, leftovers stay
	for _, e := range entries {
		maker, ours := strings.CutPrefix(e.Name(), prefix(path))
		if !ours {
			continue
		}
		folder := filepath.Join(filepath.Dir(path), e.Name())
		place, err := o.own(folder)
		if err != nil || place.lock == nil && !o.gone(maker) {
			continue
		}
		l = append(l, place)
	}
	return l
}

// gone reports whether the maker of a place, as its name has it, is a process of this
// machine that has ended. A number that another process has by now hides a leftover
// until that one ends.
func (o owner) gone(maker string) bool {
	var host string
	var pid, i int
	n, err := fmt.Sscanf(maker, "%8s-%d-%d", &host, &pid, &i)
	return n == 3 && err == nil && host == o.host && pid > 0 && !o.alive(pid)
}

func (l left) remove() {
	for _, place := range l {
		_ = place.remove() // the next writer finds another number
	}
}

// prefix begins the names of the places beside a file. The name of the file may be as
// long as the file system allows; its hash is shorter.
func prefix(path string) string {
	hash := fnv.New64a()
	hash.Write([]byte(filepath.Base(path)))
	return fmt.Sprintf(".gradoku-%016x-", hash.Sum64())
}

// folder names the i-th place of this process beside a file. The name says who made it
// from its first moment on, which a file in it could not.
func (o owner) folder(path string, i int) string {
	return filepath.Join(filepath.Dir(path), fmt.Sprintf("%s%s-%d-%d", prefix(path), o.host, o.pid, i))
}

// take makes a folder and locks it. In between, somebody else may take it for a
// leftover: then it is theirs.
func (o owner) take(folder string) (held, error) {
	err := os.Mkdir(folder, 0o700)
	switch {
	case errors.Is(err, fs.ErrExist):
		return held{}, errTaken
	case err != nil: // which says more about the folder that people know than about this one
		return held{}, &fs.PathError{Op: "write to", Path: filepath.Dir(folder), Err: errors.Unwrap(err)}
	}
	place, err := o.own(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return held{}, errTaken // somebody took it for a leftover and is done with it
	case err != nil && !errors.Is(err, errTaken):
		return held{}, errors.Join(err, os.Remove(folder))
	}
	return place, err
}

// own opens a folder and locks it. Where there are no locks, a folder belongs to
// whoever its name says.
func (o owner) own(folder string) (held, error) {
	lock, err := openFolder(folder)
	if err != nil {
		return held{}, err
	}
	err = o.lock(lock)
	if errors.Is(err, errors.ErrUnsupported) {
		lock.Close() // nothing was written to it
		return held{folder, nil}, nil
	}
	if err == nil {
		err = sameFolder(folder, lock)
	}
	if err != nil {
		lock.Close() // nothing was written to it
		return held{}, err
	}
	return held{folder, lock}, nil
}

// sameFolder returns errTaken when a folder that is locked is no longer the one of that
// name: its owner was about to remove it and now has.
func sameFolder(folder string, lock *os.File) error {
	now, err := os.Lstat(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return errTaken
	}
	then, bad := lock.Stat()
	if err := errors.Join(err, bad); err != nil {
		return err
	}
	if !os.SameFile(now, then) {
		return errTaken
	}
	return nil
}

// Folder is where the place is, from the root of the file system.
func (p *Place) Folder() string {
	if folder, err := filepath.Abs(p.folder); err == nil {
		return folder
	}
	return p.folder
}

// Path is where to write. No file is there yet.
func (p *Place) Path() string { return filepath.Join(p.folder, "file") }

// Create makes the file, open for writing, with the permissions that the user's
// umask leaves.
func (p *Place) Create() (*os.File, error) {
	return os.OpenFile(p.Path(), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// Keep waits until the file has reached the disk, gives it its name and removes
// the place. A file that had the name is replaced; its permissions remain. It is there
// and whole too when the last step alone fails.
func (p *Place) Keep() error {
	return errors.Join(p.Name(), p.Remove())
}

// KeepNew is Keep for a file whose name nobody may have yet. If somebody has, the error
// is [fs.ErrExist]. Whoever is killed before its last step leaves the file with a second
// name in the place, which [Sweep] removes.
func (p *Place) KeepNew() error {
	err := p.settle()
	if err == nil {
		err = p.link(os.Link)
	}
	if err != nil {
		return errors.Join(err, p.Remove())
	}
	_ = p.Remove()
	return nil
}

// link gives the file its name beside the one that it has, which replaces none. Where a
// file can have one name only, there is a moment between the look and the renaming.
func (p *Place) link(try func(from, to string) error) error {
	err := try(p.Path(), p.target)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, err := os.Lstat(p.target); err == nil {
		return &fs.PathError{Op: "write", Path: p.target, Err: fs.ErrExist}
	}
	return os.Rename(p.Path(), p.target)
}

// Name is [Place.Keep] without its last step. Until [Place.Remove], the place
// stands for what its owner still has to do for the file: see [Held].
func (p *Place) Name() error {
	if err := p.settle(); err != nil {
		return err
	}
	return os.Rename(p.Path(), p.target)
}

// settle sets the permissions at the end, for they may forbid writing.
func (p *Place) settle() error {
	f, err := os.OpenFile(p.Path(), os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if old, statErr := os.Stat(p.target); statErr == nil {
		err = f.Chmod(old.Mode().Perm())
	}
	return errors.Join(err, f.Sync(), f.Close())
}

// Remove removes the place with its contents.
func (p *Place) Remove() error { return p.remove() }
