//go:build !unix

package bench

import (
	"os"
	"time"
)

// cpuClock names what CPUTime counts.
const cpuClock = "wall time, since this system does not report CPU time"

var begun = time.Now()

// CPUTime is the time since the program began.
func CPUTime() time.Duration { return time.Since(begun) }

func peakMemory() int64 { return 0 }

func peakOf(*os.ProcessState) int64 { return 0 }
