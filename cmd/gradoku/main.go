// Command gradoku makes Sudoku puzzles, proves that each has exactly one
// solution, grades them and keeps them in a SQLite file. README.md shows the
// first steps, "gradoku help" the rest.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/urfave/cli/v2"
)

func main() {
	os.Exit(run(os.Args, streams{os.Stdin, os.Stdout, os.Stderr}))
}

// run executes one command line and returns its exit code.
func run(args []string, s streams) int {
	ctx, stop := signal.NotifyContext(context.Background(), ending()...)
	defer stop()
	// After the first signal the default comes back: a second Ctrl-C ends the
	// program at once, even where it is busy saving.
	context.AfterFunc(ctx, stop)

	out := &outWriter{w: s.out}
	app := newApp(streams{s.in, out, s.err})
	err := app.RunContext(ctx, flagsFirst(app, args))
	if err == nil && out.err != nil {
		err = dataError(fmt.Errorf("writing the output: %w", out.err), "the reader of the output went away or its disk is full")
	}
	return report(s.err, interrupted(ctx, err))
}

// ending lists the signals that end the program in an orderly way: Ctrl-C, the
// system's request, and the closing of the terminal unless nohup or the like has
// that ignored.
func ending() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

// newApp lists the commands; each has a file of its own.
func newApp(s streams) *cli.App {
	app := &cli.App{
		Name:  "gradoku",
		Usage: "make, prove, grade and keep Sudoku puzzles",
		Description: "gradoku generate -n 1000      a thousand new graded puzzles in puzzles.db\n" +
			"gradoku export --format csv   write them for an app or a spreadsheet\n" +
			"gradoku grade FILE            grade somebody else's puzzles",
		Version:                version,
		Suggest:                true,
		EnableBashCompletion:   true,
		UseShortOptionHandling: false,
		Reader:                 s.in,
		Writer:                 s.out,
		ErrWriter:              s.err,
		ExitErrHandler:         func(*cli.Context, error) {},
		OnUsageError:           onUsageError,
		Action:                 noCommand(cli.ShowAppHelp),
		Commands: []*cli.Command{
			generateCommand(s),
			gradeCommand(s),
			solveCommand(s),
			canonCommand(s),
			minimalCommand(s),
			morphCommand(s),
			patternCommand(s),
			importCommand(s),
			corpusCommand(s),
			exportCommand(s),
			verifyCommand(s),
			regradeCommand(s),
			diffGradesCommand(s),
			convertCommand(s),
			showCommand(s),
			drawCommand(s),
			bookCommand(s),
			sheetCommand(s),
			studyCommand(s),
			runsCommand(s),
			replayCommand(s),
			listCommand(s),
			dbCommand(s),
			benchCommand(s),
			completionCommand(s),
			versionCommand(s),
		},
	}
	prepare(app.Commands)
	return app
}

// prepare gives every command what none may lack: usage errors in our form,
// outputs that are no inputs, true defaults, and subcommands that refuse unknown
// names.
func prepare(commands []*cli.Command) {
	for _, c := range commands {
		c.OnUsageError = onUsageError
		c.Before = apartAnd(c.Before)
		for _, f := range c.Flags {
			plainDefault(f)
		}
		if len(c.Subcommands) > 0 && c.Action == nil {
			c.Action = noCommand(cli.ShowSubcommandHelp)
		}
		prepare(c.Subcommands)
	}
}
