package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/task"
)

// options are what the command line of "gradoku bench" says.
type options struct {
	cli.Call
	data, only string
	rounds     int
	time       time.Duration
	raw        string
	list       bool
	quiet      bool
}

// Command is "gradoku bench"; its subcommands measure what is not a rate of a case.
func Command(s cli.Streams) *urfave.Command {
	var o options
	run := cli.Action(s, &o.Call, o.run)
	return &urfave.Command{
		Name:  "bench",
		Usage: "measure how fast gradoku is on this machine",
		UsageText: "gradoku bench --data DIR\n" +
			"gradoku bench --only Solve --raw new.txt && benchstat old.txt new.txt\n" +
			"gradoku bench scaling\ngradoku bench memory\n" +
			"gradoku bench store --rows 10000000\ngradoku bench questions --db puzzles.db",
		Description: "Measures each case --rounds times in turn and prints the median rate, the least and the most, per second of\n" +
			"CPU time. --data (or GRADOKU_DATA) is a folder with the field's puzzle files, bench/17clue.txt and the like,\n" +
			"and ratings/se-dev.tsv; what is missing is left out. Their SHA-256 is printed. It takes some minutes.",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "data", Destination: &o.data, EnvVars: []string{"GRADOKU_DATA"}, Usage: "`DIR` with puzzle files"},
			&urfave.StringFlag{Name: "only", Destination: &o.only, Usage: "measure the cases whose name matches `REGEXP`"},
			&urfave.IntFlag{Name: "rounds", Destination: &o.rounds, Value: 5, Usage: "measure each case `N` times"},
			&urfave.DurationFlag{Name: "time", Destination: &o.time, Value: 500 * time.Millisecond, Usage: "CPU `TIME` of a measurement, at least"},
			&urfave.StringFlag{Name: "raw", Destination: &o.raw, Usage: "write every round to `FILE`, as benchstat reads it"},
			&urfave.BoolFlag{Name: "list", Destination: &o.list, Usage: "print the names of the cases"},
			cli.QuietFlag(&o.quiet),
		},
		Action: func(c *urfave.Context) error {
			if err := cli.NoArgs(c); err != nil { // as a Before hook it would refuse the subcommands
				return err
			}
			return run(c)
		},
		Subcommands: []*urfave.Command{scalingCommand(s), storeCommand(s), memoryCommand(s), questionsCommand(s)},
	}
}

func (o *options) run(ctx context.Context) error {
	only, err := regexp.Compile(o.only)
	if err != nil {
		return cli.UsageError(fmt.Errorf("--only: %w", err), "for example: --only 'Solve/9'")
	}
	var cases []benchmark
	for _, k := range benchmarks() {
		if only.MatchString(k.name) {
			cases = append(cases, k)
		}
	}
	if len(cases) == 0 {
		return cli.UsageError(fmt.Errorf("no case matches %q", o.only), "gradoku bench --list shows the names")
	}
	if o.list {
		for _, k := range cases {
			fmt.Fprintln(o.Out, k.name)
		}
		return nil
	}
	// Refuse, before minutes of measuring, flags that would measure nothing or outputs
	// that could not be written.
	if o.rounds < 1 {
		return cli.UsageError(fmt.Errorf("--rounds is %d", o.rounds), "give 1 or more")
	}
	if o.time <= 0 {
		return cli.UsageError(fmt.Errorf("--time is %v; it must be above 0", o.time), "for example: --time 500ms")
	}
	if o.data != "" {
		if info, err := os.Stat(o.data); err != nil || !info.IsDir() {
			return cli.UsageError(fmt.Errorf("--data %s: there is no such folder", o.data), "leave it out to measure what needs no files")
		}
	}
	if o.raw != "" {
		if err := task.CheckOutput(o.raw); err != nil {
			return err
		}
	}
	r, err := o.measureAll(ctx, cases)
	if err != nil {
		return cli.DataError(err, "")
	}
	if o.raw != "" {
		if err := task.ToFile(ctx, o.raw, func(w io.Writer) error { return r.raw(w, cli.Commit()) }); err != nil {
			return err
		}
	}
	return r.table(o.Out, cli.Commit())
}

// measureAll measures cases, each once per round, after one pass to warm up.
func (o *options) measureAll(ctx context.Context, cases []benchmark) (*report, error) {
	temp, err := os.MkdirTemp("", "gradoku-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	e := newEnv(o.data, temp)
	r := &report{
		CPU: cpuModel(), Cores: runtime.NumCPU(), System: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version(), Hashes: e.hashes,
	}
	works := make([]work, len(cases))
	for i, c := range cases {
		res := result{benchmark: c}
		switch works[i], err = c.prepare(ctx, e); {
		case errors.Is(err, errAbsent):
			res.Absent, works[i] = err.Error(), nil
		case err != nil:
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
		r.Results = append(r.Results, res)
	}
	for round := range o.rounds + 1 {
		for i, do := range works {
			if do == nil {
				continue
			}
			if !o.quiet {
				fmt.Fprintf(o.Err, "round %d of %d: %s\n", round, o.rounds, cases[i].name)
			}
			least := o.time
			if round == 0 {
				least = 0
			}
			m, err := measure(ctx, do, least)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", cases[i].name, err)
			}
			if round > 0 {
				r.Results[i].Rounds = append(r.Results[i].Rounds, m)
			}
		}
	}
	return r, nil
}

// measure does work at least once, until it has used that much CPU time.
func measure(ctx context.Context, do work, least time.Duration) (measurement, error) {
	start := CPUTime()
	var m measurement
	for m.Units == 0 || m.CPU < least {
		if ctx.Err() != nil {
			return m, context.Cause(ctx)
		}
		n, err := do()
		if err != nil {
			return m, err
		}
		m.Units, m.CPU = m.Units+n, CPUTime()-start
	}
	return m, nil
}

// spent is the time that some work took.
type spent struct {
	Wall, CPU time.Duration
}

// timer starts to measure; what it returns says how much time has been spent since.
func timer() func() spent {
	start, cpu := time.Now(), CPUTime()
	return func() spent { return spent{time.Since(start), CPUTime() - cpu} }
}
