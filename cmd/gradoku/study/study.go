// Package study compares gradoku with published ratings, samples and times.
package study

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"runtime/debug"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
	"gradoku/predict"
	"gradoku/study"
	"gradoku/task"
)

// Command is "gradoku study".
func Command(s cli.Streams) *urfave.Command {
	return cli.Group("study", agreementCommand(s), samplingCommand(s), reportCommand(s), fitCommand(s), validateCommand(s),
		measureCommand(s), playCommand(s), literatureCommand(s))
}

// act returns what a study does: it runs the task on the files that the arguments name, and
// prints the result.
func act[R any](o *cli.Call, t cli.Task[R], files *[]string, print func(R) error) func(context.Context) error {
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
		result, err := cli.Do(ctx, o, t, nil)
		if err == nil {
			err = print(result)
		}
		if err != nil {
			return err
		}
		return o.Rejections("")
	}
}

func reportCommand(s cli.Streams) *urfave.Command {
	var o struct {
		cli.Call `fields:"workers,quiet"`
		task.Report
	}
	return cli.New(s, "study report", "[FILE]...", &o, act(&o.Call, &o.Report, &o.Files, func(r *study.Report) error {
		return say(&o.Call, "", r.Lead)
	}))
}

func fitCommand(s cli.Streams) *urfave.Command {
	var o struct {
		cli.Call `fields:"workers,quiet"`
		task.Fit
	}
	return cli.New(s, "study fit", "[FILE]...", &o, act(&o.Call, &o.Fit, &o.Files, func(m *predict.Model) error {
		return say(&o.Call, o.Output, append(m.Sentences(), m.Limits...))
	}))
}

func measureCommand(s cli.Streams) *urfave.Command {
	var o struct {
		cli.Call `fields:"workers,quiet"`
		task.Measure
	}
	return cli.New(s, "study measure", "[FILE]...", &o, act(&o.Call, &o.Measure, &o.Files, func(int) error { return nil }))
}

func playCommand(s cli.Streams) *urfave.Command {
	var o struct {
		cli.Call `fields:"workers,quiet"`
		task.StudyPlays
	}
	return cli.New(s, "study play", "[FILE]...", &o, act(&o.Call, &o.StudyPlays, &o.Files, func(m *task.MeasuredPlays) error {
		return say(&o.Call, cmp.Or(o.Output, "-"), m.Sentences())
	}))
}

// say prints the sentences of a result: on stderr if the result itself goes to stdout.
func say(o *cli.Call, output string, sentences []string) error {
	out := o.Out
	if output == "-" {
		out = o.Err
	}
	for _, line := range sentences {
		fmt.Fprintln(out, text.OneLine(line))
	}
	return nil
}
