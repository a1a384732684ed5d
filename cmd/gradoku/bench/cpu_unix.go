//go:build unix

package bench

import (
	"os"
	"runtime"
	"syscall"
	"time"
)

// cpuClock names what CPUTime counts.
const cpuClock = "CPU time, user and system"

// usage is what this process has used so far.
func usage() *syscall.Rusage {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // only a wrong argument makes it fail
	}
	return &u
}

// CPUTime is the processor time that this process has used.
func CPUTime() time.Duration {
	u := usage()
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// peakMemory is the most memory that this process has had, in bytes; 0 if the system
// does not report it.
func peakMemory() int64 { return maxRSS(usage()) }

// peakOf is the same for a process that has ended.
func peakOf(p *os.ProcessState) int64 {
	if u, ok := p.SysUsage().(*syscall.Rusage); ok {
		return maxRSS(u)
	}
	return 0
}

// maxRSS is in bytes; most kernels count kilobytes.
func maxRSS(u *syscall.Rusage) int64 {
	if runtime.GOOS == "darwin" {
		return int64(u.Maxrss)
	}
	return 1024 * int64(u.Maxrss)
}
