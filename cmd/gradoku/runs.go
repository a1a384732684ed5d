package main

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/urfave/cli/v2"

	"gradoku/pipeline"
	"gradoku/store"
)

func runsCommand(s streams) *cli.Command {
	return &cli.Command{
		Name:  "runs",
		Usage: "list the runs of a database, or write the manifest of one",
		UsageText: "gradoku runs\n" +
			"gradoku runs --db puzzles.db --json\n" +
			"gradoku runs --manifest 3 -o run3.json",
		Description: "A run is a command with its options, a seed and a version of gradoku; the same run gives the same\n" +
			"puzzles everywhere. Its manifest holds all that is needed to compute them again, and a hash of them:\n" +
			"gradoku replay --manifest FILE checks it without the database.",
		Flags: []cli.Flag{
			&cli.Int64Flag{Name: "manifest", Usage: "write the manifest of run `RUN` as JSON"},
			&cli.StringFlag{Name: "o", Aliases: []string{"output"}, Value: "-", Usage: "with --manifest: write to `FILE`, - for stdout"},
			workersFlag(), dbFlag(), jsonFlag("print one JSON object per run"),
		},
		Before: noArgs,
		Action: func(c *cli.Context) error { return withDB(c, s, runsAction) },
	}
}

func runsAction(c *cli.Context, s streams, db *store.DB) error {
	if c.IsSet("manifest") {
		return writeManifest(c, s, db)
	}
	if c.IsSet("o") {
		return usageError(fmt.Errorf("-o goes with --manifest RUN"), helpAdvice(c))
	}
	runs, err := db.Runs(c.Context)
	if err != nil {
		return err
	}
	var rows [][]string
	for _, r := range runs {
		if c.Bool("json") {
			if err := printJSON(s.out, listedRun(r)); err != nil {
				return err
			}
			continue
		}
		rows = append(rows, []string{
			fmt.Sprint(r.ID), r.State, grouped(r.Accepted), wanted(r), grouped(triesOf(r)), grouped(r.Duplicates), grouped(missed(r)),
			fmt.Sprint(r.Seed), r.Version, r.StartedAt.Format(time.DateTime), runWords(r),
		})
	}
	if c.Bool("json") {
		return nil
	}
	return textRows(s.out, []string{"run", "state", "puzzles", "wanted", "tries", "known", "missed", "seed", "version", "started", "what"}, rows)
}

// runWords says in words what a run makes.
func runWords(r store.Run) string {
	if r.Command != pipeline.Command {
		return r.Command + " " + r.Options
	}
	opt, err := pipeline.DecodeOptions(r.Options)
	if err != nil {
		return r.Options
	}
	return describe(opt) + describeCut(r)
}

// wanted is what the run counts up to.
func wanted(r store.Run) string {
	if from, to, ok := runSpan(r); ok {
		return grouped(to-from) + " tries"
	}
	return grouped(r.Target)
}

func triesOf(r store.Run) int64 {
	from, _, _ := runSpan(r)
	return r.Next - from
}

func missed(r store.Run) int64 { return triesOf(r) - r.Accepted - r.Duplicates }

// runObject is one line of "runs --json".
type runObject struct {
	Run        int64           `json:"run"`
	Command    string          `json:"command"`
	What       string          `json:"what"`
	Options    json.RawMessage `json:"options"`
	Seed       int64           `json:"seed"`
	Version    string          `json:"version"`
	State      string          `json:"state"`
	Puzzles    int64           `json:"puzzles"`
	Target     int64           `json:"target"`
	First      int64           `json:"first_index"`
	Next       int64           `json:"next_index"`
	Tries      int64           `json:"tries"`
	Duplicates int64           `json:"duplicates"`
	Missed     int64           `json:"missed"`
	Started    time.Time       `json:"started"`
	Finished   *time.Time      `json:"finished"`
}

func listedRun(r store.Run) runObject {
	from, _, _ := runSpan(r)
	o := runObject{
		Run: r.ID, Command: r.Command, What: runWords(r), Options: json.RawMessage(r.Options), Seed: r.Seed, Version: r.Version,
		State: r.State, Puzzles: r.Accepted, Target: r.Target, First: from, Next: r.Next, Tries: triesOf(r),
		Duplicates: r.Duplicates, Missed: missed(r), Started: r.StartedAt,
	}
	if !r.FinishedAt.IsZero() {
		o.Finished = &r.FinishedAt
	}
	return o
}

// writeManifest is "runs --manifest".
func writeManifest(c *cli.Context, s streams, db *store.DB) error {
	run, err := db.Run(c.Context, c.Int64("manifest"))
	if err != nil {
		return runError(err)
	}
	m, err := manifestOf(c, db, run)
	if err != nil {
		return err
	}
	if path := c.String("o"); path != "-" {
		return toFile(path, func(w io.Writer) error { return m.Write(w) })
	}
	return m.Write(s.out)
}

// runError adds to a run that does not exist where to find those that do.
func runError(err error) error {
	return dataError(err, "gradoku runs lists the runs of the database")
}
