package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/urfave/cli/v2"

	"gradoku/internal/text"
	"gradoku/predict"
	"gradoku/study"
	"gradoku/task"
)

func studyCommand(s Streams) *cli.Command {
	return commandGroup("study", studyAgreementCommand(s), studySamplingCommand(s), studyReportCommand(s), studyFitCommand(s), studyValidateCommand(s),
		studyMeasureCommand(s), studyPlayCommand(s), studyLiteratureCommand(s))
}

// studyAction returns what a study does: it runs the task on the files that the arguments name, and
// prints the result.
func studyAction[R any](o *Call, t runner[R], files *[]string, print func(R) error) func(context.Context) error {
	return func(ctx context.Context) error {
		if !o.Given("db") && !o.Given("literature") {
			if err := o.checkInput(); err != nil {
				return err
			}
		}
		*files = o.Args
		if os.Getenv("GOGC") == "" {
			debug.SetGCPercent(40) // lowers the peak of a study of 100,000 puzzles by some 20 MB, at the same CPU time
		}
		result, err := runTask(ctx, o, t, nil)
		if err == nil {
			err = print(result)
		}
		if err != nil {
			return err
		}
		return o.rejections("")
	}
}

func studyReportCommand(s Streams) *cli.Command {
	var o struct {
		Call `fields:"workers,quiet"`
		task.Report
	}
	return newCommand(s, "study report", "[FILE]...", &o, studyAction(&o.Call, &o.Report, &o.Files, func(r *study.Report) error {
		return printSentences(&o.Call, "", r.Lead)
	}))
}

func studyFitCommand(s Streams) *cli.Command {
	var o struct {
		Call `fields:"workers,quiet"`
		task.Fit
	}
	return newCommand(s, "study fit", "[FILE]...", &o, studyAction(&o.Call, &o.Fit, &o.Files, func(m *predict.Model) error {
		return printSentences(&o.Call, o.Output, append(m.Sentences(), m.Limits...))
	}))
}

func studyMeasureCommand(s Streams) *cli.Command {
	var o struct {
		Call `fields:"workers,quiet"`
		task.Measure
	}
	return newCommand(s, "study measure", "[FILE]...", &o, studyAction(&o.Call, &o.Measure, &o.Files, func(int) error { return nil }))
}

func studyPlayCommand(s Streams) *cli.Command {
	var o struct {
		Call `fields:"workers,quiet"`
		task.StudyPlays
	}
	return newCommand(s, "study play", "[FILE]...", &o, studyAction(&o.Call, &o.StudyPlays, &o.Files, func(m *task.MeasuredPlays) error {
		return printSentences(&o.Call, cmp.Or(o.Output, "-"), m.Sentences())
	}))
}

// printSentences prints the sentences of a result: on stderr if the result itself goes to stdout.
func printSentences(o *Call, output string, sentences []string) error {
	out := o.Out
	if output == "-" {
		out = o.Err
	}
	for _, line := range sentences {
		fmt.Fprintln(out, text.OneLine(line))
	}
	return nil
}
