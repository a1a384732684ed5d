package atomicfile

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

// maxWriters limits the writers of the same file at the same time, including
// leftovers that look like writers. Nobody has that many.
const maxWriters = 100

// errTaken says that a folder belongs to another process.
var errTaken = errors.New("in use")

// Place is a hidden folder in which one file is written.
type Place struct {
	target string
	held
}

// held is a folder with its lock, which is nil if there are no locks.
type held struct {
	folder string
	lock   *os.File
}

// remove removes the folder with its contents before it releases the lock, so that
// no process takes it over halfway.
func (h held) remove() error {
	if h.lock == nil {
		return h.removeAll()
	}
	// RemoveAll would open a folder that is not empty, which fails if too many files
	// are open. This folder is open already.
	names, _ := h.lock.Readdirnames(-1)
	for _, name := range names {
		_ = os.Remove(filepath.Join(h.folder, name)) // RemoveAll reports what stays
	}
	return errors.Join(h.removeAll(), h.lock.Close())
}

func (h held) removeAll() error {
	if err := os.RemoveAll(h.folder); err != nil {
		return fmt.Errorf("a folder next to it cannot be removed: %w", err)
	}
	return nil
}

// ErrName says that no file may have this name.
var ErrName = errors.New("no file may have this name")

// CheckName returns [ErrName] for a name by which SQLite would take a file for part of a
// database.
func CheckName(path string) error {
	name := strings.ToLower(path)
	for _, suffix := range []string{"-wal", "-shm", "-journal"} {
		if strings.HasSuffix(name, suffix) {
			return fmt.Errorf("%s: %w: names that end in -wal, -shm or -journal belong to SQLite, which removes such files or reads them into a database", path, ErrName)
		}
	}
	return nil
}

// CheckNew is [CheckName] for a new file, whose name has no line breaks and other characters
// that control terminals either.
func CheckNew(path string) error {
	if strings.ContainsFunc(path, unicode.IsControl) {
		return fmt.Errorf("%q: %w: it has a line break or another control character", path, ErrName)
	}
	return CheckName(path)
}

// Make makes the place for the file that will be at path, and removes the
// places that killed processes left. The error may be [ErrName].
func Make(path string) (*Place, error) {
	if err := CheckNew(path); err != nil {
		return nil, err
	}
	return here().make(path)
}

// Sweep removes what killed processes left next to the file at path. It is for
// callers that find the file already there and have nothing to write: a process
// may have been killed between the two steps of [Place.Keep]. Places that have
// an owner, or cannot be removed, stay.
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

// Own takes the lock of a folder, until release or the end of the process. The error says
// that another process has it. Where there are no locks, everybody gets it.
func Own(folder string) (release func(), err error) {
	place, err := here().own(folder)
	switch {
	case err != nil:
		return nil, err
	case place.lock == nil:
		return func() {}, nil
	}
	return func() { place.lock.Close() }, nil // nothing was written to it
}

// owner is a process that makes places, and how it knows the places of others.
type owner struct {
	host  string // which machine, in eight characters
	pid   int
	lock  func(*os.File) error // errors.ErrUnsupported if there are no locks
	alive func(pid int) bool   // of a process of this machine
}

func here() owner {
	name, _ := os.Hostname() // machines without a name do not share file systems
	hash := fnv.New32a()
	hash.Write([]byte(name))
	return owner{fmt.Sprintf("%08x", hash.Sum32()), os.Getpid(), tryLock, alive}
}

func (o owner) make(path string) (*Place, error) {
	// Leftovers are removed last, so that no place gets the name of one that other writers
	// still know.
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
	entries, _ := os.ReadDir(filepath.Dir(path)) // leftovers stay in a folder that cannot be read
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

// gone reports whether the maker of a place, according to its name, is a process of
// this machine that has ended. If another process now has that number, the leftover
// stays until it ends.
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

// prefix begins the names of the places next to a file. The name of the file may be
// as long as the file system allows; its hash is shorter.
func prefix(path string) string {
	hash := fnv.New64a()
	hash.Write([]byte(filepath.Base(path)))
	return fmt.Sprintf(".gradoku-%016x-", hash.Sum64())
}

// folder names the i-th place of this process next to a file. The name says who made
// it from the first moment on, which a file in it could not.
func (o owner) folder(path string, i int) string {
	return filepath.Join(filepath.Dir(path), fmt.Sprintf("%s%s-%d-%d", prefix(path), o.host, o.pid, i))
}

// take makes a folder and locks it. In between, another process may take it for
// a leftover: then it belongs to that process.
func (o owner) take(folder string) (held, error) {
	err := os.Mkdir(folder, 0o700)
	switch {
	case errors.Is(err, fs.ErrExist):
		return held{}, errTaken
	case err != nil: // the error is reported for the folder that users know, not for this one
		return held{}, &fs.PathError{Op: "write to", Path: filepath.Dir(folder), Err: errors.Unwrap(err)}
	}
	place, err := o.own(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return held{}, errTaken // another process took it for a leftover and has removed it
	case err != nil && !errors.Is(err, errTaken):
		return held{}, errors.Join(err, os.Remove(folder))
	}
	return place, err
}

// own opens a folder and locks it. Without locks, a folder belongs to the
// process in its name.
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

// sameFolder returns errTaken if a locked folder is no longer the one with that name:
// its owner has just removed it.
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

// Create creates the file, open for writing, with the permissions that the
// user's umask allows.
func (p *Place) Create() (*os.File, error) {
	return os.OpenFile(p.Path(), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// Keep waits until the file has reached the disk, gives it its name and removes the
// place. A file that had the name is replaced; its permissions remain. If only the
// last step fails, the file is still there and complete.
func (p *Place) Keep() error {
	return errors.Join(p.Name(), p.Remove())
}

// KeepNew is Keep for a name that must not exist yet. If it does, the error is
// [fs.ErrExist]. A process killed before the last step leaves the file with a second
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

// link gives the file a second name, which replaces no file. If files can have only one
// name, another file could appear between the check and the renaming.
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

// settle sets the permissions at the end, since they may forbid writing.
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
