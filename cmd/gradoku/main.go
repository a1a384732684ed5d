package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"gradoku/store"
	"gradoku/task"
)

func main() {
	os.Exit(execute(os.Args, Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}

// execute runs one command line and returns its exit code.
func execute(args []string, s Streams) (code int) {
	s.Err = withEvents(s.Err)
	defer endEvents(s.Err)
	defer func() {
		if v := recover(); v != nil {
			if os.Getenv("GRADOKU_TRACE") != "" {
				panic(v)
			}
			what, _, _ := strings.Cut(fmt.Sprint(v), "\n")
			code = reportError(s.Err, task.DataError(fmt.Errorf("internal error, or a damaged database: %s", what),
				"gradoku db check shows whether the database is damaged; GRADOKU_TRACE=1 prints a stack trace"))
		}
	}()
	// Ctrl-C, SIGTERM and closing the terminal (unless nohup ignores it) end the
	// program in an orderly way.
	ending := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		ending = append(ending, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ending...)
	defer stop()
	// After the first signal the default action is restored: a second Ctrl-C ends the
	// program immediately, even while it is saving.
	context.AfterFunc(ctx, stop)

	out := newOutWriter(ctx, s.Out)
	app := newApp(Streams{In: s.In, Out: out, Err: s.Err, line: args})
	if len(args) > 1 && args[1] == askCompletion {
		for _, line := range completions(app, args[2:]) {
			fmt.Fprintln(out, line)
		}
		return 0
	}
	err := app.RunContext(ctx, arranged(app, args))
	if err == nil && out.err != nil {
		err = task.DataError(fmt.Errorf("writing the output: %w", out.err), "the program that reads the output has stopped, or the disk is full")
	}
	return reportError(s.Err, interrupted(ctx, err))
}

// outWriter remembers the first error of writing to stdout, so that printing code need
// not check each line and a full disk is still reported.
type outWriter struct {
	w   io.Writer
	ctx context.Context
	err error

	waits bool // a write may wait for a reader: w is a pipe, a terminal or the like
}

func newOutWriter(ctx context.Context, w io.Writer) *outWriter {
	out := &outWriter{w: w, ctx: ctx}
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		out.waits = err == nil && !info.Mode().IsRegular()
	}
	return out
}

// lastWords is how long a write may still wait for a reader after a signal.
const lastWords = time.Second

// Fd lets commands see whether stdout is a terminal.
func (w *outWriter) Fd() uintptr {
	if f, ok := w.w.(*os.File); ok {
		return f.Fd()
	}
	return ^uintptr(0)
}

func (w *outWriter) Write(p []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	if !w.waits {
		n, err := w.w.Write(p)
		w.err = err
		return n, err
	}
	// A blocked write cannot be cancelled, so after a signal its goroutine is
	// abandoned.
	p = bytes.Clone(p)
	done := make(chan error, 1)
	go func() {
		_, err := w.w.Write(p)
		done <- err
	}()
	select {
	case w.err = <-done:
	case <-w.ctx.Done():
		select {
		case w.err = <-done:
		case <-time.After(lastWords):
			w.err = w.ctx.Err()
		}
	}
	if w.err != nil {
		return 0, w.err
	}
	return len(p), nil
}

// newApp lists the commands.
func newApp(s Streams) *cli.App {
	return &cli.App{
		Name:  "gradoku",
		Usage: "generate, prove, grade and store Sudoku puzzles",
		Description: "gradoku generate -n 1000      generate a thousand graded puzzles into puzzles.db\n" +
			"gradoku export --format csv   write them for an app or a spreadsheet\n" +
			"gradoku grade FILE            grade third-party puzzles",
		Version:        task.Version,
		Suggest:        true,
		Reader:         s.In,
		Writer:         s.Out,
		ErrWriter:      s.Err,
		ExitErrHandler: func(*cli.Context, error) {},
		OnUsageError:   onUsageError,
		Action:         noCommand(cli.ShowAppHelp),
		Commands: []*cli.Command{
			generateCommand(s),
			gradeCommand(s),
			hintCommand(s),
			solveCommand(s),
			canonCommand(s),
			minimalCommand(s),
			morphCommand(s),
			importCommand(s),
			corpusCommand(s),
			exportCommand(s),
			verifyCommand(s),
			regradeCommand(s),
			convertCommand(s),
			showCommand(s),
			drawCommand(s),
			bookCommand(s),
			sheetCommand(s),
			studyCommand(s),
			serveCommand(s),
			askCommand(s),
			workerCommand(s),
			runsCommand(s),
			listCommand(s),
			dbCommand(s),
			helpTopic("selection", &store.Selection{}),
			versionCommand(s),
			completionCommand(s),
			manCommand(s),
		},
	}
}

// onUsageError rewrites the library's errors about flags in our words.
func onUsageError(c *cli.Context, err error, _ bool) error {
	advice, flags := helpAdvice(c), c.App.Flags
	if c.Command != nil {
		flags = c.Command.Flags
	}
	text := err.Error()
	if name, unknown := strings.CutPrefix(text, "flag provided but not defined: -"); unknown {
		var names []string
		for _, f := range flags {
			names = append(names, f.Names()[0])
		}
		if nearest := nearestName(name, names); nearest != "" {
			advice = fmt.Sprintf("did you mean %s? %s", dashed(nearest), advice)
		} else if slices.Contains(names, "style") && slices.Contains(task.StyleKeys(), name) {
			advice = fmt.Sprintf("%s is a key of a style file: write it there, and add --style FILE", name)
		}
		return task.UsageError(fmt.Errorf("unknown flag %s", dashed(name)), advice)
	}
	if name, lacking := strings.CutPrefix(text, "flag needs an argument: -"); lacking {
		return task.UsageError(fmt.Errorf("%s needs a value", dashed(name)), advice)
	}
	if m := wrongValue.FindStringSubmatch(text); m != nil {
		return task.UsageError(fmt.Errorf("%s is %s: it takes no value", dashed(m[2]), m[1]), advice)
	}
	return task.UsageError(err, advice)
}

// wrongValue matches the flag package's error about a switch with a value: the value, the
// flag.
var wrongValue = regexp.MustCompile(`^invalid boolean value ("(?:[^"\\]|\\.)*") for -([\w-]+): `)

// noCommand runs when no command or an unknown one was given.
func noCommand(help func(*cli.Context) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		if c.NArg() == 0 {
			return help(c)
		}
		word, commands := c.Args().First(), c.App.VisibleCommands()
		if c.Command != nil && len(c.Command.Subcommands) > 0 {
			commands = c.Command.VisibleCommands()
		}
		var names []string
		for _, command := range commands {
			names = append(names, command.Names()...)
		}
		return didYouMean(task.UsageError(fmt.Errorf("unknown command %q", word), helpAdvice(c)), word, names)
	}
}
