//go:build !unix

package main

import (
	"os"
	"syscall"
)

// ownGroup does nothing on systems without process groups.
func ownGroup() *syscall.SysProcAttr { return nil }

// lowerPriority does nothing: the priority of a process stays unchanged.
func lowerPriority(*os.Process) error { return nil }
