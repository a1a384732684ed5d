//go:build unix

package serve

import (
	"os"
	"syscall"
)

// apart puts a process into a group of its own: Ctrl-C in the terminal of the server
// is for the server, which then stops its jobs. A second signal would end them
// without saving.
func apart() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// jobNice is the nice value of a job: while others want the processor, it gets about a
// tenth of what the server does.
const jobNice = 10

// yield lets a process with a group of its own have what the server leaves of the
// processor. On Linux a priority is one thread's: by the group all threads that the
// process has get it, and by them those that they start.
func yield(p *os.Process) error { return syscall.Setpriority(syscall.PRIO_PGRP, p.Pid, jobNice) }
