package atomicfile

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// maxWriters of the same file at the same time, including leftovers that look
// like writers, are more than anybody has.
const maxWriters = 100

// errTaken says that a folder belongs to somebody else.
var errTaken = errors.New("in use")

// Place is where one file is written.
type Place struct {
	// Killed is zero unless a process was killed that wrote the same file: then it
	// is a time at which that process was at work. The file may have its name all
	// the same: see [Place.Name].
	Killed time.Time

	target, folder string
	lock           *os.File // the open folder
}

// Make makes the place for the file that will be at path, and removes the
// places that killed processes left.
func Make(path string) (*Place, error) {
	left := leftovers(path)
	defer left.remove()
	for i := range maxWriters {
		folder := folder(path, i)
		lock, err := take(folder)
		switch {
		case err == nil:
			if !left.oldest.IsZero() {
				// Whoever is killed in turn does not hide the first one.
				_ = os.Chtimes(folder, left.oldest, left.oldest)
			}
			return &Place{left.oldest, path, folder, lock}, nil
		case !errors.Is(err, errTaken):
			return nil, err
		}
	}
	return nil, fmt.Errorf("%s: too many programs are writing it", path)
}

// Sweep removes what killed processes left beside the file at path. It is for
// callers that find the file already there and have nothing to write: a process
// may have been killed between the two steps of [Place.Keep]. What has an
// owner, or cannot be removed, stays.
func Sweep(path string) { leftovers(path).remove() }

// left are places without an owner, locked now by this process.
type left struct {
	locks  []*os.File
	oldest time.Time
}

func leftovers(path string) (l left) {
	for i := range maxWriters {
		folder := folder(path, i)
		info, err := os.Lstat(folder)
		if err != nil {
			continue
		}
		lock, err := openFolder(folder)
		if err != nil {
			continue
		}
		if own(lock, folder) != nil {
			lock.Close() // nothing was written to it
			continue
		}
		l.locks = append(l.locks, lock)
		if l.oldest.IsZero() || info.ModTime().Before(l.oldest) {
			l.oldest = info.ModTime()
		}
	}
	return l
}

func (l left) remove() {
	for _, lock := range l.locks {
		_ = os.RemoveAll(lock.Name()) // the next writer finds another number
		lock.Close()                  // nothing was written to it
	}
}

// folder names the i-th place beside a file. The name of the file may be as long
// as the file system allows; its hash is shorter.
func folder(path string, i int) string {
	hash := fnv.New64a()
	hash.Write([]byte(filepath.Base(path)))
	return filepath.Join(filepath.Dir(path), fmt.Sprintf(".gradoku-%016x-%d", hash.Sum64(), i))
}

// take makes a folder and locks it. In between, somebody else may take it for a
// leftover: then it is theirs.
func take(folder string) (*os.File, error) {
	err := os.Mkdir(folder, 0o700)
	switch {
	case errors.Is(err, fs.ErrExist):
		return nil, errTaken
	case err != nil: // which says more about the folder that people know than about this one
		return nil, &fs.PathError{Op: "write to", Path: filepath.Dir(folder), Err: errors.Unwrap(err)}
	}
	lock, err := openFolder(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errTaken // somebody took it for a leftover and is done with it
	case err != nil:
		return nil, errors.Join(err, os.Remove(folder))
	}
	if err := own(lock, folder); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		lock.Close() // nothing was written to it
		return nil, err
	}
	return lock, nil
}

// own locks a folder. Where there are no locks, errors.ErrUnsupported, a folder
// belongs to whoever made it.
func own(lock *os.File, folder string) error {
	if err := tryLock(lock); err != nil {
		return err
	}
	now, err := os.Lstat(folder)
	if err != nil {
		return errTaken
	}
	if then, err := lock.Stat(); err != nil || !os.SameFile(now, then) {
		return errTaken // its owner was about to remove it and now has
	}
	return nil
}

// Path is where to write. No file is there yet.
func (p *Place) Path() string { return filepath.Join(p.folder, "file") }

// Create makes the file, open for writing, with the permissions that the user's
// umask leaves.
func (p *Place) Create() (*os.File, error) {
	return os.OpenFile(p.Path(), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// Keep waits until the file has reached the disk, gives it its name and removes
// the place. A file that had the name is replaced; its permissions remain.
func (p *Place) Keep() error {
	if err := p.Name(); err != nil {
		return errors.Join(err, p.Remove())
	}
	_ = p.Remove() // the file has its name: what may be left is an empty folder
	return nil
}

// Name is [Place.Keep] without its last step. Until [Place.Remove], the place
// stands for what its owner still has to do for the file: whoever is killed
// before leaves it, and the next one is told by Killed.
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

// Remove removes the place with its contents before its lock is given up, so
// that nobody takes it over halfway.
func (p *Place) Remove() error {
	return errors.Join(os.RemoveAll(p.folder), p.lock.Close())
}
