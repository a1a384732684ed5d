package beside

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
)

// maxWriters of the same file at the same time, and leftovers that cannot be
// told from them, are more than anybody has.
const maxWriters = 1000

// errTaken says that a folder belongs to somebody else.
var errTaken = errors.New("in use")

// Place is where one file is written.
type Place struct {
	target, folder string
	lock           *os.File // the open folder
}

// Make makes the place for the file that will be at path, and removes what a
// killed process left in it.
func Make(path string) (*Place, error) {
	hash := fnv.New64a() // a name may be as long as the file system allows; this is shorter
	hash.Write([]byte(filepath.Base(path)))
	for i := range maxWriters {
		folder := filepath.Join(filepath.Dir(path), fmt.Sprintf(".gradoku-%016x-%d", hash.Sum64(), i))
		lock, err := take(folder)
		switch {
		case err == nil:
			return &Place{path, folder, lock}, nil
		case !errors.Is(err, errTaken):
			return nil, err
		}
	}
	return nil, fmt.Errorf("%s: too many programs are writing it", path)
}

// take makes a folder, or takes over one without an owner. Between the making
// and the locking somebody else may take it for a leftover: then it is his.
func take(folder string) (*os.File, error) {
	err := os.Mkdir(folder, 0o700)
	made := err == nil
	if !made && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	lock, err := openFolder(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errTaken // somebody took it for a leftover, and is done with it
	case made && err != nil:
		return nil, errors.Join(err, os.Remove(folder))
	case err != nil:
		return nil, errTaken
	}
	if err := own(lock, folder, made); err != nil {
		lock.Close() // nothing was written to it
		return nil, err
	}
	return lock, nil
}

// own locks the folder and empties it.
func own(lock *os.File, folder string, made bool) error {
	err := tryLock(lock)
	if err != nil && (!made || !errors.Is(err, errors.ErrUnsupported)) {
		return errTaken
	}
	now, err := os.Lstat(folder)
	if err != nil {
		return errTaken
	}
	if then, err := lock.Stat(); err != nil || !os.SameFile(now, then) {
		return errTaken // its owner was about to remove it, and has
	}
	entries, err := os.ReadDir(folder)
	for _, e := range entries {
		err = errors.Join(err, os.RemoveAll(filepath.Join(folder, e.Name())))
	}
	return err
}

// Path is where to write. No file is there yet.
func (p *Place) Path() string { return filepath.Join(p.folder, "file") }

// Keep gives the file its name, in place of one that had it, and removes the
// place.
func (p *Place) Keep() error {
	if err := os.Rename(p.Path(), p.target); err != nil {
		return errors.Join(err, p.Remove())
	}
	_ = p.Remove() // the file has its name: what may be left is an empty folder
	return nil
}

// Remove removes the place with what is in it, before its lock is given up, so
// that nobody takes it over halfway.
func (p *Place) Remove() error {
	return errors.Join(os.RemoveAll(p.folder), p.lock.Close())
}
