package runs

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/cmd/gradoku/generate"
	"gradoku/grade"
	"gradoku/pipeline"
	"gradoku/store"
)

func ReplayCommand(s cli.Streams) *urfave.Command {
	return &urfave.Command{
		Name:      "replay",
		Usage:     "compute a run again and compare it with what is stored, or with its manifest",
		ArgsUsage: "RUN",
		UsageText: "gradoku replay 3\n" +
			"gradoku replay --manifest run3.json",
		Description: "Nothing is written. Every try of the run is computed again and each row compared: clues, solution,\n" +
			"key and grade. A try whose puzzle the database has from an earlier try, from another run or from a\n" +
			"corpus was rightly not saved, and is counted as such. With --manifest no database is needed: the\n" +
			"rows that come out are hashed and the hashes compared. Exit code 1 when there is a difference.",
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "manifest", Usage: "compare with this `FILE` instead of a database, - for stdin"},
			cli.WorkersFlag(nil), cli.DBFlag(nil), cli.QuietFlag(nil), cli.JSONFlag(nil, "print one JSON object"),
		},
		Action: func(c *urfave.Context) error {
			if c.IsSet("manifest") {
				return replayManifest(c, s)
			}
			return replayRun(c, s)
		},
	}
}

func replayRun(c *urfave.Context, s cli.Streams) error {
	const advice = "gradoku runs lists the runs of the database"
	if c.NArg() != 1 {
		return cli.UsageError(fmt.Errorf("replay takes one run, got %d arguments", c.NArg()), advice)
	}
	id, err := strconv.ParseInt(c.Args().First(), 10, 64)
	if err != nil || id < 1 {
		return cli.UsageError(fmt.Errorf("%q is no run: a whole number from 1", c.Args().First()), advice)
	}
	return cli.WithDBOf(c, s, func(c *urfave.Context, s cli.Streams, db *store.DB) error {
		run, err := db.Run(c.Context, id)
		if err != nil {
			return runError(err)
		}
		title := fmt.Sprintf("run %d in %s", run.ID, db.Path())
		first, _, _ := generate.RunSpan(run)
		return replayAs(c, s, title, run.Options, run.Version, [2]int64{first, run.Next}, func(cfg pipeline.Config) (pipeline.Replayed, error) {
			return pipeline.Replay(c.Context, db, run, cfg)
		})
	})
}

func replayManifest(c *urfave.Context, s cli.Streams) error {
	if c.NArg() > 0 {
		return cli.UsageError(errors.New("--manifest names the run already; no other is wanted"), cli.HelpAdvice(c))
	}
	var in io.Reader
	path := c.String("manifest")
	if path == "-" {
		r, stop := cli.UntilDone(c.Context, s.In)
		defer stop()
		in = r
	} else {
		f, err := os.Open(path)
		if err != nil {
			return cli.DataError(err, "check the name and whether you may read it")
		}
		defer f.Close()
		in = f
	}
	const advice = "gradoku runs --manifest RUN and gradoku generate --manifest FILE write one"
	m, err := pipeline.ReadManifest(in)
	if err != nil {
		return cli.DataError(fmt.Errorf("%s: %w", path, err), advice)
	}
	if m.Grader != grade.Version {
		return cli.DataError(fmt.Errorf("%s: its grades are of grader %d, this gradoku has grader %d", path, m.Grader, grade.Version),
			"verify it with the version that it names")
	}
	return replayAs(c, s, path, string(m.Options), m.Version, [2]int64{m.First, m.Next}, func(cfg pipeline.Config) (pipeline.Replayed, error) {
		return m.Verify(c.Context, cfg)
	})
}

// replayAs computes a run again and tells what came out of it.
func replayAs(c *urfave.Context, s cli.Streams, title, options, made string, span [2]int64, do func(pipeline.Config) (pipeline.Replayed, error)) error {
	opt, err := pipeline.DecodeOptions(options)
	if err != nil {
		return cli.DataError(fmt.Errorf("%s: %w", title, err), "it was made by another gradoku")
	}
	n, err := cli.WorkersOf(c)
	if err != nil {
		return err
	}
	say := cli.TalkTo(s.Err, c.Bool("quiet"))
	if made != cli.Version {
		say("%s was made by gradoku %s, this is %s: its seed may mean other puzzles now", title, made, cli.Version)
	}
	bar := cli.NewProgress(s.Err, c.Bool("quiet"), "tries", span[1]-span[0], 0)
	r, err := do(pipeline.Config{Options: opt, Workers: n, Progress: func(p pipeline.Progress) { bar.Set(p.Tries-span[0], p.Tries-span[0]) }})
	bar.Finish()
	if err != nil {
		return err
	}
	return tellReplay(c, s, title, &r)
}

// replayObject is what "replay --json" prints.
type replayObject struct {
	What        string   `json:"what"`
	Tries       int64    `json:"tries"`
	Rows        int64    `json:"rows"`
	Ungraded    int64    `json:"ungraded"`
	Again       int64    `json:"known_from_the_run"`
	Known       int64    `json:"known_elsewhere"`
	Wrong       int64    `json:"differences"`
	Differences []string `json:"first_differences"`
}

func tellReplay(c *urfave.Context, s cli.Streams, title string, r *pipeline.Replayed) error {
	o := replayObject{
		What: title, Tries: r.Tries, Rows: r.Rows, Ungraded: r.Ungraded, Again: r.Again, Known: r.Known,
		Wrong: r.Wrong, Differences: []string{},
	}
	for _, d := range r.First {
		o.Differences = append(o.Differences, d.String())
	}
	if c.Bool("json") {
		if err := cli.PrintJSON(s.Out, o); err != nil {
			return err
		}
	} else {
		for _, d := range o.Differences {
			fmt.Fprintln(s.Out, d)
		}
		fmt.Fprintf(s.Out, "%s: %s tries computed again, %s rows compared; %s tries brought a puzzle of an earlier try, %s one that is not of this run\n",
			title, cli.Grouped(o.Tries), cli.Grouped(o.Rows), cli.Grouped(o.Again), cli.Grouped(o.Known))
		if o.Ungraded > 0 {
			fmt.Fprintf(s.Out, "%s rows have no grade of grader %d: their grades were not compared\n", cli.Grouped(o.Ungraded), grade.Version)
		}
		if o.Wrong == 0 {
			fmt.Fprintln(s.Out, "no difference")
		}
	}
	if o.Wrong > 0 {
		return cli.DataError(fmt.Errorf("%s: %s differences", title, cli.Grouped(o.Wrong)), "the run was made by another gradoku, or its rows were changed since")
	}
	return nil
}
