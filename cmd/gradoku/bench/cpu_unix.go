//go:build unix

package bench

import (
	"os"
	"syscall"
	"time"
)

// cpuClock names what CPUTime counts.
const cpuClock = "CPU time, user and system"

// CPUTime is the processor time that this process has used.
func CPUTime() (time.Duration, error) {
	var u syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), err
}

// peakMemory is the most memory that this process has had, in bytes.
func peakMemory() (int64, error) {
	var u syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return u.Maxrss * rssUnit, err
}

// peakOf is the same of a process that has ended.
func peakOf(p *os.ProcessState) int64 {
	if u, ok := p.SysUsage().(*syscall.Rusage); ok {
		return u.Maxrss * rssUnit
	}
	return 0
}
