//go:build !unix

package serve

import (
	"os"
	"syscall"
)

// apart has nothing to do where there are no groups of processes.
func apart() *syscall.SysProcAttr { return nil }

// yield leaves the priority of a process as it is.
func yield(*os.Process) error { return nil }
