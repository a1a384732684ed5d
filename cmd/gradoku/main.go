// Command gradoku makes Sudoku puzzles, proves that each has exactly one
// solution, grades them and keeps them in a SQLite file. README.md shows the
// first steps, "gradoku help" shows the rest.
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

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/ask"
	"gradoku/cmd/gradoku/book"
	"gradoku/cmd/gradoku/cli"
	"gradoku/cmd/gradoku/convert"
	"gradoku/cmd/gradoku/db"
	"gradoku/cmd/gradoku/draw"
	"gradoku/cmd/gradoku/export"
	"gradoku/cmd/gradoku/generate"
	"gradoku/cmd/gradoku/grade"
	"gradoku/cmd/gradoku/hint"
	"gradoku/cmd/gradoku/importer"
	"gradoku/cmd/gradoku/list"
	"gradoku/cmd/gradoku/runs"
	"gradoku/cmd/gradoku/serve"
	"gradoku/cmd/gradoku/solve"
	"gradoku/cmd/gradoku/study"
	"gradoku/cmd/gradoku/worker"
	"gradoku/store"
	"gradoku/task"
)

func main() {
	os.Exit(run(os.Args, cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}

// run executes one command line and returns its exit code.
func run(args []string, s cli.Streams) (code int) {
	s.Err = cli.Events(s.Err)
	defer cli.EndEvents(s.Err)
	defer func() {
		if v := recover(); v != nil {
			if os.Getenv("GRADOKU_TRACE") != "" {
				panic(v)
			}
			what, _, _ := strings.Cut(fmt.Sprint(v), "\n")
			code = cli.Report(s.Err, task.DataError(fmt.Errorf("internal error, or a damaged database: %s", what),
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
	app := newApp(cli.Streams{In: s.In, Out: out, Err: s.Err})
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
	return cli.Report(s.Err, cli.Interrupted(ctx, err))
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

// newApp lists the commands; each topic has a package of its own.
func newApp(s cli.Streams) *urfave.App {
	app := &urfave.App{
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
		ExitErrHandler: func(*urfave.Context, error) {},
		OnUsageError:   onUsageError,
		Action:         noCommand(urfave.ShowAppHelp),
		Commands: []*urfave.Command{
			generate.Command(s),
			grade.Command(s),
			hint.Command(s),
			solve.Command(s),
			solve.CanonCommand(s),
			solve.MinimalCommand(s),
			export.MorphCommand(s),
			importer.Command(s),
			importer.CorpusCommand(s),
			export.Command(s),
			solve.VerifyCommand(s),
			grade.RegradeCommand(s),
			convert.Command(s),
			grade.ShowCommand(s),
			draw.Command(s),
			book.Command(s),
			book.SheetCommand(s),
			study.Command(s),
			serve.Command(s),
			ask.Command(s),
			worker.Command(s),
			runs.Command(s),
			list.Command(s),
			db.Command(s),
			cli.Topic("selection", &store.Selection{}),
			cli.VersionCommand(s),
		},
	}
	app.Commands = append(app.Commands, completionCommand(s), manCommand(s, app))
	prepare(app.Commands)
	return app
}

// prepare adds to every command what all need: our usage errors, and an error for unknown
// subcommands.
func prepare(commands []*urfave.Command) {
	for _, c := range commands {
		c.OnUsageError = onUsageError
		if len(c.Subcommands) > 0 && c.Action == nil {
			c.Action = noCommand(urfave.ShowSubcommandHelp)
		}
		prepare(c.Subcommands)
	}
}

// onUsageError rewrites the library's errors about flags in our words.
func onUsageError(c *urfave.Context, err error, _ bool) error {
	advice, flags := cli.HelpAdvice(c), c.App.Flags
	if c.Command != nil {
		flags = c.Command.Flags
	}
	text := err.Error()
	if name, unknown := strings.CutPrefix(text, "flag provided but not defined: -"); unknown {
		var names []string
		for _, f := range flags {
			names = append(names, f.Names()[0])
		}
		if nearest := cli.Nearest(name, names); nearest != "" {
			advice = fmt.Sprintf("did you mean %s? %s", cli.Dashed(nearest), advice)
		} else if slices.Contains(names, "style") && slices.Contains(task.StyleKeys(), name) {
			advice = fmt.Sprintf("%s is a key of a style file: write it there, and add --style FILE", name)
		}
		return task.UsageError(fmt.Errorf("unknown flag %s", cli.Dashed(name)), advice)
	}
	if name, lacking := strings.CutPrefix(text, "flag needs an argument: -"); lacking {
		return task.UsageError(fmt.Errorf("%s needs a value", cli.Dashed(name)), advice)
	}
	if m := wrongValue.FindStringSubmatch(text); m != nil {
		return task.UsageError(fmt.Errorf("%s is %s: it takes no value", cli.Dashed(m[2]), m[1]), advice)
	}
	return task.UsageError(err, advice)
}

// wrongValue matches the flag package's error about a switch with a value: the value, the
// flag.
var wrongValue = regexp.MustCompile(`^invalid boolean value ("(?:[^"\\]|\\.)*") for -([\w-]+): `)

// noCommand runs when no command or an unknown one was given.
func noCommand(help func(*urfave.Context) error) urfave.ActionFunc {
	return func(c *urfave.Context) error {
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
		return cli.DidYouMean(task.UsageError(fmt.Errorf("unknown command %q", word), cli.HelpAdvice(c)), word, names)
	}
}
