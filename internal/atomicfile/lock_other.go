//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
)

func openFolder(path string) (*os.File, error) { return os.Open(path) }

// alive reports whether there is a process with that number; true if the system does
// not say.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return errors.Is(err, fs.ErrPermission)
	}
	_ = p.Release()
	return true
}

// tryLock is unsupported: there is no lock that ends with the process.
func tryLock(*os.File) error { return errors.ErrUnsupported }
