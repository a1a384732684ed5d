// Package db shows what is in a database, checks it and merges several.
package db

import (
	"context"
	"fmt"
	"io"

	urfave "github.com/urfave/cli/v2"

	"gradoku/cmd/gradoku/cli"
	"gradoku/internal/text"
	"gradoku/run"
	"gradoku/store"
)

// options are what the command line of "gradoku db info" or "gradoku db check" says.
type options struct {
	cli.Call
	db          string
	quick, json bool
}

// Command is "gradoku db".
func Command(s cli.Streams) *urfave.Command {
	var info, check options
	return &urfave.Command{
		Name:      "db",
		Usage:     "tell what is in a database, check it, or merge several",
		UsageText: "gradoku db info\ngradoku db check --db puzzles.db\ngradoku db merge -o all.db slice1.db slice2.db",
		Subcommands: []*urfave.Command{
			{
				Name: "info", Usage: "print versions, sizes and counts",
				UsageText: "gradoku db info --db puzzles.db\ngradoku db info --json",
				Flags:     []urfave.Flag{cli.DBFlag(&info.db), cli.JSONFlag(&info.json, "print one JSON object")},
				Before:    cli.NoArgs,
				Action:    cli.ReadingDB(s, &info.Call, &info.db, info.info),
			},
			{
				Name: "check", Usage: "look for damage and contradictions; exit code 1 when there are any",
				UsageText: "gradoku db check --db puzzles.db\ngradoku db check --quick",
				Description: "Checks the file as SQLite does, and then every puzzle: clues against solution, key, counters of runs;\n" +
					"of each run of this version it computes a puzzle again.\n" +
					"Of a database on a server, what lies below the rows is for the server's own tools.",
				Flags: []urfave.Flag{
					cli.DBFlag(&check.db), &urfave.BoolFlag{Name: "quick", Destination: &check.quick, Usage: "only the file, not every puzzle"},
					cli.JSONFlag(&check.json, "print one JSON object per problem"),
				},
				Before: cli.NoArgs,
				Action: cli.ReadingDB(s, &check.Call, &check.db, check.check),
			},
			mergeCommand(s),
		},
	}
}

// JSON lists what the commands of this package print with --json.
func JSON() []cli.Printed {
	return []cli.Printed{
		{Command: "db info", Lines: []cli.Line{cli.LineOf("the database", infoObject{})}},
		{Command: "db check", Lines: []cli.Line{cli.LineOf("a problem", store.Problem{})}},
		{Command: "db merge", Lines: []cli.Line{cli.LineOf("the counts", mergedObject{})}},
	}
}

// infoObject is what "db info --json" prints.
type infoObject struct {
	Bytes    int64            `json:"bytes"`
	Engine   string           `json:"engine"`
	Path     string           `json:"path"`
	Schema   int              `json:"schema"`
	SQLite   string           `json:"sqlite"` // "" for another engine
	Tables   map[string]int64 `json:"tables"`
	Version  string           `json:"version"` // of the engine
	WALBytes int64            `json:"wal_bytes"`
}

func (o *options) info(ctx context.Context, db *store.DB) error {
	info, err := db.Info(ctx)
	if err != nil {
		return err
	}
	if o.json {
		tables := map[string]int64{}
		for _, t := range info.Tables {
			tables[t.Name] = t.Rows
		}
		sqlite := ""
		if store.IsFile(o.db) {
			sqlite = info.Version
		}
		return cli.PrintJSON(o.Out, infoObject{
			Bytes: info.FileBytes, Engine: info.Engine, Path: info.Path, Schema: info.Schema, SQLite: sqlite,
			Tables: tables, Version: info.Version, WALBytes: info.WALBytes,
		})
	}
	fmt.Fprintf(o.Out, "%s: schema %d, %s %s, %s bytes\n", cli.OnOneLine(info.Path), info.Schema, info.Engine, info.Version, text.Grouped(info.FileBytes+info.WALBytes))
	for _, g := range info.Graders {
		fmt.Fprintf(o.Out, "%s graded by grader %s\n", text.Count(g.Rows, "puzzle", "puzzles"), cli.OnOneLine(g.Name))
	}
	var rows [][]string
	for _, t := range info.Tables {
		rows = append(rows, []string{t.Name, text.Grouped(t.Rows)})
	}
	return cli.TextRows(o.Out, []string{"table", "rows"}, rows)
}

func (o *options) check(ctx context.Context, db *store.DB) error {
	var p progress
	problems, err := db.Check(ctx, !o.quick, func(done, total int64) { p.show(o.Err, false, "puzzles", done, total) })
	p.finish()
	if err == nil && !o.quick && len(problems) == 0 {
		problems, err = spots(ctx, db)
	}
	if err != nil {
		return err
	}
	if !store.IsFile(o.db) {
		fmt.Fprintln(o.Err, "gradoku: its pages on the disk were not checked: the server's own pg_amcheck does that")
	}
	for _, p := range problems {
		if o.json {
			if err := cli.PrintJSON(o.Out, p); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintln(o.Out, cli.OnOneLine(p.String()))
	}
	if len(problems) > 0 {
		return cli.DataError(fmt.Errorf("%s has %s", db.Path(), text.Count(len(problems), "problem", "problems")), "restore it from a copy, or export the good puzzles into a new one")
	}
	if !o.json {
		fmt.Fprintf(o.Out, "%s is in order\n", cli.OnOneLine(db.Path()))
	}
	return nil
}

// progress shows how far a piece of work has got, and then the next one.
type progress struct {
	bar  *cli.Progress
	unit string
}

func (p *progress) show(w io.Writer, quiet bool, unit string, done, total int64) {
	if p.bar == nil || p.unit != unit || done == 0 {
		p.finish()
		p.bar, p.unit = cli.NewProgress(w, quiet, unit, max(1, total), 0), unit
	}
	p.bar.Set(done, done)
}

func (p *progress) finish() {
	if p.bar != nil {
		p.bar.Finish()
	}
}

// spots computes a puzzle of each run of this gradoku again: rows that are right by
// themselves may stand under a seed or options that do not give them.
func spots(ctx context.Context, db *store.DB) ([]store.Problem, error) {
	runs, err := db.Runs(ctx)
	if err != nil {
		return nil, err
	}
	var found []store.Problem
	for _, r := range runs {
		if r.Command != run.Command || r.Version != cli.Version {
			continue
		}
		target, err := run.DecodeOptions(r.Options)
		said := ""
		if err == nil {
			said, err = run.Spot(ctx, db, r, target)
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if err != nil {
			said = err.Error()
		}
		if said != "" {
			found = append(found, store.Problem{Table: "run", Row: r.ID, Text: "its seed and options do not give its puzzles: " + said})
		}
	}
	return found, nil
}
