//go:build !unix

package bench

import (
	"errors"
	"os"
	"time"
)

// cpuClock names what CPUTime counts.
const cpuClock = "wall time, since this system does not report CPU time"

var begun = time.Now()

// CPUTime is the time since the program began.
func CPUTime() (time.Duration, error) { return time.Since(begun), nil }

func peakMemory() (int64, error) { return 0, errors.ErrUnsupported }

func peakOf(*os.ProcessState) int64 { return 0 }
