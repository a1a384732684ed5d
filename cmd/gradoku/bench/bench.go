package bench

import (
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/store"
)

func Command(s cli.Streams) *urfave.Command {
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
			&urfave.StringFlag{Name: "data", EnvVars: []string{"GRADOKU_DATA"}, Usage: "`DIR` with puzzle files"},
			&urfave.StringFlag{Name: "only", Usage: "measure the cases whose name matches `REGEXP`"},
			&urfave.IntFlag{Name: "rounds", Value: 5, Usage: "measure each case `N` times"},
			&urfave.DurationFlag{Name: "time", Value: 500 * time.Millisecond, Usage: "CPU `TIME` of a measurement, at least"},
			&urfave.StringFlag{Name: "raw", Usage: "write every round to `FILE`, as benchstat reads it"},
			&urfave.BoolFlag{Name: "list", Usage: "print the names of the cases"},
			cli.QuietFlag(nil),
		},
		Action:      func(c *urfave.Context) error { return benchAction(c, s) },
		Subcommands: benchSubcommands(s),
	}
}

// benchSubcommands measure what is no rate of a case.
func benchSubcommands(s cli.Streams) []*urfave.Command {
	return []*urfave.Command{{
		Name:      "scaling",
		Usage:     "how much faster many workers, on a core each, make the same puzzles",
		UsageText: "gradoku bench scaling\ngradoku bench scaling --workers 2 -n 20000",
		Flags: []urfave.Flag{
			&urfave.IntFlag{Name: "workers", Value: runtime.NumCPU(), Usage: "compare `N` workers and cores with one"},
			&urfave.Int64Flag{Name: "n", Value: 10_000, Usage: "puzzles of each run"},
			&urfave.IntFlag{Name: "rounds", Value: 5, Usage: "compare `N` times"},
		},
		Before: cli.NoArgs,
		Action: func(c *urfave.Context) error { return scalingAction(c, s) },
	}, {
		Name:      "store",
		Usage:     "what a puzzle costs in a database as it grows",
		UsageText: "gradoku bench store --rows 10000000",
		Flags: []urfave.Flag{
			&urfave.Int64Flag{Name: "rows", Value: 1_000_000, Usage: "rows at the end"},
			&urfave.Int64Flag{Name: "step", Value: 250_000, Usage: "rows between two lines of the report"},
			&urfave.StringFlag{Name: "keep", Usage: "keep the database as `FILE`, to ask it more"},
		},
		Before: cli.NoArgs,
		Action: func(c *urfave.Context) error { return growthAction(c, s) },
	}, {
		Name:      "memory",
		Usage:     "how much memory generate needs for how many puzzles",
		UsageText: "gradoku bench memory --counts 10000,100000,1000000",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "counts", Value: "10000,100000,1000000", Usage: "numbers of puzzles, with commas: a run of each"},
		},
		Before: cli.NoArgs,
		Action: func(c *urfave.Context) error { return memoryAction(c, s) },
	}, {
		Name:      "questions",
		Usage:     "how long a database takes to answer what people and apps ask",
		UsageText: "gradoku bench questions --db puzzles.db",
		Flags:     []urfave.Flag{cli.DBFlag(nil), &urfave.IntFlag{Name: "times", Value: 100, Usage: "ask each question `N` times"}},
		Before:    cli.NoArgs,
		Action: func(c *urfave.Context) error {
			if err := atLeastOne(c, "times"); err != nil {
				return err
			}
			return cli.WithDBOf(c, s, func(c *urfave.Context, s cli.Streams, db *store.DB) error { return questionsAction(c, s, db) })
		},
	}}
}

