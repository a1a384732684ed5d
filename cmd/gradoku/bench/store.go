package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
	"gradoku/store"
)

// storeOptions are what the command line of "gradoku bench store" says.
type storeOptions struct {
	cli.Call
	rows, step int64
	keep       string
}

func storeCommand(s cli.Streams) *urfave.Command {
	var o storeOptions
	return &urfave.Command{
		Name:      "store",
		Usage:     "what a puzzle costs in a database as it grows",
		UsageText: "gradoku bench store --rows 10000000\ngradoku bench store --rows 10000000 --keep postgres://ada@localhost/bench",
		Flags: []urfave.Flag{
			&urfave.Int64Flag{Name: "rows", Destination: &o.rows, Value: 1_000_000, Usage: "rows at the end"},
			&urfave.Int64Flag{Name: "step", Destination: &o.step, Value: 250_000, Usage: "rows between two lines of the report"},
			&urfave.StringFlag{Name: "keep", Destination: &o.keep, Usage: "keep the database, as a `FILE` or in an empty one on a server, to ask it more"},
		},
		Before: cli.NoArgs,
		Action: cli.Action(s, &o.Call, o.run),
	}
}

func (o *storeOptions) run(ctx context.Context) error {
	if o.rows < 1 || o.step < 1 {
		return cli.UsageError(errors.New("--rows and --step must be 1 or more"), "for example: --rows 1000000 --step 250000")
	}
	if o.keep != "" {
		if _, err := os.Lstat(o.keep); err == nil {
			return cli.UsageError(fmt.Errorf("--keep: %s is there already", o.keep), "name a new file; gradoku bench questions --db "+o.keep+" asks that one")
		}
	}
	var last growth
	t := tabwriter.NewWriter(o.Out, 12, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "rows\tµs CPU a row\trows/s\tbytes a row\tpeak memory\tslowest answer\t")
	err := grow(ctx, o.rows, o.step, o.keep, func(g growth) error {
		last = g
		var slowest time.Duration
		for _, a := range g.Answers {
			slowest = max(slowest, a.Median)
		}
		fmt.Fprintf(t, "%s\t%.1f\t%s\t%.0f\t%.0f MB\t%s\t\n", text.Grouped(g.Rows), float64(g.CPU.Microseconds())/float64(g.Saved),
			text.Grouped(int64(float64(g.Saved)/g.Wall.Seconds())), float64(g.Bytes)/float64(g.Rows), float64(g.Peak)/1e6, millis(slowest))
		return t.Flush()
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(o.Out, "\nslowest answer: the median of the slowest question; with %s rows:\n\n", text.Grouped(last.Rows))
	return printAnswers(o.Out, last.Answers)
}

// growth is the state of a database at some number of rows.
type growth struct {
	spent   // since the last one; a server's own processor time is not in it
	Rows    int64
	Saved   int64 // rows since the last one
	Bytes   int64 // of the file and its log, or of the tables
	Peak    int64 // most memory of the process so far, in bytes; 0 if unknown
	Answers []answer
}

// askedPerStep is how many times each question is asked after a step.
const askedPerStep = 20

// grow saves rows into a new database and reports after every step rows. The database is
// kept if keep names it, otherwise removed.
func grow(ctx context.Context, rows, step int64, keep string, each func(growth) error) error {
	temp, err := os.MkdirTemp("", "gradoku-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	puzzles, err := newEnv("", temp).graded(batchRows)
	if err != nil {
		return err
	}
	path := keep
	if path == "" {
		path = filepath.Join(temp, "grow.db")
	}
	db, err := store.Open(ctx, path, store.ReadWrite)
	if err != nil {
		return err
	}
	defer db.Close()
	runs, err := db.Runs(ctx)
	if err == nil && len(runs) > 0 {
		err = fmt.Errorf("%s holds runs already; name an empty database", db.Path())
	}
	if err != nil {
		return err
	}
	run, err := db.BeginRun(ctx, newRun(seed, rows))
	if err != nil {
		return err
	}
	rng := newRand()
	for run.Accepted < rows {
		now := growth{Saved: min(step, rows-run.Accepted)}
		soFar := timer()
		for left := now.Saved; left > 0; {
			batch := puzzles[:min(int64(len(puzzles)), left)]
			for i := range batch {
				batch[i].Seq = run.Next + int64(i)
			}
			rekey(batch, rng)
			saved, err := db.SaveBatch(ctx, store.Batch{RunID: run.ID, From: run.Next, To: run.Next + int64(len(batch)), Puzzles: batch})
			if err != nil {
				return err
			}
			run = saved.Run
			left -= int64(len(batch))
		}
		now.spent, now.Rows, now.Peak = soFar(), run.Accepted, peakMemory()
		info, err := db.Info(ctx)
		if err != nil {
			return err
		}
		now.Bytes = info.FileBytes + info.WALBytes
		if now.Answers, err = ask(ctx, db, askedPerStep); err != nil {
			return err
		}
		if err := each(now); err != nil {
			return err
		}
	}
	return nil
}
