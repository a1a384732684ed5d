//go:build unix

package study

import (
	"syscall"
	"time"
)

// cpuTime is the processor time that this process has used, user and system.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // only a wrong argument makes it fail
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