func benchAction(c *urfave.Context, s cli.Streams) error {
	if err := cli.NoArgs(c); err != nil {
		return err
	}
	only, err := regexp.Compile(c.String("only"))
	if err != nil {
		return cli.UsageError(fmt.Errorf("--only: %w", err), "for example: --only 'Solve/9'")
	}
	var cases []Case
	for _, k := range Cases() {
		if only.MatchString(k.Name) {
			cases = append(cases, k)
		}
	}
	if len(cases) == 0 {
		return cli.UsageError(fmt.Errorf("no case matches %q", c.String("only")), "gradoku bench --list shows the names")
	}
	if c.Bool("list") {
		for _, k := range cases {
			fmt.Fprintln(s.Out, k.Name)
		}
		return nil
	}
	if err := checkBench(c); err != nil {
		return err
	}
	cfg := Config{Data: c.String("data"), Rounds: c.Int("rounds"), Time: c.Duration("time")}
	if !c.Bool("quiet") {
		cfg.Progress = func(round int, name string) { fmt.Fprintf(s.Err, "round %d of %d: %s\n", round, c.Int("rounds"), name) }
	}
	report, err := Run(c.Context, cases, cfg)
	if err != nil {
		return cli.DataError(err, "")
	}
	if raw := c.String("raw"); raw != "" {
		if err := cli.ToFile(raw, func(w io.Writer) error { return report.Raw(w, cli.Commit()) }); err != nil {
			return err
		}
	}
	return report.Table(s.Out, cli.Commit())
}

// checkBench refuses, before minutes of measuring, what would measure nothing or
// could not be written.
func checkBench(c *urfave.Context) error {
	if err := atLeastOne(c, "rounds"); err != nil {
		return err
	}
	if c.Duration("time") <= 0 {
		return cli.UsageError(fmt.Errorf("--time is %v; it must be more than nothing", c.Duration("time")), "for example: --time 500ms")
	}
	if data := c.String("data"); data != "" {
		if info, err := os.Stat(data); err != nil || !info.IsDir() {
			return cli.UsageError(fmt.Errorf("--data %s: there is no such folder", data), "leave it out to measure what needs no files")
		}
	}
	if raw := c.String("raw"); raw != "" {
		return cli.CheckOutput(raw)
	}
	return nil
}

// atLeastOne refuses numbers that would measure nothing.
func atLeastOne(c *urfave.Context, names ...string) error {
	for _, name := range names {
		if n := c.Int64(name); n < 1 {
			return cli.UsageError(fmt.Errorf("--%s is %d", name, n), "give 1 or more")
		}
	}
	return nil
}

