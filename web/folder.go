package web

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"gradoku/internal/atomicfile"
)

// folder is where a server has its temporary files: one place, made when it is needed,
// with a lock that ends with the process. So the next server finds what a killed one
// left, the files that were uploaded to it among them, and removes it.
type folder struct {
	mu    sync.Mutex
	place *atomicfile.Place
}

// servers is the name, in the folder for temporary files, beside which places are.
func servers() string { return filepath.Join(os.TempDir(), "gradoku-serve") }

// make makes a folder within.
func (f *folder) make(pattern string) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.place != nil {
		dir, err := os.MkdirTemp(f.place.Path(), pattern)
		if !errors.Is(err, fs.ErrNotExist) {
			return dir, err
		}
		_ = f.place.Remove() // somebody has tidied up
		f.place = nil
	}
	place, err := atomicfile.MakeFolder(servers())
	if err != nil {
		return "", err
	}
	f.place = place
	return os.MkdirTemp(place.Path(), pattern)
}

// close removes everything.
func (f *folder) close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.place == nil {
		return nil
	}
	place := f.place
	f.place = nil
	return place.Remove()
}
