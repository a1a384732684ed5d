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
	"gradoku/internal/text"
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
		row, err := measureMemory(ctx, program, n)
		if err != nil {
			return cli.DataError(err, "")
		}
		fmt.Fprintln(t, row)
		if err := t.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// measureMemory generates puzzles in a process of its own, since the peak memory of
// a process never falls, and returns a row of the table. program is gradoku's
// executable.
func measureMemory(ctx context.Context, program string, puzzles int64) (row string, err error) {
	temp, err := os.MkdirTemp("", "gradoku-bench-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)
	path := filepath.Join(temp, "run.db")
	cmd := exec.CommandContext(ctx, program, "generate", "-n", fmt.Sprint(puzzles), "--seed", fmt.Sprint(seed), "--quiet", "--db", path)
	cmd.Args[0] = os.Args[0] // in tests one file is several programs, chosen by this name
	cmd.Stderr = os.Stderr
	start := time.Now()
	err = cmd.Run()
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if err != nil {
		return "", fmt.Errorf("generating %d puzzles: %w", puzzles, err)
	}
	wall, cpu := time.Since(start), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()
	file, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s\t%.0f MB\t%.0f bytes\t%.1f s\t%.1f s\t", text.Grouped(puzzles), float64(peakOf(cmd.ProcessState))/1e6,
		float64(file.Size())/float64(puzzles), wall.Seconds(), cpu.Seconds()), nil
}
