package study

import (
	"context"
	"os"
	"runtime/debug"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/task"
)

// flags returns the flags of a study's options, the command's own flags, and the common
// ones.
func flags(o *cli.Call, options any, more ...urfave.Flag) []urfave.Flag {
	workers := o.WorkersFlag()
	workers.Value, workers.Usage = 0, "measure on `N` processors (default: all)"
	return append(append(cli.BoundFlags(options), more...), workers, o.QuietFlag())
}

// act runs a study on the files that the arguments name, and prints the result.
// prepare, which may be nil, runs first.
func act[T, R any](s cli.Streams, o *cli.Call, options *T, files *[]string, prepare func() error, run func(T, context.Context, task.Env) (R, error), print func(R) error) urfave.ActionFunc {
	return cli.Action(s, o, func(ctx context.Context) error {
		if prepare != nil {
			if err := prepare(); err != nil {
				return err
			}
		}
		if !o.Given("db") && !o.Given("literature") {
			if err := o.CheckInput(); err != nil {
				return err
			}
		}
		*files = o.Args
		first := true
		env, finish := o.Env(func(e task.Event) {
			if e.Progress != nil && first {
				first = false
				spareMemory(e.Progress.Target)
			}
		})
		defer finish()
		result, err := run(*options, ctx, env)
		finish()
		if err == nil && print != nil {
			err = print(result)
		}
		if err != nil {
			return err
		}
		return o.Rejections("")
	}, options)
}

// spareMemory makes the garbage collector run more often if a study has about this many
// puzzles.
func spareMemory(expected int64) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(40) // lowers the peak of a study of 100,000 puzzles by some 20 MB to 76 MB, at the same CPU time
	}
	if os.Getenv("GOMEMLIMIT") == "" && expected > 0 {
		// The largest picture takes 20 MB, and a puzzle at most some 130 bytes. The
		// limit leaves a margin above that, so the collector runs a little more often,
		// but not all the time.
		debug.SetMemoryLimit(36<<20 + 160*expected)
	}
}
