//go:build !linux

package task

import (
	"errors"
	"os"
)

// nameless makes a file that never has a name, where the system can.
func nameless() (*os.File, error) { return nil, errors.ErrUnsupported }
