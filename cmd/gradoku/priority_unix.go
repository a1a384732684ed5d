//go:build unix

package main

import (
	"os"
	"syscall"
)

// ownGroup puts a process into its own process group. Ctrl-C in the server's terminal then
// reaches only the server, which stops its jobs. If the jobs received the signal too,
// they would get two, and the second one would end them without saving.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// jobNice is the nice value of a job: when both compete for a processor, the job gets
// about a tenth of the server's time.
const jobNice = 10

// lowerPriority lowers the priority of a process that has its own process group. On Linux a
// priority belongs to a thread. Setting it for the group reaches all threads of the
// process, and threads started later inherit it.
func lowerPriority(p *os.Process) error {
	return syscall.Setpriority(syscall.PRIO_PGRP, p.Pid, jobNice)
}
