package cli

import (
	"fmt"
	"log/slog"
	"runtime"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"gradoku/board"
	"gradoku/grade"
)

// The flags that several commands share, so that they read the same everywhere.
// Each stores its value in the call.

// QuietFlag silences everything but errors.
func (c *Call) QuietFlag() *urfave.BoolFlag {
	return &urfave.BoolFlag{Name: "quiet", Destination: &c.Quiet, Aliases: []string{"q"}, Usage: "print only errors to stderr"}
}

// FromFlag names the format of the puzzles that a command reads.
func (c *Call) FromFlag() *urfave.StringFlag {
	return &urfave.StringFlag{Name: "from", Destination: &c.From, Usage: "read the puzzles in this `FORMAT` of gradoku list formats (default: detected from the content)"}
}

// LogFlag chooses the format of [Call.Log].
func (c *Call) LogFlag() *urfave.BoolFlag {
	return &urfave.BoolFlag{Name: "log-json", Destination: &c.JSON, Usage: "write the log as JSON, one object per line"}
}

// Log is the log of a command that runs until it is stopped, as text or as JSON; a quiet one
// has only errors.
func (c *Call) Log() *slog.Logger {
	options := &slog.HandlerOptions{Level: slog.LevelInfo}
	if c.Quiet {
		options.Level = slog.LevelError
	}
	if c.JSON {
		return slog.New(slog.NewJSONHandler(c.Err, options))
	}
	return slog.New(slog.NewTextHandler(c.Err, options))
}

// sizeValue is a size as a flag.
type sizeValue int

// Set reads 9 and 9x9.
func (v *sizeValue) Set(name string) error {
	left, right, square := strings.Cut(strings.ToLower(name), "x")
	n, err := grade.ParseWhole(left)
	if err != nil || square && left != right {
		return fmt.Errorf("%q is not a size such as 6x6", name)
	}
	_, err = board.ForSize(n)
	*v = sizeValue(n)
	return err
}

// Get returns the size, for the advice to run a command again.
func (v *sizeValue) Get() any { return int(*v) }

func (v *sizeValue) String() string { return strconv.Itoa(int(*v)) }

// WorkersFlag sets how many puzzles are computed at a time. Each worker takes memory, and
// having more workers than processors gains nothing.
func (c *Call) WorkersFlag() *urfave.IntFlag {
	return &urfave.IntFlag{
		Name: "workers", Destination: &c.Workers, Value: runtime.NumCPU(), Usage: "how many puzzles to compute at a time",
		Action: func(context *urfave.Context, n int) error {
			if most := max(64, 4*runtime.NumCPU()); n < 1 || n > most {
				return UsageError(fmt.Errorf("--workers is %d; it must be from 1 to %d", n, most), HelpAdvice(context))
			}
			return nil
		},
	}
}

// NoArgs is the Before hook of commands that take only flags.
func NoArgs(c *urfave.Context) error {
	if c.NArg() > 0 {
		return UsageError(fmt.Errorf("%s takes no argument, but got %q", c.Command.HelpName, c.Args().First()), HelpAdvice(c))
	}
	return nil
}

// Dashed writes a flag as people type it: -o or --seed.
func Dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}
