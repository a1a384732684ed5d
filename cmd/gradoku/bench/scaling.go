package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"text/tabwriter"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
)

// scalingOptions are what the command line of "gradoku bench scaling" says.
type scalingOptions struct {
	cli.Call
	workers int
	puzzles int64
	rounds  int
}

func scalingCommand(s cli.Streams) *urfave.Command {
	var o scalingOptions
	return &urfave.Command{
		Name:      "scaling",
		Usage:     "how much faster many workers, on a core each, make the same puzzles",
		UsageText: "gradoku bench scaling\ngradoku bench scaling --workers 2 -n 20000",
		Flags: []urfave.Flag{
			&urfave.IntFlag{Name: "workers", Destination: &o.workers, Value: runtime.NumCPU(), Usage: "compare `N` workers and cores with one"},
			&urfave.Int64Flag{Name: "n", Destination: &o.puzzles, Value: 10_000, Usage: "puzzles of each run"},
			&urfave.IntFlag{Name: "rounds", Destination: &o.rounds, Value: 5, Usage: "compare `N` times"},
		},
		Before: cli.NoArgs,
		Action: cli.Action(s, &o.Call, o.run),
	}
}

func (o *scalingOptions) run(ctx context.Context) error {
	if o.workers < 2 {
		return cli.UsageError(errors.New("--workers must be 2 or more"), "one worker is what they are compared with")
	}
	if o.puzzles < 1 || o.rounds < 1 {
		return cli.UsageError(errors.New("-n and --rounds must be 1 or more"), "for example: -n 10000")
	}
	m, err := measureScaling(ctx, o.workers, o.puzzles, o.rounds)
	if err != nil {
		return cli.DataError(err, "")
	}
	t := tabwriter.NewWriter(o.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(o.Out, "%s puzzles a run, commit %s\n\n", text.Grouped(m.Puzzles), cli.Commit())
	fmt.Fprintf(t, "round\tworkers\twall\tCPU\tCPU a worker\tµs CPU a puzzle\ttimes as fast\n")
	for i := range m.One {
		for _, r := range []struct {
			workers int
			spent
		}{{1, m.One[i]}, {m.Workers, m.Many[i]}} {
			fmt.Fprintf(t, "%d\t%d\t%.2f s\t%.2f s\t%.2f s\t%.1f\t%.2f\n", i+1, r.workers, r.Wall.Seconds(), r.CPU.Seconds(),
				r.CPU.Seconds()/float64(r.workers), float64(r.CPU.Microseconds())/float64(m.Puzzles), m.One[i].Wall.Seconds()/r.Wall.Seconds())
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(o.Out, "\nmedian: %.2f times as fast; %d workers take %.2f times the CPU time of one for the same puzzles:\n", m.speedup(), m.Workers, m.inflation())
	fmt.Fprintf(o.Out, "at best %.2f times as fast here. Where that is much below %d, they share a physical core.\n", float64(m.Workers)/m.inflation(), m.Workers)
	return nil
}

// scaling is how much the whole pipeline gains from more cores.
type scaling struct {
	Workers int     // of the second kind of run, and its cores; the first has one
	Puzzles int64   // of each run
	One     []spent // by round
	Many    []spent
}

// speedup is the median over the rounds of the wall time of one worker divided
// by that of many in the same round.
func (s *scaling) speedup() float64 {
	return s.ratio(func(one, many spent) float64 { return one.Wall.Seconds() / many.Wall.Seconds() })
}

// inflation is the median over the rounds of the CPU time of many workers divided
// by that of one for the same puzzles. At 1, workers do not hinder each other; it
// rises when they share a physical core, its caches or its clock.
func (s *scaling) inflation() float64 {
	return s.ratio(func(one, many spent) float64 { return many.CPU.Seconds() / one.CPU.Seconds() })
}

func (s *scaling) ratio(of func(one, many spent) float64) float64 {
	var ratios []float64
	for i := range s.One {
		ratios = append(ratios, of(s.One[i], s.Many[i]))
	}
	return median(ratios)
}

// measureScaling makes the same puzzles with one worker and with many, in turn. Each
// run may use only as many cores as it has workers. With two cores, one worker would
// use 1.07 of them, since saving and garbage collection run in parallel, and would
// not be a measure of one core.
func measureScaling(ctx context.Context, workers int, puzzles int64, rounds int) (*scaling, error) {
	temp, err := os.MkdirTemp("", "gradoku-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	e := newEnv("", temp)
	onCores := func(n int) (spent, error) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
		return e.generate(ctx, seed, puzzles, n)
	}
	s := &scaling{Workers: workers, Puzzles: puzzles}
	for round := range rounds + 1 { // the first warms up
		one, err := onCores(1)
		if err != nil {
			return nil, err
		}
		many, err := onCores(workers)
		if err != nil {
			return nil, err
		}
		if round > 0 {
			s.One, s.Many = append(s.One, one), append(s.Many, many)
		}
	}
	return s, nil
}
