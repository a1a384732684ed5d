package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/urfave/cli/v2"
)

// streams are where a command reads and writes: data to out, all talk to err.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// outWriter remembers the first error of writing to stdout, so that printing
// code need not check each line and a full disk is not taken for success.
type outWriter struct {
	w   io.Writer
	err error
}

func (o *outWriter) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(p)
	o.err = err
	return n, err
}

// interrupted takes what went wrong because a signal ended the program for just
// that, unless the command has more to say about it.
func interrupted(ctx context.Context, err error) error {
	if ctx.Err() == nil || !errors.Is(err, context.Cause(ctx)) && !errors.Is(err, context.Canceled) {
		return err
	}
	var p *problem
	if errors.As(err, &p) && p.code == exitInterrupted {
		return err
	}
	return context.Canceled
}

func helpAdvice(c *cli.Context) string {
	name := "gradoku"
	if c.Command != nil && c.Command.HelpName != "" {
		name = c.Command.HelpName
	}
	return fmt.Sprintf("%s --help shows what there is", name)
}

// version is part of a run's identity: another version may make other puzzles
// of the same seed.
const version = "0.1.0"

// noCommand runs when no command, or an unknown one, was named.
func noCommand(help func(*cli.Context) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		if c.NArg() == 0 {
			return help(c)
		}
		return usageError(fmt.Errorf("there is no command %q", c.Args().First()), helpAdvice(c))
	}
}

func onUsageError(c *cli.Context, err error, _ bool) error {
	return usageError(err, helpAdvice(c))
}

// commit is the revision that the binary was built from, as far as the Go tool
// recorded it.
func commit() string {
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
