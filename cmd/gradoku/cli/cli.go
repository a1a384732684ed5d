package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	urfave "github.com/urfave/cli/v2"
)

// outWriter remembers the first error of writing to stdout, so that printing
// code need not check each line and a full disk is not taken for success.
type OutWriter struct {
	W   io.Writer
	Err error
}

func (o *OutWriter) Write(p []byte) (int, error) {
	if o.Err != nil {
		return 0, o.Err
	}
	n, err := o.W.Write(p)
	o.Err = err
	return n, err
}

// interrupted takes what went wrong because a signal ended the program for just
// that, unless the command has more to say about it.
func Interrupted(ctx context.Context, err error) error {
	if ctx.Err() == nil || !errors.Is(err, context.Cause(ctx)) && !errors.Is(err, context.Canceled) {
		return err
	}
	var p *Problem
	if errors.As(err, &p) && p.Code == ExitInterrupted {
		return err
	}
	return context.Canceled
}

// HelpAdvice is [Call.HelpAdvice] of a context.
func HelpAdvice(c *urfave.Context) string {
	call := Call{Name: nameOf(c)} // a context of a usage error has no arguments
	return call.HelpAdvice()
}

// version is part of a run's identity: another version may make other puzzles
// of the same seed.
const Version = "0.1.0"

// noCommand runs when no command, or an unknown one, was named.
func NoCommand(help func(*urfave.Context) error) urfave.ActionFunc {
	return func(c *urfave.Context) error {
		if c.NArg() == 0 {
			return help(c)
		}
		return UsageError(fmt.Errorf("there is no command %q", c.Args().First()), HelpAdvice(c))
	}
}

func OnUsageError(c *urfave.Context, err error, _ bool) error {
	return UsageError(err, HelpAdvice(c))
}

// commit is the revision that the binary was built from, as far as the Go tool
// recorded it.
func Commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	revision, changed := "unknown", ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value[:min(12, len(s.Value))]
		case "vcs.modified":
			if s.Value == "true" {
				changed = "+changes"
			}
		}
	}
	return revision + changed
}
