package web

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"gradoku/internal/atomicfile"
)

// folder holds the temporary files of a server. It is one place, made when first needed,
// with a lock that ends with the process. The next server can therefore find and remove
// what a killed server left, including uploaded files.
type folder struct {
	mu    sync.Mutex
	place *atomicfile.Place
}

// servers returns the path, in the folder for temporary files, next to which places are
// made.
func servers() string { return filepath.Join(os.TempDir(), "gradoku-serve") }

// make makes a folder inside the place.
func (f *folder) make(pattern string) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.place != nil {
		dir, err := os.MkdirTemp(f.place.Path(), pattern)
		if !errors.Is(err, fs.ErrNotExist) {
			return dir, err
		}
		_ = f.place.Remove() // another program has removed the place
		f.place = nil
	}
	place, err := atomicfile.MakeFolder(servers())
	if err != nil {
		return "", err
	}
	f.place = place
	return os.MkdirTemp(place.Path(), pattern)
}

// close removes all temporary files.
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
