//go:build !linux

package task

import (
	"errors"
	"os"
)

// nameless would make a file that never has a name; this system cannot do that.
func nameless() (*os.File, error) { return nil, errors.ErrUnsupported }
