// Package study compares gradoku with published ratings, samples and times.
package study

import (
	"fmt"
	"io"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
)

// Command is "gradoku study".
func Command(s cli.Streams) *urfave.Command {
	return &urfave.Command{
		Name:      "study",
		Usage:     "compare with what others have published",
		UsageText: "gradoku study literature\ngradoku study agreement ratings.tsv --label se\ngradoku study grids --n 1000000\ngradoku study report puzzles.tsv --label seconds -o report/",
		Subcommands: []*urfave.Command{
			agreementCommand(s), reglibCommand(s), gridsCommand(s), samplingCommand(s), singlesCommand(s), reportCommand(s),
			fitCommand(s), humanCommand(s), literatureCommand(s),
		},
	}
}

// seedFlag is the --seed of the studies that draw samples.
func seedFlag(to *int64) *urfave.Int64Flag {
	return &urfave.Int64Flag{Name: "seed", Destination: to, Value: 1, Usage: "the seed, from 0: the same seed gives the same figures"}
}

// number is the value of a flag and its allowed range.
type number struct {
	flag            string
	value, from, to int64
}

// checkNumbers refuses values of flags outside their range.
func checkNumbers(call *cli.Call, numbers ...number) error {
	for _, n := range numbers {
		if n.value < n.from || n.value > n.to {
			return cli.UsageError(fmt.Errorf("%s is %d; it must be from %d to %d", cli.Dashed(n.flag), n.value, n.from, n.to), call.HelpAdvice())
		}
	}
	return nil
}

// printLines writes each value as one line of JSON.
func printLines[T any](w io.Writer, values []T) error {
	for _, v := range values {
		if err := cli.PrintJSON(w, v); err != nil {
			return err
		}
	}
	return nil
}
