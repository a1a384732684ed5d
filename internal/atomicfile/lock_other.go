//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package atomicfile

import (
	"errors"
	"os"
)

func openFolder(path string) (*os.File, error) { return os.Open(path) }

// tryLock has no lock that ends with the process: leftovers are not taken over.
func tryLock(*os.File) error { return errors.ErrUnsupported }