func scalingAction(c *urfave.Context, s cli.Streams) error {
	if c.Int("workers") < 2 {
		return cli.UsageError(errors.New("--workers must be 2 or more"), "one worker is what they are compared with")
	}
	if c.Int64("n") < 1 || c.Int("rounds") < 1 {
		return cli.UsageError(errors.New("-n and --rounds must be 1 or more"), "for example: -n 10000")
	}
	m, err := MeasureScaling(c.Context, c.Int("workers"), c.Int64("n"), c.Int("rounds"))
	if err != nil {
		return cli.DataError(err, "")
	}
	t := tabwriter.NewWriter(s.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(s.Out, "%s puzzles a run, commit %s\n\n", cli.Grouped(m.Puzzles), cli.Commit())
	fmt.Fprintf(t, "round\tworkers\twall\tCPU\tCPU a worker\tµs CPU a puzzle\ttimes as fast\n")
	for i := range m.One {
		for _, r := range []struct {
			workers int
			Spent
		}{{1, m.One[i]}, {m.Workers, m.Many[i]}} {
			fmt.Fprintf(t, "%d\t%d\t%.2f s\t%.2f s\t%.2f s\t%.1f\t%.2f\n", i+1, r.workers, r.Wall.Seconds(), r.CPU.Seconds(),
				r.CPU.Seconds()/float64(r.workers), float64(r.CPU.Microseconds())/float64(m.Puzzles), m.One[i].Wall.Seconds()/r.Wall.Seconds())
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "\nmedian: %.2f times as fast; %d workers take %.2f times the CPU time of one for the same puzzles:\n", m.Speedup(), m.Workers, m.Inflation())
	fmt.Fprintf(s.Out, "at best %.2f times as fast here. Where that is much below %d, they share a physical core.\n", float64(m.Workers)/m.Inflation(), m.Workers)
	return nil
}

func memoryAction(c *urfave.Context, s cli.Streams) error {
	program, err := os.Executable()
	if err != nil {
		return cli.DataError(fmt.Errorf("finding the program to run: %w", err), "")
	}
	var counts []int64
	for text := range strings.SplitSeq(c.String("counts"), ",") {
		n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
		if err != nil || n < 1 {
			return cli.UsageError(fmt.Errorf("--counts: %q is not a number of puzzles", text), "for example: --counts 10000,100000,1000000")
		}
		counts = append(counts, n)
	}
	t := tabwriter.NewWriter(s.Out, 12, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "puzzles\tpeak memory\tfile, a puzzle\twall\tCPU\t")
	for _, n := range counts {
		m, err := MeasureMemory(c.Context, program, n)
		if err != nil {
			return cli.DataError(err, "")
		}
		fmt.Fprintf(t, "%s\t%.0f MB\t%.0f bytes\t%.1f s\t%.1f s\t\n", cli.Grouped(n), float64(m.Peak)/1e6, float64(m.Bytes)/float64(n), m.Wall.Seconds(), m.CPU.Seconds())
		if err := t.Flush(); err != nil {
			return err
		}
	}
	return nil
}

func growthAction(c *urfave.Context, s cli.Streams) error {
	if c.Int64("rows") < 1 || c.Int64("step") < 1 {
		return cli.UsageError(errors.New("--rows and --step must be 1 or more"), "for example: --rows 1000000 --step 250000")
	}
	if keep := c.String("keep"); keep != "" {
		if _, err := os.Lstat(keep); err == nil {
			return cli.UsageError(fmt.Errorf("--keep: %s is there already", keep), "name a new file; gradoku bench questions --db "+keep+" asks that one")
		}
	}
	var last Growth
	t := tabwriter.NewWriter(s.Out, 12, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "rows\tµs CPU a row\trows/s\tbytes a row\tpeak memory\tslowest answer\t")
	err := Grow(c.Context, c.Int64("rows"), c.Int64("step"), c.String("keep"), func(g Growth) error {
		last = g
		var slowest time.Duration
		for _, a := range g.Answers {
			slowest = max(slowest, a.Median)
		}
		fmt.Fprintf(t, "%s\t%.1f\t%s\t%.0f\t%.0f MB\t%s\t\n", cli.Grouped(g.Rows), float64(g.CPU.Microseconds())/float64(g.Saved),
			cli.Grouped(int64(float64(g.Saved)/g.Wall.Seconds())), float64(g.Bytes)/float64(g.Rows), float64(g.Peak)/1e6, millis(slowest))
		return t.Flush()
	})
	if err != nil {
		return cli.DataError(err, "")
	}
	fmt.Fprintf(s.Out, "\nslowest answer: the median of the slowest question; with %s rows:\n\n", cli.Grouped(last.Rows))
	return answers(s.Out, last.Answers)
}

func questionsAction(c *urfave.Context, s cli.Streams, db *store.DB) error {
	all, err := Ask(c.Context, db, c.Int("times"))
	if err != nil {
		return cli.DataError(err, "the questions want a database of graded 9x9 puzzles of all levels")
	}
	return answers(s.Out, all)
}

func answers(w io.Writer, all []Answer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "question\tasked\tmedian\tworst\tmost CPU")
	for _, a := range all {
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%s\n", a.Question, a.Asked, millis(a.Median), millis(a.Worst), millis(a.MostCPU))
	}
	return t.Flush()
}

func millis(d time.Duration) string { return fmt.Sprintf("%.2f ms", float64(d.Microseconds())/1e3) }
