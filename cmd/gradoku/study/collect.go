package study

import (
	"context"
	"os"
	"runtime/debug"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/task"
)

// studied is what the command lines of the studies of puzzles have in common.
type studied struct {
	cli.Call
	workers int
	quiet   bool
}

// flags are those of a study's options, more of the command's own, and the common ones.
func (o *studied) flags(options any, more ...urfave.Flag) []urfave.Flag {
	return append(append(cli.BoundFlags(options), more...),
		&urfave.IntFlag{Name: "workers", Destination: &o.workers, Usage: "measure on `N` processors (default: all)"}, cli.QuietFlag(&o.quiet))
}

// act runs a study on the files that the arguments name, and prints what comes of it.
// prepare, which may be nil, comes before.
func act[T, R any](s cli.Streams, o *studied, options *T, files *[]string, prepare func() error, run func(T, context.Context, task.Env) (R, error), print func(R) error) urfave.ActionFunc {
	return cli.Action(s, &o.Call, func(ctx context.Context) error {
		if prepare != nil {
			if err := prepare(); err != nil {
				return err
			}
		}
		if o.Given("workers") {
			if err := cli.CheckWorkers(&o.Call, o.workers); err != nil {
				return err
			}
		}
		if !o.Given("db") && !o.Given("literature") {
			if err := o.CheckInput(); err != nil {
				return err
			}
		}
		*files = o.Args
		env, finish := o.Env("", o.workers, o.quiet)
		defer finish()
		show, first := env.Notify, true
		env.Notify = func(e task.Event) {
			if e.Progress != nil && first {
				first = false
				spareMemory(e.Progress.Target)
			}
			show(e)
		}
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

// spareMemory makes the collector run more often while about so many puzzles are studied.
func spareMemory(expected int64) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(40) // a study of 100,000 puzzles peaks at 76 MB, not at some 20 MB more, in the same CPU time
	}
	if os.Getenv("GOMEMLIMIT") == "" && expected > 0 {
		// The largest picture takes 20 MB, and a puzzle at most some 130 bytes. There is room
		// between these and the limit, so the collector runs a little more often, not always.
		debug.SetMemoryLimit(36<<20 + 160*expected)
	}
}
