package main

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"gradoku/bench"
	"gradoku/store"
)

func benchCommand(s streams) *cli.Command {
	return &cli.Command{
		Name:  "bench",
		Usage: "measure how fast gradoku is on this machine",
		UsageText: "gradoku bench --data DIR\n" +
			"gradoku bench --only Solve --raw new.txt && benchstat old.txt new.txt\n" +
			"gradoku bench scaling\n" +
			"gradoku bench store --rows 10000000",
		Description: "Measures each case --rounds times in turn and prints the median rate, the least and the most, per second of\n" +
			"CPU time. --data (or GRADOKU_DATA) is a folder with the field's puzzle files, bench/17clue.txt and the like,\n" +
			"and ratings/se-dev.tsv; what is missing is left out. Their SHA-256 is printed. It takes some minutes.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "data", EnvVars: []string{"GRADOKU_DATA"}, Usage: "`DIR` with puzzle files"},
			&cli.StringFlag{Name: "only", Usage: "measure the cases whose name matches `REGEXP`"},
			&cli.IntFlag{Name: "rounds", Value: 5, Usage: "measure each case `N` times"},
			&cli.DurationFlag{Name: "time", Value: 500 * time.Millisecond, Usage: "CPU `TIME` of a measurement, at least"},
			&cli.StringFlag{Name: "raw", Usage: "write every round to `FILE`, as benchstat reads it"},
			&cli.BoolFlag{Name: "list", Usage: "print the names of the cases"},
			quietFlag(),
		},
		Action: func(c *cli.Context) error { return benchAction(c, s) },
		Subcommands: []*cli.Command{{
			Name:      "scaling",
			Usage:     "how much faster many workers make the same puzzles",
			UsageText: "gradoku bench scaling\ngradoku bench scaling --workers 2 -n 20000",
			Flags: []cli.Flag{
				&cli.IntFlag{Name: "workers", Value: runtime.NumCPU(), Usage: "compare `N` workers with one"},
				&cli.Int64Flag{Name: "n", Value: 10_000, Usage: "puzzles of each run"},
				&cli.IntFlag{Name: "rounds", Value: 5, Usage: "compare `N` times"},
			},
			Before: noArgs,
			Action: func(c *cli.Context) error { return scalingAction(c, s) },
		}, {
			Name:      "store",
			Usage:     "what a puzzle costs in a database as it grows",
			UsageText: "gradoku bench store --rows 10000000",
			Flags: []cli.Flag{
				&cli.Int64Flag{Name: "rows", Value: 1_000_000, Usage: "rows at the end"},
				&cli.Int64Flag{Name: "step", Value: 250_000, Usage: "rows between two lines of the report"},
				&cli.StringFlag{Name: "keep", Usage: "keep the database as `FILE`, to ask it more"},
			},
			Before: noArgs,
			Action: func(c *cli.Context) error { return growthAction(c, s) },
		}, {
			Name:      "questions",
			Usage:     "how long a database takes to answer what people and apps ask",
			UsageText: "gradoku bench questions --db puzzles.db",
			Flags:     []cli.Flag{dbFlag(), &cli.IntFlag{Name: "times", Value: 100, Usage: "ask each question `N` times"}},
			Before:    noArgs,
			Action: func(c *cli.Context) error {
				if err := atLeastOne(c, "times"); err != nil {
					return err
				}
				return withDB(c, s, func(c *cli.Context, s streams, db *store.DB) error { return questionsAction(c, s, db) })
			},
		}},
	}
}

