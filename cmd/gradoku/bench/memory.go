package bench

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// Memory is what one run of gradoku generate took.
type Memory struct {
	Puzzles int64
	Spent
	Peak  int64 // most memory of the process, in bytes; 0 where unknown
	Bytes int64 // of the database
}

// MeasureMemory generates so many puzzles, in a process of its own, since the
// most memory that a process has had never falls. program is gradoku's file.
func MeasureMemory(ctx context.Context, program string, puzzles int64) (Memory, error) {
	temp, err := os.MkdirTemp("", "gradoku-bench-")
	if err != nil {
		return Memory{}, err
	}
	defer os.RemoveAll(temp)
	path := filepath.Join(temp, "run.db")
	cmd := exec.CommandContext(ctx, program, "generate", "-n", fmt.Sprint(puzzles), "--seed", fmt.Sprint(seed), "--quiet", "--db", path)
	cmd.Args[0] = os.Args[0] // under tests the program is one file that goes by its name
	cmd.Stderr = os.Stderr
	start := time.Now()
	err = cmd.Run()
	if ctx.Err() != nil {
		return Memory{}, context.Cause(ctx)
	}
	if err != nil {
		return Memory{}, fmt.Errorf("generating %d puzzles: %w", puzzles, err)
	}
	m := Memory{Puzzles: puzzles, Peak: peakOf(cmd.ProcessState)}
	m.Wall, m.CPU = time.Since(start), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()
	m.Bytes, err = sizeOf(path)
	return m, err
}
