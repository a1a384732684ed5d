//go:build !unix

package serve

import (
	"os"
	"syscall"
)

// apart does nothing on systems without process groups.
func apart() *syscall.SysProcAttr { return nil }

// yield does nothing: the priority of a process stays unchanged.
func yield(*os.Process) error { return nil }
