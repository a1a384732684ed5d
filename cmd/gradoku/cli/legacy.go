package cli

import (
	"iter"

	urfave "github.com/urfave/cli/v2"
)

// What follows serves commands whose flags do not fill options yet.

// CallFrom is [CallOf] by reference.
func CallFrom(c *urfave.Context, s Streams) *Call {
	call := CallOf(c, s)
	return &call
}

// PuzzlesOf is [Call.Puzzles] of a context.
func PuzzlesOf(c *urfave.Context, s Streams) iter.Seq2[Source, error] {
	return CallFrom(c, s).Puzzles(c.Context)
}

// WorkersOf reads --workers.
func WorkersOf(c *urfave.Context) (int, error) {
	return c.Int("workers"), CheckWorkers(CallFrom(c, Streams{}), c.Int("workers"))
}

// ApartAnd is [Apart] for -o, before another check.
func ApartAnd(before urfave.BeforeFunc) urfave.BeforeFunc {
	return func(c *urfave.Context) error {
		if err := Apart(c, "o"); err != nil || before == nil {
			return err
		}
		return before(c)
	}
}

// Apart is [Call.CheckApart] of flags by their names.
func Apart(c *urfave.Context, flags ...string) error {
	var outputs []Output
	for _, name := range flags {
		outputs = append(outputs, Output{Dashed(name), c.String(name)})
	}
	return CallFrom(c, Streams{}).CheckApart(c.String("db"), outputs...)
}
