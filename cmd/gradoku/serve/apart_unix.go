//go:build unix

package serve

import "syscall"

// apart puts a process into a group of its own: Ctrl-C in the terminal of the server
// is for the server, which then stops its jobs. A second signal would end them
// without saving.
func apart() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
