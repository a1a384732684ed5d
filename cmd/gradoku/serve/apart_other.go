//go:build !unix

package serve

import "syscall"

// apart has nothing to do where there are no groups of processes.
func apart() *syscall.SysProcAttr { return nil }
