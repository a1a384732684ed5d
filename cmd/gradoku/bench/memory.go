package bench

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
)

// memoryOptions are what the command line of "gradoku bench memory" says.
type memoryOptions struct {
	cli.Call
	counts string
}

func memoryCommand(s cli.Streams) *urfave.Command {
	var o memoryOptions
	return &urfave.Command{
		Name:      "memory",
		Usage:     "how much memory generate needs for how many puzzles",
		UsageText: "gradoku bench memory --counts 10000,100000,1000000",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "counts", Destination: &o.counts, Value: "10000,100000,1000000", Usage: "numbers of puzzles, with commas: a run of each"},
		},
		Before: cli.NoArgs,
		Action: cli.Action(s, &o.Call, o.run),
	}
}

func (o *memoryOptions) run(ctx context.Context) error {
	program, err := os.Executable()
	if err != nil {
		return cli.DataError(fmt.Errorf("finding the program to run: %w", err), "")
	}
	var counts []int64
	for text := range strings.SplitSeq(o.counts, ",") {
		n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
		if err != nil || n < 1 {
			return cli.UsageError(fmt.Errorf("--counts: %q is not a number of puzzles", text), "for example: --counts 10000,100000,1000000")
		}
		counts = append(counts, n)
	}
	t := tabwriter.NewWriter(o.Out, 12, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "puzzles\tpeak memory\tfile, a puzzle\twall\tCPU\t")
	for _, n := range counts {
		m, err := measureMemory(ctx, program, n)
		if err != nil {
			return cli.DataError(err, "")
		}
		fmt.Fprintf(t, "%s\t%.0f MB\t%.0f bytes\t%.1f s\t%.1f s\t\n", cli.Grouped(n), float64(m.Peak)/1e6, float64(m.Bytes)/float64(n), m.Wall.Seconds(), m.CPU.Seconds())
		if err := t.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// memory is what one run of gradoku generate took.
type memory struct {
	spent
	Peak  int64 // most memory of the process, in bytes; 0 if unknown
	Bytes int64 // of the database
}

// measureMemory generates puzzles in a process of its own, since the peak memory of
// a process never falls. program is gradoku's executable.
func measureMemory(ctx context.Context, program string, puzzles int64) (memory, error) {
	temp, err := os.MkdirTemp("", "gradoku-bench-")
	if err != nil {
		return memory{}, err
	}
	defer os.RemoveAll(temp)
	path := filepath.Join(temp, "run.db")
	cmd := exec.CommandContext(ctx, program, "generate", "-n", fmt.Sprint(puzzles), "--seed", fmt.Sprint(seed), "--quiet", "--db", path)
	cmd.Args[0] = os.Args[0] // in tests one file is several programs, chosen by this name
	cmd.Stderr = os.Stderr
	start := time.Now()
	err = cmd.Run()
	if ctx.Err() != nil {
		return memory{}, context.Cause(ctx)
	}
	if err != nil {
		return memory{}, fmt.Errorf("generating %d puzzles: %w", puzzles, err)
	}
	m := memory{Peak: peakOf(cmd.ProcessState)}
	m.Wall, m.CPU = time.Since(start), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()
	m.Bytes, err = sizeOf(path)
	return m, err
}
