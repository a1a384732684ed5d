package study

import (
	"context"
	"os"
	"runtime/debug"

	"gradoku/cmd/gradoku/cli"
	"gradoku/task"
)

// act returns what a study does: it runs the task on the files that the arguments name, and
// prints the result.
func act[R any](o *cli.Call, t interface {
	Run(context.Context, task.Env) (R, error)
}, files *[]string, print func(R) error,
) func(context.Context) error {
	return func(ctx context.Context) error {
		if !o.Given("db") && !o.Given("literature") {
			if err := o.CheckInput(); err != nil {
				return err
			}
		}
		*files = o.Args
		if os.Getenv("GOGC") == "" {
			debug.SetGCPercent(40) // lowers the peak of a study of 100,000 puzzles by some 20 MB, at the same CPU time
		}
		env, finish := o.Env(nil)
		defer finish()
		result, err := t.Run(ctx, env)
		finish()
		if err == nil && print != nil {
			err = print(result)
		}
		if err != nil {
			return err
		}
		return o.Rejections("")
	}
}
