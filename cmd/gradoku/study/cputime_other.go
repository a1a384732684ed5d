//go:build !unix

package study

import "time"

var begun = time.Now()

// cpuTime is the time since the program began: this system does not report processor time.
func cpuTime() time.Duration { return time.Since(begun) }
