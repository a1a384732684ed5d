// Package study compares gradoku with published ratings, samples and times.
package study

import (
	"errors"
	"fmt"
	"math"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
)

// Command is "gradoku study".
func Command(s cli.Streams) *urfave.Command {
	return cli.Help("study", &urfave.Command{
		Subcommands: []*urfave.Command{
			agreementCommand(s), samplingCommand(s), reportCommand(s), fitCommand(s), validateCommand(s),
			compareCommand(s), measureCommand(s), playCommand(s), literatureCommand(s),
		},
	})
}

type drawOptions struct {
	cli.Call
	seed int64
	csv  bool
}

func (o *drawOptions) flags(json, csv string, lines ...cli.Line) []urfave.Flag {
	return []urfave.Flag{
		&urfave.Int64Flag{Name: "seed", Destination: &o.seed, Value: 1, Usage: "the seed, from 0: the same seed gives the same figures"},
		o.WorkersFlag(), o.QuietFlag(), o.JSONFlag(json, lines...),
		&urfave.BoolFlag{Name: "csv", Destination: &o.csv, Usage: csv},
	}
}

// number is the value of a flag and its allowed range.
type number struct {
	flag            string
	value, from, to int64
}

// check refuses values outside their range, and two output formats at once.
func (o *drawOptions) check(numbers ...number) error {
	for _, n := range append(numbers, number{"seed", o.seed, 0, math.MaxInt64}) {
		if n.value < n.from || n.value > n.to {
			return cli.UsageError(fmt.Errorf("%s is %d; it must be from %d to %d", cli.Dashed(n.flag), n.value, n.from, n.to), o.HelpAdvice())
		}
	}
	if o.JSON && o.csv {
		return cli.UsageError(errors.New("--json and --csv exclude each other"), "choose one")
	}
	return nil
}