func benchAction(c *cli.Context, s streams) error {
	if err := noArgs(c); err != nil {
		return err
	}
	only, err := regexp.Compile(c.String("only"))
	if err != nil {
		return usageError(fmt.Errorf("--only: %w", err), "for example: --only 'Solve/9'")
	}
	var cases []bench.Case
	for _, k := range bench.Cases() {
		if only.MatchString(k.Name) {
			cases = append(cases, k)
		}
	}
	if len(cases) == 0 {
		return usageError(fmt.Errorf("no case matches %q", c.String("only")), "gradoku bench --list shows the names")
	}
	if c.Bool("list") {
		for _, k := range cases {
			fmt.Fprintln(s.out, k.Name)
		}
		return nil
	}
	if err := atLeastOne(c, "rounds"); err != nil {
		return err
	}
	cfg := bench.Config{Data: c.String("data"), Rounds: c.Int("rounds"), Time: c.Duration("time")}
	if !c.Bool("quiet") {
		cfg.Progress = func(round int, name string) { fmt.Fprintf(s.err, "round %d of %d: %s\n", round, c.Int("rounds"), name) }
	}
	report, err := bench.Run(c.Context, cases, cfg)
	if err != nil {
		return dataError(err, "")
	}
	if raw := c.String("raw"); raw != "" {
		if err := toFile(raw, func(w io.Writer) error { return report.Raw(w, commit()) }); err != nil {
			return err
		}
	}
	return report.Table(s.out, commit())
}

// atLeastOne refuses numbers that would measure nothing.
func atLeastOne(c *cli.Context, names ...string) error {
	for _, name := range names {
		if n := c.Int64(name); n < 1 {
			return usageError(fmt.Errorf("--%s is %d", name, n), "give 1 or more")
		}
	}
	return nil
}

func scalingAction(c *cli.Context, s streams) error {
	if c.Int("workers") < 2 {
		return usageError(errors.New("--workers must be 2 or more"), "one worker is what they are compared with")
	}
	if c.Int64("n") < 1 || c.Int("rounds") < 1 {
		return usageError(errors.New("-n and --rounds must be 1 or more"), "for example: -n 10000")
	}
	m, err := bench.MeasureScaling(c.Context, c.Int("workers"), c.Int64("n"), c.Int("rounds"))
	if err != nil {
		return dataError(err, "")
	}
	for i := range m.One {
		fmt.Fprintf(s.out, "1 worker %6.2f s   %d workers %6.2f s   %.2f times as fast\n",
			m.One[i].Seconds(), m.Workers, m.Many[i].Seconds(), m.One[i].Seconds()/m.Many[i].Seconds())
	}
	fmt.Fprintf(s.out, "median: %.2f times as fast\n", m.Speedup())
	return nil
}

func growthAction(c *cli.Context, s streams) error {
	if c.Int64("rows") < 1 || c.Int64("step") < 1 {
		return usageError(errors.New("--rows and --step must be 1 or more"), "for example: --rows 1000000 --step 250000")
	}
	var last bench.Growth
	t := tabwriter.NewWriter(s.out, 12, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "rows\tµs CPU a row\trows/s\tbytes a row\tpeak memory\tslowest answer\t")
	err := bench.Grow(c.Context, c.Int64("rows"), c.Int64("step"), c.String("keep"), func(g bench.Growth) error {
		last = g
		var slowest time.Duration
		for _, a := range g.Answers {
			slowest = max(slowest, a.Median)
		}
		fmt.Fprintf(t, "%s\t%.1f\t%s\t%.0f\t%.0f MB\t%s\t\n", grouped(g.Rows), float64(g.CPU.Microseconds())/float64(g.Saved),
			grouped(int64(float64(g.Saved)/g.Wall.Seconds())), float64(g.Bytes)/float64(g.Rows), float64(g.Peak)/1e6, millis(slowest))
		return t.Flush()
	})
	if err != nil {
		return dataError(err, "")
	}
	fmt.Fprintf(s.out, "\nslowest answer: the median of the slowest question; with %s rows:\n\n", grouped(last.Rows))
	return answers(s.out, last.Answers)
}

func questionsAction(c *cli.Context, s streams, db *store.DB) error {
	all, err := bench.Ask(c.Context, db, c.Int("times"))
	if err != nil {
		return dataError(err, "the questions want a database of graded 9x9 puzzles of all levels")
	}
	return answers(s.out, all)
}

func answers(w io.Writer, all []bench.Answer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "question\tasked\tmedian\tworst")
	for _, a := range all {
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\n", a.Question, a.Asked, millis(a.Median), millis(a.Worst))
	}
	return t.Flush()
}

func millis(d time.Duration) string { return fmt.Sprintf("%.2f ms", float64(d.Microseconds())/1e3) }
