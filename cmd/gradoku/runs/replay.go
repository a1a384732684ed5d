package runs

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/grade"
	"gradoku/internal/text"
	"gradoku/run"
	"gradoku/store"
	"gradoku/task"
)

// replayOptions are what the command line of "gradoku replay" says.
type replayOptions struct {
	cli.Call
	manifest    string
	workers     int
	db          string
	quiet, json bool
}

// ReplayCommand is "gradoku replay".
func ReplayCommand(s cli.Streams) *urfave.Command {
	var o replayOptions
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
			&urfave.StringFlag{Name: "manifest", Destination: &o.manifest, Usage: "compare with this `FILE` instead of a database, - for stdin"},
			cli.WorkersFlag(&o.workers), cli.DBFlag(&o.db), cli.QuietFlag(&o.quiet), cli.JSONFlag(&o.json, "print one JSON object"),
		},
		Action: cli.Action(s, &o.Call, func(ctx context.Context) error {
			if o.Given("manifest") {
				return o.replayManifest(ctx)
			}
			return o.replayRun(ctx)
		}),
	}
}

func (o *replayOptions) replayRun(ctx context.Context) error {
	const advice = "gradoku runs lists the runs of the database"
	if len(o.Args) != 1 {
		return cli.UsageError(fmt.Errorf("replay takes one run, got %d arguments", len(o.Args)), advice)
	}
	id, err := strconv.ParseInt(o.Args[0], 10, 64)
	if err != nil || id < 1 {
		return cli.UsageError(fmt.Errorf("%q is not a run: a whole number from 1", o.Args[0]), advice)
	}
	return task.WithDB(ctx, o.db, func(db *store.DB) error {
		r, err := db.Run(ctx, id)
		if err != nil {
			return cli.DataError(err, advice)
		}
		title := fmt.Sprintf("run %d in %s", r.ID, db.Path())
		first, _, _ := task.RunSpan(r)
		return o.replay(title, r.Options, r.Version, first, r.Next, func(cfg run.Config) (run.Replayed, error) {
			return run.Replay(ctx, db, r, cfg)
		})
	})
}

func (o *replayOptions) replayManifest(ctx context.Context) error {
	if len(o.Args) > 0 {
		return cli.UsageError(errors.New("--manifest names the run already; name no other"), o.HelpAdvice())
	}
	in, err := task.OpenInput(ctx, o.In, o.manifest)
	if err != nil {
		return task.CannotRead(err)
	}
	defer in.Close()
	m, err := run.ReadManifest(in)
	if err != nil {
		return cli.DataError(fmt.Errorf("%s: %w", o.manifest, err), "gradoku runs --manifest RUN and gradoku generate --manifest FILE write one")
	}
	if m.Grader != grade.Version {
		return cli.DataError(fmt.Errorf("%s: its grades are of grader %d, this gradoku has grader %d", o.manifest, m.Grader, grade.Version),
			"verify it with the version that it names")
	}
	return o.replay(o.manifest, string(m.Options), m.Version, m.First, m.Next, func(cfg run.Config) (run.Replayed, error) {
		return m.Verify(ctx, cfg)
	})
}

// replay computes the tries of a run again, from first up to next, and prints the
// result.
func (o *replayOptions) replay(title, options, version string, first, next int64, compute func(run.Config) (run.Replayed, error)) error {
	opt, err := run.DecodeOptions(options)
	if err != nil {
		return cli.DataError(fmt.Errorf("%s: %w", title, err), "it was made by another version of gradoku")
	}
	if err := cli.CheckWorkers(&o.Call, o.workers); err != nil {
		return err
	}
	if version != cli.Version {
		cli.TalkTo(o.Err, o.quiet)("%s was made by gradoku %s, this is %s: its seed may mean other puzzles now", title, version, cli.Version)
	}
	bar := cli.NewProgress(o.Err, o.quiet, "tries", next-first, 0)
	r, err := compute(run.Config{Options: opt, Workers: o.workers, Progress: func(p run.Progress) { bar.Set(p.Tries-first, p.Tries-first) }})
	bar.Finish()
	if err != nil {
		return err
	}
	if o.json {
		told := replayObject{
			What: title, Tries: r.Tries, Rows: r.Rows, Ungraded: r.Ungraded, Again: r.Again, Known: r.Known,
			Wrong: r.Wrong, Differences: []string{},
		}
		for _, d := range r.First {
			told.Differences = append(told.Differences, d.String())
		}
		if err := cli.PrintJSON(o.Out, told); err != nil {
			return err
		}
	} else {
		for _, d := range r.First {
			fmt.Fprintln(o.Out, cli.OnOneLine(d.String()))
		}
		fmt.Fprintf(o.Out, "%s: %s tries computed again, %s rows compared; %s tries brought a puzzle of an earlier try, %s one that is not of this run\n",
			cli.OnOneLine(title), text.Grouped(r.Tries), text.Grouped(r.Rows), text.Grouped(r.Again), text.Grouped(r.Known))
		if r.Ungraded > 0 {
			fmt.Fprintf(o.Out, "%s no grade of grader %d: grades were not compared there\n", text.Count(r.Ungraded, "row has", "rows have"), grade.Version)
		}
		if r.Wrong == 0 {
			fmt.Fprintln(o.Out, "no difference")
		}
	}
	if r.Wrong > 0 {
		return cli.DataError(fmt.Errorf("%s: %s", title, text.Count(r.Wrong, "difference", "differences")), "the run was made by another version of gradoku, or its rows have been changed since")
	}
	return nil
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
